import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisTop } from './chart-card.tsx';

test('a scale holds its largest value and does not waste more than a third of the height', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 1e7, noNaN: true }), (value) => {
      expect(axisTop(value)).toBeGreaterThanOrEqual(value * 0.999);
      expect(axisTop(value)).toBeLessThanOrEqual(value * 1.5);
    }),
  );
  expect(axisTop(11.4)).toBe(12);
  expect(axisTop(0)).toBe(1);
});
