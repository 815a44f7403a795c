import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { QUARTER_S, type QuarterUse } from '#subjects/readings/domain/meter-use.ts';
import {
  hasNotStopped,
  hasRunADay,
  lastLongRun,
  lastRun,
  type Leak,
  leakOf,
  restedAt,
  restMl,
  type RunFacts,
} from './running-water.ts';

describe('running water', () => {
  const hourS = 3600;
  const noon = Date.UTC(2026, 10, 9, 12) / 1000;
  const midnight = noon - 12 * hourS;

  const quarters = (from: number, used: readonly number[], rest: Partial<QuarterUse> = {}): QuarterUse[] =>
    used.map((one, i) => ({
      start: from + i * QUARTER_S,
      used: one,
      estimated: 0,
      imported: 0,
      coveredS: QUARTER_S,
      ...rest,
    }));
  const even = (from: number, hours: number, used: number) => quarters(from, Array<number>(hours * 4).fill(used));

  /** Read every minute, in UTC. */
  const fine: RunFacts = { recentStillS: 60, wholeStillS: 60, offsetAt: () => 0, knownRunS: 0 };
  const quarterly: RunFacts = { ...fine, recentStillS: 900, wholeStillS: 900 };
  const hourly: RunFacts = { ...fine, recentStillS: hourS, wholeStillS: hourS };
  const tells = (from: number, hours: number, used: number, facts: RunFacts): boolean => {
    const use = even(from, hours, used);
    const [run, longRun] = [lastRun(use), lastLongRun(use)];
    return (run !== null && hasNotStopped(run, facts)) || (longRun !== null && hasRunADay(longRun, facts));
  };

  describe('the last run', () => {
    test('is what flowed without a rest until now', () => {
      const use = quarters(noon, [5000, 0, 400, 900, 700]);
      expect(lastRun(use)).toEqual({ since: noon + 1800, until: noon + 4500, usedMl: 2000, lowestMl: 400 });
      expect(lastRun(quarters(noon, [5000, restMl - 1]))).toBeNull();
      expect(lastRun([])).toBeNull();
    });

    test('does not reach over what was not heard, was estimated, or came from a file', () => {
      for (const gap of [{ coveredS: 600 }, { estimated: 10 }, { imported: 10 }])
        expect(lastRun([...quarters(noon, [900], gap), ...quarters(noon + 900, [900])])?.since).toBe(noon + 900);
      expect(lastRun([...quarters(noon, [900]), ...quarters(noon + 1800, [900])])?.since).toBe(noon + 1800);
    });

    test('holds every litre of unbroken quarters, whatever they are', () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 100 }), (used) => {
          const run = lastRun(quarters(noon, used));
          const from = used.findLastIndex((one) => one < restMl) + 1;
          const tail = used.slice(from);
          expect(run?.usedMl ?? 0).toBe(tail.reduce((sum, one) => sum + one, 0));
          expect(run?.lowestMl ?? null).toBe(tail.length === 0 ? null : Math.min(...tail));
          expect(run === null ? null : (run.until - run.since) / QUARTER_S).toBe(tail.length || null);
        }),
      );
    });
  });

  describe('water that has not stopped', () => {
    test('by every minute: three hours without a pause, at any time of the day', () => {
      expect(tells(noon, 2.75, 2000, fine)).toBe(false);
      expect(tells(noon, 3, 2000, fine)).toBe(true);
      expect(tells(noon, 3, 2000, { ...fine, recentStillS: 600 })).toBe(false);
    });

    test('by quarter-hours: three of the night’s hours, as a day may be busy for long', () => {
      expect(tells(midnight + 8 * hourS, 12, 2000, quarterly)).toBe(false);
      expect(tells(midnight + 2.75 * hourS, 3, 2000, quarterly)).toBe(true);
      expect(tells(midnight + 3.25 * hourS, 3, 2000, quarterly)).toBe(false);
      // The same instants are the morning in Kolkata.
      expect(tells(midnight + 2.75 * hourS, 3, 2000, { ...quarterly, offsetAt: () => 19_800 })).toBe(false);
    });

    test('by hours, and by anything: a whole day', () => {
      expect(tells(noon, 23.75, 2000, hourly)).toBe(false);
      expect(tells(noon, 24, 2000, hourly)).toBe(true);
      expect(tells(noon, 48, 2000, { ...hourly, wholeStillS: 3 * hourS })).toBe(false);
      expect(tells(noon, 48, 2000, { ...hourly, wholeStillS: null })).toBe(false);
    });

    test('two litres a minute are told after two hours', () => {
      expect(tells(noon, 2, 30_000, quarterly)).toBe(true);
      expect(tells(noon, 2, 29_999, quarterly)).toBe(false);
      expect(tells(noon, 1.75, 90_000, quarterly)).toBe(false);
      expect(tells(noon, 2, 30_000, hourly)).toBe(false);
    });

    test('a garden’s clock that stopped by itself before is let run a quarter longer', () => {
      const garden = { ...quarterly, knownRunS: 3 * hourS };
      expect(tells(noon, 3.75, 60_000, garden)).toBe(false);
      expect(tells(noon, 4, 60_000, garden)).toBe(true);
    });

    test('a longer run tells whatever a shorter one told', () => {
      const still = fc.constantFrom(60, 900, 3600, 9000);
      fc.assert(
        fc.property(
          fc.nat(96),
          fc.integer({ min: 1, max: 30 }),
          fc.integer({ min: 250, max: 60_000 }),
          still,
          (at, hours, used, s) => {
            const facts = { ...fine, recentStillS: s, wholeStillS: s };
            const from = midnight + at * QUARTER_S;
            expect(tells(from, hours, used, facts) && !tells(from, hours + 1, used, facts)).toBe(false);
          },
        ),
      );
    });
  });

  describe('the leak', () => {
    test('is the floor of the flow times its time, not all that was used meanwhile', () => {
      // 2.4 L an hour for forty hours, and a bath, showers and a washing machine besides.
      const use = even(midnight, 40, 600).map((quarter, i) => (i % 12 < 3 ? { ...quarter, used: 24_600 } : quarter));
      expect(leakOf(use, midnight)).toEqual({
        floorMlPerHour: 2400,
        leakMl: 96_000,
        usedMl: 40 * 4 * 600 + 42 * 24_000,
      });
    });

    test('of a meter that counts whole litres is what it counts in an hour, not in a quarter-hour', () => {
      // 2.4 L an hour: two or three litres an hour, none or one in a quarter-hour.
      const counted = (i: number) => Math.floor((i * 600) / 1000) * 1000;
      const use = quarters(
        noon,
        Array.from({ length: 96 }, (_, i) => counted(i + 1) - counted(i)),
      );
      expect(leakOf(use, noon)?.floorMlPerHour).toBe(2000);
    });

    test('counts only what was heard for its floor, and takes a few seconds that were not as the rest', () => {
      const use = [
        ...quarters(noon, [900, 900, 900, 900]),
        ...quarters(noon + 3600, [50], { coveredS: 400 }),
        ...quarters(noon + 4500, [10], { imported: 10 }),
        ...quarters(noon + 5400, Array<number>(8).fill(810), { coveredS: 810 }),
      ];
      expect(leakOf(use, noon)?.floorMlPerHour).toBe(3600);
      expect(leakOf(use.slice(4, 6), noon)).toBeNull();
      expect(leakOf(use, noon + 99 * hourS)).toBeNull();
    });

    test('of long ago is told as it is now, with all of its time', () => {
      const use = even(midnight, 48, 2000);
      const since = midnight - 100 * 24 * hourS;
      const leak = leakOf(use, since, { from: midnight, usedMl: 90_000_000 });
      expect(leak).toEqual({ floorMlPerHour: 8000, leakMl: 102 * 24 * 8000, usedMl: 90_000_000 });
      expect(leakOf(use, since, { from: midnight, usedMl: 1_000_000 })?.leakMl).toBe(1_000_000);
    });

    const anyUse = fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 300 });

    test('is its floor times its time and never more than was used', () => {
      fc.assert(
        fc.property(anyUse, (used) => {
          const { floorMlPerHour, leakMl, usedMl } = leakOf(quarters(noon, used), noon) as Leak;
          expect(usedMl).toBe(used.reduce((sum, one) => sum + one, 0));
          expect(leakMl).toBe(Math.min(usedMl, Math.round((floorMlPerHour * used.length) / 4)));
        }),
      );
    });

    test('never gets smaller by more use, nor by more of its own time', () => {
      fc.assert(
        fc.property(anyUse, fc.nat(), fc.integer({ min: 0, max: 50_000 }), (used, at, more) => {
          const before = leakOf(quarters(noon, used), noon) as Leak;
          const added = used.map((one, i) => (i === at % used.length ? one + more : one));
          const after = leakOf(quarters(noon, added), noon) as Leak;
          expect(after.floorMlPerHour).toBeGreaterThanOrEqual(before.floorMlPerHour);
          expect(after.leakMl).toBeGreaterThanOrEqual(before.leakMl);
        }),
      );
      fc.assert(
        fc.property(fc.integer({ min: 250, max: 30_000 }), fc.integer({ min: 1, max: 60 }), (used, hours) => {
          const of = (length: number) => leakOf(even(noon, length, used), noon) as Leak;
          expect(of(hours + 1).leakMl - of(hours).leakMl).toBe(4 * used);
        }),
      );
    });
  });

  test('it is over with the first of three quarter-hours that were heard and had no use', () => {
    const rest = quarters(noon, [900, 0, 0, 0, 900]);
    expect(restedAt(rest, noon)).toBe(noon + 900);
    expect(restedAt(rest, noon + 1800)).toBeNull();
    expect(restedAt(quarters(noon, [900, 0, 0, 900, 0, 0, 900]), noon)).toBeNull();
    const unheard = [
      ...quarters(noon, [900, 0, 0]),
      ...quarters(noon + 2700, [0], { coveredS: 0 }),
      ...quarters(noon + 3600, [100]),
    ];
    expect(restedAt(unheard.slice(0, 4), noon)).toBeNull();
    expect(restedAt(unheard, noon)).toBe(noon + 900);
  });

  describe('a run of a day', () => {
    const day = (used: readonly number[], unheard: readonly number[] = []) =>
      quarters(noon, used).map((quarter, i) =>
        unheard.includes(i) ? { ...quarter, coveredS: 300, estimated: quarter.used } : quarter,
      );
    const drip = Array<number>(27 * 4).fill(750);

    test('goes over a reading that is missing, but not over many, nor over one that says that nothing ran', () => {
      const isTold = (use: readonly QuarterUse[]) =>
        hasRunADay(lastLongRun(use) ?? { since: 0, until: 0, heardS: 0 }, hourly);
      expect(isTold(day(drip, [40, 41, 42, 43, 44, 60, 61, 62, 63, 64]))).toBe(true);
      expect(isTold(day(drip, [40, 41, 42, 43, 44, 60, 61, 62, 63, 64, 80]))).toBe(false);
      expect(isTold(day(drip.with(41, 0), [40, 41, 42, 43]))).toBe(false);
      expect(isTold(day(drip).toSpliced(40, 4))).toBe(false);
      expect(isTold(day(drip).map((one, i) => (i === 40 ? { ...one, imported: 1 } : one)))).toBe(false);
    });

    test('goes over the quarter-hours in which a counter of whole litres does not move', () => {
      const steps = (every: number) => drip.map((_, i) => (i % every === 0 ? 1000 : 0));
      expect(lastLongRun(day(steps(3)))?.heardS).toBe(27 * hourS);
      expect(lastLongRun(day(steps(4)))).toBeNull();
    });

    test('is never shorter for a leak that is added', () => {
      const any = fc.array(fc.constantFrom(0, 0, 100, 900, 5000), { minLength: 4, maxLength: 200 });
      fc.assert(
        fc.property(any, fc.integer({ min: 0, max: 3000 }), (used, leak) => {
          const before = lastLongRun(quarters(noon, used))?.heardS ?? 0;
          expect(
            lastLongRun(
              quarters(
                noon,
                used.map((one) => one + leak),
              ),
            )?.heardS ?? 0,
          ).toBeGreaterThanOrEqual(before);
        }),
      );
    });
  });
});

describe('running water.real homes', () => {
  const file = fileURLToPath(
    new URL('../../../../shared/data/daiad_alicante_water/meter_readings_hourly.csv.gz', import.meta.url),
  );
  const hasHomes = existsSync(file);
  const hourS = 3600;
  const dayS = 86_400;

  interface Reading {
    at: number;
    litres: number;
  }

  /** The homes that the floor's share was not chosen on, but one that leaks by itself (hh050). */
  const heldOut = ['hh005', 'hh030', 'hh033', 'hh041'];

  const readHomes = (): Map<string, Reading[]> => {
    const homes = new Map<string, Reading[]>(heldOut.map((name) => [name, []]));
    for (const line of gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').slice(1)) {
      const [name = '', time = '', value] = line.split(',');
      homes.get(name)?.push({ at: Date.parse(`${time.replace(' ', 'T')}Z`) / 1000, litres: Number(value) });
    }
    return homes;
  };

  /** The home's quarter-hours from two days before the leak on, as its counter of whole litres would have shown them. */
  const withLeak = (readings: readonly Reading[], begin: number, litresPerHour: number): QuarterUse[] => {
    const quarters = new Map<number, QuarterUse>();
    const shown = ({ at, litres }: Reading) => litres + Math.floor((Math.max(0, at - begin) * litresPerHour) / hourS);
    const own = readings.filter(({ at }) => at >= begin - 2 * dayS && at < begin + 5 * dayS);
    own.slice(1).forEach((after, i) => {
      const before = own[i] as Reading;
      const used = Math.max(0, shown(after) - shown(before)) * 1000;
      const lengthS = after.at - before.at;
      for (let start = before.at - (before.at % QUARTER_S); start < after.at; start += QUARTER_S) {
        const quarter = quarters.get(start) ?? { start, used: 0, estimated: 0, imported: 0, coveredS: 0 };
        const overlapS = Math.min(after.at, start + QUARTER_S) - Math.max(before.at, start);
        quarter.used += (used * overlapS) / lengthS;
        if (lengthS > 2 * hourS) quarter.estimated += (used * overlapS) / lengthS;
        else quarter.coveredS += overlapS;
        quarters.set(start, quarter);
      }
    });
    return [...quarters.values()].map((one) => ({ ...one, used: Math.round(one.used) }));
  };

  /** Instants that are the same in every run. */
  const beginnings = (readings: readonly Reading[]): number[] => {
    const [first, last] = [readings[0]?.at ?? 0, readings.at(-1)?.at ?? 0];
    return Array.from({ length: 12 }, (_, i) =>
      Math.round(first + 3 * dayS + ((last - first - 9 * dayS) * i) / 12 + i * 7919),
    );
  };

  const facts = { recentStillS: hourS, wholeStillS: hourS + 60, offsetAt: () => 0, knownRunS: 0 };
  /** Since when water runs, as it is told the first time; null: it is not. */
  const toldSince = (quarters: readonly QuarterUse[]): number | null => {
    for (let end = 4; end <= quarters.length; end += 4) {
      const run = lastLongRun(quarters.slice(Math.max(0, end - 192), end));
      if (run !== null && hasRunADay(run, facts)) return run.since;
    }
    return null;
  };

  const middle = (errors: readonly number[]): number => [...errors].sort((a, b) => a - b)[errors.length >> 1] ?? 1;

  describe.skipIf(!hasHomes)(`leaks in real homes${hasHomes ? '' : ' (skipped: ../shared/data is not here)'}`, () => {
    test('three days on, the rate of a leak of known size is right to a few percent, and its litres to a tenth', {
      timeout: 60_000,
    }, () => {
      const errors = {
        rate: [] as number[],
        litres: [] as number[],
        wholeUse: [] as number[],
        minQuarter: [] as number[],
      };
      for (const readings of readHomes().values())
        for (const rate of [2.4, 5, 10, 30])
          for (const begin of beginnings(readings)) {
            const until = begin + 3 * dayS;
            const known = withLeak(readings, begin, rate).filter(({ start }) => start + QUARTER_S <= until);
            const since = toldSince(known);
            if (since === null) continue;
            const leak = leakOf(known, since);
            const truth = (rate * (until - begin)) / hourS;
            const heard = known.filter(({ start, coveredS }) => start >= since && coveredS >= 810);
            const least = Math.min(...heard.map(({ used }) => used)) * 4;
            errors.rate.push(Math.abs((leak?.floorMlPerHour ?? 0) / 1000 / rate - 1));
            errors.litres.push(Math.abs((leak?.leakMl ?? 0) / 1000 / truth - 1));
            errors.wholeUse.push(Math.abs((leak?.usedMl ?? 0) / 1000 / truth - 1));
            errors.minQuarter.push(Math.abs(least / 1000 / rate - 1));
          }
      expect(errors.rate.length).toBeGreaterThan(150);
      expect(middle(errors.rate)).toBeLessThan(0.03);
      expect(middle(errors.litres)).toBeLessThan(0.1);
      // What was told before: the whole use, and the least quarter-hour.
      expect(middle(errors.wholeUse)).toBeGreaterThan(1);
      expect(middle(errors.minQuarter)).toBeGreaterThan(middle(errors.rate));
    });
  });
});
