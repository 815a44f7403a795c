/** A utility that only the catalogue knows is priced, told and filed as any other, and a bill that was made before it is read without it. */
import type { Utility } from '#catalogue/index.ts';
import type { BillAmounts } from '../domain/bill/bill.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FiledBill } from './read-bills.ts';

const steam = 'steam' as Utility;
const plan = (utility: Utility, rate: string): TariffPlan => ({
  name: 'Prices',
  utility,
  currency: 'EUR',
  unit: 'kWh',
  charges: [{ id: 'use', kind: 'use', rate }],
});
const cycle = { start: '2026-10-01', end: '2026-11-01', cycleDays: 31, cycleMonths: 1 };
const startS = [Date.UTC(2026, 9, 5) / 1000];
const used: Record<string, number> = { electricity: 10_000, [steam]: 30_000 };

/** Modules of their own, in which it is planted: others share theirs. */
const plant = async () => {
  vi.resetModules();
  const { byUtility, utilities, utilityIds } = await import('#catalogue/index.ts');
  Object.assign(utilities, { steam: utilities.electricity });
  (utilityIds as string[]).push('steam');
  const { billSoFar } = await import('../contract/billing.ts');
  const { priceBill } = await import('../domain/tariff/price-bill.ts');
  const { billsCsv } = await import('./pdf/bills-csv.ts');
  const { amountsOf } = await import('./billing-snapshot.ts');
  const price = priceBill({
    cycle,
    timeZone: 'UTC',
    agreements: [plan('electricity', '0.20'), plan(steam, '0.10')].map((one) => ({
      utility: one.utility,
      validFrom: '2026-01-01',
      plan: one,
    })),
    use: byUtility((utility) => ({ spanS: 900, startS, used: [used[utility] ?? 0] })),
  });
  const heard = { day: '2026-10-05', estimated: 0, coveredS: 900, expectedS: 900 };
  const days = utilityIds.map((utility) => ({ ...heard, utility, used: used[utility] ?? 0 }));
  return { price, amounts: amountsOf(days, price), contract: billSoFar.shape.amounts, billsCsv };
};

let planted: Awaited<ReturnType<typeof plant>>;
beforeAll(async () => {
  planted = await plant();
});
afterAll(() => vi.resetModules());

const filed = (amounts: BillAmounts): FiledBill => ({
  id: 'bill',
  start: cycle.start,
  end: cycle.end,
  currency: 'EUR',
  total: '5.00',
  amounts,
  lines: planted.price?.lines ?? [],
  coverage: 1,
  unpricedDays: 0,
  version: 1,
  correctedAt: null,
});

/** The one row of a table, by its columns. */
const rowOf = (csv: string): Record<string, string | undefined> => {
  const [head = [], row = []] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.replace(/^\uFEFF/, '').split(','));
  return Object.fromEntries(head.map((column, i) => [column, row[i]]));
};

test('its price is in the total', () => {
  const { price, amounts } = planted;
  expect(price).toMatchObject({ totalAmount: '5.00', costs: { electricity: '2.00', water: '0.00', steam: '3.00' } });
  expect(amounts).toMatchObject({ steam: { used: 30_000, estimated: 0, cost: '3.00' } });
});

test('the contract asks for it and knows no other', () => {
  const { contract, amounts } = planted;
  const { electricity, water, gas } = amounts;
  expect(contract.safeParse(amounts).success).toBe(true);
  expect(contract.safeParse({ electricity, water, gas }).success).toBe(false);
  expect(contract.safeParse({ ...amounts, oil: electricity }).success).toBe(false);
});

test('it has its columns in a file; what a bill of before did not know is nothing', () => {
  const { amounts, billsCsv } = planted;
  const { electricity, water } = amounts;
  expect(rowOf(billsCsv([filed(amounts)]))).toMatchObject({
    steam_cost: '3.00',
    steam_kwh: '30.000',
    steam_use: '3.00',
  });
  expect(rowOf(billsCsv([filed({ electricity, water })]))).toMatchObject({ steam_cost: '0', steam_kwh: '0.000' });
});
