import { expect, test } from 'vitest';
import fc from 'fast-check';
import { alwaysOn } from './always-on-step.ts';
import { deviceChange } from './device-change.ts';
import { leftOn } from './left-on.ts';
import type { HomeLook, Rule } from './rule.ts';
import { changedLook, dice, firstDay, lookOf, perDay } from './testing-look.ts';
import { unusualDay } from './unusual-day.ts';

const rulesOfUse: readonly Rule[] = [deviceChange, leftOn, alwaysOn, unusualDay];
const runs = { numRuns: 12 };

/** A fridge, a pump that runs ten times a day, a television in the evening; some of it otherwise from a day on. */
const madeHome = (seed: number, since = 91, times = 1): HomeLook => {
  const roll = dice(seed);
  let fridge = 1;
  return lookOf(
    {
      fridge: (slot, day) => {
        if (slot === 0) fridge = 0.92 + 0.16 * roll();
        return Math.round(12 * fridge * (0.7 + 0.6 * roll()) * (day >= since ? times : 1));
      },
      pump: (slot, day) => (slot % 9 === 0 ? 180 + 20 * roll() : 0) * (day >= since ? times : 1),
      television: (slot) => (slot > 75 && slot < 92 && roll() < 0.8 ? 25 : 2),
    },
    (slot) => 15 + 4 * roll() + (slot > 28 && slot < 90 && roll() < 0.3 ? 120 * roll() : 0),
  );
};

const seeds = fc.integer({ min: 1, max: 100_000 });
const told = (rule: Rule, home: HomeLook, caution = 1) =>
  rule.find(home, caution).map(({ meterId, figures }) => `${meterId} ${figures.words ?? ''}`);

/** What is made by dice may hide a change, one home in two hundred: homes are counted, always the same ones. */
test('a device that uses a fifth more from one day on is told, with the day and how much, in 39 of 40 homes', () => {
  const homes = Array.from({ length: 40 }, (_, i) => ({ seed: i + 1, ago: 8 + (i % 13) }));
  const right = homes.filter(({ seed, ago }) => {
    const found = deviceChange.find(madeHome(seed, 91 - ago, 1.2), 1);
    for (const { figures, costsPerDay } of found)
      expect(costsPerDay).toBeCloseTo((figures.nowPerDay ?? 0) - (figures.usualPerDay ?? 0), 6);
    const isNear = ({ since, figures: { share = 0 } }: (typeof found)[number]) =>
      share > 0.14 && share < 0.26 && Math.abs(since / 86_400 - (firstDay + 91 - ago)) < 3;
    return (
      found
        .filter(isNear)
        .map(({ meterId }) => meterId)
        .sort()
        .join() === 'fridge,pump'
    );
  });
  expect(right.length).toBeGreaterThanOrEqual(39);
});

test('a device that runs more often is no other device: people are', () => {
  const roll = dice(5);
  const home = lookOf({ kettle: (_, day) => (roll() < (day < 75 ? 0.04 : 0.08) ? 95 + 10 * roll() : 0) });
  expect(told(deviceChange, home)).toEqual([]);
});

test('what each run uses is told of a device that is used now and then', () => {
  const roll = dice(6);
  const home = lookOf({
    heater: (slot, day) => (roll() < 0.05 && slot > 0 ? (240 + 20 * roll()) * (day < 75 ? 1 : 1.3) : 0),
  });
  expect(told(deviceChange, home)).toEqual(['heater moreEachRun']);
});

test('what follows the weather is told of the device only where the weather does not explain it', () => {
  const roll = dice(7);
  const celsius = new Map(Array.from({ length: 92 }, (_, day) => [firstDay + day, (day < 70 ? 12 : 4) + 4 * roll()]));
  const heater = (times: number) => (_: number, day: number) =>
    (30 + 2.5 * Math.max(0, 18 - (celsius.get(firstDay + day) ?? 0))) * (day < 70 ? 1 : times) * (0.95 + 0.1 * roll());
  expect(told(deviceChange, lookOf({ heater: heater(1) }))).toEqual(['heater more']);
  expect(told(deviceChange, lookOf({ heater: heater(1) }, undefined, undefined, celsius))).toEqual([]);
  expect(told(deviceChange, lookOf({ heater: heater(1.3) }, undefined, undefined, celsius))).toEqual(['heater more']);
});

test('a home that has changed as a whole is told of no device', () => {
  const roll = dice(8);
  const device = (_: number, day: number) => (day < 75 ? 10 : 14) * (0.95 + 0.1 * roll());
  expect(told(deviceChange, lookOf({ a: device, b: device, c: device, d: device }))).toEqual([]);
});

test('a step of what never rests is told with the device that made it', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 30, max: 150 }), (seed, watts) => {
      const home = changedLook(madeHome(seed), (used, at, name) =>
        at >= 76 * perDay && (name === 'television' || name === 'whole') ? used + watts / 4 : used,
      );
      const [finding] = alwaysOn.find(home, 1);
      expect(finding?.figures).toMatchObject({ words: 'upBy', mostly: 'television' });
      const { nowW = 0, usualW = 0 } = finding?.figures ?? {};
      expect(Math.abs(nowW - usualW - watts)).toBeLessThan(0.15 * watts + 6);
    }),
    runs,
  );
});

test('a device that is left on is told as long as it is on', () => {
  const pump = (until: number) =>
    lookOf({ pump: (slot, day) => (slot % 12 < 2 || (day >= 89 && (day - 89) * perDay + slot < until) ? 100 : 0) });
  const [finding] = leftOn.find(pump(Number.POSITIVE_INFINITY), 1);
  expect(finding).toMatchObject({ meterId: 'pump', since: (firstDay + 89) * 86_400, figures: { lastedS: 2 * 86_400 } });
  expect(finding?.figures.used).toBe(2 * perDay * 100);
  expect(leftOn.find(pump(150), 1)).toEqual([]);
});

test('an unusual day is told with the device and the hours, once; the next ordinary day ends it', () => {
  // The clock of the home is an hour ahead: its last whole day ends an hour before the look does.
  const heated = (until: number) =>
    changedLook(madeHome(3), (used, at, name) =>
      at >= 90 * perDay + 40 && at < until && name !== 'fridge' && name !== 'pump' ? used + 600 : used,
    );
  const [finding] = unusualDay.find(heated(90 * perDay + 56), 1);
  expect(finding).toMatchObject({
    meterId: 'whole',
    since: (firstDay + 90) * 86_400 - 3600,
    figures: { words: 'moreByIn', mostly: 'television' },
  });
  expect(finding?.figures.fromHour).toBeLessThanOrEqual(11);
  expect(finding?.figures.toHour).toBeGreaterThanOrEqual(15);
  const day = perDay;
  const after = heated(90 * perDay + 56);
  const next = {
    ...after,
    meters: after.meters.map((one) => ({
      ...one,
      used: Float64Array.from([...one.used.subarray(day), ...one.used.subarray(0, day)]),
    })),
  };
  expect(unusualDay.find(next, 1)).toEqual([]);
});

test('quiet days are told from the second on, as since the first', () => {
  const quiet = (days: number) =>
    changedLook(madeHome(4), (used, at) => (at >= (91 - days) * perDay - 4 ? used / 12 : used));
  expect(unusualDay.find(quiet(1), 1)).toEqual([]);
  const [finding] = unusualDay.find(quiet(3), 1);
  expect(finding).toMatchObject({ since: (firstDay + 88) * 86_400 - 3600, figures: { words: 'empty' } });
});

test('nothing is ever told of a home that does the same each day', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: perDay, maxLength: perDay }), (day) => {
      const home = lookOf({ one: (slot) => day[slot] ?? 0, two: (slot) => (day[(slot * 7) % perDay] ?? 0) + 1 });
      for (const rule of rulesOfUse.filter(({ kind }) => kind !== 'left-on')) expect(told(rule, home)).toEqual([]);
      // A run that goes on over midnight, each night alike, is none that lasts.
      expect(told(leftOn, home)).toEqual([]);
    }),
    runs,
  );
});

test('nor of a home of which some days are not known: what is not known is no fall', () => {
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 60 }), (seed, from, length) => {
      const home = changedLook(madeHome(seed), (used, at) => {
        const day = Math.floor(at / perDay);
        return day >= from && day < from + length ? Number.NaN : used;
      });
      for (const rule of rulesOfUse) expect(told(rule, home)).toEqual([]);
    }),
    runs,
  );
});

const changedHomes = fc.tuple(seeds, fc.integer({ min: 70, max: 90 }), fc.double({ min: 0.6, max: 2, noNaN: true }));

test('more caution finds some of what less finds, and nothing else', () => {
  fc.assert(
    fc.property(changedHomes, fc.double({ min: 1, max: 5, noNaN: true }), ([seed, since, times], caution) => {
      const home = madeHome(seed, since, times);
      for (const rule of rulesOfUse)
        expect(told(rule, home)).toEqual(expect.arrayContaining(told(rule, home, caution)));
    }),
    runs,
  );
});

test('a home in other units is told the same, in its figures', () => {
  fc.assert(
    fc.property(changedHomes, fc.constantFrom(0.25, 4, 1024), ([seed, since, times], by) => {
      const home = madeHome(seed, since, times);
      const scaled = changedLook(home, (used) => used * by);
      for (const rule of rulesOfUse) {
        expect(told(rule, scaled)).toEqual(told(rule, home));
        rule.find(scaled, 1).forEach(({ figures, since: from }, i) => {
          const one = rule.find(home, 1)[i];
          expect(from).toBe(one?.since);
          expect(figures.nowPerDay ?? 0).toBeCloseTo((one?.figures.nowPerDay ?? 0) * by, 3);
        });
      }
    }),
    runs,
  );
});
