import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

/** Ada writes, Ben answers, Cleo is a guest, Dan is an administrator. */
let story: Story;
let talk: number;
let hidden: number;
let reply: number;
beforeAll(async () => {
  story = await openStory();
  const { truth, ada, ben, cleo, dan } = story;
  await truth`update profiles set is_guest = true where user_id = ${cleo.id}`;
  await truth`insert into administrators (user_id) values (${dan.id})`;
  const engine = story.database.engine;
  const publish = async (title: string): Promise<number> => {
    const [row] = await engine<{ outcome: string; id: number }[]>`
      select * from private.community_publish(${ada.id}, 'address', 'discussion', ${title}, 'Words', null, null, null, null, 'en')`;
    expect(row?.outcome).toBe('ok');
    return row?.id ?? 0;
  };
  talk = await publish('Shown');
  hidden = await publish('Hidden');
  const [answer] = await engine<{ id: number }[]>`
    select * from private.community_answer(${ben.id}, 'address', ${talk}, 'An answer', 'en')`;
  reply = answer?.id ?? 0;
  await engine`select * from private.community_answer(${ben.id}, 'address', ${hidden}, 'Under what is hidden', 'en')`;
  await engine`select * from private.community_like(${ben.id}, 'address', ${talk}, null, true)`;
  await engine`select * from private.community_like(${ada.id}, 'address', null, ${reply}, true)`;
  await engine`select * from private.community_report(${ben.id}, 'address', ${hidden}, null, 'spam', 'An advert')`;
  await engine`select * from private.community_moderate(${dan.id}, ${hidden}, null, 'hide', 'Advert')`;
});
afterAll(() => story.end());

const tables = [
  'community_posts',
  'community_replies',
  'community_likes',
  'community_reply_likes',
  'community_reports',
];
const everybody = (): Character[] => [story.ada, story.ben, story.cleo, story.dan];

describe('C2.14 C6.3 reading', () => {
  test('is public, for visitors too; what is hidden is shown to nobody here, nor what stands under it', async () => {
    const posts = 'select id::int from community_posts order by id';
    const replies = 'select body from community_replies order by id';
    expect(await story.visitor.unsafe(posts)).toEqual([{ id: talk }]);
    expect(await story.visitor.unsafe(replies)).toEqual([{ body: 'An answer' }]);
    for (const person of everybody()) {
      expect([...(await person.does((sql) => sql.unsafe(posts)))]).toEqual([{ id: talk }]);
      expect([...(await person.does((sql) => sql.unsafe(replies)))]).toEqual([{ body: 'An answer' }]);
    }
  });

  test('does not tell who an author, a moderator or a reporter is', async () => {
    for (const column of ['author_id', 'hidden_by', 'hidden_why', 'words', '*']) {
      await expectRefused(story.visitor.unsafe(`select ${column} from community_posts`));
      await expectRefused(story.dan.does((sql) => sql.unsafe(`select ${column} from community_posts`)));
    }
    await expectRefused(story.visitor`select author_id from community_replies`);
    await expectRefused(story.dan.does((sql) => sql`select reporter_id from community_reports`));
  });

  test('likes are seen by who gave them, reports by administrators', async () => {
    const count = async (person: Character, table: string) =>
      (await person.does((sql) => sql.unsafe(`select 1 from ${table}`))).length;
    expect(await count(story.ben, 'community_likes')).toBe(1);
    expect(await count(story.ada, 'community_likes')).toBe(0);
    expect(await count(story.ada, 'community_reply_likes')).toBe(1);
    expect(await count(story.dan, 'community_reply_likes')).toBe(0);
    for (const person of [story.ada, story.ben, story.cleo]) {
      expect(await person.does((sql) => sql`select id from community_reports`)).toHaveLength(0);
    }
    expect(await story.dan.does((sql) => sql`select id, reason, text from community_reports`)).toMatchObject([
      { reason: 'spam', text: 'An advert' },
    ]);
    for (const table of ['community_likes', 'community_reply_likes', 'community_reports'])
      await expectRefused(story.visitor.unsafe(`select 1 from ${table}`));
  });
});

describe('C2.14 C6.3 writing', () => {
  test('goes through the service alone: no table takes a row, a change or a deletion from anybody', async () => {
    for (const table of tables) {
      const [column] = await story.truth<{ name: string }[]>`select attname as name from pg_attribute
        where attrelid = ${table}::regclass and attnum > 0 and attidentity = '' limit 1`;
      for (const statement of [
        `insert into ${table} default values`,
        `update ${table} set ${column?.name} = ${column?.name}`,
        `delete from ${table}`,
        `truncate ${table}`,
      ]) {
        await expectRefused(story.visitor.unsafe(statement));
        for (const person of everybody()) await expectRefused(person.does((sql) => sql.unsafe(statement)));
      }
    }
  });

  test('nobody calls the service’s functions as themselves, not even for somebody else', async () => {
    const publish = `select private.community_publish('${'0'.repeat(8)}-0000-4000-8000-000000000000', 'a', 'discussion', 'T', 'B', null, null, null, null, 'en')`;
    const moderate = `select private.community_moderate(auth.uid(), 1, null, 'hide', '')`;
    for (const statement of [publish, moderate, 'select * from private.community_queue(auth.uid())']) {
      await expectRefused(story.visitor.unsafe(statement));
      for (const person of everybody()) await expectRefused(person.does((sql) => sql.unsafe(statement)));
    }
  });

  test('the functions know a guest, a stranger to a post and an account that is no more', async () => {
    const engine = story.database.engine;
    const outcome = async (query: PromiseLike<readonly { outcome: string }[]>) => (await query)[0]?.outcome;
    type Rows = { outcome: string }[];
    const publishAs = (id: string, kind: string) =>
      outcome(engine<Rows>`
        select * from private.community_publish(${id}, 'address', ${kind}, 'T', 'B', null, null, now(), now(), 'en')`);
    expect(await publishAs(story.cleo.id, 'discussion')).toBe('members-only');
    expect(await publishAs('00000000-0000-4000-8000-000000000000', 'discussion')).toBe('members-only');
    expect(await publishAs(story.ben.id, 'announcement')).toBe('forbidden');
    expect(await publishAs(story.ben.id, 'event')).toBe('forbidden');
    expect(await publishAs(story.dan.id, 'event')).toBe('ok');
    const editAs = (id: string) =>
      outcome(
        engine<Rows>`select * from private.community_edit_post(${id}, ${talk}, 'T', 'B', null, null, null, null)`,
      );
    expect(await editAs(story.ben.id)).toBe('forbidden');
    expect(await editAs(story.dan.id)).toBe('forbidden');
    expect(await editAs(story.ada.id)).toBe('ok');
    expect(await outcome(engine<Rows>`select * from private.community_delete_post(${story.dan.id}, ${talk})`)).toBe(
      'forbidden',
    );
    expect(await outcome(engine<Rows>`select * from private.community_delete_reply(${story.ada.id}, ${reply})`)).toBe(
      'forbidden',
    );
    expect(
      await outcome(
        engine<Rows>`select * from private.community_moderate(${story.ada.id}, ${talk}, null, 'close', '')`,
      ),
    ).toBe('forbidden');
    expect(await engine`select * from private.community_queue(${story.ada.id})`).toHaveLength(0);
    expect(await engine`select * from private.community_queue(${story.dan.id})`).toHaveLength(1);
  });
});

describe('C2.14 C6.3 how far somebody has looked', () => {
  const unread = async ({ id }: Character) => {
    const [row] = await story.database.engine<{ unread: boolean }[]>`select private.community_unread(${id}) as unread`;
    return row?.unread;
  };
  const look = async (person: Character, upTo: number | string, at = person) => {
    const rows = await person.does(
      (sql) => sql<{ seen: number }[]>`
        update profiles set community_seen = ${upTo} where user_id = ${at.id} returning community_seen::int as seen`,
    );
    return rows.map(({ seen }) => seen);
  };
  const newest = async () =>
    (await story.truth<{ id: number }[]>`select max(id)::int as id from community_posts`)[0]?.id;
  const write = async (title: string) => {
    const [row] = await story.database.engine<{ id: number }[]>`
      select * from private.community_publish(${story.ada.id}, 'address', 'discussion', ${title}, 'Words', null, null, null, null, 'en')`;
    return row?.id ?? 0;
  };

  test('is their own to say, a guest’s too; it never goes back, and never beyond the newest post', async () => {
    for (const person of everybody()) {
      expect(await look(person, '9223372036854775807')).toEqual([await newest()]);
      expect(await look(person, 1)).toEqual([await newest()]);
    }
    const seen = await write('News');
    expect(await look(story.ben, seen, story.cleo)).toEqual([]);
    expect(await look(story.ben, seen)).toEqual([seen]);
    expect(await story.truth`select user_id from profiles where community_seen = ${seen}`).toEqual([
      { user_id: story.ben.id },
    ]);
    await expectRefused(story.visitor`update profiles set community_seen = 1`);
  });

  test('leaves unread what others wrote since, and nothing of one’s own, hidden or deleted', async () => {
    for (const person of everybody()) await look(person, '9223372036854775807');
    const is = () => Promise.all(everybody().map(unread));
    expect(await is()).toEqual([false, false, false, false]);
    const id = await write('For the others');
    expect(await is()).toEqual([false, true, true, true]);
    await look(story.ben, id);
    expect(await is()).toEqual([false, false, true, true]);
    const engine = story.database.engine;
    await engine`select * from private.community_moderate(${story.dan.id}, ${id}, null, 'hide', 'Advert')`;
    expect(await is()).toEqual([false, false, false, false]);
    await engine`select * from private.community_moderate(${story.dan.id}, ${id}, null, 'restore', '')`;
    expect(await is()).toEqual([false, false, true, true]);
    await engine`select * from private.community_delete_post(${story.ada.id}, ${id})`;
    expect(await is()).toEqual([false, false, false, false]);
  });

  test('is asked by the service alone', async () => {
    for (const person of everybody())
      await expectRefused(person.does((sql) => sql`select private.community_unread(${story.ben.id})`));
    await expectRefused(story.visitor`select private.community_unread(${story.ben.id})`);
  });
});
