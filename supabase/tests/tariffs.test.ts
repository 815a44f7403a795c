import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story.end());

const prices = {
  currency: 'EUR',
  electricity_rate: '0.165',
  electricity_standing: '14.9',
  electricity_tax_percent: '21',
  water_rate: '1.85',
  water_standing: '9.6',
  water_tax_percent: '10',
};

const enter = (person: Character, valid_from: string, rest: object = {}) =>
  person.does(
    (sql) => sql`insert into tariffs ${sql({ household_id: story.household, valid_from, ...prices, ...rest })}`,
  );
const see = (person: Character) =>
  person.does(
    (sql) => sql`select id, valid_from::text from tariffs where household_id = ${story.household} order by valid_from`,
  );

describe('C6.3 tariffs', () => {
  test('owner and member enter them; a viewer, a stranger and a visitor do not', async () => {
    expect((await enter(story.ada, '2026-01-01')).count).toBe(1);
    expect((await enter(story.ben, '2026-07-01')).count).toBe(1);
    for (const person of [story.cleo, story.dan]) await expectRefused(enter(person, '2026-08-01'));
    await expectRefused(story.visitor`insert into tariffs (household_id) values (${story.household})`);
  });

  test('the household reads them, a viewer too; nobody else does', async () => {
    for (const person of [story.ada, story.ben, story.cleo]) expect(await see(person)).toHaveLength(2);
    expect(await see(story.dan)).toEqual([]);
    await expectRefused(story.visitor`select * from tariffs`);
  });

  test('owner and member change and delete them, a viewer and a stranger do not', async () => {
    const change = (person: Character) =>
      person.does((sql) => sql`update tariffs set electricity_rate = 0.2 where household_id = ${story.household}`);
    const remove = (person: Character) =>
      person.does((sql) => sql`delete from tariffs where household_id = ${story.household}`);
    for (const person of [story.cleo, story.dan]) {
      expect((await change(person)).count).toBe(0);
      expect((await remove(person)).count).toBe(0);
    }
    expect((await change(story.ben)).count).toBe(2);
    await enter(story.ada, '2026-09-01');
    expect((await remove(story.ben)).count).toBe(3);
    await enter(story.ada, '2026-01-01');
  });

  test('nobody moves one to another household, or makes an example of it', async () => {
    for (const column of ['household_id', 'id', 'is_example', 'created_at'])
      await expectRefused(story.ada.does((sql) => sql.unsafe(`update tariffs set ${column} = ${column}`)));
    await expectRefused(enter(story.ada, '2026-10-01', { is_example: true }));
    await expectRefused(enter(story.ada, '2026-10-01', { household_id: story.dan.home.household }));
  });

  test('an example that is changed is one’s own', async () => {
    await story.truth`update tariffs set is_example = true`;
    await story.truth`alter table tariffs disable trigger own_tariff`;
    await story.truth`update tariffs set is_example = true where household_id = ${story.household}`;
    await story.truth`alter table tariffs enable trigger own_tariff`;
    await story.ada.does((sql) => sql`update tariffs set water_rate = 2 where household_id = ${story.household}`);
    expect(await story.truth`select is_example from tariffs where household_id = ${story.household}`).toEqual([
      { is_example: false },
    ]);
  });

  test.each([
    ['a second one from the same day', { valid_from: '2026-01-01' }, '23505'],
    ['a price below nothing', { electricity_rate: '-0.01' }, '23514'],
    ['more decimals than are kept', { water_rate: '0.1234567' }, '23514'],
    ['more tax than all of it', { water_tax_percent: '100.1' }, '23514'],
    ['a currency that is none', { currency: 'euro' }, '23514'],
    ['a day long ago', { valid_from: '1999-12-31' }, '23514'],
  ])('%s is refused', async (_what, wrong, code) => {
    await expect(enter(story.ada, '2026-11-01', wrong)).rejects.toMatchObject({ code });
  });

  test('a household keeps at most 200', async () => {
    await story.truth`insert into tariffs (household_id, valid_from, currency, electricity_rate, electricity_standing, electricity_tax_percent,
        water_rate, water_standing, water_tax_percent)
      select ${story.household}, date '2001-01-01' + n, 'EUR', 1, 0, 0, 0, 0, 0 from generate_series(1, 199) n`;
    await expect(enter(story.ada, '2026-12-01')).rejects.toMatchObject({ code: '23514' });
  });
});

describe('C6.3 older versions of bills', () => {
  test('the household reads them; nobody writes them', async () => {
    await story.truth`insert into billing_record_versions (household_id, bill_id, version, period_start, period_end, currency, total_amount, water_cost,
        electricity_cost, lines, electricity_wh, electricity_estimated_wh, water_ml, water_estimated_ml, unpriced_days, made_at, replaced_at, reason)
      values (${story.household}, gen_random_uuid(), 1, '2026-01-01', '2026-02-01', 'EUR', 3, 1, 2, '[]', 1, 0, 1, 0, 0, now(), now(), 'use')`;
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
