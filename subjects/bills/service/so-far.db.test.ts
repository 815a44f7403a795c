import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type Billing, createBilling } from './household-bills.ts';
import { billsOf, enterPlans, enterTariff, hourly, simplePlan, steadyHomeOf } from './testing-bills.ts';

describe('so far', () => {
  const utc = (text: string): number => Date.parse(text) / 1000;

  let now = utc('2026-12-02T12:00:00Z');
  let stage: Stage;
  let billing: Billing;
  beforeAll(async () => {
    stage = await openStage(() => now * 1000);
    billing = createBilling({ sql: stage.sql, now: () => now * 1000 });
  });
  afterAll(() => stage.end());

  const steadyHome = (zone: string, from: string, to: string): Promise<SeededHome & { key: string }> =>
    steadyHomeOf(stage, zone, utc(from), utc(to));

  describe('C2.16 the open cycle so far', () => {
    test('to the cent, with its lines, what is left, and what it is likely to come to', async () => {
      now = utc('2026-11-16T12:00:00Z');
      const home = await steadyHome('UTC', '2026-10-01T00:00:00Z', '2026-11-16T12:00:00Z');
      await enterTariff(stage, home, '2026-01-01', {
        electricity_rate: '0.25',
        electricity_standing: '30',
        electricity_tax_percent: '10',
      });
      const soFar = await billing.soFar(home.userId, undefined);
      expect(soFar).toMatchObject({
        origin: 'measured',
        start: '2026-11-01',
        end: '2026-12-01',
        daysGone: 15,
        daysLeft: 15,
        currency: 'EUR',
        // 372 kWh at 0.25 = 93.00, 16 of 30 days of 30.00 = 16.00, 10% = 10.90.
        cost: { total: '119.90', unpricedDays: 0 },
        amounts: { electricity: { used: 372_000, cost: '119.90' }, water: { used: 0, cost: '0.00' } },
        coverage: 1,
        // 720 kWh = 180.00, 30.00, 21.00.
        likely: { low: '231.00', high: '231.00', basedOnDays: 46 },
        // 15 days each: 360 kWh = 90.00 and half of 30.00, in a cycle of 31 days 14.52; 10%.
        compared: {
          days: 15,
          amount: '115.50',
          lastCycle: { start: '2026-10-01', end: '2026-10-16', amount: '114.97' },
          lastYear: null,
        },
      });
      expect(await billsOf(stage, home)).toHaveLength(1);
    });

    test('what one more unit costs now, with its taxes, in the block that the cycle has come to', async () => {
      now = utc('2026-11-16T12:00:00Z');
      const home = await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-16T12:00:00Z');
      const steps = [{ upTo: '300', rate: '0.10' }, { rate: '0.20' }];
      await enterPlans(stage, home, '2026-01-01', [
        {
          name: 'Blocks',
          utility: 'electricity',
          currency: 'EUR',
          unit: 'kWh',
          charges: [
            { id: 'use', kind: 'use', blocks: { per: 'month', tables: [{ steps }] } },
            { id: 'tax', kind: 'tax', of: 'all', percent: '10' },
          ],
        },
      ]);
      // 372 kWh are used, and there is no block after this one.
      const { priceNow } = await billing.soFar(home.userId, undefined);
      expect(priceNow).toEqual({
        electricity: { unit: 'kWh', size: 1000, rate: '0.2200', blockRates: { use: '0.20' } },
      });
    });

    test('last year’s cycle is compared over as many days', async () => {
      now = utc('2026-11-11T00:00:00Z');
      const home = await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-11T00:00:00Z');
      const { key } = await home.device('Old', 'hall', 'electricity');
      await stage.send(home, hourly(key, utc('2025-11-01T00:00:00Z'), utc('2025-11-20T00:00:00Z'), 2_000));
      await enterTariff(stage, home, '2025-01-01');
      const { compared } = await billing.soFar(home.userId, undefined);
      expect(compared).toMatchObject({
        days: 10,
        amount: '48.00',
        lastYear: { start: '2025-11-01', end: '2025-11-11', amount: '96.00' },
      });
    });

    test('empty months before and within its history give finite amounts, or the word for why there are none', async () => {
      now = utc('2026-11-16T12:00:00Z');
      const home = await steadyHome('UTC', '2026-03-01T00:00:00Z', '2026-03-20T00:00:00Z');
      await enterTariff(stage, home, '2026-01-01', { electricity_rate: '0.25' });
      expect(await billing.soFar(home.userId, undefined)).toMatchObject({
        cost: { total: '0.00' },
        likely: null,
        likelyMissing: 'coverage-low',
      });
      const { key } = await home.device('New', 'hall', 'electricity');
      await stage.send(home, hourly(key, utc('2026-10-20T00:00:00Z'), utc('2026-11-16T12:00:00Z'), 0));
      const { likely, likelyMissing } = await billing.soFar(home.userId, undefined);
      const amounts = likely === null ? [] : [likely.low, likely.expected, likely.high].map(Number);
      expect(likely === null).toBe(likelyMissing !== null);
      for (const amount of amounts) expect(Number.isFinite(amount)).toBe(true);
    });

    test('without a tariff it has use and no price; without readings neither', async () => {
      now = utc('2026-11-16T12:00:00Z');
      const home = await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-16T12:00:00Z');
      expect(await billing.soFar(home.userId, undefined)).toMatchObject({
        cost: null,
        currency: null,
        amounts: { electricity: { used: 372_000, estimated: 0, cost: '0' } },
        likely: null,
        compared: null,
      });
      const empty = await stage.seed.home();
      await enterTariff(stage, empty, '2026-01-01');
      expect(await billing.soFar(empty.userId, undefined)).toMatchObject({
        origin: 'none',
        coverage: null,
        cost: { total: '0.00' },
      });
    });

    test('C1.1 of another household it is forbidden', async () => {
      const [home, stranger] = [await stage.seed.home(), await stage.seed.home()];
      await expect(billing.soFar(stranger.userId, home.household)).rejects.toMatchObject({ code: 'forbidden' });
    });

    test('a cycle whose days to come have no price is not told what it may come to', async () => {
      now = utc('2026-11-16T12:00:00Z');
      const home = await steadyHome('UTC', '2026-10-01T00:00:00Z', '2026-11-16T12:00:00Z');
      const plan = simplePlan('electricity', 'EUR', ['0.25', '30', '10']);
      const charges = plan.charges.map((charge) =>
        charge.kind === 'use' ? { ...charge, until: '2026-11-20' } : charge,
      );
      await enterPlans(stage, home, '2026-01-01', [{ ...plan, charges }]);
      expect(await billing.soFar(home.userId, undefined)).toMatchObject({
        cost: { total: '119.90', unpricedDays: 0 },
        likely: null,
        likelyMissing: 'price-missing',
      });
    });

    test('days before the first tariff have no price, and those to come are told all the same', async () => {
      now = utc('2026-11-16T12:00:00Z');
      const home = await steadyHome('UTC', '2026-10-01T00:00:00Z', '2026-11-16T12:00:00Z');
      await enterTariff(stage, home, '2026-11-06', { electricity_rate: '0.25' });
      expect(await billing.soFar(home.userId, undefined)).toMatchObject({
        cost: { unpricedDays: 5 },
        likely: { expected: '150.00' },
        likelyMissing: null,
      });
    });
  });
});

describe('budgets', () => {
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
});
