import { expect, test } from 'vitest';
import { judgeReading, usualPerDay } from './typed-reading.ts';

const day = 86_400;
const limits = { maxPerHour: 100_000, maxGapS: 3_900 };
const register = { before: { at: 0, value: 24_107_000 }, after: null, usualPerDay: 9_800, limits };
const judge = (value: number, days = 22, changes = {}) =>
  judgeReading({ at: days * day, value }, { ...register, ...changes });

test('what goes on as usual is told as use, by the day too', () => {
  expect(judge(24_322_600)).toEqual({ kind: 'use', used: 215_600, seconds: 22 * day, perDay: 9_800 });
});

test('less than last time, and over three times the usual, are worth a look; where little is known only the impossible is', () => {
  expect(judge(24_022_000)).toEqual({ kind: 'less', by: 85_000 });
  expect(judge(24_107_000 + 3 * 22 * 9_800)).toMatchObject({ kind: 'use' });
  expect(judge(24_107_000 + 3 * 22 * 9_800 + 1)).toMatchObject({ kind: 'much' });
  expect(judge(25_000_000, 22, { usualPerDay: null })).toMatchObject({ kind: 'use' });
  expect(judge(243_220_000, 22, { usualPerDay: null })).toMatchObject({ kind: 'much', used: 219_113_000 });
});

test('within a day use comes in lumps: an oven after a quiet hour is no surprise', () => {
  expect(judge(24_109_000, 1 / 24)).toMatchObject({ kind: 'use', used: 2_000 });
});

test('a counter that ends at five digits goes on from zero', () => {
  const before = { at: 0, value: 99_990_000 };
  expect(judge(12_000, 2, { before, limits: { ...limits, rollsOverAt: 100_000_000 } })).toMatchObject({
    kind: 'use',
    used: 22_000,
  });
  expect(judge(12_000, 2, { before })).toMatchObject({ kind: 'less' });
});

test('an earlier reading is held against the next one too', () => {
  const after = { at: 30 * day, value: 24_400_000 };
  expect(judge(24_322_000, 22, { after })).toMatchObject({ kind: 'use', used: 215_000 });
  expect(judge(24_500_000, 22, { after })).toEqual({ kind: 'beyond-next', by: 100_000 });
  expect(judge(24_300_000, 22, { before: null, after })).toMatchObject({
    kind: 'use',
    used: 100_000,
    seconds: 8 * day,
  });
  expect(judge(5, 22, { before: null })).toEqual({ kind: 'first' });
});

test('a usual day is told by whole days', () => {
  const days = [1, 10, 20, 2].map((used, i) => ({ day: `2026-11-0${i + 1}`, used }));
  expect(usualPerDay(days)).toBe(15);
  expect(usualPerDay(days.slice(0, 2))).toBeNull();
});
