/** What visitors write: messages and questions, limited by account and by address; and the frequent questions that they read. */
import { randomUUID } from 'node:crypto';
import { type ContactAnswer, readFaqEntries, requestFaqEntry, sendMessage } from '@wattershed/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createTakeAllowance, hashed, hashedAddress } from '../../platform/allowance.ts';
import type { Database } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createServe } from '../../platform/serve.ts';
import { faqEntryRoutes } from './faq-entry-routes.ts';
import { readFaq } from './read-faq.ts';

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
