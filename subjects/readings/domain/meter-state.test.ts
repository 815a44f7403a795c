import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { takeWhole } from './meter-state.ts';

const millionths = fc.integer({ min: -5_000_000_000, max: 5_000_000_000 });

test('whole units and what is carried always sum to what came in', () => {
  fc.assert(
    fc.property(fc.array(millionths, { maxLength: 60 }), (amounts) => {
      const state = { carry: 0 };
      let whole = 0;
      for (const micro of amounts) {
        const taken = takeWhole(state, micro / 1e6);
        expect(Number.isInteger(taken)).toBe(true);
        expect(state.carry).toBeGreaterThanOrEqual(0);
        expect(state.carry).toBeLessThan(1_000_000);
        whole += taken;
      }
      expect(whole * 1e6 + state.carry).toBe(amounts.reduce((sum, micro) => sum + micro, 0));
    }),
  );
});

test('a third of a unit, three times, is a unit', () => {
  const state = { carry: 0 };
  expect([1, 2, 3, 4, 5, 6].map(() => takeWhole(state, 1 / 3)).reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(state.carry).toBe(999_998);
});
