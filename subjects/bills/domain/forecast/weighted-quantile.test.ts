import fc from 'fast-check';
import { expect, test } from 'vitest';
import { weightedQuantile } from './outcome-range.ts';

const evenly = (values: readonly number[]) => values.map((value) => ({ value, weight: 1 }));

test('between the middles of the weights in a straight line', () => {
  expect(weightedQuantile(evenly([3, 1, 2]), 0.5)).toBe(2);
  expect(weightedQuantile(evenly([1, 2]), 0.5)).toBe(1.5);
  expect(weightedQuantile(evenly([7]), 0.1)).toBe(7);
  expect(weightedQuantile([], 0.5)).toBeNaN();
  expect(weightedQuantile([...evenly([0]), { value: 10, weight: 99 }], 0.9)).toBe(10);
});

test('within the values, and rising with the share', () => {
  const any = fc.array(fc.record({ value: fc.integer(), weight: fc.integer({ min: 1, max: 9 }) }), { minLength: 1 });
  fc.assert(
    fc.property(any, fc.double({ min: 0, max: 1, noNaN: true }), (values, share) => {
      const found = weightedQuantile(values, share);
      expect(found).toBeGreaterThanOrEqual(Math.min(...values.map(({ value }) => value)));
      expect(found).toBeLessThanOrEqual(Math.max(...values.map(({ value }) => value)));
      expect(weightedQuantile(values, Math.min(1, share + 0.1))).toBeGreaterThanOrEqual(found - 1e-6);
    }),
  );
});
