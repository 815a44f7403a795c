import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '#apps/service/testing/smtp-mailer.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createRefusals } from './refusals.ts';
import { sendWaitingMails } from './send-waiting-mails.ts';
import { bodyOf, openMailServer, type TestMailServer } from './testing.ts';

let stage: Stage;
let server: TestMailServer;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());
beforeEach(async () => {
  await stage.seed.owner`delete from contact_messages`;
  await stage.seed.owner`delete from faq_requests`;
  await stage.seed.owner`delete from account_endings`;
  server = await openMailServer();
  return () => server.stop();
});

const warnings: object[] = [];
const sweep = (url = server.url, operator: string | null = 'team@example.org') =>
  sendWaitingMails(
    {
      sql: stage.sql,
      mailer: createSmtpMailer(url, 'Wattershed <no-reply@example.org>'),
      operator,
      origin: () => 'https://water.example.org',
      refusals: createRefusals('a secret of the test'),
      log: { warn: (fields: object) => void warnings.push(fields) },
    },
    new AbortController().signal,
  );
const write = async (change: Partial<Record<'name' | 'email' | 'subject' | 'message' | 'language', string>> = {}) => {
  const { name, email, subject, message, language } = {
    name: 'Asha Rao',
    email: 'asha@example.org',
    subject: 'A silent meter',
    message: 'Since Monday.',
    language: 'es',
    ...change,
  };
  const [row] = await stage.sql<{ id: string }[]>`
    select private.add_contact_message(${name}, ${email}, null, 'support', ${subject}, ${message}, ${language}, null, true) as id`;
  return row?.id as string;
};
const waiting = () =>
  stage.seed.owner<{ kind: string; attempts: number; pause: number }[]>`
    select kind, attempts, round(extract(epoch from due_at - now()))::int as pause from private.waiting_mails order by id`;
const makeDue = () => stage.seed.owner`update private.waiting_mails set due_at = now()`;
const headOf = (raw: string): string => raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]/g, ' ');

describe('C2.13 a message', () => {
  test('C1.4 reaches us with its sender to reply to, and is confirmed to the sender in their language, without their words', async () => {
    const id = await write({ message: 'Since Monday.\nhttps://example.com/spam' });
    expect(await sweep()).toBe(2);
    const [ours, theirs] = server.mails;
    expect(ours?.to).toEqual(['team@example.org']);
    expect(headOf(ours?.text ?? '')).toMatch(/^Reply-To: "?Asha Rao"? <asha@example.org>$/m);
    expect(headOf(ours?.text ?? '')).toMatch(/^Subject: \[Asistencia\] A silent meter$/m);
    expect(bodyOf(ours?.text ?? '')).toContain('Since Monday.');
    expect(theirs?.to).toEqual(['asha@example.org']);
    expect(headOf(theirs?.text ?? '')).toMatch(/^Auto-Submitted: auto-replied$/m);
    expect(headOf(theirs?.text ?? '')).not.toMatch(/html/i);
    expect(bodyOf(theirs?.text ?? '')).toContain(`tiene la referencia ${id.slice(0, 8)}, tema «Asistencia»`);
    expect(bodyOf(theirs?.text ?? '')).not.toMatch(/Monday|spam|silent/);
    expect(await waiting()).toEqual([]);
    expect(await stage.seed.owner`select mailed_at is not null as mailed from contact_messages`).toEqual([
      { mailed: true },
    ]);
    expect(await sweep()).toBe(0);
  });

  test('waits while the server is too busy, twice as long each time, and goes when it takes it', async () => {
    await write();
    server.mood = 'busy';
    const pauses: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      expect(await sweep()).toBe(0);
      const [first] = await waiting();
      pauses.push(first?.pause ?? 0);
      await makeDue();
    }
    expect(pauses).toEqual([120, 120, 120, 240, 480, 960, 1920, 3600, 3600]);
    expect(await stage.seed.owner`select mailed_at from contact_messages`).toEqual([{ mailed_at: null }]);
    server.mood = 'taking';
    expect(await sweep()).toBe(2);
    expect(await waiting()).toEqual([]);
  });

  test('waits while there is no server at all', async () => {
    await write();
    expect(await sweep('smtp://127.0.0.1:9')).toBe(0);
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['contact', 'contact-received']);
  });

  test('whose sender has no mailbox is not confirmed again and again; the message to us is never given up', async () => {
    await write();
    server.mood = 'refusing';
    expect(await sweep()).toBe(0);
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['contact']);
    await stage.seed.owner`update private.waiting_mails set created_at = now() - interval '40 days', due_at = now()`;
    server.mood = 'taking';
    expect(await sweep()).toBe(1);
    expect(server.mails.map(({ to }) => to)).toEqual([['team@example.org']]);
  });

  test('waits while nobody is named to whom messages go; its sender is told all the same', async () => {
    await write();
    expect(await sweep(server.url, null)).toBe(1);
    expect(server.mails.map(({ to }) => to)).toEqual([['asha@example.org']]);
    expect((await waiting()).map(({ kind }) => kind)).toEqual(['contact']);
  });

  test('is sent once by processes that sweep at the same moment', async () => {
    for (let n = 0; n < 6; n += 1) await write({ subject: `Number ${n}` });
    const gone = await Promise.all([sweep(), sweep(), sweep()]);
    expect(gone.reduce((sum, one) => sum + one, 0)).toBe(12);
    expect(server.mails).toHaveLength(12);
  });

  test('whose process died while sending is sent by the next one after the lease', async () => {
    await write();
    await stage.sql`select * from private.take_waiting_mails(5, 120, true)`;
    expect(await sweep()).toBe(0);
    await makeDue();
    expect(await sweep()).toBe(2);
  });
});

test('no part of a message becomes a head of the mail, even where the checks before it were passed by', async () => {
  const id = await write();
  // What no request can bring in: the columns’ checks are taken away for this.
  await stage.seed.owner`alter table contact_messages drop constraint contact_messages_name_check`;
  await stage.seed.owner`alter table contact_messages drop constraint contact_messages_subject_check`;
  await stage.seed.owner`alter table contact_messages drop constraint contact_messages_email_check`;
  await stage.seed
    .owner`update contact_messages set name = ${'Eve\r\nBcc: all@example.org'}, subject = ${'Hi\r\nX-Evil: 1\r\n\r\nbody'},
    email = ${'eve@example.org\r\nBcc: more@example.org'} where id = ${id}`;
  await sweep();
  for (const { to, text } of server.mails) {
    expect(headOf(text)).not.toMatch(/^(Bcc|X-Evil):/im);
    expect(to.filter((address) => /all@|more@/.test(address))).toEqual([]);
  }
  expect(server.mails.map(({ to }) => to)[0]).toEqual(['team@example.org']);
});

describe('C2.12 who asked a question and gave an address', () => {
  const ask = async (language: string): Promise<string> => {
    const [row] = await stage.sql<{ id: string }[]>`
      select private.add_faq_request(${`Cheap pills at http://spam.example (${language})`}, ${language}, 'asker@example.org', null) as id`;
    return row?.id as string;
  };

  test('C1.4 is told the answer in their language, or why there is none, never in the words that were typed', async () => {
    const [answered, rejected] = [await ask('hi'), await ask('es')];
    await stage.seed
      .owner`update faq_requests set status = 'approved', entry_id = (select id from faq_entries where key = 'what') where id = ${answered}`;
    await stage.seed
      .owner`update faq_requests set status = 'rejected', reason = 'No tiene que ver con el agua.' where id = ${rejected}`;
    expect(await sweep()).toBe(2);
    const [first, second] = server.mails.map(({ text }) => bodyOf(text));
    expect(first).toContain('Wattershed क्या है?');
    expect(first).toContain('https://water.example.org/contact#faq-what');
    expect(second).toContain('No tiene que ver con el agua.');
    for (const text of [first, second]) expect(text).not.toContain('pills');
  });

  test('hears nothing three days too late', async () => {
    const id = await ask('en');
    await stage.seed.owner`update faq_requests set status = 'rejected', reason = 'No.' where id = ${id}`;
    await stage.seed.owner`update private.waiting_mails set created_at = now() - interval '4 days'`;
    expect(await sweep()).toBe(0);
    expect(await waiting()).toEqual([]);
  });
});

describe('C2.10 who has an account', () => {
  const end = ({ userId }: SeededHome) => stage.sql`select private.end_account(${userId}, '{}'::jsonb, 7)`;
  const home = async (email: string, language: string): Promise<SeededHome> => {
    const made = await stage.seed.home();
    const { owner } = stage.seed;
    await owner`update auth.users set email = ${email} where id = ${made.userId}`;
    await owner`update profiles set language = ${language} where user_id = ${made.userId}`;
    await owner`update households set time_zone = 'Pacific/Auckland' where id = ${made.household}`;
    return made;
  };

  /** Somebody whose address is proved, and whose account is an hour old. */
  const known = async (email: string, language: string): Promise<SeededHome> => {
    const made = await home(email, language);
    const { owner } = stage.seed;
    await owner`update auth.users set created_at = now() - interval '1 hour' where id = ${made.userId}`;
    await owner`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (gen_random_uuid(), 'email', ${made.userId}, ${made.userId}, ${owner.json({ email, email_verified: true })})`;
    return made;
  };

  test.each([
    ['en', 'Signed in on a new device: Firefox on Linux', 'November 22, 2026 at 9:00 AM'],
    ['es', 'Inicio de sesión en un dispositivo nuevo: Firefox en Linux', '22 de noviembre de 2026'],
    ['hi', 'नए डिवाइस पर साइन इन: Linux पर Firefox', '22 नवंबर 2026'],
  ])(
    'C1.4 hears in %s of what is new in it, in the words of the profile, with the time there',
    async (language, what, when) => {
      const { userId } = await known(`news-${language}@example.org`, language);
      const { owner } = stage.seed;
      const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      for (const agent of ['curl/8.5.0', browser])
        await owner`select private.note_account_event(${userId}, 'signed-in', null, ${agent})`;
      await owner`update private.account_events set at = '2026-11-21 20:00+00' where user_id = ${userId}`;
      expect(await sweep()).toBe(1);
      const [mail] = server.mails;
      expect(mail?.to).toEqual([`news-${language}@example.org`]);
      for (const said of [what, when, 'https://water.example.org/profile'])
        expect(bodyOf(mail?.text ?? '')).toContain(said);
      expect(await waiting()).toEqual([]);
    },
  );

  test.each([
    ['constructor', 'A token for hardware was made: constructor'],
    ['google', 'A token for hardware was made: google'],
  ])('hears of what is called %s by its name', async (name, what) => {
    const { userId } = await known(`${name}@example.org`, 'en');
    await stage.seed.owner`select private.note_account_event(${userId}, 'token-made', ${name}, null, true)`;
    expect(await sweep()).toBe(1);
    expect(bodyOf(server.mails[0]?.text ?? '')).toContain(what);
  });

  test('and another, whose mail cannot be written: the others go, and that one waits', async () => {
    const [asha, ben] = [await home('asha3@example.org', 'en'), await home('ben3@example.org', 'en')];
    await end(asha);
    await end(ben);
    await stage.seed.owner`update account_endings set due_at = 'infinity' where user_id = ${asha.userId}`;
    expect(await sweep()).toBe(1);
    expect(server.mails.map(({ to }) => to)).toEqual([['ben3@example.org']]);
    expect(await waiting()).toMatchObject([{ kind: 'account-ending', attempts: 1 }]);
  });

  test('C1.4 asks for its end, and hears at its address on which day it goes, there, and how to keep it', async () => {
    const asha = await home('asha@example.org', 'hi');
    await end(asha);
    await stage.seed.owner`update account_endings set due_at = '2026-11-28 20:00+00', asked_at = '2026-11-21 20:00+00'`;
    await end(asha);
    expect(await sweep()).toBe(1);
    const [mail] = server.mails;
    expect(mail?.to).toEqual(['asha@example.org']);
    expect(bodyOf(mail?.text ?? '')).toMatch(/22 नवंबर 2026.*29 नवंबर 2026/s);
    expect(bodyOf(mail?.text ?? '')).toContain('https://water.example.org/profile');
    expect(await sweep()).toBe(0);
  });

  test('and keeps it before the mail has gone hears nothing', async () => {
    const asha = await home('asha2@example.org', 'en');
    await end(asha);
    await stage.sql`select private.keep_account(${asha.userId})`;
    expect(await sweep()).toBe(0);
  });

  test('as a guest has no address to hear at', async () => {
    const guest = await stage.seed.home();
    await stage.seed.owner`update profiles set is_guest = true where user_id = ${guest.userId}`;
    await end(guest);
    expect(await waiting()).toEqual([]);
  });
});
