import { randomUUID } from 'node:crypto';
import { type Language, languageIds } from '#catalogue/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Sql, Transaction } from '#kernel/db.ts';
import { type Character, expectRefused, openStory, type Story } from './household-story.ts';

/** Ada is an administrator here; Ben asks, Dan is somebody else, Gita a guest. */
let story: Story;
let gita: Pick<Character, 'id' | 'does'>;
beforeAll(async () => {
  story = await openStory();
  await story.truth`insert into administrators (user_id) values (${story.ada.id})`;
  const id = randomUUID();
  await story.truth`insert into auth.users (id, email) values (${id}, ${`${id}@guest.wattershed.invalid`})`;
  gita = { id, does: (work) => story.database.asUser({ sub: id }, work) };
});
afterAll(() => story.end());

const entry = {
  category: 'basics',
  question: { en: 'Why?', es: '¿Por qué?', hi: 'क्यों?' },
  answer: { en: 'Because.', es: 'Porque sí.', hi: 'क्योंकि।' },
};
const addEntry = async (sql: Sql | Transaction): Promise<string> => {
  const [row] = await sql<{ id: string }[]>`insert into faq_entries ${story.truth(entry)} returning id`;
  return row?.id as string;
};
const addMessage = async (user: string | null = null): Promise<string> => {
  const [row] = await story.database.engine<{ id: string }[]>`
    select private.add_contact_message('Ada', 'ada@example.org', null, 'general', 'Hello', 'One question', 'es', ${user}, true) as id`;
  return row?.id as string;
};
const addRequest = async (user: string | null, email: string | null = null): Promise<string> => {
  const [row] = await story.database.engine<{ id: string }[]>`
    select private.add_faq_request(${`Question ${randomUUID()}?`}, 'es', ${email}, ${user}) as id`;
  return row?.id as string;
};

describe('C2.13 C6.3 messages', () => {
  test('are read and removed by an administrator; a visitor, a guest and members see none, not even their own', async () => {
    const id = await addMessage(story.ben.id);
    for (const person of [story.ben, story.dan, gita]) {
      expect(await person.does((sql) => sql`select id from contact_messages`)).toEqual([]);
      expect((await person.does((sql) => sql`delete from contact_messages`)).count).toBe(0);
    }
    await expectRefused(story.visitor`select * from contact_messages`);
    await expectRefused(story.visitor`delete from contact_messages`);
    expect(await story.ada.does((sql) => sql`select id from contact_messages where id = ${id}`)).toHaveLength(1);
    expect((await story.ada.does((sql) => sql`delete from contact_messages where id = ${id}`)).count).toBe(1);
    expect(await story.truth`select from private.waiting_mails where message_id = ${id}`).toHaveLength(0);
  });

  test('come in through the service alone, and nobody changes one', async () => {
    const row = { name: 'A', email: 'a@b', topic: 'general', subject: 'S', message: 'M', language: 'en' };
    for (const person of [story.ada, story.ben, gita]) {
      await expectRefused(person.does((sql) => sql`insert into contact_messages ${sql(row)}`));
      await expectRefused(person.does((sql) => sql`update contact_messages set subject = 'x'`));
    }
    await expectRefused(story.visitor`insert into contact_messages ${story.visitor(row)}`);
    for (const call of [
      (sql: Sql | Transaction) =>
        sql`select private.add_contact_message('A', 'a@b', null, 'general', 'S', 'M', 'en', null, false)`,
      (sql: Sql | Transaction) => sql`select private.add_faq_request('Q', 'en', null, null)`,
      (sql: Sql | Transaction) => sql`select * from private.take_waiting_mails(10, 1, true)`,
      (sql: Sql | Transaction) => sql`select private.settle_mail(1, true)`,
      (sql: Sql | Transaction) => sql`select * from private.mail_queue()`,
      (sql: Sql | Transaction) => sql`select * from private.database_facts()`,
      (sql: Sql | Transaction) => sql`select * from private.waiting_mails`,
    ]) {
      await expectRefused(call(story.visitor));
      await expectRefused(story.ada.does((sql) => call(sql)));
    }
  });

  test.each([
    ['name', 'Ada\r\nBcc: everybody@example.org'],
    ['name', '   '],
    ['email', 'a@b\nBcc: c@d'],
    ['email', 'nobody'],
    ['phone', '1\n2'],
    ['subject', 'Hello\rX-Injected: 1'],
    ['subject', 'line\u2028separator'],
    ['message', ''],
    ['message', 'bell\u0007'],
    ['topic', 'spam'],
    ['language', 'fr'],
  ])('the database refuses a %s of %j', async (column, value) => {
    const good = { name: 'A', email: 'a@b', phone: '1', topic: 'general', subject: 'S', message: 'M', language: 'en' };
    const row = { ...good, [column]: value };
    await expect(story.truth`insert into contact_messages ${story.truth(row)}`).rejects.toMatchObject({
      code: '23514',
    });
  });

  test('a deleted account leaves no trace of itself in what it wrote', async () => {
    const home = await story.seed.home();
    const message = await addMessage(home.userId);
    const request = await addRequest(home.userId, 'leaving@example.org');
    await story.truth`delete from auth.users where id = ${home.userId}`;
    expect(await story.truth`select from contact_messages where id = ${message}`).toEqual([]);
    expect(await story.truth`select user_id, email from faq_requests where id = ${request}`).toEqual([
      { user_id: null, email: null },
    ]);
  });
});

describe('C2.13 C6.3 frequent questions', () => {
  test('what is published is read by everybody, what is not by administrators alone', async () => {
    const id = await addEntry(story.truth);
    const seen = (sql: Sql | Transaction) => sql`select id from faq_entries where id = ${id}`;
    for (const person of [story.ada, story.ben, gita]) expect(await person.does(seen)).toHaveLength(1);
    expect(await seen(story.visitor)).toHaveLength(1);
    await story.ada.does((sql) => sql`update faq_entries set is_published = false where id = ${id}`);
    for (const person of [story.ben, story.dan, gita]) expect(await person.does(seen)).toEqual([]);
    expect(await seen(story.visitor)).toEqual([]);
    expect(await story.ada.does(seen)).toHaveLength(1);
  });

  test('C2.12 only an administrator adds, changes and removes them', async () => {
    const id = await addEntry(story.truth);
    for (const person of [story.ben, story.dan, gita]) {
      await expectRefused(person.does((sql) => addEntry(sql)));
      expect(
        (await person.does((sql) => sql`update faq_entries set answer = '{"en": "No"}' where id = ${id}`)).count,
      ).toBe(0);
      expect((await person.does((sql) => sql`delete from faq_entries where id = ${id}`)).count).toBe(0);
    }
    await expectRefused(addEntry(story.visitor));
    await expectRefused(story.visitor`update faq_entries set answer = '{"en": "No"}'`);
    await expectRefused(story.visitor`delete from faq_entries`);
    await story.ada.does((sql) => addEntry(sql));
    expect((await story.ada.does((sql) => sql`delete from faq_entries where id = ${id}`)).count).toBe(1);
  });

  test('C1.4 the first ones say something of their own in each language', async () => {
    const rows = await story.truth<({ category: string } & Record<'question' | 'answer', Record<Language, string>>)[]>`
      select category, question, answer from faq_entries where length(key) < 10`;
    expect(rows.length).toBeGreaterThanOrEqual(14);
    expect(new Set(rows.map((row) => row.category)).size).toBe(6);
    for (const row of rows) {
      for (const part of ['question', 'answer'] as const) {
        const texts = row[part];
        expect(new Set(languageIds.map((language) => texts[language])).size).toBe(languageIds.length);
        expect(texts.hi).toMatch(/\p{Script=Devanagari}/u);
      }
    }
  });

  test.each([
    ['no object', '"Why?"'],
    ['nothing in the default language', '{"es": "¿Por qué?"}'],
    ['an empty text', '{"en": "Why?", "es": ""}'],
    ['no text', '{"en": "Why?", "es": null}'],
    ['two lines', '{"en": "Why?\\nHow?"}'],
    ['too long a text', JSON.stringify({ en: 'x'.repeat(201) })],
  ])('the database refuses a question of %s', async (_, question) => {
    const id = await addEntry(story.truth);
    const change = story.truth`update faq_entries set question = ${question}::text::jsonb where id = ${id}`;
    await expect(change).rejects.toMatchObject({ code: '23514' });
  });

  test('a language that the database has never heard of needs no column', async () => {
    const id = await addEntry(story.truth);
    await story.truth`update faq_entries set question = question || '{"fr": "Pourquoi ?"}' where id = ${id}`;
    expect(await story.visitor`select question ->> 'fr' as french from faq_entries where id = ${id}`).toEqual([
      { french: 'Pourquoi ?' },
    ]);
  });
});

describe('C2.12 C6.3 asked questions', () => {
  test('are seen by who asked and by administrators; a visitor, a guest and others are refused', async () => {
    const id = await addRequest(story.ben.id);
    const seen = (sql: Transaction) => sql`select id from faq_requests where id = ${id}`;
    expect(await story.ben.does(seen)).toHaveLength(1);
    expect(await story.ada.does(seen)).toHaveLength(1);
    expect(await story.dan.does(seen)).toEqual([]);
    expect(await gita.does(seen)).toEqual([]);
    await expectRefused(story.visitor`select * from faq_requests`);
  });

  test('are decided and removed by administrators alone, not by who asked', async () => {
    const id = await addRequest(story.ben.id);
    for (const person of [story.ben, story.dan, gita]) {
      const decide = person.does((sql) => sql`update faq_requests set status = 'approved' where id = ${id}`);
      expect((await decide).count).toBe(0);
      expect((await person.does((sql) => sql`delete from faq_requests where id = ${id}`)).count).toBe(0);
      await expectRefused(
        person.does((sql) => sql`insert into faq_requests (question, language) values ('Mine?', 'en')`),
      );
    }
    for (const column of ['question', 'language', 'user_id', 'email', 'created_at', 'decided_by', 'decided_at', 'id']) {
      await expectRefused(story.ada.does((sql) => sql.unsafe(`update faq_requests set ${column} = ${column}`)));
    }
    await story.ada.does(
      (sql) => sql`update faq_requests set status = 'rejected', reason = 'Off topic' where id = ${id}`,
    );
    expect(
      await story.truth`select status, decided_by, decided_at is not null as stamped from faq_requests where id = ${id}`,
    ).toEqual([{ status: 'rejected', decided_by: story.ada.id, stamped: true }]);
    await story.ada.does((sql) => sql`update faq_requests set status = 'pending' where id = ${id}`);
    expect(await story.truth`select reason, decided_by, decided_at from faq_requests where id = ${id}`).toEqual([
      { reason: null, decided_by: null, decided_at: null },
    ]);
    expect((await story.ada.does((sql) => sql`delete from faq_requests where id = ${id}`)).count).toBe(1);
  });

  test('who gave an address hears of the decision, once; who gave none hears nothing', async () => {
    const told = await addRequest(null, 'asker@example.org');
    const silent = await addRequest(story.ben.id);
    const reject = (id: string) =>
      story.ada.does((sql) => sql`update faq_requests set status = 'rejected', reason = 'No' where id = ${id}`);
    await reject(told);
    await reject(told);
    await reject(silent);
    const mails =
      await story.truth`select kind, request_id from private.waiting_mails where request_id in (${told}, ${silent})`;
    expect(mails).toEqual([{ kind: 'faq-rejected', request_id: told }]);
  });

  test('the same question asked twice by the same person is one request', async () => {
    const ask = (question: string) =>
      story.database.engine<
        { id: string }[]
      >`select private.add_faq_request(${question}, 'en', null, ${story.dan.id}) as id`;
    expect(await ask('Is it free?')).toEqual(await ask('is it FREE?'));
    expect(await ask('Is it open?')).not.toEqual(await ask('Is it free?'));
  });
});

test('C1.4 the language of the Profile becomes the one of the mails that sign-in sends', async () => {
  await story.ben.does((sql) => sql`update profiles set language = 'hi'`);
  expect(
    await story.truth`select raw_user_meta_data ->> 'language' as language from auth.users where id = ${story.ben.id}`,
  ).toEqual([{ language: 'hi' }]);
});
