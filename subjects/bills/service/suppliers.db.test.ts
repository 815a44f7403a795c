import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { readPaperBill } from '../contract/paper-bill.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { planOfSupplier, withOwnShares } from '../domain/tariff/suppliers.ts';
import { readCopiedBill } from './compare-bills.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { billingRoutes } from './index.ts';
import { createPaperDesk } from './paper/paper-thread.ts';
import { paperOf } from './paper/testing-papers.ts';
import { billCsv } from './pdf/bills-csv.ts';
import { type FiledBill, readBills } from './read-bills.ts';
import { enterPlans, steadyHomeOf } from './testing-bills.ts';

/** A home in which one supplies the energy and another the network, with a bill each. */

const now = Date.UTC(2026, 11, 11);
const plan: TariffPlan = withOwnShares({
  name: 'Sol and Red',
  utility: 'electricity',
  currency: 'EUR',
  unit: 'kWh',
  suppliers: { energy: { name: 'Sol' }, network: { name: 'Red' } },
  charges: [
    { id: 'kwh', kind: 'use', supplier: 'energy', rate: '0.10' },
    { id: 'access', kind: 'use', supplier: 'network', rate: '0.05' },
    { id: 'standing', kind: 'fixed', supplier: 'network', per: 'month', amount: '10' },
    { id: 'vat', kind: 'tax', supplier: 'energy', percent: '20', of: 'all' },
    { id: 'network-vat', kind: 'tax', supplier: 'network', percent: '10', of: 'all' },
  ],
});

let stage: Stage;
let billing: Billing;
let home: SeededHome;
beforeAll(async () => {
  stage = await openStage(() => now);
  billing = createBilling({ sql: stage.sql, now: () => now });
  home = await steadyHomeOf(stage, 'UTC', Date.UTC(2026, 9, 1) / 1000, now / 1000);
  await enterPlans(stage, home, '2026-01-01', [plan]);
  await billing.soFar(home.userId, undefined);
});
afterAll(() => stage.end());

const filed = (): Promise<FiledBill[]> =>
  readBills(stage.database, { sub: home.userId }, { household: home.household, count: 5 });

test('a bill says whose each line is, and its table too', async () => {
  const [november] = await filed();
  expect(november?.lines.map(({ supplier, charge, amount }) => [supplier?.name, charge, amount])).toEqual([
    ['Sol', 'kwh', '72.00'],
    ['Red', 'access', '36.00'],
    ['Red', 'standing', '10.00'],
    ['Sol', 'vat', '14.40'],
    ['Red', 'network-vat', '4.60'],
  ]);
  expect(november?.total).toBe('137.00');
  const [titles = '', ...rows] = november ? billCsv(november).trim().split(/\r?\n/) : [];
  const at = titles.split(',').indexOf('supplier');
  expect(rows.map((row) => row.split(',')[at])).toEqual(['Sol', 'Red', 'Red', 'Sol', 'Red']);
});

/** As somebody copies it, through the tables. */
const copied = async (supplier: string | null, total: string) => {
  const [row] = await stage.database.asUser(
    { sub: home.userId },
    (sql) => sql<{ id: string }[]>`
      insert into utility_bills (household_id, utility, supplier, period_start, period_end, currency, total, used)
      values (${home.household}, 'electricity', ${supplier}, '2026-11-01', '2026-12-01', 'EUR', ${total}, 720) returning id`,
  );
  const theirs = await readCopiedBill(stage.database, { sub: home.userId }, row?.id ?? '');
  if (theirs === null) throw new Error('not kept');
  return billing.reconcile(home.userId, theirs, await filed());
};

test('the bill of one of them is held against what that one asks', async () => {
  expect(await copied('network', '50.60')).toMatchObject({ ours: { total: '50.60' }, difference: '0.00', parts: [] });
  expect(await copied('energy', '86.40')).toMatchObject({ ours: { total: '86.40' }, difference: '0.00', parts: [] });
  expect(await copied(null, '137.00')).toMatchObject({ ours: { total: '137.00' }, difference: '0.00', parts: [] });
  // Their tax at 21 %: found among the charges of the network alone.
  const off = await copied('network', '55.66');
  expect(off.parts.map(({ kind }) => kind)).toEqual(['tax-rate']);
});

test('whose bill a paper is, its lines tell; a price that it says otherwise changes no other’s', async () => {
  const app = stage.http((http, deps) =>
    billingRoutes(http, {
      billing,
      database: stage.database,
      authenticate: deps.authenticate,
      takeAllowance: createTakeAllowance(stage.sql),
      now: () => now,
      papers: createPaperDesk(),
    }),
  );
  const answer = await app.inject({
    method: 'POST',
    url: readPaperBill.path,
    headers: { ...(await stage.session(home.userId)), 'content-type': 'application/pdf' },
    payload: Buffer.from(
      await paperOf([
        [50, 50, 'Bill date 5 December 2026'],
        [50, 70, 'For 1 November to 30 November 2026'],
        [50, 100, 'Consumption 720 kWh'],
        [50, 140, 'Network access'],
        [250, 140, '720 kWh'],
        [350, 140, '€0.05'],
        [480, 140, '36.00'],
        [50, 160, 'Standing charge'],
        [480, 160, '10.00'],
        [50, 180, 'Tax 21%'],
        [480, 180, '9.66'],
        [50, 210, 'Total to pay'],
        [480, 210, '€55.66'],
      ]),
    ),
  });
  const { compared } = readPaperBill.answer.parse(answer.json());
  expect(compared).toMatchObject({ supplier: 'network', ours: { total: '50.60' } });
  expect(compared?.correction).toMatchObject({ before: '10', after: '21' });
  const changed = compared?.correction?.plan ?? plan;
  expect(planOfSupplier(changed, 'energy')).toEqual(planOfSupplier(plan, 'energy'));
  expect(changed.charges.find(({ id }) => id === 'network-vat')).toMatchObject({ percent: '21', supplier: 'network' });
});
