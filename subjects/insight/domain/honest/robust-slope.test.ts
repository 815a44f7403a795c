import { expect, test } from 'vitest';
import { robustSlope } from './robust-slope.ts';

/** Ten days of quarter-hours: a part that comes and goes, and a remainder that follows it by `slope`, with something else now and then. */
const made = (slope: number, seed: number) => {
  let at = seed;
  const roll = () => (at = (at * 48_271) % 2_147_483_647) / 2_147_483_647;
  const part = Float64Array.from({ length: 960 }, () => (roll() < 0.6 ? 400 + 300 * roll() : 20));
  const rest = part.map((used) => Math.round(50 + slope * used + (roll() < 0.2 ? 500 * roll() : 0)));
  return { part, rest };
};

test.each([1, 2, 3, 4, 5].flatMap((seed) => [-0.08, -0.02, 0, 0.01, 0.05].map((slope) => [seed, slope] as const)))(
  'a remainder that follows a part is seen through what else runs now and then (%i, %d)',
  (seed, slope) => {
    const { rest, part } = made(slope, seed);
    const found = robustSlope(rest, part, 0.005);
    expect(found?.error).toBeLessThan(0.005);
    expect(Math.abs((found?.slope ?? 1) - slope)).toBeLessThan(0.004);
  },
);

test('what stands still, or was hardly measured, says nothing', () => {
  const { rest, part } = made(0, 1);
  expect(
    robustSlope(
      rest,
      part.map(() => 70),
      0.005,
    ),
  ).toBeNull();
  expect(
    robustSlope(
      rest,
      part.map((used, i) => (i % 4 === 0 ? used : Number.NaN)),
      0.005,
    ),
  ).toBeNull();
});
