import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectUse } from './expect-use.ts';
import { addDays } from './local-day.ts';
import type { DayUse } from './price-period.ts';
import { anyUse, use } from './testing-tariffs.ts';

const total = (all: readonly DayUse[], utility: string): number =>
  all.filter((one) => one.utility === utility).reduce((sum, { used }) => sum + used, 0);

test('even days go on as they were, without a spread', () => {
  const days = Array.from({ length: 10 }, (_, i) => use(addDays('2026-11-01', i), 5_000, 80_000)).flat();
  const expected = expectUse([...days, ...use('2026-11-11', 1_000, 0)], '2026-11-01', '2026-12-01', '2026-11-11');
  expect(expected?.basedOnDays).toBe(10);
  for (const side of [expected?.low, expected?.high]) {
    expect(total(side ?? [], 'electricity')).toBe(30 * 5_000);
    expect(total(side ?? [], 'water')).toBe(30 * 80_000);
  }
});

test('with fewer than three whole days nothing is said', () => {
  const days = [...use('2026-11-01', 5_000), ...use('2026-11-02', 5_000), ...use('2026-11-03', 5_000)];
  expect(expectUse(days, '2026-11-01', '2026-12-01', '2026-11-03')).toBeNull();
});

test('whatever was used: low is at most high, and never less than what is measured already', () => {
  const anyCase = fc
    .integer({ min: 4, max: 30 })
    .chain((days) => fc.tuple(fc.constant(days), anyUse('2026-11-01', days)));
  fc.assert(
    fc.property(anyCase, ([days, all]) => {
      const today = addDays('2026-11-01', days - 1);
      const expected = expectUse(all, '2026-11-01', '2026-12-01', today);
      for (const utility of ['electricity', 'water'] as const) {
        expect(total(expected?.low ?? [], utility)).toBeLessThanOrEqual(total(expected?.high ?? [], utility));
        expect(total(expected?.low ?? [], utility)).toBeGreaterThanOrEqual(total(all, utility));
      }
    }),
  );
});
