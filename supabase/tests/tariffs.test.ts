import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story.end());

const plan = (utility: string, rest: object = {}) => ({
  name: 'Flat',
  utility,
  currency: 'EUR',
  unit: utility === 'water' ? 'm3' : 'kWh',
  charges: [{ id: 'use', kind: 'use', rate: '0.2' }],
  ...rest,
});

interface Entry {
  id?: string;
  utility?: string;
  rest?: object;
}

/** What the service does for a person once it has read the plan; null where they may not. */
const enter = async (
  person: Character,
  validFrom: string,
  { id, utility = 'electricity', rest }: Entry = {},
): Promise<string[] | null> => {
  const tariffs = JSON.stringify([{ validFrom, plan: plan(utility, rest) }]);
  const [row] = await story.database.engine<{ ids: string[] | null }[]>`
    select private.save_tariffs(${person.id}, ${story.household}, ${id ?? null}, ${tariffs}::text::jsonb) as ids`;
  return row?.ids ?? null;
};
const see = (person: Character) =>
  person.does(
    (sql) => sql`select id, valid_from::text from tariffs where household_id = ${story.household} order by valid_from`,
  );

describe('C6.3 tariffs', () => {
  test('owner and member enter them; a viewer and a stranger do not', async () => {
    expect(await enter(story.ada, '2026-01-01')).toHaveLength(1);
    expect(await enter(story.ben, '2026-07-01')).toHaveLength(1);
    for (const person of [story.cleo, story.dan]) expect(await enter(person, '2026-08-01')).toBeNull();
  });

  test('nobody writes them past the service, which has read the plan', async () => {
    for (const person of [story.ada, story.dan]) {
      await expectRefused(person.does((sql) => sql`insert into tariffs (household_id) values (${story.household})`));
      await expectRefused(person.does((sql) => sql`update tariffs set plan = plan`));
    }
    await expectRefused(story.visitor`insert into tariffs (household_id) values (${story.household})`);
    await expectRefused(
      story.ada.does((sql) => sql`select private.save_tariffs(${story.ada.id}, ${story.household}, null, '[]')`),
    );
  });

  test('the household reads them, a viewer too; nobody else does', async () => {
    for (const person of [story.ada, story.ben, story.cleo]) expect(await see(person)).toHaveLength(2);
    expect(await see(story.dan)).toEqual([]);
    await expectRefused(story.visitor`select * from tariffs`);
  });

  test('owner and member change them, the owner alone deletes them; a viewer and a stranger do neither', async () => {
    const [first] = await see(story.ada);
    const id = String(first?.id);
    const remove = (person: Character) =>
      person.does((sql) => sql`delete from tariffs where household_id = ${story.household}`);
    for (const person of [story.cleo, story.dan]) {
      expect(await enter(person, '2026-02-01', { id })).toBeNull();
      expect((await remove(person)).count).toBe(0);
    }
    expect(await enter(story.ben, '2026-02-01', { id })).toEqual([id]);
    const [changed] = await story.truth`select valid_from::text as day, revision from tariffs where id = ${id}`;
    expect(changed).toEqual({ day: '2026-02-01', revision: 2 });
    expect((await remove(story.ben)).count).toBe(0);
    expect((await remove(story.ada)).count).toBe(2);
    await enter(story.ada, '2026-01-01');
  });

  test('one of another household is not there to be changed', async () => {
    const [other] = await story.truth<{ id: string }[]>`
      insert into tariffs (household_id, utility, valid_from, currency, plan)
      values (${story.dan.home.household}, 'water', '2026-01-01', 'EUR', ${story.truth.json(plan('water'))}) returning id`;
    expect(await enter(story.ada, '2026-03-01', { id: other?.id ?? '' })).toBeNull();
  });

  test('an example that is changed is one’s own', async () => {
    await story.truth`update tariffs set is_example = true where household_id = ${story.household}`;
    const [mine] = await see(story.ada);
    await enter(story.ada, '2026-01-01', { id: String(mine?.id) });
    expect(await story.truth`select is_example from tariffs where household_id = ${story.household}`).toEqual([
      { is_example: false },
    ]);
  });

  test.each([
    ['a second one of the same utility from the same day', '2026-01-01', {}, '23505'],
    ['a currency that is none', '2026-11-01', { rest: { currency: 'euro' } }, '23514'],
    ['another utility than there is', '2026-11-01', { utility: 'steam' }, '23514'],
    ['a day long ago', '1999-12-31', {}, '23514'],
    ['a plan without an end', '2026-11-01', { rest: { name: 'x'.repeat(200_001) } }, '23514'],
  ])('%s is refused', async (_what, validFrom, entry, code) => {
    await expect(enter(story.ada, validFrom, entry)).rejects.toMatchObject({ code });
  });

  test('of each utility there may be one from the same day', async () => {
    expect(await enter(story.ada, '2026-01-01', { utility: 'water' })).toHaveLength(1);
  });

  test('a household keeps at most 200', async () => {
    await story.truth`insert into tariffs (household_id, utility, valid_from, currency, plan)
      select ${story.household}, 'water', date '2001-01-01' + n, 'EUR', ${story.truth.json(plan('water'))} from generate_series(1, 198) n`;
    await expect(enter(story.ada, '2026-12-01')).rejects.toMatchObject({ code: '23514' });
  });
});

describe('C6.3 prices of markets and colours of days', () => {
  test('a household sees its own and the operator’s, and takes back its own; nobody writes them past the service', async () => {
    await story.truth`insert into price_points (household_id, series, starts_at, step_s, price)
      values (${story.household}, 'spot', '2026-01-01T00:00:00Z', 3600, -0.01)`;
    await story.truth`insert into market_prices (series, starts_at, step_s, price) values ('spot', '2026-01-01T01:00:00Z', 3600, 0.2)`;
    await story.truth`insert into day_colours (household_id, series, day, colour) values (${story.household}, 'tempo', '2026-01-01', 'red')`;
    await story.truth`insert into market_colours (series, day, colour) values ('tempo', '2026-01-02', 'blue')`;
    const count = (person: Character, table: string) =>
      person.does(async (sql) => (await sql.unsafe(`select from ${table}`)).count);
    for (const table of ['price_points', 'day_colours']) {
      for (const person of [story.ada, story.ben, story.cleo]) expect(await count(person, table)).toBe(1);
      expect(await count(story.dan, table)).toBe(0);
      await expectRefused(story.ada.does((sql) => sql.unsafe(`insert into ${table} default values`)));
      await expectRefused(story.ada.does((sql) => sql.unsafe(`update ${table} set series = 'x'`)));
      await expectRefused(story.visitor.unsafe(`select * from ${table}`));
      const remove = (person: Character) =>
        person.does(async (sql) => (await sql.unsafe(`delete from ${table}`)).count);
      expect([
        await remove(story.cleo),
        await remove(story.dan),
        await remove(story.ben),
        await remove(story.ada),
      ]).toEqual([0, 0, 0, 1]);
    }
    for (const table of ['market_prices', 'market_colours']) {
      expect(await count(story.dan, table)).toBe(1);
      await expectRefused(story.ada.does((sql) => sql.unsafe(`delete from ${table}`)));
      await expectRefused(story.ada.does((sql) => sql.unsafe(`insert into ${table} default values`)));
      await expectRefused(story.visitor.unsafe(`select * from ${table}`));
    }
  });
});

describe('C6.3 what a bill was made with', () => {
  test('the household reads it; nobody writes it', async () => {
    await story.truth`insert into billing_evidence (household_id, bill_id, version, tariffs, days, days_key)
      values (${story.household}, gen_random_uuid(), 1, '[]', '[]', '')`;
    const seeEvidence = (person: Character) =>
      person.does((sql) => sql`select from billing_evidence where household_id = ${story.household}`);
    for (const person of [story.ada, story.ben, story.cleo]) expect(await seeEvidence(person)).toHaveLength(1);
    expect(await seeEvidence(story.dan)).toHaveLength(0);
    await expectRefused(story.visitor`select * from billing_evidence`);
    for (const person of [story.ada, story.dan]) {
      await expectRefused(person.does((sql) => sql`update billing_evidence set days = '[]'`));
      await expectRefused(person.does((sql) => sql`delete from billing_evidence`));
    }
  });
});

describe('C6.3 older versions of bills', () => {
  test('the household reads them; nobody writes them', async () => {
    await story.truth`insert into billing_record_versions (household_id, bill_id, version, period_start, period_end, currency, total_amount, amounts,
        lines, unpriced_days, made_at, replaced_at, reason)
      values (${story.household}, gen_random_uuid(), 1, '2026-01-01', '2026-02-01', 'EUR', 3, '{}', '[]', 0, now(), now(), 'use')`;
    const seeVersions = (person: Character) =>
      person.does((sql) => sql`select from billing_record_versions where household_id = ${story.household}`);
    for (const person of [story.ada, story.ben, story.cleo]) expect(await seeVersions(person)).toHaveLength(1);
    expect(await seeVersions(story.dan)).toHaveLength(0);
    await expectRefused(story.visitor`select * from billing_record_versions`);
    for (const person of [story.ada, story.dan]) {
      await expectRefused(person.does((sql) => sql`update billing_record_versions set total_amount = 0`));
      await expectRefused(person.does((sql) => sql`delete from billing_record_versions`));
      await expectRefused(
        person.does((sql) => sql`insert into billing_record_versions (household_id) values (${story.household})`),
      );
    }
  });
});

describe('C6.3 when bills begin', () => {
  const enterCycle = (person: Character, rest: object) =>
    person.does(
      (
        sql,
      ) => sql`insert into billing_cycles ${sql({ household_id: story.household, kind: 'dates', month_days: '{01-05}', ...rest })}
        on conflict (household_id) do update set kind = excluded.kind, month_days = excluded.month_days, read_days = excluded.read_days`,
    );
  const seeCycle = (person: Character) =>
    person.does((sql) => sql`select from billing_cycles where household_id = ${story.household}`);

  test('owner and member say it, a viewer reads it, nobody else does either; the owner alone forgets it', async () => {
    for (const person of [story.cleo, story.dan]) await expectRefused(enterCycle(person, {}));
    expect((await enterCycle(story.ben, {})).count).toBe(1);
    expect((await enterCycle(story.ada, { kind: 'reads', read_days: '{2026-01-08}' })).count).toBe(1);
    for (const person of [story.ada, story.ben, story.cleo]) expect(await seeCycle(person)).toHaveLength(1);
    expect(await seeCycle(story.dan)).toHaveLength(0);
    await expectRefused(story.visitor`select * from billing_cycles`);
    const remove = (person: Character) => person.does(async (sql) => (await sql`delete from billing_cycles`).count);
    expect([
      await remove(story.cleo),
      await remove(story.dan),
      await remove(story.ben),
      await remove(story.ada),
    ]).toEqual([0, 0, 0, 1]);
  });

  test.each([
    ['a day that some months do not have', { month_days: '{02-30}' }],
    ['a month that there is not', { month_days: '{13-01}' }],
    ['days of the year without a day', { month_days: '{}' }],
    ['readings without a reading', { kind: 'reads' }],
    [
      'more than twelve days',
      { month_days: `{${Array.from({ length: 13 }, (_, i) => `01-${String(i + 10)}`).join()}}` },
    ],
    ['another kind', { kind: 'moon' }],
  ])('%s is refused', async (_what, wrong) => {
    await expect(enterCycle(story.ada, wrong)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('C6.3 what utilities billed', () => {
  const copy = (person: Character, rest: object = {}) =>
    person.does(
      (sql) =>
        sql`insert into utility_bills ${sql({
          household_id: story.household,
          utility: 'water',
          period_start: '2026-01-01',
          period_end: '2026-03-01',
          currency: 'EUR',
          total: '48.20',
          ...rest,
        })}`,
    );
  const seeBills = (person: Character) =>
    person.does((sql) => sql`select from utility_bills where household_id = ${story.household}`);

  test('owner and member copy, change and delete them, a viewer reads them, nobody else does either', async () => {
    for (const person of [story.cleo, story.dan]) await expectRefused(copy(person));
    await copy(story.ada);
    await copy(story.ben);
    for (const person of [story.ada, story.ben, story.cleo]) expect(await seeBills(person)).toHaveLength(2);
    expect(await seeBills(story.dan)).toHaveLength(0);
    await expectRefused(story.visitor`select * from utility_bills`);
    const change = (person: Character) =>
      person.does(async (sql) => (await sql`update utility_bills set total = 50`).count);
    expect([await change(story.cleo), await change(story.dan), await change(story.ben)]).toEqual([0, 0, 2]);
    await expectRefused(story.ada.does((sql) => sql`update utility_bills set household_id = household_id`));
    const remove = (person: Character) => person.does(async (sql) => (await sql`delete from utility_bills`).count);
    expect([await remove(story.cleo), await remove(story.dan), await remove(story.ada)]).toEqual([0, 0, 2]);
  });

  test.each([
    ['a period that ends before it begins', { period_end: '2025-12-01' }],
    ['a period of years', { period_end: '2028-01-01' }],
    ['use below nothing', { used: '-1' }],
    ['a utility that is none', { utility: 'steam' }],
  ])('%s is refused', async (_what, wrong) => {
    await expect(copy(story.ada, wrong)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('C6.3 budgets', () => {
  test('owner and member set them, a viewer reads them, nobody else does either', async () => {
    const set = (person: Character, amount: number) =>
      person.does(
        (sql) => sql`insert into budgets (household_id, utility, amount) values (${story.household}, 'water', ${amount})
          on conflict (household_id, utility) do update set amount = excluded.amount`,
      );
    const seeBudget = (person: Character) =>
      person.does((sql) => sql`select from budgets where household_id = ${story.household}`);
    for (const person of [story.cleo, story.dan]) await expectRefused(set(person, 20));
    expect((await set(story.ada, 20)).count).toBe(1);
    expect((await set(story.ben, 30)).count).toBe(1);
    for (const person of [story.ada, story.ben, story.cleo]) expect(await seeBudget(person)).toHaveLength(1);
    expect(await seeBudget(story.dan)).toHaveLength(0);
    await expectRefused(story.visitor`select * from budgets`);
    await expect(set(story.ada, 0)).rejects.toMatchObject({ code: '23514' });
  });
});

describe('C6.3 ways of paying and payments', () => {
  const home = () => story.household;
  const pay = (person: Character, wrong: Record<string, unknown> = {}) => {
    const row = {
      household_id: home(),
      utility: 'water',
      day: '2026-03-01',
      kind: 'payment',
      amount: '20',
      currency: 'EUR',
      ...wrong,
    };
    return person.does((sql) => sql`insert into payment_entries ${sql(row)}`);
  };
  const prepay = (person: Character, wrong: Record<string, unknown> = {}) => {
    const own = { household_id: home(), utility: 'water', valid_from: '2026-03-01' };
    const row = { ...own, kind: 'prepaid', currency: 'EUR', ...wrong };
    return person.does((sql) => sql`insert into payment_ways ${sql(row)}`);
  };

  test('owner and member keep and change them, a viewer reads them, the owner alone removes them, nobody else does any', async () => {
    for (const person of [story.cleo, story.dan]) {
      await expectRefused(pay(person));
      await expectRefused(prepay(person));
    }
    expect([(await pay(story.ada)).count, (await pay(story.ben)).count, (await prepay(story.ben)).count]).toEqual([
      1, 1, 1,
    ]);
    for (const [person, rows] of [
      [story.ada, 2],
      [story.ben, 2],
      [story.cleo, 2],
      [story.dan, 0],
    ] as const)
      expect(await person.does((sql) => sql`select from payment_entries where household_id = ${home()}`)).toHaveLength(
        rows,
      );
    await expectRefused(story.visitor`select * from payment_entries`);
    await expectRefused(story.visitor`select * from payment_ways`);
    const undo = (person: Character) =>
      person.does(
        async (sql) => (await sql`update payment_entries set undone_at = now() where household_id = ${home()}`).count,
      );
    expect([await undo(story.cleo), await undo(story.dan), await undo(story.ben)]).toEqual([0, 0, 2]);
    await expectRefused(story.ada.does((sql) => sql`update payment_entries set household_id = household_id`));
    const remove = (person: Character) => person.does(async (sql) => (await sql`delete from payment_entries`).count);
    expect([
      await remove(story.cleo),
      await remove(story.dan),
      await remove(story.ben),
      await remove(story.ada),
    ]).toEqual([0, 0, 0, 2]);
    const removeWay = (person: Character) => person.does(async (sql) => (await sql`delete from payment_ways`).count);
    expect([await removeWay(story.ben), await removeWay(story.ada)]).toEqual([0, 1]);
  });

  test.each([
    ['a payment of nothing', { amount: '0' }],
    ['money back below nothing', { kind: 'refund', amount: '-5' }],
    ['a correction of nothing', { kind: 'correction', amount: '0' }],
    ['a currency that is none', { currency: 'euro' }],
    ['a kind that is none', { kind: 'gift' }],
  ])('%s is refused', async (_what, wrong) => {
    await expect(pay(story.ada, wrong)).rejects.toMatchObject({ code: '23514' });
  });

  const monthly = {
    kind: 'instalments',
    amount: '70',
    every_months: 1,
    due_day: 31,
    first_due: '2026-02-28',
    year_start: '2026-01-01',
  };
  test.each([
    ['instalments without an amount', { ...monthly, amount: null }],
    ['instalments whose first is on another day', { ...monthly, first_due: '2026-03-30' }],
    ['an old debt that is taken off what is not prepaid', { kind: 'after-bill', recovery_percent: '20' }],
    ['a debt that is taken off in two ways', { recovery_percent: '20', recovery_weekly: '3' }],
    ['a debt that takes all of a top-up', { recovery_percent: '100' }],
    ['amounts in a currency that is none', { currency: 'euro' }],
  ])('%s are refused', async (_what, wrong) => {
    await expect(prepay(story.ada, wrong)).rejects.toMatchObject({ code: '23514' });
  });

  test('the last day of each month is one that February has, and one way begins on a day', async () => {
    expect((await prepay(story.ada, monthly)).count).toBe(1);
    await expect(prepay(story.ada, monthly)).rejects.toMatchObject({ code: '23505' });
  });

  test('there is one opening balance, until it is undone', async () => {
    const open = () => pay(story.ada, { kind: 'opening', amount: '-12.50' });
    await open();
    await expect(open()).rejects.toMatchObject({ code: '23505' });
    await story.ada.does((sql) => sql`update payment_entries set undone_at = now() where kind = 'opening'`);
    expect((await open()).count).toBe(1);
  });
});
