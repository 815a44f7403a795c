import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { TariffPlan } from '../domain/tariff/plan.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { billsOf, enterPlans, hourly, simplePlan } from './testing-bills.ts';
import type { FiledBill } from './read-bills.ts';

const utc = (text: string): number => Date.parse(text) / 1000;

let now = utc('2026-12-16T12:00:00Z');
let stage: Stage;
let billing: Billing;
let home: SeededHome & { key: string };
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
  billing = createBilling({ sql: stage.sql, now: () => now * 1000 });
});
afterAll(() => stage.end());

/** 1 kWh each hour at 1 cent, and at least 120 euros a year. */
const plan: TariffPlan = {
  ...simplePlan('electricity', 'EUR', ['0.01', '0', '0']),
  charges: [
    { id: 'use', kind: 'use', rate: '0.01' },
    { id: 'least', kind: 'minimum', amount: '120', per: 'year', of: 'all' },
  ],
};

const send = async (from: string, to: string): Promise<void> => {
  const readings = hourly(home.key, utc(from), utc(to), 1_000);
  for (let i = 0; i < readings.length; i += 5_000) await stage.send(home, readings.slice(i, i + 5_000));
};

/** As they are filed now. */
const filed = async (): Promise<FiledBill[]> =>
  stage.database.asUser(
    { sub: home.userId },
    async (sql) =>
      (await sql`
        select id, version, period_start::text as start, period_end::text as end, currency, trim_scale(total_amount)::text as total, lines, amounts
        from billing_records where household_id = ${home.household} order by period_start desc`) as unknown as FiledBill[],
  );

const totals = async (): Promise<string[]> => {
  await billing.bringUpToDate(home.userId, undefined);
  return (await billsOf(stage, home)).map(({ start, total }) => `${start.slice(0, 7)} ${total}`);
};

test('a minimum of the year is in the forecast of its last bill, and in that bill; readings that come late change it', async () => {
  const seeded = await stage.seed.home('UTC');
  home = { ...seeded, key: (await seeded.device('Mains', 'whole_home', 'electricity')).key };
  await enterPlans(stage, home, '2025-01-01', [plan]);
  await send('2026-01-01T00:00:00Z', '2026-03-10T00:00:00Z');
  await send('2026-03-11T00:00:00Z', '2026-12-16T12:00:00Z');

  // 8,736 kWh of the year at a cent are 87.36, of which 7.44 in December: 32.64 are missing.
  const soFar = await billing.soFar(home.userId, undefined);
  expect([soFar.cost?.total, soFar.likely?.expected]).toEqual(['3.72', '40.08']);

  now = utc('2027-01-02T12:00:00Z');
  await send('2026-12-16T12:00:00Z', '2027-01-02T12:00:00Z');
  expect((await totals()).slice(-3)).toEqual(['2026-10 7.44', '2026-11 7.2', '2026-12 40.08']);
  const [december, november] = await filed();
  expect(december?.lines.at(-1)).toMatchObject({
    kind: 'minimum',
    quantity: '87.36',
    amount: '32.64',
    year: { from: '2026-01-01', days: 365, of: 365 },
  });

  if (!december || !november) throw new Error('no bills');
  const changes = await billing.changes(home.userId, home.household, december, november);
  // A day more, and what the year lacked.
  expect(changes.utilities[0]?.parts).toEqual([
    expect.objectContaining({ kind: 'days', amount: '0.24' }),
    expect.objectContaining({ kind: 'settlement', amount: '32.64' }),
  ]);

  await send('2026-03-10T00:00:00Z', '2026-03-11T00:00:00Z');
  expect((await totals()).filter((one) => /-(02|03|11|12) /.test(one))).toEqual([
    '2026-02 6.72',
    '2026-03 7.44',
    '2026-11 7.2',
    '2026-12 39.84',
  ]);
  expect((await billsOf(stage, home)).map(({ version }) => version)).toEqual([1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
  // Looking again changes nothing.
  await totals();
  expect((await billsOf(stage, home)).map(({ version }) => version)).toEqual([1, 1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
});

test('a utility’s bill that settles the year is met', async () => {
  const theirs = { household: home.household, utility: 'electricity', total: '39.84', used: '744' } as const;
  const rest = { supplier: null, isEstimated: false, useAmount: null, fixedAmount: null, taxAmount: null };
  const reconciled = await billing.reconcile(
    home.userId,
    { ...theirs, ...rest, start: '2026-12-01', end: '2027-01-01' },
    await filed(),
  );
  expect(reconciled).toMatchObject({ difference: '0.00', parts: [], ours: { total: '39.84' } });
});
