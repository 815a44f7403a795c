import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql, Transaction } from '#kernel/db.ts';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

let story: Story;
beforeAll(async () => {
  story = await openStory();
  const { deviceId } = await story.ada.home.device('Boiler', 'kitchen', 'electricity');
  for (const { id } of [story.ada, story.ben, story.cleo]) await leave(id, deviceId);
});
afterAll(() => story.end());

/** What the service keeps of a person who has asked: a message, a switch, a token. */
const leave = async (person: string, deviceId: string): Promise<void> => {
  const { truth, household } = story;
  await truth`insert into assistant_messages (household_id, user_id, role, content)
    values (${household}, ${person}, 'user', 'how much water?')`;
  await truth`insert into assistant_actions (household_id, user_id, device_id, wanted, until)
    values (${household}, ${person}, ${deviceId}, true, now() + interval '5 minutes')`;
  await truth`insert into assistant_tokens (household_id, user_id, name, hash, hint)
    values (${household}, ${person}, 'Laptop', sha256(convert_to(${person}, 'UTF8')), 'abcd')`;
};

const tables = ['assistant_messages', 'assistant_actions', 'assistant_tokens'] as const;
const removable = ['assistant_messages', 'assistant_tokens'] as const;

describe.each(tables)('%s', (table) => {
  const owners = (person: Character) =>
    person.does(async (sql) => {
      const rows = await sql<{ user_id: string }[]>`select user_id from ${sql(table)}`;
      return rows.map(({ user_id }) => user_id);
    });

  test('C6.3 one sees one’s own, whatever one’s role; an owner does not see those of the members', async () => {
    for (const person of [story.ada, story.ben, story.cleo]) expect(await owners(person)).toEqual([person.id]);
  });

  test('C6.3 another household sees none, a visitor is refused', async () => {
    expect(await owners(story.dan)).toEqual([]);
    await expectRefused(story.visitor`select id from ${story.visitor(table)}`);
  });

  test('nobody writes one through the table API', async () => {
    const { household } = story;
    for (const person of [story.ada, story.dan]) {
      await expectRefused(
        person.does(
          (sql) => sql`insert into ${sql(table)} (household_id, user_id) values (${household}, ${person.id})`,
        ),
      );
      await expectRefused(person.does((sql) => sql`update ${sql(table)} set user_id = ${person.id}`));
    }
    await expectRefused(story.visitor`delete from ${story.visitor(table)}`);
  });
});

test('the hash of a token is read by nobody', async () => {
  await expectRefused(story.ada.does((sql) => sql`select hash from assistant_tokens`));
  await expectRefused(story.ada.does((sql) => sql`select * from assistant_tokens`));
});

test('what was proposed stays as it was: its person does not remove it either', async () => {
  await expectRefused(story.ada.does((sql) => sql`delete from assistant_actions`));
});

describe.each(removable)('%s are removed by their person', (table) => {
  const remove = async (person: Character): Promise<number> =>
    (await person.does((sql) => sql`delete from ${sql(table)} where household_id = ${story.household}`)).count;
  const left = async (): Promise<string[]> => {
    const rows = await story.truth<{ user_id: string }[]>`select user_id from ${story.truth(table)}`;
    return rows.map(({ user_id }) => user_id).sort();
  };

  test('and by nobody else', async () => {
    expect(await remove(story.dan)).toBe(0);
    expect(await remove(story.ada)).toBe(1);
    expect(await left()).toEqual([story.ben.id, story.cleo.id].sort());
  });
});

test('who leaves a household takes their conversation and their tokens along', async () => {
  await story.truth`delete from household_members where household_id = ${story.household} and user_id = ${story.ben.id}`;
  for (const table of tables) {
    const rows = await story.truth`select from ${story.truth(table)} where user_id = ${story.ben.id}`;
    expect([table, rows.length]).toEqual([table, 0]);
  }
});

test('a question that is taken back while its answer is being kept takes that with it', async () => {
  const { truth, ada, household } = story;
  const [question, answer] = [randomUUID(), randomUUID()];
  const keep = (sql: Sql | Transaction, id: string, answers: string | null) =>
    sql`select private.keep_assistant_message(${ada.id}, ${household}, ${id}, ${answers}, 'as said', '{}')`;
  const left = () => truth`select id from assistant_messages where id in (${question}, ${answer})`;
  await keep(truth, question, null);
  let taken: Promise<unknown> = Promise.resolve();
  await truth.begin(async (sql) => {
    await keep(sql, answer, question);
    taken = ada.does((own) => own`delete from assistant_messages where id in (${question}, ${answer})`);
    await expect
      .poll(
        () =>
          truth`select from pg_stat_activity where wait_event_type = 'Lock' and query like 'delete from assistant_m%'`,
      )
      .toHaveLength(1);
  });
  await taken;
  expect(await left()).toEqual([]);
});
