import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClockHours } from '../intent.ts';
import { groupsOf } from './amounts.ts';
import { compareUse } from './compare-use.ts';
import { readFirstDay } from './reply-about-use.ts';
import { readNow } from '../state/now.ts';
import { all, days, devices, fakeAsking, meter, noon, steady, today, usage, words, yesterday } from './testing-use.ts';
import { readHours, readSpans, readUse } from './use-facts.ts';

const oven = { ...all, device: 'oven' };

describe('use of a period', () => {
  const hours = [
    ...steady('2026-11-21', 'main', 10),
    ...steady('2026-11-21', 'oven', 100),
    ...steady('2026-11-21', 'tap', 5_000),
  ];

  test('is summed over the part that is asked of', async () => {
    const asking = fakeAsking({ hours });
    const used = async (part: typeof all) => {
      const { electricity, water } = (await readUse(asking, part, yesterday)).amounts;
      return [electricity?.used ?? null, water?.used ?? null];
    };
    expect(await used(all)).toEqual([2_640, 120_000]);
    expect(await used({ ...all, room: 'whole_home' })).toEqual([2_640, 120_000]);
    expect(await used({ ...all, room: 'kitchen' })).toEqual([2_400, 120_000]);
    expect(await used({ ...all, utility: 'water' })).toEqual([null, 120_000]);
    expect(await used(oven)).toEqual([2_400, null]);
    expect(await used({ ...all, device: 'lamp' })).toEqual([null, null]);
  });

  test('rooms add up to the total; what the main meter alone saw stands last, in no room', async () => {
    const { rows, latest } = await readUse(fakeAsking({ hours }), all, yesterday);
    const used = groupsOf(rows, 'room', latest).map(({ key, amounts }) => [key, amounts.electricity?.used]);
    expect(used).toEqual([
      ['kitchen', 2_400],
      ['unmetered', 240],
    ]);
  });

  test('a meter that contains others has passed theirs too', async () => {
    const { amounts, through } = await readUse(fakeAsking({ hours }), { ...all, device: 'main' }, yesterday);
    expect([amounts.electricity?.used, through?.electricity?.used]).toEqual([240, 2_640]);
    expect((await readUse(fakeAsking({ hours }), oven, yesterday)).through).toBeNull();
  });

  test('coverage counts the time until now; a device counts from the day after its first one', async () => {
    const half = steady('2026-11-22', 'oven', 100, 6);
    const one = await readUse(fakeAsking({ hours: half }), oven, today);
    expect(one.covered).toBe(0.5);
    const week = days('2026-11-16', '2026-11-22', 'this-week');
    const late = [...steady('2026-11-20', 'oven', 100, 3), ...steady('2026-11-21', 'oven', 100), ...half];
    const facts = await readUse(fakeAsking({ hours: late }), oven, week);
    expect(facts.covered).toBe(30 / 36);
    expect(facts.beginsOn).toBe('2026-11-20');
  });

  test('where a long period begins before its readings, their first day is found to the day', async () => {
    const facts = await readUse(fakeAsking({ hours }), all, days('2026-01-01', '2026-12-31', 'this-year'));
    expect(facts.beginsOn).toBe('2026-11-21');
    expect(await readFirstDay(fakeAsking({ hours }), all)).toBe('2026-11-21');
    expect(await readFirstDay(fakeAsking({}), all)).toBeNull();
  });

  test('hours of the day are averages over the days that were heard then', async () => {
    const asking = fakeAsking({
      hours: [...steady('2026-11-20', 'oven', 100, 2), ...steady('2026-11-21', 'oven', 300, 1)],
    });
    const period = days('2026-11-20', '2026-11-21');
    const [told] = await readHours(asking, { ...all, utility: 'electricity' }, period);
    expect(told?.hours).toEqual([
      { hour: 0, used: 200, coveredS: 3600 },
      { hour: 1, used: 100, coveredS: 3600 },
    ]);
    expect((await readSpans(asking, all, period, 'day')).map(({ amounts }) => amounts.electricity?.used)).toEqual([
      200, 300,
    ]);
  });

  test('where the clocks go back, the hour that comes twice is two hours', async () => {
    const asking = fakeAsking({
      hours: [
        { at: '2026-10-25T00:00:00Z', device: 'oven', used: 924 },
        { at: '2026-10-25T01:00:00Z', device: 'oven', used: 288 },
      ],
      home: { timeZone: 'Europe/Madrid' },
    });
    const [told] = await readHours(asking, { ...all, utility: 'electricity' }, days('2026-10-25', '2026-10-25'));
    expect(told?.hours).toEqual([{ hour: 2, used: 606, coveredS: 3600 }]);
  });

  test('an hour that is not over is none of them', async () => {
    const asking = fakeAsking({
      hours: [...steady('2026-11-22', 'oven', 100, 12), { at: '2026-11-22T12:00:00Z', device: 'oven', used: 1 }],
      home: { nowMs: noon + 5 * 60_000 },
    });
    const [told] = await readHours(asking, { ...all, utility: 'electricity' }, today);
    expect(told?.hours.map(({ hour }) => hour)).not.toContain(12);
    expect(told?.hours).toHaveLength(12);
  });

  test('a day is whole where its meters were heard nearly all the time, each utility by itself', async () => {
    const asking = fakeAsking({
      hours: [
        ...steady('2026-11-20', 'oven', 100).slice(20),
        ...steady('2026-11-20', 'tap', 100),
        ...steady('2026-11-21', 'oven', 100),
        ...steady('2026-11-21', 'tap', 100, 12),
        ...steady('2026-11-22', 'oven', 100, 12),
      ],
    });
    const known = await readSpans(asking, all, days('2026-11-20', '2026-11-22'), 'day');
    expect(known.map(({ day, whole }) => [day, whole])).toEqual([
      ['2026-11-20', ['water']],
      ['2026-11-21', ['electricity']],
      ['2026-11-22', []],
    ]);
  });

  test('a day that the main meter saw is whole, however silent a meter behind it; a silent main meter’s is not', async () => {
    const asking = fakeAsking({
      hours: [
        ...steady('2026-11-18', 'oven', 100),
        ...steady('2026-11-18', 'main', 100),
        ...steady('2026-11-19', 'oven', 100).slice(22),
        ...steady('2026-11-19', 'main', 100),
        ...steady('2026-11-20', 'oven', 100),
        ...steady('2026-11-20', 'main', 100, 2),
        ...steady('2026-11-21', 'oven', 100),
      ],
    });
    const known = await readSpans(asking, all, days('2026-11-18', '2026-11-21'), 'day');
    const wholeDays = known.filter(({ whole }) => whole.includes('electricity')).map(({ day }) => day);
    expect(wholeDays).toEqual(['2026-11-18', '2026-11-19']);
  });

  test('an hour is that of the household’s own clocks', async () => {
    const asking = fakeAsking({ hours: steady('2026-11-21', 'oven', 100, 1), home: { timeZone: 'Asia/Kolkata' } });
    const [told] = await readHours(asking, { ...all, utility: 'electricity' }, yesterday);
    expect(told?.hours.map(({ hour }) => hour)).toEqual([5]);
  });
});

describe('two periods beside each other', () => {
  const twoDays = [...steady('2026-11-21', 'oven', 100), ...steady('2026-11-22', 'oven', 150, 12)];

  test('of yesterday only as much counts as today has lasted, the last hour in proportion', async () => {
    const nowMs = noon + 30 * 60_000;
    const hours = [...twoDays, { at: '2026-11-22T12:00:00Z', device: 'oven', used: 75, coveredS: 1800 }];
    const { changes, cutAt, now } = await compareUse(fakeAsking({ hours, home: { nowMs } }), oven, yesterday, today);
    expect(now.period).toBe(today);
    expect(cutAt).not.toBeNull();
    expect(changes).toEqual([{ utility: 'electricity', now: 1_875, before: 1_250, share: 0.5, hasGap: false }]);
  });

  test('a month that is not over stands beside the same days of the one before', async () => {
    const hours = [
      ...days31('2026-10').flatMap((day) => steady(day, 'oven', 10)),
      ...days31('2026-11')
        .filter((day) => day < '2026-11-22')
        .flatMap((day) => steady(day, 'oven', 20)),
      ...steady('2026-11-22', 'oven', 20, 12),
    ];
    const october = days('2026-10-01', '2026-10-31', 'last-month');
    const november = days('2026-11-01', '2026-11-30', 'this-month');
    const { changes, before } = await compareUse(fakeAsking({ hours }), oven, november, october);
    expect(changes[0]).toMatchObject({ now: 21.5 * 24 * 20, before: 21.5 * 24 * 10, share: 1 });
    expect(before.covered).toBe(1);
  });

  test('periods of other kinds are not cut; their lengths are told', async () => {
    const week = days('2026-11-09', '2026-11-15', 'last-week');
    const { cutAt, lengths } = await compareUse(
      fakeAsking({ hours: twoDays }),
      oven,
      days('2026-11-01', '2026-11-30', 'this-month'),
      week,
    );
    expect([cutAt, lengths]).toEqual([null, { now: 22, before: 7 }]);
  });

  test('what was measured in part only gives no percentage', async () => {
    const hours = [...steady('2026-11-20', 'oven', 100, 12), ...steady('2026-11-21', 'oven', 100)];
    const { changes } = await compareUse(fakeAsking({ hours }), oven, yesterday, days('2026-11-20', '2026-11-20'));
    expect(changes).toEqual([{ utility: 'electricity', now: 2_400, before: 1_200, share: null, hasGap: true }]);
  });

  test('one reading after days from a file is no "100 % less", nor is a day of which both have an hour', async () => {
    const one = { at: '2026-11-22T11:00:00Z', device: 'oven', used: 0, coveredS: 60 };
    const hours = [...steady('2026-11-21', 'oven', 100), one];
    const { changes } = await compareUse(fakeAsking({ hours }), oven, today, yesterday);
    expect(changes).toEqual([{ utility: 'electricity', now: 0, before: 1_200, share: null, hasGap: true }]);
    const few = [...steady('2026-11-20', 'oven', 100, 1), ...steady('2026-11-21', 'oven', 50, 1)];
    const both = await compareUse(fakeAsking({ hours: few }), oven, yesterday, days('2026-11-20', '2026-11-20'));
    expect(both.changes).toMatchObject([{ share: null, hasGap: true }]);
  });
});

function days31(month: string): string[] {
  return Array.from({ length: 31 }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`);
}

describe('now', () => {
  const rates: Record<string, number> = { main: 300, oven: 200, lamp: 40, tap: 6 };
  const meters = devices.map((one) => meter(one, { rate: rates[one.id] ?? 0 }));

  test('a meter and the meters inside it are not counted twice', async () => {
    const [power, flow] = (await readNow(fakeAsking({ meters }), all)).rates;
    expect([power?.flow?.rate, flow?.flow?.rate]).toEqual([300, 6]);
    expect(power?.devices.map(({ name, rate }) => [name, rate])).toEqual([
      ['oven', 200],
      ['lamp', 40],
    ]);
  });

  test('a silent main meter leaves those inside it; a meter below a silent one is inside the main one all the same', async () => {
    const old = { lastAt: '2026-11-22T10:54:00Z', rateUntil: '2026-11-22T11:54:00Z' };
    const silentMain = meters.map((one) => (one.deviceId === 'main' ? { ...one, ...old } : one));
    expect((await readNow(fakeAsking({ meters: silentMain }), all)).rates[0]?.flow?.rate).toBe(240);
    const nested = meters.map((one) =>
      one.deviceId === 'oven'
        ? { ...one, ...old }
        : one.deviceId === 'lamp'
          ? { ...one, parentMeterId: 'm-oven' }
          : one,
    );
    expect((await readNow(fakeAsking({ meters: nested }), all)).rates[0]?.flow?.rate).toBe(300);
  });

  test('what was silent for long has no rate, and is told when it was heard', async () => {
    const lastAt = '2026-11-20T08:00:00Z';
    const silent = meters.map((one) => ({ ...one, lastAt, rateUntil: '2026-11-20T09:05:00Z' }));
    expect((await readNow(fakeAsking({ meters: silent }), oven)).rates).toMatchObject([
      { utility: 'electricity', state: 'old', flow: null, at: null, lastAt, devices: [] },
    ]);
  });
});

const power = { ...all, utility: 'electricity' } as const;
const two = [...steady('2026-11-21', 'oven', 100), ...steady('2026-11-22', 'oven', 10, 12)];

describe('use in some hours of a day', () => {
  test('the hours that share a day out sum to the day', async () => {
    const hour = fc.integer({ min: 1, max: 23 });
    await fc.assert(
      fc.asyncProperty(hour, fc.array(fc.nat(900), { minLength: 24, maxLength: 24 }), async (cut, used) => {
        const hours = used.map((one, i) => ({
          at: `2026-11-21T${String(i).padStart(2, '0')}:00:00Z`,
          device: 'oven',
          used: one,
        }));
        const asking = fakeAsking({ hours });
        const usedIn = async (part?: ClockHours): Promise<number> => {
          const { amounts } = await readUse(asking, power, part ? { ...yesterday, hours: part } : yesterday);
          return amounts.electricity?.used ?? 0;
        };
        const parts = [await usedIn({ from: 0, to: cut }), await usedIn({ from: cut, to: 24 })];
        expect((parts[0] ?? 0) + (parts[1] ?? 0)).toBe(await usedIn());
      }),
    );
  });

  test('a night goes on into the next morning', async () => {
    const night = { ...yesterday, hours: { from: 22, to: 6 } };
    const { amounts } = await readUse(fakeAsking({ hours: two }), power, night);
    expect(amounts.electricity?.used).toBe(2 * 100 + 6 * 10);
  });

  test('what was measured of them is told of those hours alone', async () => {
    const evening = { ...yesterday, hours: { from: 18, to: 22 } };
    const half = two.filter(({ at }) => !/T(?:20|21)/.test(at));
    expect((await readUse(fakeAsking({ hours: two }), power, evening)).covered).toBe(1);
    expect((await readUse(fakeAsking({ hours: half }), power, evening)).covered).toBe(0.5);
    const notYet = await readUse(fakeAsking({ hours: two }), power, { ...today, hours: { from: 18, to: 22 } });
    expect([notYet.covered, notYet.amounts.electricity]).toEqual([null, null]);
  });

  test('an answer names them, and says where it is of whole days', async () => {
    const evening = { ...yesterday, hours: { from: 18, to: 22 } };
    expect(await words(usage('total', evening, power), { hours: two, meters: devices.map((one) => meter(one)) })).toBe(
      'Yesterday (21 November 2026), between 18:00 and 22:00, your home used [0.40 kWh] of electricity.',
    );
    const week = { ...days('2026-11-16', '2026-11-22'), hours: { from: 18, to: 22 } };
    expect(await words(usage('most-day', week, power), { hours: two })).toContain('These are whole days');
  });
});
