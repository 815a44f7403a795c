import type { ImportBill } from '#supabase/tables/json-columns.ts';

/** A bill of October, as a Green Button file of New York tells it: 99.50. */
export function toldBill(rest: Partial<ImportBill> = {}): ImportBill {
  return {
    column: 'Home',
    utility: 'electricity',
    start: '2026-10-01T04:00:00.000Z',
    end: '2026-11-01T04:00:00.000Z',
    total: 9_950_000,
    currency: 'EUR',
    used: 450_000,
    isEstimated: false,
    isEarly: false,
    isSummed: false,
    lines: [],
    ...rest,
  };
}
