import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { enterTariff, hourly } from './testing-bills.ts';

const utc = (text: string): number => Date.parse(text) / 1000;
let now = utc('2026-11-11T00:00:00Z');
let stage: Stage;
let billing: Billing;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
  billing = createBilling({ sql: stage.sql, now: () => now * 1000 });
});
beforeEach(() => {
  now = utc('2026-11-11T00:00:00Z');
});
afterAll(() => stage.end());

/** 0.5 kWh in every hour at 0.20: 2.40 a day. */
const spendingHome = async (): Promise<SeededHome & { key: string }> => {
  const home = await stage.seed.home('UTC');
  const { key } = await home.device('Mains', 'whole_home', 'electricity');
  await stage.send(home, hourly(key, utc('2026-10-01'), now, 500));
  await enterTariff(stage, home, '2026-01-01', { electricity_rate: '0.20' });
  return { ...home, key };
};

const setBudget = (home: SeededHome, amount: number | null) =>
  stage.database.asUser({ sub: home.userId }, (sql) =>
    amount === null
      ? sql`delete from budgets where household_id = ${home.household}`
      : sql`insert into budgets (household_id, utility, amount) values (${home.household}, 'electricity', ${amount})
          on conflict (household_id, utility) do update set amount = excluded.amount`,
  );

const look = async (home: SeededHome) => {
  await stage.seed
    .owner`update private.billing_due set due_at = to_timestamp(${now}) where household_id = ${home.household}`;
  await billing.closeDue();
  return stage.seed.owner`select kind, utility, figures, ended_at is not null as ended from notices
    where household_id = ${home.household} order by since, noticed_at, kind`;
};

test('on course, three quarters, all of it: one notice at a time, each told once in a cycle', async () => {
  const home = await spendingHome();
  // Ten days are 24.00, the whole of November 72.00.
  await setBudget(home, 80);
  expect(await look(home)).toEqual([]);
  await setBudget(home, 60);
  expect(await look(home)).toEqual([
    {
      kind: 'budget-course',
      utility: 'electricity',
      ended: false,
      figures: {
        budget: '60',
        soFar: '24.00',
        likely: '72.00',
        currency: 'EUR',
        start: '2026-11-01',
        end: '2026-12-01',
      },
    },
  ]);
  now = utc('2026-11-21T00:00:00Z');
  await stage.send(home, hourly(home.key, utc('2026-11-11'), now, 500));
  expect((await look(home)).map(({ kind, ended }) => [kind, ended])).toEqual([
    ['budget-course', true],
    ['budget-most', false],
  ]);
  now = utc('2026-11-27T00:00:00Z');
  await stage.send(home, hourly(home.key, utc('2026-11-21'), now, 500));
  const passed = [
    ['budget-course', true],
    ['budget-most', true],
    ['budget-passed', false],
  ];
  expect((await look(home)).map(({ kind, ended }) => [kind, ended])).toEqual(passed);
  expect((await look(home)).map(({ kind, ended }) => [kind, ended])).toEqual(passed);
  now = utc('2026-12-02T00:00:00Z');
  await stage.send(home, hourly(home.key, utc('2026-11-27'), now, 500));
  const next = await look(home);
  expect(next.filter(({ ended }) => !ended).map(({ kind, figures }) => [kind, figures.start])).toEqual([
    ['budget-course', '2026-12-01'],
  ]);
});

test('a larger budget takes it back, and so does none', async () => {
  const home = await spendingHome();
  await setBudget(home, 20);
  expect((await look(home)).map(({ kind, ended }) => [kind, ended])).toEqual([['budget-passed', false]]);
  await setBudget(home, 100);
  expect((await look(home)).map(({ kind, ended }) => [kind, ended])).toEqual([['budget-passed', true]]);
  await setBudget(home, 20);
  // Taken up again, not told anew.
  expect((await look(home)).map(({ kind, ended }) => [kind, ended])).toEqual([['budget-passed', false]]);
  await setBudget(home, null);
  expect((await look(home)).map(({ kind, ended }) => [kind, ended])).toEqual([['budget-passed', true]]);
});
