/** What visitors write: messages and questions, limited by account and by address; and the frequent questions that they read. */
import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { defaultLanguage } from '#catalogue/index.ts';
import { messagesTo } from '#kernel/config.ts';
import { type Database, pgTexts, type Transaction } from '#kernel/db.ts';
import { createTakeAllowance, hashed, hashedAddress } from '#kernel/http/client-address.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { createServe, type Serve } from '#kernel/http/serve.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Authenticate, Person } from '#kernel/people/person.ts';
import {
  type ContactAnswer,
  type FaqAnswer,
  type FaqQuery,
  orderFaqEntries,
  publishFaqEntry,
  readFaqEntries,
  requestFaqEntry,
  sendMessage,
} from '../contract/contact.ts';
import { createRefusals, refusalRoutes } from './mails/refusals.ts';
import { sendWaitingMails } from './mails/send-waiting-mails.ts';

export { type MailedNotice, type MailReader, noticeWords } from './mails/notices-mail.ts';
export { createRefusals, refusalRoutes } from './mails/refusals.ts';
export { sendWaitingMails } from './mails/send-waiting-mails.ts';

const mailsEveryMs = 5_000;

export interface Contact {
  /** Where messages go; null: they are kept, and mailed to nobody. */
  readonly operator: string | null;
}

export const serveContact = (kernel: Kernel): Contact => {
  const { app, config, sql, log, jobs, mail, origin } = kernel;
  const { sending, devMailbox } = mail;
  const refusals = createRefusals(kernel.addressSecret);
  refusalRoutes({ ...kernel, refusals });
  const operator = messagesTo(config) ?? (devMailbox && config.CONTACT_EMAIL);
  contactRoutes(app, {
    ...kernel,
    perHour: config.MESSAGES_PER_HOUR,
    sendsMails: sending !== null && operator !== null,
  });
  if (sending)
    jobs.add({
      name: 'mails',
      everyMs: mailsEveryMs,
      run: (signal) => sendWaitingMails({ sql, log, mailer: sending, operator, origin, refusals }, signal),
    });
  return { operator };
};

export interface ContactDeps {
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Addresses are counted by a hash with this key, which is not in the database. */
  readonly addressSecret: string;
  readonly perHour: number;
  readonly sendsMails: boolean;
}

const hourS = 3_600;
const dayS = 24 * hourS;
const confirmations = { kind: 'contact-confirmation', count: 3, seconds: dayS };

export const contactRoutes = (app: FastifyInstance, deps: ContactDeps): void => {
  const { database, authenticate, addressSecret, perHour, sendsMails } = deps;
  const sql = database.engine;
  const take = createTakeAllowance(sql);

  const serve = createServe(app, authenticate);

  const limit = async (kind: string, request: FastifyRequest, person: string | undefined): Promise<void> => {
    for (const who of [hashedAddress(addressSecret, request), person]) {
      if (who === undefined) continue;
      await take({ kind, count: perHour, seconds: hourS }, who);
      await take({ kind: `${kind}-day`, count: 3 * perHour, seconds: dayS }, who);
    }
  };

  /** However many addresses a stranger's machine has, nobody is sent more confirmations than this. */
  const confirmationTo = async (email: string): Promise<ContactAnswer['confirmation']> => {
    if (!sendsMails) return 'no-mail';
    try {
      await take(confirmations, hashed(addressSecret, `mail ${email.toLowerCase()}`));
      return 'coming';
    } catch (error) {
      if (error instanceof ProblemError) return 'enough-today';
      throw error;
    }
  };

  serve(sendMessage, async ({ person, body, request }) => {
    await limit('contact', request, person?.sub);
    // A machine is not told that it was noticed.
    if (body.website) return answerOf(randomUUID(), sendsMails ? 'coming' : 'no-mail');
    const confirmation = await confirmationTo(body.email);
    const [row] = await sql<
      { id: string }[]
    >`select private.add_contact_message(${body.name}, ${body.email}, ${body.phone ?? null},
      ${body.topic}, ${body.subject}, ${body.message}, ${body.language}, ${person?.sub ?? null}, ${confirmation === 'coming'}) as id`;
    return answerOf(row?.id ?? '', confirmation);
  });

  serve(requestFaqEntry, async ({ person, body: { question, language, email, website }, request }) => {
    await limit('faq-request', request, person?.sub);
    if (website) return;
    await sql`select private.add_faq_request(${question}, ${language}, ${email ?? null}, ${person?.sub ?? null})`;
  });

  serve(readFaqEntries, async ({ query }) => ({ entries: await readFaq(database, query.language) }));

  faqEntryRoutes(serve, database);
};

/** Short enough to be said on the telephone. */
const answerOf = (id: string, confirmation: ContactAnswer['confirmation']): ContactAnswer => ({
  reference: id.slice(0, 8),
  confirmation,
});

// What administrators do to the frequent questions beyond single rows, under their own policies: the database refuses everybody else.

const refused = '42501';

const faqEntryRoutes = (serve: Serve, database: Database): void => {
  const asAdministrator = async <T>(person: Person, work: (sql: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await database.asUser(person, work);
    } catch (error) {
      throw (error as { code?: string }).code === refused ? new ProblemError('forbidden') : error;
    }
  };

  serve(publishFaqEntry, ({ person, body: { request: answered, ...entry } }) =>
    asAdministrator(person, async (sql) => {
      const [row] = await sql<{ id: string; key: string }[]>`
        insert into public.faq_entries (category, position, question, answer)
        select ${entry.category}, coalesce(max(e.position), 0) + 1, ${JSON.stringify(entry.question)}::text::jsonb,
          ${JSON.stringify(entry.answer)}::text::jsonb
        from public.faq_entries e where e.category = ${entry.category}
        returning id, key`;
      if (answered !== undefined) {
        const { count } = await sql`
          update public.faq_requests set status = 'approved', reason = null, entry_id = ${row?.id ?? null} where id = ${answered}`;
        if (count === 0) throw new ProblemError('not-found', 'request: there is none with this id');
      }
      return row;
    }),
  );

  serve(orderFaqEntries, ({ person, body: { ids } }) =>
    asAdministrator(person, async (sql) => {
      const { count } = await sql`
        update public.faq_entries e set position = o.place from unnest(${pgTexts(ids)}::uuid[]) with ordinality o (id, place) where e.id = o.id`;
      if (count !== new Set(ids).size) throw new ProblemError(count === 0 ? 'forbidden' : 'not-found');
    }),
  );
};

/** The published questions in one language, in their order: what any visitor may read. */
export const readFaq = async (
  { anonymous: open }: Pick<Database, 'anonymous'>,
  language: FaqQuery['language'],
): Promise<FaqAnswer['entries']> => [
  ...(await open<FaqAnswer['entries']>`
    select key, category, coalesce(question ->> ${language}::text, question ->> ${defaultLanguage}::text) as question,
      coalesce(answer ->> ${language}::text, answer ->> ${defaultLanguage}::text) as answer
    from public.faq_entries where is_published
    order by array_position(array['basics', 'figures', 'hardware', 'bills', 'privacy', 'running'], category), position, created_at`),
];
