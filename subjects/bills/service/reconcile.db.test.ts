import { type ReconciledBill, reconciledBill } from '../contract/billing.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { billingRoutes, createBilling } from './index.ts';
import { billsOf, enterTariff, hourly } from './testing-bills.ts';

const now = Date.UTC(2026, 11, 2, 12);
let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let stranger: SeededHome;
const utc = (text: string): number => Date.parse(text) / 1000;
beforeAll(async () => {
  stage = await openStage(() => now);
  app = stage.http((http, deps) =>
    billingRoutes(http, {
      billing: createBilling({ sql: stage.sql, now: () => now }),
      database: stage.database,
      authenticate: deps.authenticate,
      takeAllowance: createTakeAllowance(stage.sql),
      now: () => now,
    }),
  );
  [home, stranger] = [await stage.seed.home('UTC'), await stage.seed.home('UTC')];
  const { key } = await home.device('Mains', 'whole_home', 'electricity');
  await stage.send(home, hourly(key, utc('2026-10-01'), utc('2026-12-02'), 500));
  await enterTariff(stage, home, '2026-01-01', { electricity_rate: '0.20', electricity_tax_percent: '10' });
});
afterAll(() => stage.end());

interface Copied {
  start: string;
  end: string;
  total: string;
  used?: string;
  estimated?: boolean;
}

/** As the person copies it from paper, through the table API. */
const copy = async ({ start, end, total, used, estimated = false }: Copied): Promise<string> =>
  stage.database.asUser({ sub: home.userId }, async (sql) => {
    const [row] = await sql<{ id: string }[]>`
      insert into utility_bills (household_id, utility, period_start, period_end, currency, total, used, is_estimated)
      values (${home.household}, 'electricity', ${start}, ${end}, 'EUR', ${total}, ${used ?? null}, ${estimated}) returning id`;
    return row?.id ?? '';
  });

const reconcile = async (id: string, person = home) => {
  const headers = await stage.session(person.userId);
  await app.inject({ url: '/api/v1/bills/so-far', headers });
  return app.inject({ url: `/api/v1/utility-bills/${id}/reconcile`, headers });
};
const reconciled = async (bill: Copied): Promise<ReconciledBill> =>
  reconciledBill.parse((await reconcile(await copy(bill))).json());

test('C2.16 a utility’s bill over other days, with an estimated reading, held against ours', async () => {
  // Ours: 372 kWh of October at 0.20 and 10 %. Theirs: two days more, and 450 kWh for them instead of 396.
  const answer = await reconciled({
    start: '2026-10-01',
    end: '2026-11-03',
    total: '99.00',
    used: '450',
    estimated: true,
  });
  const [bill] = await billsOf(stage, home);
  expect(answer).toEqual({
    ours: { id: bill?.id, start: '2026-10-01', end: '2026-11-01', total: '81.84' },
    coverage: 1,
    currency: 'EUR',
    unit: 'kWh',
    difference: '17.16',
    parts: [
      { kind: 'dates', amount: '5.28', theirs: '33', ours: '31' },
      { kind: 'estimated-read', amount: '11.88', theirs: '450000', ours: '396000' },
    ],
  });
});

test('one of days without a bill of ours is held against the same days, priced now', async () => {
  expect(await reconciled({ start: '2026-12-01', end: '2026-12-02', total: '3.00' })).toMatchObject({
    ours: { id: null, start: '2026-12-01', end: '2026-12-02', total: '2.64' },
    difference: '0.36',
    parts: [{ kind: 'residual', amount: '0.36' }],
  });
});

test('before there was a tariff nothing is said', async () => {
  expect(await reconciled({ start: '2025-10-01', end: '2025-11-01', total: '50' })).toMatchObject({
    ours: null,
    difference: null,
    parts: [],
  });
});

test('C1.1 another household’s is not there', async () => {
  const id = await copy({ start: '2026-10-01', end: '2026-11-01', total: '81.84' });
  expect((await reconcile(id, stranger)).statusCode).toBe(404);
});
