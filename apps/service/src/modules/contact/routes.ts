/** What visitors write: messages and questions, limited by account and by address; and the frequent questions that they read. */
import { randomUUID } from 'node:crypto';
import { type ContactAnswer, contactBody, type FaqAnswer, faqQuery, faqRequestBody } from '@wattershed/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createTakeAllowance, hashed, hashedAddress } from '../../platform/allowance.ts';
import type { Database } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { faqEntryRoutes } from './faq-entry-routes.ts';
import { parse } from '../../platform/parse.ts';
import { readFaq } from './read-faq.ts';

export interface ContactDeps {
  readonly database: Database;
  readonly authenticate: Authenticate;
  /** Addresses are counted by a hash with this key, which is not in the database. */
  readonly addressSecret: string;
  readonly perHour: number;
  readonly sendsMails: boolean;
}

const bodyLimit = 64 * 1024;
const hourS = 3_600;
const dayS = 24 * hourS;
const confirmations = { kind: 'contact-confirmation', count: 3, seconds: dayS };

export const contactRoutes = (app: FastifyInstance, deps: ContactDeps): void => {
  const { database, authenticate, addressSecret, perHour, sendsMails } = deps;
  const sql = database.engine;
  const take = createTakeAllowance(sql);

  const personOf = async (request: FastifyRequest): Promise<string | null> =>
    request.headers.authorization ? (await authenticate(request)).sub : null;

  const limit = async (kind: string, request: FastifyRequest, person: string | null): Promise<void> => {
    for (const who of [hashedAddress(addressSecret, request), person]) {
      if (who === null) continue;
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

  app.post('/api/v1/contact', { bodyLimit }, async (request, reply) => {
    const person = await personOf(request);
    const body = parse(contactBody, request.body, 'body-malformed');
    await limit('contact', request, person);
    // A machine is not told that it was noticed.
    if (body.website) return reply.code(202).send(answerOf(randomUUID(), sendsMails ? 'coming' : 'no-mail'));
    const confirmation = await confirmationTo(body.email);
    const [row] = await sql<
      { id: string }[]
    >`select private.add_contact_message(${body.name}, ${body.email}, ${body.phone ?? null},
      ${body.topic}, ${body.subject}, ${body.message}, ${body.language}, ${person}, ${confirmation === 'coming'}) as id`;
    return reply.code(202).send(answerOf(row?.id ?? '', confirmation));
  });

  app.post('/api/v1/faq-requests', { bodyLimit }, async (request, reply) => {
    const person = await personOf(request);
    const { question, language, email, website } = parse(faqRequestBody, request.body, 'body-malformed');
    await limit('faq-request', request, person);
    if (!website) await sql`select private.add_faq_request(${question}, ${language}, ${email ?? null}, ${person})`;
    return reply.code(204).send();
  });

  app.get('/api/v1/faq', async (request, reply) => {
    const { language } = parse(faqQuery, request.query, 'query-invalid');
    const entries = await readFaq(database, language);
    return reply.header('cache-control', 'no-cache').send({ entries } satisfies FaqAnswer);
  });

  faqEntryRoutes(app, database, authenticate);
};

/** Short enough to be said on the telephone. */
const answerOf = (id: string, confirmation: ContactAnswer['confirmation']): ContactAnswer => ({
  reference: id.slice(0, 8),
  confirmation,
});
