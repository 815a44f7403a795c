import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { exact, sumOf, textOf } from '../../domain/tariff/exact.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { type Billing, createBilling } from '../household-bills.ts';
import { billingRoutes } from '../index.ts';
import { enterPlans, enterTariff, hourly, simplePlan } from '../testing-bills.ts';

const utc = (text: string): number => Date.parse(text) / 1000;

let now = utc('2026-11-16T00:00:00Z');
let stage: Stage;
let billing: Billing;
let app: FastifyInstance;
beforeAll(async () => {
  const clock = () => now * 1000;
  stage = await openStage(clock);
  billing = createBilling({ sql: stage.sql, now: clock });
  const takeAllowance = createTakeAllowance(stage.sql);
  app = stage.http((http, { authenticate }) =>
    billingRoutes(http, { billing, database: stage.database, authenticate, takeAllowance, now: clock }),
  );
});
afterAll(() => stage.end());

/** 0.5 kWh in every hour at 0.20: 2.40 a day. */
const homeFrom = async (from: string, at = '2026-11-16T00:00:00Z', zone = 'UTC') => {
  now = utc(at);
  const home = await stage.seed.home(zone);
  const { key } = await home.device('Mains', 'whole_home', 'electricity');
  const readings = hourly(key, utc(from), now, 500);
  for (let i = 0; i < readings.length; i += 5_000) await stage.send(home, readings.slice(i, i + 5_000));
  await enterTariff(stage, home, '2025-01-01', { electricity_rate: '0.20' });
  return { ...home, key };
};

type Row = Record<string, string | number | boolean | null>;
const keep = (home: SeededHome, table: 'payment_ways' | 'payment_entries', ...rows: Row[]) =>
  stage.database.asUser({ sub: home.userId }, async (sql) => {
    for (const row of rows)
      await sql`insert into ${sql(table)} ${sql({ household_id: home.household, utility: 'electricity', currency: 'EUR', ...row })}`;
  });
const entry = (day: string, kind: string, amount: string): Row => ({ day, kind, amount });
const monthly = (rest: Row = {}): Row => ({
  valid_from: '2026-01-01',
  kind: 'instalments',
  amount: '80',
  every_months: 1,
  due_day: 1,
  first_due: '2026-01-01',
  year_start: '2026-01-01',
  ...rest,
});
const accountOf = async (home: SeededHome) => {
  const { accounts } = await billing.payments(home.userId, home.household);
  expect(accounts).toHaveLength(1);
  return accounts[0] as (typeof accounts)[0];
};

test('who has said nothing of paying has no account, and another household is nobody’s to ask about', async () => {
  const home = await homeFrom('2026-11-01');
  expect((await billing.payments(home.userId, undefined)).accounts).toEqual([]);
  const other = await stage.seed.home('UTC');
  await expect(billing.payments(other.userId, home.household)).rejects.toMatchObject({ code: 'forbidden' });
});

test('without a tariff the account is in the household’s own currency', async () => {
  const home = await stage.seed.home('UTC');
  await stage.seed.owner`update households set currency = 'INR' where id = ${home.household}`;
  await keep(home, 'payment_ways', monthly({ currency: 'INR' }));
  expect(await accountOf(home)).toMatchObject({ currency: 'INR', unknown: 'price-missing' });
});

test('after each bill: what is owed is what no payment covers, since the oldest bill of it', async () => {
  const home = await homeFrom('2026-08-01');
  await keep(
    home,
    'payment_entries',
    entry('2026-09-01', 'opening', '-74.40'),
    entry('2026-09-20', 'payment', '74.40'),
  );
  // The bill of August is what the account begins with; those of September and October are 72.00 and 74.40.
  expect(await accountOf(home)).toMatchObject({
    way: null,
    balance: '-146.40',
    debt: '0.00',
    owedSince: '2026-10-01',
    soFar: null,
    settlement: null,
    ends: null,
    unknown: null,
    gaps: [],
  });
});

test('after each bill: without an opening balance the first payment is for the last bill there was', async () => {
  const home = await homeFrom('2026-08-01');
  await keep(home, 'payment_ways', { valid_from: '2026-11-10', kind: 'after-bill' });
  // Of October; those of August and September were paid before anybody entered anything.
  expect(await accountOf(home)).toMatchObject({ balance: '-74.40', owedSince: '2026-11-01', start: '2026-10-01' });
  await keep(home, 'payment_entries', entry('2026-11-12', 'payment', '74.40'));
  expect(await accountOf(home)).toMatchObject({ balance: '0.00', owedSince: null, start: '2026-10-01' });
});

test('what is used without a price is no credit: of a utility without a tariff', async () => {
  const home = await homeFrom('2026-08-01');
  await stage.seed.owner`delete from tariffs where household_id = ${home.household} and utility = 'water'`;
  const { key } = await home.device('Main tap', 'whole_home', 'water');
  await stage.send(home, hourly(key, utc('2026-10-01'), now, 1000));
  await keep(home, 'payment_entries', { ...entry('2026-11-12', 'payment', '50'), utility: 'water' });
  expect(await accountOf(home)).toMatchObject({ utility: 'water', balance: '50.00', gaps: ['price-missing'] });
});

test('what is used without a price is no credit: on days that no charge holds on, of a bill and of prepaid use', async () => {
  const home = await homeFrom('2026-10-01');
  const plan = {
    ...simplePlan('electricity', 'EUR', ['0.20', '0', '0']),
    charges: [
      { id: 'use', kind: 'use' as const, rate: '0.20', until: '2026-10-21' },
      { id: 'next', kind: 'use' as const, rate: '0.30', from: '2026-11-01' },
    ],
  };
  await enterPlans(stage, home, '2025-01-02', [plan]);
  await keep(home, 'payment_entries', entry('2026-11-12', 'payment', '50'));
  // 20 of 31 days.
  expect(await accountOf(home)).toMatchObject({ balance: '2.00', gaps: ['price-missing'] });
  await keep(home, 'payment_ways', { valid_from: '2026-11-01', kind: 'prepaid' });
  await keep(home, 'payment_entries', entry('2026-11-01', 'opening', '50'));
  expect(await accountOf(home)).toMatchObject({ gaps: [] });
  await enterPlans(stage, home, '2025-01-03', [{ ...plan, charges: plan.charges.slice(0, 1) }]);
  expect(await accountOf(home)).toMatchObject({ gaps: ['price-missing'], ends: null, unknown: 'price-missing' });
});

test('entries in another currency alone are told, and no more once they are undone', async () => {
  const home = await homeFrom('2026-10-01');
  await keep(home, 'payment_entries', { ...entry('2026-11-12', 'payment', '50'), currency: 'GBP' });
  expect(await accountOf(home)).toMatchObject({ currency: 'EUR', balance: '0.00', gaps: ['other-currency'] });
  await stage.seed.owner`update payment_entries set undone_at = now() where household_id = ${home.household}`;
  expect(await accountOf(home)).toMatchObject({ gaps: [] });
});

describe('instalments', () => {
  test('are held against what the year will probably cost: what is left, and what would come out even', async () => {
    const home = await homeFrom('2026-01-01');
    await keep(home, 'payment_ways', monthly());
    const account = await accountOf(home);
    // Eleven of 80.00 so far; ten bills of 304 days at 2.40.
    expect(account).toMatchObject({ balance: '150.40', way: { kind: 'instalments' }, unknown: null });
    // 12 times 80.00 less 365 days at 2.40.
    expect(account.settlement).toEqual({
      day: '2027-01-01',
      low: '84.00',
      expected: '84.00',
      high: '84.00',
      left: 1,
      even: '0.00',
      days: 46,
      // Of the last day of December.
      fromLastYear: 1,
    });
  });

  test('the year to come is priced as the bills are: a meter with a price of its own goes on as it did', async () => {
    const home = await homeFrom('2026-01-01');
    const heater = await home.device('Heater', 'bath', 'electricity');
    await stage.seed
      .owner`update meters set parent_meter_id = (select id from meters where household_id = ${home.household} and key = ${home.key})
      where id = ${heater.meterId}`;
    const readings = hourly(heater.key, utc('2026-01-01T00:00:00Z'), now, 200);
    for (let i = 0; i < readings.length; i += 5_000) await stage.send(home, readings.slice(i, i + 5_000));
    const plan = {
      name: 'Controlled load',
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      meters: { heater: {} },
      charges: [
        { id: 'rest', kind: 'use', rate: '0.20' },
        { id: 'heater', kind: 'use', meter: 'heater', rate: '0.10' },
      ],
    };
    const facts = { meters: { heater: String(heater.meterId) } };
    await stage.sql`select private.save_tariffs(${home.userId}, ${home.household}, null,
      ${JSON.stringify([{ validFrom: '2025-01-02', plan, facts }])}::text::jsonb)`;
    await keep(home, 'payment_ways', monthly());
    // 12 times 80.00 less 365 days of 7.2 kWh at 0.20 and 4.8 at 0.10.
    expect((await accountOf(home)).settlement).toMatchObject({ expected: '259.20' });
  });

  test('that were raised count as they were due, and one that was not paid is taken off', async () => {
    const home = await homeFrom('2026-01-01');
    await keep(
      home,
      'payment_ways',
      monthly(),
      monthly({ valid_from: '2026-07-01', amount: '60', first_due: '2026-07-01' }),
    );
    await keep(home, 'payment_entries', entry('2026-08-01', 'correction', '-60'));
    const account = await accountOf(home);
    // 6 of 80.00, 6 of 60.00, one of them not: 780.00 less 876.00.
    expect(account.settlement).toMatchObject({ expected: '-96.00', left: 1, even: '156.00' });
    expect(account.total).toBe(account.balance);
    const counted = account.lines.map(({ amount }) => exact(amount));
    expect(textOf(sumOf(counted), 2)).toBe(account.balance);
  });

  test('that will be raised count as they will be due', async () => {
    const home = await homeFrom('2026-01-01');
    await keep(
      home,
      'payment_ways',
      monthly(),
      monthly({ valid_from: '2026-12-01', amount: '100', first_due: '2026-12-01' }),
    );
    // 11 of 80.00 and one of 100.00, less 876.00: that one would have to be nothing.
    expect((await accountOf(home)).settlement).toMatchObject({ expected: '104.00', left: 1, even: '0.00' });
  });

  test('that are entered one by one count only then', async () => {
    const home = await homeFrom('2026-11-01');
    await keep(
      home,
      'payment_ways',
      monthly({ is_automatic: false, valid_from: '2026-11-01', first_due: '2026-11-01', year_start: '2026-11-01' }),
    );
    expect((await accountOf(home)).balance).toBe('0.00');
    await keep(home, 'payment_entries', entry('2026-11-02', 'payment', '80'));
    expect((await accountOf(home)).balance).toBe('80.00');
  });

  test('of a year whose beginning nobody has measured or told are not taken for enough', async () => {
    const late = await homeFrom('2026-05-11');
    await keep(late, 'payment_ways', monthly());
    expect(await accountOf(late)).toMatchObject({
      settlement: null,
      unknown: 'use-unmeasured',
      gaps: ['use-unmeasured'],
    });
    await keep(late, 'payment_entries', entry('2026-06-01', 'opening', '30'));
    // Seven of 80.00 from June on and 30.00, less 214 days.
    expect((await accountOf(late)).settlement).toMatchObject({ expected: '76.40' });
    const begun = await homeFrom('2026-01-01');
    await keep(begun, 'payment_ways', monthly({ valid_from: '2026-06-15', first_due: '2026-07-01' }));
    expect(await accountOf(begun)).toMatchObject({ settlement: null, unknown: 'opening-missing' });
  });

  test('of a year before the readings, which begin with a cycle, are not taken for enough either', async () => {
    const home = await homeFrom('2026-05-01');
    await keep(home, 'payment_ways', monthly());
    expect(await accountOf(home)).toMatchObject({
      settlement: null,
      unknown: 'use-unmeasured',
      gaps: ['use-unmeasured'],
    });
  });

  test('use from before the tariff began is not taken for free in a bill that was made', async () => {
    const home = await homeFrom('2026-05-01');
    await stage.seed.owner`update tariffs set valid_from = '2026-05-10' where household_id = ${home.household}`;
    const begin = '2026-05-01';
    await keep(home, 'payment_ways', monthly({ valid_from: begin, first_due: begin, year_start: begin }));
    expect(await accountOf(home)).toMatchObject({
      settlement: null,
      unknown: 'price-missing',
      gaps: ['price-missing'],
    });
    await keep(home, 'payment_entries', entry('2026-06-01', 'opening', '0'));
    expect(await accountOf(home)).toMatchObject({ unknown: null, gaps: [] });
  });

  test('of a year that begins within a cycle are held against its days alone', async () => {
    const home = await homeFrom('2026-01-01');
    const start = '2026-01-15';
    await keep(
      home,
      'payment_ways',
      monthly({ valid_from: start, first_due: start, due_day: 15, year_start: start, amount: '80' }),
    );
    const account = await accountOf(home);
    // Eleven of 80.00; 290 days at 2.40.
    expect(account).toMatchObject({ balance: '184.00', settlement: { day: '2027-01-15', expected: '84.00', left: 1 } });
    expect(account.lines.findLast(({ kind }) => kind === 'bill')).toMatchObject({ from: start, amount: '-40.80' });
  });

  test('in another currency than that of the tariff are told and not counted', async () => {
    const home = await homeFrom('2026-01-01');
    await keep(home, 'payment_ways', monthly({ currency: 'GBP' }));
    expect(await accountOf(home)).toMatchObject({
      balance: '-729.60',
      gaps: ['other-currency'],
      settlement: null,
      unknown: 'other-currency',
    });
    // What is on the account where those of before end makes up for them.
    await keep(home, 'payment_ways', monthly({ valid_from: '2026-07-01', first_due: '2026-07-01' }));
    await keep(home, 'payment_entries', entry('2026-07-01', 'opening', '0'));
    expect(await accountOf(home)).toMatchObject({ gaps: [], unknown: null, settlement: { left: 1 } });
  });

  test('bills in another currency than today’s are told as such, and an opening balance makes up for them', async () => {
    const home = await homeFrom('2026-09-01');
    await stage.seed.owner`delete from tariffs where household_id = ${home.household}`;
    await enterTariff(stage, home, '2025-01-01', { electricity_rate: '0.20', currency: 'GBP' });
    await enterTariff(stage, home, '2026-10-01', { electricity_rate: '0.20' });
    const begin = '2026-09-01';
    await keep(home, 'payment_ways', monthly({ valid_from: begin, first_due: begin, year_start: begin }));
    expect(await accountOf(home)).toMatchObject({ gaps: ['bill-currency'], unknown: 'bill-currency' });
    await keep(home, 'payment_entries', entry('2026-10-01', 'opening', '0'));
    expect(await accountOf(home)).toMatchObject({ gaps: [], unknown: null });
  });

  test('a cycle whose first days are priced in another currency is not taken for less', async () => {
    const home = await homeFrom('2026-10-01');
    await stage.seed.owner`delete from tariffs where household_id = ${home.household}`;
    await enterTariff(stage, home, '2025-01-01', { electricity_rate: '0.20', currency: 'GBP' });
    await enterTariff(stage, home, '2026-10-11', { electricity_rate: '0.20' });
    await keep(home, 'payment_entries', entry('2026-11-12', 'payment', '50.40'));
    expect(await accountOf(home)).toMatchObject({ balance: '0.00', gaps: ['bill-currency'] });
  });

  test('days far ahead are as a year before where that was measured', async () => {
    const home = await homeFrom('2025-10-01');
    await keep(
      home,
      'payment_ways',
      monthly({ valid_from: '2026-11-01', first_due: '2026-11-01', year_start: '2026-11-01' }),
    );
    const { settlement } = await accountOf(home);
    // 12 of 80.00 less a year; the days from December on are as in the year before, as far as that is over.
    expect(settlement).toMatchObject({ day: '2027-11-01', expected: '84.00', left: 11 });
    expect(settlement?.fromLastYear).toBeGreaterThan(300);
  });

  test('without a price nothing is foretold', async () => {
    const home = await homeFrom('2026-10-01');
    await stage.seed.owner`delete from tariffs where household_id = ${home.household}`;
    await keep(
      home,
      'payment_ways',
      monthly({ valid_from: '2026-11-01', first_due: '2026-11-01', year_start: '2026-11-01' }),
    );
    expect(await accountOf(home)).toMatchObject({ settlement: null, unknown: 'price-missing', balance: '80.00' });
  });
});

describe('prepaid use', () => {
  test('of which a part has no price yet is taken off with what has one, and said to be so', async () => {
    const home = await homeFrom('2026-11-06');
    const plan = {
      name: 'A rent in dollars',
      utility: 'electricity',
      currency: 'EUR',
      unit: 'kWh',
      charges: [
        { id: 'use', kind: 'use', rate: '0.20' },
        { id: 'rent', kind: 'fixed', per: 'month', amount: '3', exchange: { currency: 'USD', series: 'usd-eur' } },
      ],
    };
    await stage.sql`select private.save_tariffs(${home.userId}, ${home.household}, null,
      ${JSON.stringify([{ validFrom: '2025-01-02', plan }])}::text::jsonb)`;
    await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid' });
    await keep(home, 'payment_entries', entry('2026-11-06', 'top-up', '50'));
    // Ten days of 2.40.
    expect(await accountOf(home)).toMatchObject({
      balance: '26.00',
      gaps: ['price-missing'],
      ends: null,
      unknown: 'price-missing',
    });
    // Until Friday the dollar was 0.90, and is held until its rate of Monday comes: 3 × 11/30 of it.
    await stage.seed.owner`insert into day_colours (household_id, series, day, colour)
      select ${home.household}, 'usd-eur', day::date, '0.9' from generate_series('2026-11-05'::date, '2026-11-13', '1 day') day`;
    expect(await accountOf(home)).toMatchObject({ balance: '25.01', gaps: [] });
  });

  test('is taken off as it is used; days are left as far as the money goes', async () => {
    const home = await homeFrom('2026-10-01');
    await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid', emergency_credit: '5' });
    await keep(home, 'payment_entries', entry('2026-11-06', 'opening', '4'), entry('2026-11-08', 'top-up', '30'));
    // 34.00 less ten days at 2.40; four days more are paid, and the fifth is not wholly.
    expect(await accountOf(home)).toMatchObject({
      balance: '10.00',
      soFar: '24.00',
      owedSince: null,
      ends: {
        perDay: '2.40',
        early: '2026-11-20',
        expected: '2026-11-20',
        late: '2026-11-20',
        withEmergency: '2026-11-22',
      },
      unknown: null,
    });
  });

  test('with an old debt: a share of each top-up pays it, and it ends as use asks for top-ups', async () => {
    const home = await homeFrom('2026-10-01');
    await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid', recovery_percent: '25' });
    await keep(home, 'payment_entries', entry('2026-11-06', 'arrears', '50'), entry('2026-11-06', 'top-up', '40'));
    const account = await accountOf(home);
    // 30.00 of 40.00 are there to use, 24.00 are used; 6.00 last for two and a half days, and then 0.80 of the 40.00 is paid with each day of use.
    expect(account).toMatchObject({ balance: '6.00', debt: '40.00', owedSince: '2026-11-06', debtEnds: '2027-01-07' });
    expect(account.ends).toMatchObject({ expected: '2026-11-18' });
  });

  test('that is owed on the meter is no old debt: nobody owes it since a day', async () => {
    const home = await homeFrom('2026-10-01');
    await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid' });
    await keep(home, 'payment_entries', entry('2026-11-06', 'top-up', '20'));
    expect(await accountOf(home)).toMatchObject({ balance: '-4.00', owedSince: null });
  });

  test('with a debt by the week, that is taken off what is left too', async () => {
    const home = await homeFrom('2026-10-01');
    await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid', recovery_weekly: '4' });
    await keep(home, 'payment_entries', entry('2026-11-06', 'arrears', '50'), entry('2026-11-06', 'top-up', '40'));
    // One week of 4.00 and ten days are off; 12.00 would last five days, but 4.00 are taken off on the 20th.
    expect(await accountOf(home)).toMatchObject({
      balance: '12.00',
      debt: '46.00',
      debtEnds: '2027-02-05',
      ends: { expected: '2026-11-20' },
    });
  });

  test('goes on from one cycle into the next, and a bill that is made changes nothing of it', async () => {
    const home = await homeFrom('2026-10-01', '2026-12-01T00:00:00Z');
    await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid' });
    await keep(home, 'payment_entries', entry('2026-11-06', 'top-up', '100'));
    // 25 days of November; its bill is not whole before its readings are in.
    expect((await accountOf(home)).balance).toBe('40.00');
    now = utc('2026-12-03T00:00:00Z');
    await stage.send(home, hourly(home.key, utc('2026-12-01'), now, 500));
    const account = await accountOf(home);
    expect(account).toMatchObject({ balance: '35.20', ends: { expected: '2026-12-17' } });
    expect(account.lines.filter(({ from }) => from).map(({ kind, from, amount }) => [kind, from, amount])).toEqual([
      ['used', '2026-12-01', '-4.80'],
      ['bill', '2026-11-06', '-60.00'],
    ]);
  });

  test('on days of 23 and 25 hours each hour is counted once', async () => {
    const home = await homeFrom('2026-10-01T00:00:00+02:00', '2026-10-27T00:00:00+01:00', 'Europe/Madrid');
    await keep(home, 'payment_ways', { valid_from: '2026-10-24', kind: 'prepaid' });
    await keep(home, 'payment_entries', entry('2026-10-24', 'top-up', '20'));
    // 24, 25 and 24 hours at 0.10.
    expect((await accountOf(home)).balance).toBe('12.70');
  });

  test('what was undone counts no more, and counts again; what is in another currency is told and not counted', async () => {
    const home = await homeFrom('2026-10-01');
    await keep(home, 'payment_ways', { valid_from: '2026-11-16', kind: 'prepaid' });
    await keep(home, 'payment_entries', entry('2026-11-16', 'top-up', '20'), {
      ...entry('2026-11-16', 'top-up', '7'),
      currency: 'GBP',
    });
    expect(await accountOf(home)).toMatchObject({
      balance: '20.00',
      gaps: ['other-currency'],
      ends: null,
      unknown: 'other-currency',
    });
    const undo = (at: string | null) =>
      stage.database.asUser(
        { sub: home.userId },
        (sql) => sql`update payment_entries set undone_at = ${at} where amount = 20`,
      );
    await undo('2026-11-16');
    expect(await accountOf(home)).toMatchObject({ balance: '0.00' });
    await undo(null);
    expect(await accountOf(home)).toMatchObject({ balance: '20.00' });
  });
});

const toldTo = async (home: SeededHome) => {
  await stage.seed
    .owner`update private.billing_due set due_at = to_timestamp(${now}) where household_id = ${home.household}`;
  await billing.closeDue();
  return stage.seed.owner<{ figures: unknown; ended: boolean }[]>`
    select figures, ended_at is not null as ended from notices where household_id = ${home.household} and kind = 'prepaid-ends' order by since`;
};

test('what was told of money that ends is not taken back by a meter that falls silent, and is by a top-up', async () => {
  const home = await homeFrom('2026-10-01');
  await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid' });
  await keep(home, 'payment_entries', entry('2026-11-06', 'top-up', '28'));
  const figures = { soFar: '4.00', currency: 'EUR', start: '2026-11-06', end: '2026-11-18' };
  expect(await toldTo(home)).toEqual([{ figures, ended: false }]);
  now = utc('2026-12-10T00:00:00Z');
  expect(await accountOf(home)).toMatchObject({ ends: null, unknown: 'coverage-low' });
  expect(await toldTo(home)).toEqual([{ figures, ended: false }]);
  await keep(home, 'payment_entries', entry('2026-12-10', 'top-up', '60'));
  expect((await toldTo(home)).map(({ ended }) => ended)).toEqual([true]);
});

test('what ends within three days is told once for a top-up, and taken back by the next', async () => {
  const home = await homeFrom('2026-10-01');
  await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid' });
  await keep(home, 'payment_entries', entry('2026-11-06', 'top-up', '34'));
  const told = () => toldTo(home);
  // 10.00 at 2.40 a day: the fifth day is not wholly paid.
  expect(await told()).toEqual([]);
  now = utc('2026-11-18T00:00:00Z');
  await stage.send(home, hourly(home.key, utc('2026-11-16'), now, 500));
  const figures = { soFar: '5.20', currency: 'EUR', start: '2026-11-06', end: '2026-11-21' };
  expect(await told()).toEqual([{ figures, ended: false }]);
  expect(await told()).toHaveLength(1);
  await keep(home, 'payment_entries', entry('2026-11-18', 'top-up', '10'));
  expect((await told()).map(({ ended }) => ended)).toEqual([true]);
  now = utc('2026-11-22T00:00:00Z');
  await stage.send(home, hourly(home.key, utc('2026-11-18'), now, 500));
  expect((await told()).map(({ ended }) => ended)).toEqual([true, false]);
});

test('the table’s amounts that count sum to the balance less the debt', async () => {
  const home = await homeFrom('2026-10-01');
  await keep(home, 'payment_ways', { valid_from: '2026-11-06', kind: 'prepaid', recovery_weekly: '4' });
  await keep(
    home,
    'payment_entries',
    entry('2026-11-05', 'top-up', '99'),
    entry('2026-11-06', 'opening', '3'),
    entry('2026-11-06', 'arrears', '50'),
    entry('2026-11-07', 'top-up', '40'),
    entry('2026-11-08', 'top-up', '11'),
    entry('2026-11-09', 'payment', '5'),
    entry('2026-11-20', 'top-up', '77'),
    { ...entry('2026-11-09', 'top-up', '13'), currency: 'GBP' },
  );
  await stage.seed
    .owner`update payment_entries set undone_at = now() where household_id = ${home.household} and amount = 11`;
  const answer = await app.inject({ url: '/api/v1/payments.csv', headers: await stage.session(home.userId) });
  const [head = '', ...rows] = answer.body.replace('\ufeff', '').trim().split('\r\n');
  const columns = head.split(',');
  const lines = rows.map((row) => new Map(row.split(',').map((cell, i) => [columns[i], cell])));
  const counted = lines.filter((line) => line.get('counts') === 'true');
  expect(lines.map((line) => line.get('kind'))).toEqual(
    expect.arrayContaining(['arrears', 'opening', 'payment', 'recovered', 'top-up', 'used']),
  );
  expect(lines).toHaveLength(10);
  const { balance, debt, total } = await accountOf(home);
  // 3.00 and 40.00 less ten days and a week's 4.00; 50.00 less that and the payment of 5.00.
  expect([balance, debt, total]).toEqual(['15.00', '41.00', '-26.00']);
  expect(textOf(sumOf(counted.map((line) => exact(line.get('amount') ?? '0'))), 2)).toBe(total);
});

describe('a way of paying', () => {
  const way = (rest: object = {}) => ({
    validFrom: '2026-11-06',
    kind: 'prepaid',
    currency: 'EUR',
    instalment: null,
    recovery: { percent: '25' },
    emergencyCredit: '5',
    ...rest,
  });
  const save = async (home: SeededHome, body: object) => {
    const headers = await stage.session(home.userId);
    const own = { household: home.household, utility: 'electricity', ...body };
    const answer = await app.inject({ method: 'POST', url: '/api/v1/payments/ways', headers, payload: own });
    return answer.statusCode === 204 ? 'saved' : answer.json<{ code: string }>().code;
  };
  const kept = async (home: SeededHome) => {
    const [row] = await stage.seed.owner<{ ways: string[]; entries: string[] }[]>`select
      array(select valid_from || ' ' || kind from payment_ways where household_id = ${home.household} order by 1) as ways,
      array(select day || ' ' || kind || ' ' || amount from payment_entries where household_id = ${home.household} order by 1) as entries`;
    return row;
  };

  test('is saved with what is on the account that day, or not at all', async () => {
    const home = await homeFrom('2026-11-01');
    expect(await save(home, { way: way(), opening: '-4.50', arrears: '50' })).toBe('saved');
    const entries = ['2026-11-06 arrears 50.0000', '2026-11-06 opening -4.5000'];
    expect(await kept(home)).toEqual({ ways: ['2026-11-06 prepaid'], entries });
    expect(await save(home, { way: way(), arrears: '7' })).toBe('paying-taken');
    expect(await save(home, { way: way({ validFrom: '2026-11-09' }), arrears: '7', opening: '1' })).toBe(
      'opening-taken',
    );
    expect(await kept(home)).toEqual({ ways: ['2026-11-06 prepaid'], entries });
  });

  test.each(['10000', '100', '99.9999', '0', '-5'])('with a share of %s percent is refused', async (percent) => {
    const home = await homeFrom('2026-11-15');
    expect(await save(home, { way: way({ recovery: { percent } }) })).toBe('body-malformed');
  });

  test('is changed by its id, and by nobody who may not', async () => {
    const home = await homeFrom('2026-11-01');
    const instalment = {
      amount: '80',
      everyMonths: 1,
      dueDay: 31,
      firstDue: '2026-11-30',
      isAutomatic: true,
      yearStart: '2026-11-01',
    };
    const instalments = way({ kind: 'instalments', instalment, recovery: null, emergencyCredit: null });
    expect(await save(home, { way: instalments })).toBe('saved');
    const { ways } = await accountOf(home);
    expect(ways).toEqual([{ id: expect.any(String), ...instalments }]);
    const id = ways[0]?.id;
    const other = await stage.seed.home('UTC');
    expect(await save(other, { household: home.household, id, way: way() })).toBe('forbidden');
    expect(await save(other, { household: other.household, id, way: way() })).toBe('not-found');
    const wrong = { ...instalments, instalment: { ...instalment, dueDay: 5 } };
    expect(await save(home, { id, way: wrong })).toBe('body-malformed');
    expect((await accountOf(home)).ways).toEqual(ways);
    expect(await save(home, { id, way: way({ validFrom: '2026-11-08' }) })).toBe('saved');
    expect(await kept(home)).toEqual({ ways: ['2026-11-08 prepaid'], entries: [] });
  });
});
