import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UsageCosts } from '#subjects/bills/contract/bill-costs.ts';
import { partOf } from '../testing.ts';
import { moneyParts, priceRows } from './analytics-costs.ts';

const answer = (rows: UsageCosts['rows'], currency: string | null = 'EUR'): UsageCosts => ({
  household: '5b1e6f0a-0000-4000-8000-0000000000aa',
  currency,
  fixed: [],
  rows,
  missing: [],
});
const day = '2026-11-20';
const kitchen = partOf(day, 'kitchen', 'electricity', 1000, { estimated: 250 });
const costOf = (cost: string, unpriced = 0) => ({
  start: day,
  utility: 'electricity' as const,
  deviceId: kitchen.deviceId,
  cost,
  unpriced,
});

test('a row keeps its place, its room and its measured time: only what it counts is money', () => {
  const [row] = priceRows([kitchen], answer([costOf('0.18')]), 'EUR');
  expect(row).toEqual({ ...kitchen, used: 0.18 * moneyParts, estimated: 0.045 * moneyParts });
});

test('all that is priced sums to the costs, to a millionth a row', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 900_000 }), { minLength: 1, maxLength: 30 }), (millionths) => {
      const rows = millionths.map((_, i) => partOf(`2026-10-${String(i + 1).padStart(2, '0')}`, 'kitchen', 'water', 5));
      const costs = millionths.map((cost, i) => ({
        start: rows[i]?.start ?? '',
        utility: 'water' as const,
        deviceId: rows[i]?.deviceId,
        cost: (cost / moneyParts).toFixed(6),
        unpriced: 0,
      }));
      const sum = priceRows(rows, answer(costs), 'EUR').reduce((all, { used }) => all + used, 0);
      expect(sum).toBe(millionths.reduce((all, one) => all + one, 0));
    }),
  );
});

test('what has no price is left out; nothing used is nothing paid; a part without a price leaves the rest', () => {
  expect(priceRows([kitchen], answer([costOf('0', 1000)]), 'EUR')).toEqual([]);
  expect(priceRows([kitchen], answer([]), 'EUR')).toEqual([]);
  const idle = { ...kitchen, used: 0, estimated: 0 };
  expect(priceRows([idle], answer([]), 'EUR')).toEqual([idle]);
  expect(priceRows([kitchen], answer([costOf('0.10', 400)]), 'EUR')[0]?.used).toBe(100_000);
  // A tariff may price use at nothing.
  expect(priceRows([kitchen], answer([costOf('0')]), 'EUR')[0]?.used).toBe(0);
});

test('what was paid in another currency does not stand beside this one', () => {
  expect(priceRows([kitchen], answer([costOf('9')], 'GBP'), 'EUR')).toEqual([]);
});
