import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

describe('tokens and bills', () => {
  let story: Story;
  beforeAll(async () => {
    story = await openStory();
  });
  afterAll(() => story.end());

  describe('ingest tokens', () => {
    const see = (person: Character) =>
      person.does(
        (sql) => sql`select id, name, hint, revoked_at from ingest_tokens where household_id = ${story.household}`,
      );

    test('owner and member see them, without their hash; a viewer, a stranger and a visitor see none', async () => {
      expect(await see(story.ada)).toHaveLength(1);
      expect(await see(story.ben)).toHaveLength(1);
      expect(await see(story.cleo)).toHaveLength(0);
      expect(await see(story.dan)).toHaveLength(0);
      await expectRefused(story.ada.does((sql) => sql`select hash from ingest_tokens`));
      await expectRefused(story.ada.does((sql) => sql`select * from ingest_tokens`));
      await expectRefused(story.visitor`select id from ingest_tokens`);
    });

    test('an operator’s fleet token is nobody’s to see', async () => {
      await story.truth`insert into ingest_tokens (scope, name, hash) values ('fleet', 'utility', '\\x01')`;
      const seen = await story.ada.does((sql) => sql`select from ingest_tokens where scope = 'fleet'`);
      expect(seen).toHaveLength(0);
    });

    test('they are made by the service alone, and nothing of them but the end can be changed', async () => {
      await expectRefused(
        story.ada.does(
          (sql) => sql`insert into ingest_tokens (household_id, hash) values (${story.household}, '\\x02')`,
        ),
      );
      for (const column of ['household_id', 'scope', 'name', 'hash', 'hint', 'created_by', 'last_used_at']) {
        await expectRefused(story.ada.does((sql) => sql.unsafe(`update ingest_tokens set ${column} = ${column}`)));
      }
      await expectRefused(story.ada.does((sql) => sql`delete from ingest_tokens`));
    });

    test('a member revokes, a viewer and a stranger do not, and nobody takes it back', async () => {
      const revoke = (person: Character) =>
        person.does((sql) => sql`update ingest_tokens set revoked_at = now() where household_id = ${story.household}`);
      expect((await revoke(story.cleo)).count).toBe(0);
      expect((await revoke(story.dan)).count).toBe(0);
      expect((await revoke(story.ben)).count).toBe(1);
      for (const person of [story.ben, story.ada]) {
        await expectRefused(
          person.does((sql) => sql`update ingest_tokens set revoked_at = null where household_id = ${story.household}`),
        );
      }
      expect(await story.database.engine`select * from private.token_meters(${story.ada.home.tokenId})`).toHaveLength(
        0,
      );
    });
  });

  describe('billing records', () => {
    const amountsOf = (costs: Record<string, number>) =>
      Object.fromEntries(
        Object.entries(costs).map(([utility, cost]) => [utility, { used: 1, estimated: 0, cost: `${cost}` }]),
      );
    const insertBill = (month: number, total: number, amounts: object) => story.truth`
    insert into billing_records (household_id, user_id, period_start, period_end, currency, total_amount, amounts)
    values (${story.household}, ${story.ada.id}, make_date(2026, ${month}, 1), make_date(2026, ${month + 1}, 1), 'EUR',
      ${total}, ${JSON.stringify(amounts)}::text::jsonb)`;
    const bill = (month: number, water: number, electricity: number, total = water + electricity) =>
      insertBill(month, total, amountsOf({ water, electricity }));
    beforeAll(async () => {
      for (const month of [3, 1, 8, 2, 5, 4, 7, 6]) await bill(month, 10.1, 20.2, 30.3);
    });

    test('C3.2 the total is water and electricity to the cent, one row for a household and period', async () => {
      await expect(bill(9, 10.1, 20.2, 30.31)).rejects.toMatchObject({ code: '23514' });
      await expect(bill(8, 1, 1)).rejects.toMatchObject({ code: '23505' });
      for (const costs of [{}, { water: 1 }, { water: 1, electricity: 1, gas: 1 }])
        await expect(insertBill(9, 2, amountsOf(costs))).rejects.toMatchObject({ code: '23514' });
      await expect(insertBill(9, 2, { water: { used: 1, cost: '2' } })).rejects.toMatchObject({ code: '23514' });
      const reversed = story.truth`update billing_records set period_end = period_start`;
      await expect(reversed).rejects.toMatchObject({ code: '23514' });
    });

    test('C3.2 what each utility costs has its column; one that the database has never heard of is in the total and needs none', async () => {
      await insertBill(9, 3.5, amountsOf({ gas: 2.5, water: 1 }));
      const [row] = await story.truth`
      delete from billing_records where household_id = ${story.household} and period_start = '2026-09-01' returning *`;
      expect(row).toMatchObject({
        total_amount: '3.5000',
        water_cost: '1.0000',
        electricity_cost: '0.0000',
        amounts: { gas: { used: 1, estimated: 0, cost: '2.5' } },
      });
    });

    test('C7.10 the latest is the current bill, the latest six are the history', async () => {
      const latest = (count: number) =>
        story.ada.does(
          (sql) => sql<{ month: number }[]>`select extract(month from period_start)::int as month from billing_records
          where user_id = ${story.ada.id} order by period_start desc limit ${count}`,
        );
      expect(await latest(1)).toEqual([{ month: 8 }]);
      expect((await latest(6)).map((row) => row.month)).toEqual([8, 7, 6, 5, 4, 3]);
    });

    test('C7.10 C6.2 the household reads them by its id; a stranger gets nothing, a visitor is refused', async () => {
      const see = (person: Character) =>
        person.does((sql) => sql`select id from billing_records where household_id = ${story.household}`);
      for (const person of [story.ada, story.ben, story.cleo]) expect(await see(person)).toHaveLength(8);
      expect(await see(story.dan)).toEqual([]);
      await expectRefused(story.visitor`select * from billing_records`);
    });

    test('C6.3 nobody writes a bill but the service', async () => {
      for (const person of [story.ada, story.dan]) {
        await expectRefused(
          person.does((sql) => sql`insert into billing_records (household_id) values (${story.household})`),
        );
        await expectRefused(person.does((sql) => sql`update billing_records set total_amount = 0`));
        await expectRefused(person.does((sql) => sql`delete from billing_records`));
      }
    });
  });
});

describe('cost policies', () => {
  let story: Story;
  beforeAll(async () => {
    story = await openStory();
  });
  afterAll(() => story.end());

  const setPolicy = (person: Character, rest: object = {}) =>
    person.does(
      (sql) => sql`insert into cost_policies ${sql({ household_id: story.household, fixed: 'evenly', ...rest })}
      on conflict (household_id) do update set fixed = excluded.fixed, common = excluded.common, common_rooms = excluded.common_rooms`,
    );
  const seePolicy = (person: Character) =>
    person.does((sql) => sql`select from cost_policies where household_id = ${story.household}`);

  test('C6.3 owner and member choose how rooms share a bill, a viewer reads it, nobody else does either; the owner alone forgets it', async () => {
    for (const person of [story.cleo, story.dan]) await expectRefused(setPolicy(person));
    expect((await setPolicy(story.ben, { common: 'by-use', common_rooms: '{kitchen,"Hall, upstairs"}' })).count).toBe(
      1,
    );
    expect((await setPolicy(story.ada, { fixed: 'by-use' })).count).toBe(1);
    for (const person of [story.ada, story.ben, story.cleo]) expect(await seePolicy(person)).toHaveLength(1);
    expect(await seePolicy(story.dan)).toHaveLength(0);
    await expectRefused(story.visitor`select * from cost_policies`);
    const change = (person: Character) =>
      person.does(async (sql) => (await sql`update cost_policies set fixed = 'apart'`).count);
    expect([await change(story.cleo), await change(story.dan), await change(story.ben)]).toEqual([0, 0, 1]);
    await expectRefused(story.ada.does((sql) => sql`update cost_policies set household_id = household_id`));
    const remove = (person: Character) => person.does(async (sql) => (await sql`delete from cost_policies`).count);
    expect([
      await remove(story.cleo),
      await remove(story.dan),
      await remove(story.ben),
      await remove(story.ada),
    ]).toEqual([0, 0, 0, 1]);
    await expectRefused(story.ada.does((sql) => sql`select * from private.cost_sharing(${story.household})`));
  });

  test.each([
    ['another way to share', { fixed: 'by-floor' }],
    ['another way to share what is common', { common: '' }],
    ['a room without a name', { common_rooms: '{kitchen,NULL}' }],
    ['more rooms than a home has', { common_rooms: `{${Array.from({ length: 51 }, (_, i) => `room${i}`).join()}}` }],
    ['names without an end', { common_rooms: `{${'x'.repeat(2001)}}` }],
  ])('%s is refused', async (_what, wrong) => {
    await expect(setPolicy(story.ada, wrong)).rejects.toMatchObject({ code: '23514' });
  });
});
