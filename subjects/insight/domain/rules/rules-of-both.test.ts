import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hourly } from '../honest/home-use.ts';
import { coldWash } from './cold-wash.ts';
import { dryPump } from './dry-pump.ts';
import { jointRuns, signatureOf } from './joint-runs.ts';
import { noHeat } from './no-heat.ts';
import type { HomeLook, Rule } from './rule.ts';
import { besideWater, changedLook, dice, firstDay, lookOf, perDay } from './testing-look.ts';

const days = 91;
const slots = days * perDay;
const runs = { numRuns: 12 };
const seeds = fc.integer({ min: 1, max: 100_000 });

/** What is drawn in a home: a few litres every now and then by day, at other hours each day. */
const draws = (seed: number): Float64Array => {
  const roll = dice(seed);
  return Float64Array.from({ length: slots }, (_, at) => {
    const slot = at % perDay;
    return slot > 26 && slot < 92 && roll() < 0.2 ? Math.round(2000 + 20_000 * roll()) : 0;
  });
};

const started = Symbol('a run');
type Runs = Float64Array & { [started]: number[] };

/** A machine that washes on most days for two hours: fills, heats, turns. */
const washes = (seed: number): Runs => {
  const roll = dice(seed);
  const used = new Float64Array(slots) as Runs;
  used[started] = [];
  for (let day = 0; day < days; day += 1) {
    if (roll() < 0.3) continue;
    const at = day * perDay + 30 + Math.floor(50 * roll());
    used[started].push(at);
    [15, 430, 480, 60, 25, 25, 60, 40].forEach((wh, i) => {
      used[at + i] = Math.round(wh * (0.9 + 0.2 * roll()));
    });
  }
  return used;
};

/** From the run on: what it takes at most. */
const without = (used: Runs, run: number, wh = 25): Float64Array =>
  used.map((value, at) => (at >= (used[started].at(run) as number) ? Math.min(value, wh) : value));

const fills = (machine: Runs, at: number): number =>
  machine[started].some((from) => at === from || at === from + 4 || at === from + 6) ? 14_000 : 0;

const washingHome = (seed: number, used: Float64Array, machine: Runs, own = false): HomeLook => {
  const others = draws(seed + 1);
  return besideWater(lookOf({ machine: (slot, day) => used[day * perDay + slot] as number }), {
    all: (at) => fills(machine, at) + (others[at] as number),
    ...(own && { pipe: (at: number) => fills(machine, at) }),
  });
};

/** A tank that heats what was drawn hot within the next hours. */
const heats = (water: Float64Array): Float64Array => {
  let missing = 0;
  return water.map((ml) => {
    missing += 12 + ml * 0.016;
    const heat = missing < 200 ? 0 : Math.min(500, missing);
    missing -= heat;
    return Math.round(heat);
  });
};

const heatedHome = (seed: number, offFrom = slots): HomeLook => {
  const water = draws(seed);
  const heat = heats(water);
  return besideWater(
    lookOf({
      tank: (slot, day) => (day * perDay + slot < offFrom ? (heat[day * perDay + slot] as number) : 0),
      television: (slot) => (slot > 75 && slot < 92 ? 25 : 2),
    }),
    { all: (at) => water[at] as number },
  );
};

/** A pump for the garden or the whole house: 700 W while it brings water. */
const pumpedHome = (seed: number, dryFrom = slots, dryTo = slots): HomeLook => {
  const water = draws(seed);
  return besideWater(lookOf({ pump: (slot, day) => ((water[day * perDay + slot] as number) > 0 ? 120 : 0) }), {
    all: (at) => (at >= dryFrom && at < dryTo ? 0 : (water[at] as number)),
  });
};

const told = (rule: Rule, home: HomeLook, caution = 1) => rule.find(home, caution).map(({ meterId }) => meterId);

test('washes that lost their heat are told from the second on, with what a run used and uses', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 2, max: 9 }), fc.boolean(), (seed, cold, own) => {
      const machine = washes(seed);
      const [finding, ...others] = coldWash.find(washingHome(seed, without(machine, -cold), machine, own), 1);
      expect(others).toEqual([]);
      expect(finding?.meterId).toBe('machine');
      expect(finding?.since).toBe(firstDay * 86_400 + (machine[started].at(-cold) as number) * 900);
      expect(finding?.figures.expected).toBeGreaterThan(900);
      expect(finding?.figures.used).toBeLessThan(200);
      expect(told(coldWash, washingHome(seed, machine, machine, own))).toEqual([]);
    }),
    runs,
  );
});

test('one cold wash is nothing, nor are those of who washes cold now and then, nor what took no water', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const machine = washes(seed);
      expect(told(coldWash, washingHome(seed, without(machine, -1), machine, true))).toEqual([]);
      const mixed = machine.map((wh, at) => {
        const run = machine[started].findIndex((from) => at >= from && at < from + 8);
        return run % 3 === 0 || run >= machine[started].length - 2 ? Math.min(wh, 25) : wh;
      });
      expect(told(coldWash, washingHome(seed, mixed, machine, true))).toEqual([]);
      const dry = washingHome(seed, without(machine, -3), machine, true);
      const last = machine[started].at(-3) as number;
      const noWater = changedLook(dry, (used, at, name) => (name === 'pipe' && at >= last ? 0 : used));
      expect(told(coldWash, noWater)).toEqual([]);
    }),
    runs,
  );
});

test('runs that are known of a meter of its own are found behind a meter with others, by power and water together', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const roll = dice(seed + 2);
      const machine = washes(seed);
      const others = draws(seed + 1);
      const water = others.map((ml, at) => ml + fills(machine, at));
      const signature = signatureOf(machine, water, perDay);
      if (signature === null) throw new Error('It washed often enough.');
      // A dryer that is far stronger on other days, and a refrigerator.
      const isWashDay = new Set(machine[started].map((from) => Math.floor(from / perDay)));
      const circuit = machine.map((wh, at) => {
        const dries = !isWashDay.has(Math.floor(at / perDay)) && at % perDay > 40 && at % perDay < 46;
        return wh + (dries ? 700 : 0) + (roll() < 0.5 ? 12 : 0);
      });
      const found = jointRuns(circuit, water, perDay, signature);
      const right = found.filter(({ from, to }) => machine[started].some((at) => from < at + 8 && at < to));
      expect(right.length).toBe(found.length);
      expect(found.length).toBeGreaterThanOrEqual(0.8 * machine[started].length);
    }),
    runs,
  );
});

test('a heater that heats no more is told by the water that ran since', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 3, max: 9 }), (seed, ago) => {
      const home = heatedHome(seed, (days - ago) * perDay + 48);
      const [finding, ...others] = noHeat.find(home, 1);
      expect(others).toEqual([]);
      expect(finding?.meterId).toBe('tank');
      expect(Math.abs((finding?.since ?? 0) / 86_400 - (firstDay + days - ago + 0.5))).toBeLessThan(1);
      const { used = 0, expected = 0, drawnMl = 0 } = finding?.figures ?? {};
      expect(used).toBeLessThan(0.1 * expected);
      const from = (finding?.since ?? 0) / 900 - firstDay * perDay;
      expect(drawnMl).toBe(
        draws(seed)
          .subarray(from)
          .reduce((sum, ml) => sum + ml, 0),
      );
      expect(told(noHeat, heatedHome(seed))).toEqual([]);
    }),
    runs,
  );
});

test('a heater that rests while nobody is at home, or while only the garden is watered for a day, is not told', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 2, max: 20 }), (seed, away) => {
      const from = (days - away) * perDay;
      const empty = changedLook(heatedHome(seed, from), (used, at, name) => (name === 'all' && at >= from ? 0 : used));
      expect(told(noHeat, empty)).toEqual([]);
      const garden = changedLook(heatedHome(seed, slots - 24), (used, at, name) =>
        name === 'all' && at >= slots - 24 && at < slots - 16 ? 200_000 : used,
      );
      expect(told(noHeat, garden)).toEqual([]);
    }),
    runs,
  );
});

test('a pump that runs without flow is told with how long, what it used and what that costs', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 6 }), (seed, ago) => {
      const home = pumpedHome(seed, (days - ago) * perDay);
      const [finding, ...others] = dryPump.find(home, 1);
      expect(others).toEqual([]);
      expect(finding?.meterId).toBe('pump');
      const ran = draws(seed)
        .subarray((days - ago) * perDay)
        .filter((ml) => ml > 0).length;
      // The run that goes over midnight moved water a moment before.
      expect(finding?.figures.lastedS).toBeGreaterThanOrEqual((ran - 2) * 900);
      expect(finding?.figures.used).toBe(((finding?.figures.lastedS ?? 0) / 900) * 120);
      expect(finding?.costsPerDay).toBeGreaterThan(0);
      expect(finding?.costsPerDay).toBeLessThanOrEqual(finding?.figures.used ?? 0);
      expect(told(dryPump, pumpedHome(seed))).toEqual([]);
      expect(told(dryPump, pumpedHome(seed, (days - ago - 2) * perDay, (days - ago) * perDay))).toEqual([]);
    }),
    runs,
  );
});

const rulesOfBoth: readonly Rule[] = [coldWash, noHeat, dryPump];
const homes = fc
  .tuple(seeds, fc.constantFrom('wash', 'heat', 'pump'), fc.integer({ min: 1, max: 12 }))
  .map(([seed, of, ago]) => {
    const machine = washes(seed);
    if (of === 'wash') return washingHome(seed, without(machine, -ago), machine, true);
    return of === 'heat' ? heatedHome(seed, (days - ago) * perDay) : pumpedHome(seed, (days - ago) * perDay);
  });

test('more caution finds some of what less finds, and nothing else', () => {
  fc.assert(
    fc.property(homes, fc.double({ min: 1, max: 5, noNaN: true }), (home, caution) => {
      for (const rule of rulesOfBoth)
        expect(told(rule, home)).toEqual(expect.arrayContaining(told(rule, home, caution)));
    }),
    runs,
  );
});

test('a home in other units is told the same, in its figures', () => {
  fc.assert(
    fc.property(homes, fc.constantFrom(0.25, 4, 1024), (home, by) => {
      const scaled = changedLook(home, (used) => used * by);
      for (const rule of rulesOfBoth)
        expect(rule.find(scaled, 1).map(({ meterId, since, figures }) => [meterId, since, figures.used])).toEqual(
          rule.find(home, 1).map(({ meterId, since, figures }) => [meterId, since, (figures.used ?? 0) * by]),
        );
    }),
    runs,
  );
});

test('nothing is told of what is not known: days without readings of water or of power', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 12 }), fc.constantFrom('all', 'power'), (seed, ago, lost) => {
      const from = (days - ago) * perDay;
      const machine = washes(seed);
      for (const home of [washingHome(seed, machine, machine), heatedHome(seed), pumpedHome(seed)]) {
        const unknown = changedLook(home, (used, at, name) =>
          at >= from && (name === 'all') === (lost === 'all') ? Number.NaN : used,
        );
        for (const rule of rulesOfBoth) expect(told(rule, unknown)).toEqual([]);
      }
    }),
    runs,
  );
});

test('homes of hours are told like those of quarter-hours', () => {
  const machine = washes(11);
  expect(told(coldWash, hourly(washingHome(11, without(machine, -4), machine, true)))).toEqual(['machine']);
  expect(told(noHeat, hourly(heatedHome(11, (days - 3) * perDay)))).toEqual(['tank']);
  expect(told(dryPump, hourly(pumpedHome(11, (days - 3) * perDay)))).toEqual(['pump']);
});
