import fc from 'fast-check';
import { expect, test } from 'vitest';
import { byUtility } from '#catalogue/index.ts';
import type { BillChanges } from '#subjects/bills/contract/billing.ts';
import { minorDigits } from '#subjects/bills/domain/bill/exact-amount.ts';
import { exact, sumOf, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import type { Intent } from '../intent.ts';
import { replyToIntent } from '../topics.ts';
import { readBillChange, sumBills } from './bill-facts.ts';
import { changes, costs, filed, heater, soFar } from './testing-money-facts.ts';
import { asks } from './testing-money.ts';

const cents = (most: number) => fc.integer({ min: -most, max: most }).map((minor) => textOf(exact(minor, 100), 2));
const amount = fc.integer({ min: 1, max: 900_000 }).map((minor) => textOf(exact(minor, 100), 2));
const sum = (amounts: readonly string[]): string => textOf(sumOf(amounts.map((one) => exact(one))), minorDigits('EUR'));

/** Amounts of an English answer, without their links and days. */
const amountsOf = (text: string): number[] =>
  [...text.matchAll(/€([\d,]+(?:\.\d+)?)/g)].map(([, digits = '']) => Number(digits.replaceAll(',', '')));

const questions: readonly Intent[] = [
  { about: 'bill', ask: 'so-far', utility: null },
  { about: 'bill', ask: 'forecast', utility: null },
  { about: 'bill', ask: 'budget', utility: null },
  { about: 'closed-bill', ask: 'total', period: null, utility: null },
  { about: 'closed-bill', ask: 'dearest', period: null, utility: 'water' },
  { about: 'closed-bill', ask: 'amount', period: null, utility: null },
  { about: 'costs', ask: 'devices', part: { utility: null, room: null, device: null }, period: null },
  { about: 'costs', ask: 'always-on', part: { utility: null, room: null, device: null }, period: null },
];

test('every amount that an answer says is one that its sources hold, or the exact sum of its bills', async () => {
  const given = fc.record({ a: amount, b: amount, c: amount, d: amount, e: amount, f: amount });
  await fc.assert(
    fc.asyncProperty(given, fc.constantFrom(...questions), async ({ a, b, c, d, e, f }, intent) => {
      const amounts = byUtility((utility) => ({ ...soFar.amounts[utility], cost: utility === 'electricity' ? a : b }));
      const cost = {
        ...soFar.cost,
        total: sum([a, b]),
        lines: [],
        unpricedDays: 0,
        faults: [],
      };
      const likely = soFar.likely && { ...soFar.likely, low: c, expected: d, high: e };
      const bills = [filed('2026-10-01', '2026-11-01', a, b), filed('2026-09-01', '2026-10-01', c, d)].map((bill) => ({
        ...bill,
        total: sum(Object.values(bill.amounts).map((one) => one.cost)),
      }));
      const { text } = await replyToIntent(
        asks({
          sources: {
            soFar: async () => ({ ...soFar, amounts, cost, likely }),
            bills: async () => bills,
            budgets: async () => [{ utility: 'electricity', amount: f }],
            costs: async () => ({ ...costs, alwaysOn: { watts: 90, cost: e, month: f } }),
          },
        }),
        intent,
      );
      const usual = ['180', '37.45', '50', '6.05'];
      const sums = sumBills(bills, null).map((one) => one.amount);
      const held = [a, b, c, d, e, f, cost.total, ...bills.map(({ total }) => total), ...sums, ...usual].map(Number);
      for (const said of amountsOf(text)) expect(held).toContain(said);
      expect(amountsOf(text).length).toBeGreaterThan(0);
    }),
  );
});

test('the parts of an explained change sum to the difference, whatever is told of it', async () => {
  const kinds = fc.constantFrom('days', 'price', 'hours', 'always-on', 'other', 'device');
  const part = fc
    .record({ kind: kinds, amount: cents(50_000), used: fc.integer({ min: -9000, max: 9000 }) })
    .map((one) => (one.kind === 'device' ? { ...one, device: heater } : one));
  const arbitrary = fc.record({ parts: fc.array(part, { maxLength: 8 }), difference: cents(90_000) });
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ parts, difference }) => {
      const told: BillChanges = {
        ...changes,
        difference,
        utilities: [{ utility: 'electricity', difference: sum(parts.map((one) => one.amount)), parts }],
      };
      const asking = asks({ sources: { changes: async () => told } });
      const found = await readBillChange(asking.sources, 'before');
      if (found === 'no-bills' || 'missing' in found) throw new Error('there is a bill before it');
      expect(sum(found.parts.map((one) => one.amount))).toBe(difference);
      const sizes = found.parts.map((one) => Math.abs(Number(one.amount)));
      expect(sizes).toEqual(sizes.toSorted((x, y) => y - x));
      const { results } = await replyToIntent(asking, { about: 'bill-change', against: 'before' });
      const rows = (results[0]?.table?.rows ?? []).map((row) => String(row.at(-1)).replace(/[€,+]/g, ''));
      expect(sum(rows.slice(0, -1))).toBe(sum([rows.at(-1) ?? '0']));
    }),
  );
});
