import type { TariffPlan } from '../domain/tariff/plan.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { createBilling, type Billing } from './household-bills.ts';
import { billsOf, enterPlans, enterTariff, hourly, simplePlan, steadyHomeOf } from './testing-bills.ts';

const hour = 3600;
const day = 24 * hour;
const utc = (text: string): number => Date.parse(text) / 1000;

let now = utc('2026-12-02T12:00:00Z');
let stage: Stage;
let billing: Billing;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
  billing = createBilling({ sql: stage.sql, now: () => now * 1000 });
});
beforeEach(() => {
  now = utc('2026-12-02T12:00:00Z');
});
afterAll(() => stage.end());

const update = (home: SeededHome) => billing.bringUpToDate(home.userId, undefined);

/** 10 kWh in each month from January of `year` to November 2026. */
const monthsSince = (meter: string, year: number): SentByHand[] =>
  Array.from({ length: (2026 - year) * 12 + 11 }, (_, i) => ({
    meter,
    at: Date.UTC(year, i, 10) / 1000,
    spanS: hour,
    value: 10_000,
  }));

const dueOf = async (home: SeededHome): Promise<boolean> => {
  const [row] = await stage.seed.owner`select due_at <= ${new Date(now * 1000).toISOString()} as due
    from private.billing_due where household_id = ${home.household}`;
  return row?.['due'] === true;
};

const steadyHome = (zone: string, from: string, to: string): Promise<SeededHome & { key: string }> =>
  steadyHomeOf(stage, zone, utc(from), utc(to));

describe('C3.2 bills are closed', () => {
  test('one for each cycle that is over and has readings, priced to the cent; the open one is no row', async () => {
    const home = await steadyHome('UTC', '2026-09-20T00:00:00Z', '2026-12-02T10:00:00Z');
    await enterTariff(stage, home, '2026-01-01', {
      electricity_rate: '0.1234',
      electricity_standing: '9.99',
      electricity_tax_percent: '21',
    });
    await update(home);
    const bills = await billsOf(stage, home);
    expect(bills.map(({ start, end, wh, coverage }) => [start, end, wh, coverage])).toEqual([
      ['2026-09-01', '2026-10-01', 264_000, 0.366],
      ['2026-10-01', '2026-11-01', 744_000, 1],
      ['2026-11-01', '2026-12-01', 720_000, 1],
    ]);
    // 744 kWh at 0.1234 = 91.81 and 9.99, taxed with 21%: 21.38.
    expect(bills[1]?.total).toBe('123.18');
  });

  test('what went back is paid for by the tariff; a bill is made anew when more of it comes to light, and today’s cost expects it', async () => {
    const home = await stage.seed.home('UTC');
    const { owner } = stage.seed;
    const [drawn, back] = [
      await home.device('Mains', 'whole_home', 'electricity'),
      await home.device('Back to the grid', 'whole_home', 'electricity'),
    ];
    await owner`update meters set flow = 'returned' where id = ${back.meterId}`;
    const [from, to] = [utc('2026-10-01T00:00:00Z'), utc('2026-12-02T00:00:00Z')];
    const noons = hourly(back.key, from, to, 2_000).filter(({ at }) => at % day === 12 * hour);
    const late = noons.find(({ at }) => at === utc('2026-10-20T12:00:00Z'));
    await stage.send(home, [...hourly(drawn.key, from, to, 1_000), ...noons.filter((one) => one !== late)]);
    const plan: TariffPlan = {
      ...simplePlan('electricity', 'EUR', ['0.10', '0', '0']),
      charges: [
        { id: 'use', kind: 'use', rate: '0.10' },
        { id: 'surplus', kind: 'returned', rate: '0.05' },
      ],
    };
    await enterPlans(stage, home, '2026-01-01', [plan]);
    await update(home);
    // 744 kWh at 0.10 less 60 kWh at 0.05; 720 kWh and 60.
    expect((await billsOf(stage, home)).map(({ total, wh }) => [total, wh])).toEqual([
      ['71.4', 744_000],
      ['69', 720_000],
    ]);
    await stage.send(home, late ? [late] : []);
    await update(home);
    expect((await billsOf(stage, home)).map(({ total, version }) => [total, version])).toEqual([
      ['71.3', 2],
      ['69', 1],
    ]);
    const { cost, likely } = await billing.soFar(home.userId, undefined);
    expect(cost?.lines.map(({ charge, quantity, amount }) => [charge, quantity, amount])).toEqual([
      ['use', '24000', '2.40'],
      ['surplus', '2000', '-0.10'],
    ]);
    // 31 days of 24 kWh, and of 2 kWh that go back.
    expect(likely?.expected).toBe('71.30');
  });

  test('no bill in a zone that nobody chose: they wait, and come with the choice, cut at the home’s midnight', async () => {
    const home = await steadyHome('UTC', '2026-09-20T00:00:00Z', '2026-12-02T10:00:00Z');
    const { owner } = stage.seed;
    await owner`alter table households disable trigger mark_chosen_zone`;
    await owner`update households set time_zone_chosen = false where id = ${home.household}`;
    await owner`alter table households enable trigger mark_chosen_zone`;
    await enterTariff(stage, home, '2026-01-01');
    await update(home);
    expect(await billsOf(stage, home)).toEqual([]);
    await billing.closeDue();
    expect(await billsOf(stage, home)).toEqual([]);
    await owner`update households set time_zone = 'Asia/Kolkata' where id = ${home.household}`;
    await billing.closeDue();
    const bills = await billsOf(stage, home);
    expect(bills.map(({ start, wh }) => [start, wh])).toEqual([
      // From 05:30 local time on the 20th on, and to the hour where months end at half past six in the evening of UTC.
      ['2026-09-01', 258_500],
      ['2026-10-01', 744_000],
      ['2026-11-01', 720_000],
    ]);
  });

  test('whoever lives in UTC says so, and has their bills at once', async () => {
    const home = await steadyHome('UTC', '2026-10-30T00:00:00Z', '2026-11-02T00:00:00Z');
    const { owner } = stage.seed;
    await owner`alter table households disable trigger mark_chosen_zone`;
    await owner`update households set time_zone_chosen = false where id = ${home.household}`;
    await owner`alter table households enable trigger mark_chosen_zone`;
    await enterTariff(stage, home, '2026-01-01');
    await billing.closeDue();
    await owner`update households set time_zone_chosen = true where id = ${home.household}`;
    await billing.closeDue();
    expect(await billsOf(stage, home)).not.toEqual([]);
  });

  test('the bill is the household owner’s', async () => {
    const home = await steadyHome('UTC', '2026-10-30T00:00:00Z', '2026-11-02T00:00:00Z');
    const member = await stage.seed.home();
    await stage.seed
      .owner`insert into household_members (household_id, user_id, role) values (${home.household}, ${member.userId}, 'member')`;
    await enterTariff(stage, home, '2026-01-01');
    await billing.bringUpToDate(member.userId, home.household);
    const rows = await stage.seed
      .owner`select distinct user_id from billing_records where household_id = ${home.household}`;
    expect(rows).toEqual([{ user_id: home.userId }]);
  });

  test('again and again, at the same time too, makes the same rows once', async () => {
    const home = await steadyHome('UTC', '2026-10-01T00:00:00Z', '2026-12-01T01:00:00Z');
    await enterTariff(stage, home, '2026-01-01');
    await Promise.all([update(home), update(home), update(home), billing.closeDue()]);
    const first = await billsOf(stage, home);
    expect(first.map(({ start, version }) => [start, version])).toEqual([
      ['2026-10-01', 1],
      ['2026-11-01', 1],
    ]);
    await update(home);
    expect(await billsOf(stage, home)).toEqual(first);
    expect(
      await stage.seed.owner`select from billing_record_versions where household_id = ${home.household}`,
    ).toHaveLength(0);
  });

  test.each([
    ['Europe/Madrid', '2026-10-01', 744 + 1],
    ['Europe/Madrid', '2026-03-01', 744 - 1],
    ['America/Los_Angeles', '2026-11-01', 720 + 1],
    ['Asia/Kathmandu', '2026-03-01', 744],
    ['Pacific/Apia', '2026-02-01', 672],
  ])('in %s the cycle of %s has its own local days: %i hours', async (zone, start, hours) => {
    const home = await steadyHome(zone, '2026-01-25T00:00:00Z', '2026-12-02T11:00:00Z');
    await enterTariff(stage, home, '2025-01-01', { electricity_rate: '1' });
    await update(home);
    const bill = (await billsOf(stage, home)).find((one) => one.start === start);
    expect(bill).toMatchObject({ wh: hours * 1_000, total: String(hours), coverage: 1 });
  });

  test('begins on the household’s billing day, in its own zone', async () => {
    const home = await steadyHome('Asia/Kolkata', '2026-10-01T00:00:00Z', '2026-12-02T11:00:00Z');
    await stage.database.asUser(
      { sub: home.userId },
      (sql) => sql`update households set billing_day = 15 where id = ${home.household}`,
    );
    await enterTariff(stage, home, '2026-01-01');
    await update(home);
    expect((await billsOf(stage, home)).map(({ start, end }) => [start, end])).toEqual([
      ['2026-09-15', '2026-10-15'],
      ['2026-10-15', '2026-11-15'],
    ]);
  });

  test('a cycle waits for the readings of its last minutes, a day at the most', async () => {
    now = utc('2026-12-01T00:02:00Z');
    const home = await steadyHome('UTC', '2026-11-20T00:00:00Z', '2026-11-30T23:00:00Z');
    await enterTariff(stage, home, '2026-01-01');
    await update(home);
    expect(await billsOf(stage, home)).toEqual([]);
    now = utc('2026-12-01T01:02:00Z');
    await stage.send(home, hourly(home.key, utc('2026-11-30T23:00:00Z'), utc('2026-12-01T01:00:00Z'), 1_000));
    await update(home);
    expect(await billsOf(stage, home)).toMatchObject([{ start: '2026-11-01', wh: 264_000, version: 1 }]);

    const silent = await steadyHome('UTC', '2026-11-20T00:00:00Z', '2026-11-30T23:00:00Z');
    await enterTariff(stage, silent, '2026-01-01');
    await update(silent);
    expect(await billsOf(stage, silent)).toEqual([]);
    now = utc('2026-12-02T00:01:00Z');
    await update(silent);
    expect(await billsOf(stage, silent)).toHaveLength(1);
  });

  test('the last 24 cycles at once, and all before them by the job', async () => {
    const home = await stage.seed.home('UTC');
    const { key } = await home.device('Mains', 'whole_home', 'electricity');
    const months = Array.from(
      { length: 30 },
      (_, i): SentByHand => ({ meter: key, at: Date.UTC(2024, 5 + i, 10) / 1000, spanS: hour, value: 500 }),
    );
    await stage.send(home, months);
    await enterTariff(stage, home, '2020-01-01');
    await update(home);
    const bills = await billsOf(stage, home);
    expect([bills.length, bills[0]?.start, bills.at(-1)?.start]).toEqual([24, '2024-12-01', '2026-11-01']);
    // A page waits for the latest ones; the job goes on to the first reading, batch by batch.
    expect(await dueOf(home)).toBe(true);
    await billing.closeDue();
    const all = await billsOf(stage, home);
    expect([all.length, all[0]?.start, new Set(all.map(({ version }) => version))]).toEqual([
      months.length,
      '2024-06-01',
      new Set([1]),
    ]);
    expect(await dueOf(home)).toBe(false);
  });

  test('older ones are made from the first tariff on, and made anew when its price changes', async () => {
    const home = await stage.seed.home('UTC');
    const { key } = await home.device('Mains', 'whole_home', 'electricity');
    await stage.send(home, monthsSince(key, 2021));
    await enterTariff(stage, home, '2022-03-01');
    await billing.closeDue();
    const before = await billsOf(stage, home);
    expect([before[0]?.start, before.length]).toEqual(['2022-03-01', 57]);
    expect(new Set(before.map(({ total }) => total))).toEqual(new Set(['2']));
    await stage.seed.owner`update tariffs set revision = revision + 1,
      plan = jsonb_set(plan, '{charges,0,rate}', '"0.30"') where household_id = ${home.household} and utility = 'electricity'`;
    await billing.soFar(home.userId, undefined);
    await billing.closeDue();
    const after = await billsOf(stage, home);
    expect([after.length, new Set(after.map(({ total }) => total))]).toEqual([57, new Set(['3'])]);
  });

  test('what changes while older ones are made is looked at again', async () => {
    const home = await stage.seed.home('UTC');
    const { key } = await home.device('Mains', 'whole_home', 'electricity');
    await stage.send(home, monthsSince(key, 2021));
    await enterTariff(stage, home, '2021-01-01');
    const stop = new AbortController();
    stop.abort();
    await billing.closeDue(stop.signal);
    expect(await billsOf(stage, home)).toEqual([]);
    const made = billing.closeDue();
    await stage.send(home, [{ meter: key, at: utc('2021-02-03T00:00:00Z'), spanS: hour, value: 5_000 }]);
    await made;
    await billing.closeDue();
    const [, february] = await billsOf(stage, home);
    expect([february?.start, february?.wh]).toEqual(['2021-02-01', 15_000]);
  });

  test('the open cycle is refused by the database itself', async () => {
    const home = await steadyHome('UTC', '2026-11-30T00:00:00Z', '2026-12-01T00:00:00Z');
    const bill = {
      start: '2026-12-01',
      end: '2027-01-01',
      currency: 'EUR',
      totalAmount: 1,
      amounts: { electricity: { used: 0, estimated: 0, cost: '1' } },
      lines: [],
    };
    const store = stage.sql`select private.store_bills(${home.household}, ${new Date(now * 1000).toISOString()},
      ${JSON.stringify([bill])}::text::jsonb, '{}', ${new Date().toISOString()})`;
    await expect(store).rejects.toMatchObject({ code: '23514' });
  });
});

describe('C3.2 a closed bill is recomputed, and the older version kept', () => {
  const versionsOf = (home: SeededHome) =>
    stage.database.asUser(
      { sub: home.userId },
      (
        sql,
      ) => sql`select version, trim_scale(total_amount)::text as total, (amounts #>> '{electricity,used}')::bigint as wh, reason from billing_record_versions
        where household_id = ${home.household} order by period_start, version`,
    );

  test('when readings come late', async () => {
    const home = await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-12-01T01:00:00Z');
    const { key } = await home.device('Garden', 'garden', 'electricity');
    await enterTariff(stage, home, '2026-01-01');
    await update(home);
    await stage.send(home, [{ meter: key, at: utc('2026-11-05T10:00:00Z'), spanS: hour, value: 5_000 }]);
    await update(home);
    expect(await billsOf(stage, home)).toMatchObject([{ wh: 725_000, total: '145', version: 2, corrected: true }]);
    expect(await versionsOf(home)).toEqual([{ version: 1, total: '144', wh: 720_000, reason: 'use' }]);
  });

  test('when its prices change, and only the bills that they touch', async () => {
    const home = await steadyHome('UTC', '2026-10-01T00:00:00Z', '2026-12-01T01:00:00Z');
    await enterTariff(stage, home, '2026-01-01');
    await update(home);
    await enterTariff(stage, home, '2026-11-16', { electricity_rate: '0.40' });
    await update(home);
    expect((await billsOf(stage, home)).map(({ total, version }) => [total, version])).toEqual([
      ['148.8', 1],
      ['216', 2],
    ]);
    expect(await versionsOf(home)).toEqual([{ version: 1, total: '144', wh: 720_000, reason: 'tariff' }]);
  });

  test('and taken back when no tariff prices it any more', async () => {
    const home = await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-12-01T01:00:00Z');
    await enterTariff(stage, home, '2026-01-01');
    await update(home);
    await stage.database.asUser(
      { sub: home.userId },
      (sql) => sql`delete from tariffs where household_id = ${home.household}`,
    );
    await update(home);
    expect(await billsOf(stage, home)).toEqual([]);
    expect(await versionsOf(home)).toMatchObject([{ version: 1, reason: 'withdrawn' }]);
  });

  test('but it stays when its meters are gone', async () => {
    const home = await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-12-01T01:00:00Z');
    await enterTariff(stage, home, '2026-01-01');
    await update(home);
    await stage.seed.owner`delete from connected_devices where household_id = ${home.household}`;
    await update(home);
    expect(await billsOf(stage, home)).toMatchObject([{ wh: 720_000, version: 1 }]);
  });

  test('a new billing day leaves it as it is', async () => {
    const home = await steadyHome('UTC', '2026-09-01T00:00:00Z', '2026-10-20T01:00:00Z');
    now = utc('2026-10-20T02:00:00Z');
    await enterTariff(stage, home, '2026-01-01', { electricity_rate: '0', electricity_standing: '31' });
    await update(home);
    await stage.database.asUser(
      { sub: home.userId },
      (sql) => sql`update households set billing_day = 20 where id = ${home.household}`,
    );
    await update(home);
    // 19 of the 31 days of a cycle that would begin on 20 September, of which there are 30.
    expect((await billsOf(stage, home)).map(({ start, end, total, version }) => [start, end, total, version])).toEqual([
      ['2026-09-01', '2026-10-01', '31', 1],
      ['2026-10-01', '2026-10-20', '19.63', 1],
    ]);
  });
});

test('the job closes what is due for everybody, and one household that fails does not hold up the others', async () => {
  const [first, second] = [
    await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'),
    await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'),
  ];
  // A plan that no check would have let through: its schedule is not there.
  const lost: TariffPlan = {
    ...simplePlan('electricity', 'EUR', ['0.2', '0', '0']),
    charges: [{ id: 'energy', kind: 'use', schedule: 'lost', rates: { day: '1' } }],
  };
  const [broken] = await enterPlans(stage, first, '2026-01-01', [lost]);
  await enterTariff(stage, second, '2026-01-01');
  const faults: string[] = [];
  const watched = createBilling({
    sql: stage.sql,
    now: () => now * 1000,
    onFault: (_error, household) => faults.push(household),
  });
  await stage.seed
    .owner`delete from private.billing_due where household_id not in (${first.household}, ${second.household})`;
  expect(await watched.closeDue()).toBe(2);
  expect(faults).toEqual([first.household]);
  expect(await billsOf(stage, second)).toHaveLength(1);
  await stage.seed.owner`delete from tariffs where id = ${broken ?? null}`;
  await enterTariff(stage, first, '2026-01-01');
  expect(await billing.closeDue()).toBe(1);
  expect(await billsOf(stage, first)).toHaveLength(1);
  now += day;
  expect(await billing.closeDue()).toBe(2);
});

test('the job leaves a household that somebody has brought up to date since it was listed', async () => {
  const [first, second] = [
    await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'),
    await steadyHome('UTC', '2026-11-01T00:00:00Z', '2026-11-02T00:00:00Z'),
  ];
  await stage.seed
    .owner`delete from private.billing_due where household_id not in (${first.household}, ${second.household})`;
  await enterTariff(stage, first, '2026-01-01');
  await enterTariff(stage, second, '2026-01-01');
  let listed: Promise<number> | undefined;
  await stage.seed.owner.begin(async (tx) => {
    await tx`select from private.billing_due where household_id = ${first.household} for update`;
    listed = billing.closeDue();
    await expect
      .poll(
        () =>
          stage.seed.owner`select from pg_locks where not granted and pid <> pg_backend_pid()`.then((l) => l.length),
        { timeout: 60_000 },
      )
      .toBeGreaterThan(0);
    await update(second);
    await stage.send(second, hourly(second.key, utc('2026-11-05T00:00:00Z'), utc('2026-11-05T01:00:00Z'), 5_000));
  });
  await listed;
  expect((await billsOf(stage, first)).map(({ wh }) => wh)).toEqual([24_000]);
  expect((await billsOf(stage, second)).map(({ wh }) => wh)).toEqual([24_000]);
});
