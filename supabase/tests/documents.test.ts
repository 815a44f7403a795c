import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#kernel/db.ts';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

const MB = 1_000_000;
let story: Story;
beforeAll(async () => {
  story = await openStory();
});
afterAll(() => story.end());

const insert = (sql: Transaction | Story['truth'], name: string, size = 1000) => sql`
  insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
  values ('bills', ${name}, auth.uid(), auth.uid()::text, ${randomUUID()}, jsonb_build_object('size', ${size}::bigint))`;
const add = (person: Character, name: string, size?: number) => person.does((sql) => insert(sql, name, size));
const at = (name: string): string => `${story.household}/${name}`;

describe('documents', () => {
  test('C6.3 C7.16 the bucket is private, and takes what the rules say', async () => {
    const [bucket] = await story.ada.does((sql) => sql`select * from storage.buckets where id = 'bills'`);
    expect(bucket).toMatchObject({ public: false, file_size_limit: 10 * MB });
    expect(bucket?.['allowed_mime_types']).toContain('application/pdf');
    await expectRefused(story.ada.does((sql) => sql`update storage.buckets set public = true`));
  });

  test('C6.3 C7.16 owner and member add, a viewer, a stranger and a visitor do not', async () => {
    expect((await add(story.ada, at('ada.pdf'))).count).toBe(1);
    expect((await add(story.ben, at('ben.pdf'))).count).toBe(1);
    await expectRefused(add(story.cleo, at('cleo.pdf')));
    await expectRefused(add(story.dan, at('dan.pdf')));
    await expectRefused(
      story.visitor`insert into storage.objects (bucket_id, name) values ('bills', ${at('visitor.pdf')})`,
    );
  });

  test.each([
    ['nobody’s folder', (household: string) => `${household.replace(/.$/, '')}/a.pdf`],
    ['no folder', () => 'a.pdf'],
    ['a folder within', (household: string) => `${household}/b/a.pdf`],
    ['a folder before', (household: string) => `x/${household}/a.pdf`],
    ['a household in capitals', (household: string) => `${household.toUpperCase()}A/a.pdf`],
    ['no name', (household: string) => `${household}/`],
  ])('C6.3 C7.16 nothing is kept under %s', async (_case, name) => {
    await expectRefused(add(story.ada, name(story.household)));
  });

  test('C6.3 C7.16 the household reads, a viewer too; a stranger and a visitor see nothing', async () => {
    const see = (person: Character) => person.does((sql) => sql`select name from storage.objects order by name`);
    for (const person of [story.ada, story.ben, story.cleo]) {
      expect((await see(person)).map(({ name }) => name)).toEqual([at('ada.pdf'), at('ben.pdf')]);
    }
    expect(await see(story.dan)).toEqual([]);
    expect(await story.visitor`select name from storage.objects`).toEqual([]);
  });

  test('C6.3 C7.16 owner and member change, and into no other household', async () => {
    const rename = (person: Character, name: string) =>
      person.does((sql) => sql`update storage.objects set name = ${name} where name = ${at('ben.pdf')}`);
    expect((await rename(story.cleo, at('c.pdf'))).count).toBe(0);
    expect((await rename(story.dan, at('d.pdf'))).count).toBe(0);
    await expectRefused(rename(story.ada, `${story.dan.home.household}/gift.pdf`));
    expect((await rename(story.ada, at('ben.pdf'))).count).toBe(1);
  });

  test('C6.3 C7.16 the owner removes, others do not', async () => {
    const remove = (person: Character) =>
      person.does((sql) => sql`delete from storage.objects where name = ${at('ben.pdf')}`);
    expect((await remove(story.cleo)).count).toBe(0);
    expect((await remove(story.dan)).count).toBe(0);
    expect((await remove(story.ben)).count).toBe(0);
    expect((await remove(story.ada)).count).toBe(1);
  });

  test('C6.3 another bucket is nobody’s', async () => {
    await story.truth`insert into storage.buckets (id, name) values ('other', 'other')`;
    await story.truth`insert into storage.objects (bucket_id, name) values ('other', ${at('x.pdf')})`;
    expect(await story.ada.does((sql) => sql`select from storage.objects where bucket_id = 'other'`)).toEqual([]);
    await expectRefused(
      story.ada.does((sql) => sql`insert into storage.objects (bucket_id, name) values ('other', ${at('y.pdf')})`),
    );
  });

  test('C7.16 a household has 200 MB, a guest’s 20, and two at once do not take the same room', async () => {
    await add(story.dan, `${story.dan.home.household}/a.pdf`, 150 * MB);
    const both = await Promise.allSettled(
      ['b.pdf', 'c.pdf'].map((name) => add(story.dan, `${story.dan.home.household}/${name}`, 40 * MB)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectRefused(add(story.dan, `${story.dan.home.household}/d.pdf`, 11 * MB));
    expect((await add(story.dan, `${story.dan.home.household}/d.pdf`, 10 * MB)).count).toBe(1);
    await expectRefused(
      story.dan.does(
        (sql) => sql`update storage.objects set metadata = '{"size": 99999999}' where name like '%/d.pdf'`,
      ),
    );
    const guest = await story.seed.home();
    await story.truth`update households set kind = 'guest' where id = ${guest.household}`;
    const asGuest = (size: number) =>
      story.database.asUser({ sub: guest.userId }, (sql) => insert(sql, `${guest.household}/${size}.pdf`, size));
    await expectRefused(asGuest(21 * MB));
    expect((await asGuest(20 * MB)).count).toBe(1);
  });

  test('C6.3 how much room is left is told to its writers alone', async () => {
    const room = (person: Character) =>
      person.does((sql) => sql<{ room: number | null }[]>`select private.document_room(${at('n.pdf')}) as room`);
    expect(await room(story.ben)).toEqual([{ room: 200 * MB - 1000 }]);
    for (const person of [story.cleo, story.dan]) expect(await room(person)).toEqual([{ room: null }]);
    await expectRefused(story.visitor`select private.document_room(${at('n.pdf')})`);
  });

  test('C2.10 who leaves is forgotten by what they added elsewhere; a household that goes takes its documents along', async () => {
    await add(story.ben, at('stays.pdf'));
    await story.truth`delete from auth.users where id = ${story.ben.id}`;
    expect(await story.truth`select owner, owner_id from storage.objects where name = ${at('stays.pdf')}`).toEqual([
      { owner: null, owner_id: null },
    ]);
    await story.truth`delete from auth.users where id = ${story.dan.id}`;
    const left = await story.truth`select split_part(name, '/', 1) as household from storage.objects
      where bucket_id = 'bills' and name like any (${[`${story.dan.home.household}%`, `${story.household}%`]})`;
    expect(new Set(left.map(({ household }) => household))).toEqual(new Set([story.household]));
    await story.truth`delete from households where id = ${story.household}`;
    expect(
      await story.truth`select from storage.objects where bucket_id = 'bills' and name like ${`${story.household}%`}`,
    ).toEqual([]);
  });

  test.each([
    ['at a hosted backend', true],
    ['while it is not known which backend it is', null],
  ])(
    'C2.10 %s the documents of a household that goes stay as rows, are seen by nobody, and the household is remembered',
    async (_case, isHosted) => {
      const engine = story.database.engine;
      await story.truth`update private.settings set is_hosted = ${isHosted}`;
      const [goes, stays] = [await story.seed.home(), await story.seed.home()];
      for (const { household } of [goes, stays])
        await story.truth`insert into storage.objects (bucket_id, name, owner_id) values ('bills', ${`${household}/a.pdf`}, ${goes.userId})`;
      await story.truth`delete from auth.users where id = ${goes.userId}`;
      const rows = await story.truth`select owner_id from storage.objects where name like ${`${goes.household}/%`}`;
      expect(rows).toEqual([{ owner_id: null }]);
      for (const sub of [goes.userId, stays.userId]) {
        const seen = await story.database.asUser({ sub }, (sql) => sql`select name from storage.objects`);
        expect(seen.map(({ name }) => name)).not.toContain(`${goes.household}/a.pdf`);
      }
      const left = (home: string) => engine`select name from private.leftover_documents(${home}, 10) name`;
      expect(await engine`select private.take_storage_leftover() as home`).toEqual([{ home: goes.household }]);
      expect(await engine`select private.take_storage_leftover() as home`).toEqual([{ home: null }]);
      expect(await left(goes.household)).toEqual([{ name: `${goes.household}/a.pdf` }]);
      expect(await left(stays.household)).toEqual([]);
    },
  );
});
