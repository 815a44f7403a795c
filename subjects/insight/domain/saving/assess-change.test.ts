import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assessChange, type ChangeAssessment, savingSettings } from './assess-change.ts';
import type { DayUse } from './expect-use.ts';
import { robustFit } from './robust-fit.ts';

const changeDay = 20_500;
const pastDays = 300;

/** A home whose days differ by up to a fifth, with more on one weekday; every draw of `seed` is another home. */
const homeOf = (seed: number, weeksAfter = 8): DayUse[] => {
  let state = (seed % 2_147_483_646) + 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: pastDays + 7 * weeksAfter }, (_, i) => {
    const day = changeDay - pastDays + i;
    return { day, used: 10_000 * (1 + (day % 7 === 3 ? 0.3 : 0) + 0.4 * (next() - 0.5)) };
  });
};

const assess = (days: readonly DayUse[], today = changeDay + 84): ChangeAssessment =>
  assessChange({ days, changeDay, today });
const changed = (days: readonly DayUse[], factor: number): DayUse[] =>
  days.map((one) => (one.day < changeDay ? one : { ...one, used: one.used * factor }));
const resultOf = (answer: ChangeAssessment) => {
  if (!('share' in answer)) throw new Error(`no figures: ${answer.state}`);
  return answer;
};

const anyHome = fc.integer({ min: 1, max: 1_000_000 });

describe('what a change saved', () => {
  test('a fifth less of a steady home is said, near the truth, and as much more is said as more', () => {
    const saved = resultOf(assess(changed(homeOf(7), 0.8)));
    expect(saved.state).toBe('saved');
    expect(saved.share.expected).toBeGreaterThan(0.15);
    expect(saved.share.expected).toBeLessThan(0.25);
    expect(saved.perMonth.expected / (10_000 * (1 + 0.3 / 7) * 30.4375)).toBeCloseTo(saved.share.expected, 1);
    expect(resultOf(assess(changed(homeOf(7), 1.25))).state).toBe('more');
  });

  test('a home that uses twice as much has saved twice as much, by the same share', () => {
    fc.assert(
      fc.property(anyHome, fc.double({ min: 0.01, max: 1000, noNaN: true }), (seed, scale) => {
        const days = changed(homeOf(seed), 0.9);
        const one = resultOf(assess(days));
        const other = resultOf(assess(days.map((day) => ({ ...day, used: day.used * scale }))));
        expect(other.state).toBe(one.state);
        expect(other.share.expected).toBeCloseTo(one.share.expected, 6);
        expect(other.perMonth.high / scale / one.perMonth.high).toBeCloseTo(1, 6);
      }),
      { numRuns: 6 },
    );
  });

  test('a factor and its inverse lie as far on either side of nothing, and the interval is as wide', () => {
    fc.assert(
      fc.property(anyHome, fc.double({ min: 0.7, max: 0.95, noNaN: true }), (seed, factor) => {
        const widths = [factor, 1, 1 / factor].map((by) => {
          const { low, high, expected } = resultOf(assess(changed(homeOf(seed), by))).share;
          return { at: Math.log(1 - expected), width: Math.log(1 - low) - Math.log(1 - high) };
        });
        const [less, none, more] = widths as [(typeof widths)[0], (typeof widths)[0], (typeof widths)[0]];
        // Not to the digit: which days are far off is judged anew. Over 2,500 homes the most is 0.01.
        expect(Math.abs(less.at - none.at - Math.log(factor))).toBeLessThan(0.02);
        expect(Math.abs(more.at - none.at + Math.log(factor))).toBeLessThan(0.02);
        expect(less.width).toBeCloseTo(more.width, 6);
      }),
      { numRuns: 6 },
    );
  });

  test('in steady homes in which nothing changed hardly any is told of', () => {
    const told = Array.from({ length: 30 }, (_, i) => assess(homeOf(i + 1)).state).filter(
      (state) => state === 'saved' || state === 'more',
    );
    expect(told.length).toBeLessThanOrEqual(2);
  });

  test('days of a holiday and days that are not known do not count as saved', () => {
    const days = homeOf(11);
    const away = days.map((one) => (one.day >= changeDay && one.day < changeDay + 14 ? { ...one, used: 300 } : one));
    const [whole, holiday, unknown] = [
      resultOf(assess(days)),
      resultOf(assess(away)),
      resultOf(assess(days.filter((one) => one.day < changeDay || one.day >= changeDay + 14))),
    ];
    expect(holiday.daysAway).toBe(14);
    expect(holiday.state).toBe(whole.state);
    expect(holiday.share).toEqual(unknown.share);
    // What is not at home saves nothing either.
    expect(Math.abs(holiday.perMonth.high)).toBeLessThan(Math.abs(unknown.perMonth.high));
  });

  test('a colder month is no waste where the temperatures are known', () => {
    const warmth = (day: number) => (day < changeDay ? 14 : 6) + 3 * Math.sin(day * 1.7);
    const heated = homeOf(13).map(({ day, used }) => ({
      day,
      used: used + 600 * Math.max(0, 15 - warmth(day)),
      celsius: warmth(day),
    }));
    const blind = resultOf(assess(heated.map(({ day, used }) => ({ day, used }))));
    expect(blind.state).toBe('more');
    const seen = resultOf(assess(heated));
    expect(seen.followsWeather).toBe(true);
    expect(seen.state).toBe('cannot-tell');
    expect(Math.abs(seen.share.expected)).toBeLessThan(0.1);
  });

  test('says why nothing can be said: no past, too early, or not within the weeks that are looked at', () => {
    const days = homeOf(17, 12);
    expect(assess(days.filter(({ day }) => day >= changeDay - 30)).state).toBe('no-past');
    expect(assess(days, changeDay + 6)).toEqual({ state: 'too-early', weeks: 2 });
    expect(assess(days, changeDay - 3)).toEqual({ state: 'too-early', weeks: 2 });
    const still = assess(days);
    expect(still.state).toBe('cannot-tell');
    expect(still.weeks).toBeNull();
  });

  test('the weeks that are waited for end within those that are looked at', () => {
    const waits = Array.from({ length: 30 }, (_, i) => assess(changed(homeOf(i + 1, 3), 0.94), changeDay + 21)).flatMap(
      ({ state, weeks }) => (state === 'cannot-tell' && weeks !== null ? [weeks] : []),
    );
    expect(waits.length).toBeGreaterThan(0);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...waits)).toBeLessThanOrEqual(9);
  });

  test('a home that is restless is told less than a quiet one', () => {
    const restless = homeOf(19).map((one) => ({ ...one, used: one.used * (1 + 0.5 * Math.sin(one.day / 20)) }));
    const width = ({ share }: { share: { low: number; high: number } }) => share.high - share.low;
    expect(width(resultOf(assess(restless)))).toBeGreaterThan(2 * width(resultOf(assess(homeOf(19)))));
    expect(savingSettings.minError).toBeGreaterThan(0);
  });
});

test('a line is not bent by days that are far off, and a column that says nothing gets nothing', () => {
  const rows = Array.from({ length: 40 }, (_, i) => [1, i, 0]);
  const y = rows.map(([, x = 0], i) => 2 + 0.5 * x + (i % 10 === 9 ? 400 : 0));
  const [base = 0, slope = 0, none] = robustFit(rows, y);
  expect(base).toBeCloseTo(2, 3);
  expect(slope).toBeCloseTo(0.5, 3);
  expect(none).toBe(0);
});
