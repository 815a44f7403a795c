import { expect, test } from 'vitest';
import { alwaysOn } from './always-on.ts';
import { madrid, steadyUse } from '../testing-plans.ts';

const quarters = (used: (quarter: number) => number, days = 10) => {
  const steady = steadyUse('2026-02-01', `2026-02-${String(days + 1).padStart(2, '0')}`, 0, madrid, 900);
  return { ...steady, used: Array.from(steady.startS, (_, i) => used(i)) };
};

test('the stillest hour of an ordinary day, as one of its quarter-hours', () => {
  // 30 Wh from midnight to six, 200 after it: 120 W.
  expect(
    alwaysOn(
      quarters((i) => (i % 96 < 24 ? 30 : 200)),
      madrid,
    ),
  ).toBe(30);
});

test('a refrigerator that comes and goes is its mean', () => {
  expect(
    alwaysOn(
      quarters((i) => (i % 2 === 0 ? 20 : 0)),
      madrid,
    ),
  ).toBe(10);
});

test('one day away does not change it', () => {
  expect(
    alwaysOn(
      quarters((i) => (i < 96 ? 5 : 30)),
      madrid,
    ),
  ).toBe(30);
});

test('with less than a week nobody can tell, nor of days that are hardly known', () => {
  expect(
    alwaysOn(
      quarters(() => 30, 6),
      madrid,
    ),
  ).toBeNull();
  const half = quarters(() => 30);
  const kept = Array.from(half.startS, (_, i) => i).filter((i) => i % 96 < 48);
  const pick = (values: ArrayLike<number>) => kept.map((i) => values[i] ?? 0);
  expect(alwaysOn({ ...half, startS: pick(half.startS), used: pick(half.used) }, madrid)).toBeNull();
});

test('days on which nothing was drawn do not count', () => {
  expect(
    alwaysOn(
      quarters((i) => (i < 96 * 3 ? 0 : 30)),
      madrid,
    ),
  ).toBe(30);
});
