import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { counterStep, plausibleUse } from './counter-step.ts';

const limits = { maxPerHour: 3_600, maxGapS: 3_900 };

test.each([
  ['a rise is use', 100, 160, 60, { kind: 'use', used: 60 }],
  ['no change is no use', 100, 100, 60, { kind: 'use', used: 0 }],
  ['a fall to little is a reset: what it shows has been used since', 90_000, 120, 60, { kind: 'reset', used: 120 }],
  ['a small step back is backflow, never negative use', 100, 98, 60, { kind: 'backflow', used: 0 }],
  ['a short span may bring a quarter-hour at once', 0, 900, 1, { kind: 'use', used: 900 }],
  ['more than can pass is a jump', 0, 901, 900, { kind: 'jump' }],
  ['a longer silence lets more pass', 0, 7_200, 7_200, { kind: 'use', used: 7_200 }],
  ['a fall to much is a jump', 90_000, 40_000, 60, { kind: 'jump' }],
])('%s', (_title, before, after, seconds, step) => {
  expect(counterStep(before, after, seconds, limits)).toEqual(step);
});

test('whatever two values a counter shows, use is never negative nor more than can pass', () => {
  const value = fc.nat({ max: 1_000_000 });
  fc.assert(
    fc.property(value, value, fc.integer({ min: 1, max: 100_000 }), (before, after, seconds) => {
      const step = counterStep(before, after, seconds, limits);
      if (step.kind === 'jump') return;
      expect(step.used).toBeGreaterThanOrEqual(0);
      expect(step.used).toBeLessThanOrEqual(plausibleUse(seconds, limits));
      expect(after < before || step.used === after - before).toBe(true);
    }),
  );
});
