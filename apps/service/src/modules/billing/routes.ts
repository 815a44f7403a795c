/** `GET /api/v1/bills/so-far`, `/bills/costs`, `/bills.csv`, `/bills.pdf`, and each bill as `/bills/:id.pdf` and `.csv`. */
import { billLanguage, billsQuery, changesQuery, soFarQuery } from '@wattershed/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { TakeAllowance } from '../../platform/allowance.ts';
import type { Claims, Database } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { parse } from '../../platform/parse.ts';
import { ProblemError } from '../../platform/problem.ts';
import { billPdf, type PaperFacts } from './bill-pdf.ts';
import { billWords } from './bill-words.ts';
import type { Billing } from './billing.ts';
import { billCsv, billsCsv } from './bills-csv.ts';
import { billsReport } from './bills-report.ts';
import type { Books } from './books.ts';
import { type FiledBill, householdOfBill, readBills } from './read-bills.ts';
import { earlierBill } from './read-changes.ts';
import { readCopiedBill } from './reconcile.ts';

const paperQuery = z.object({ language: billLanguage.default('en') });
const filesPerHour = { kind: 'bill-files', count: 120, seconds: 3600 };
/** As many as are kept up to date. */
const mostBills = 26;

export interface BillingRoutesDeps {
  readonly billing: Billing;
  readonly database: Pick<Database, 'asUser'>;
  readonly authenticate: Authenticate;
  readonly takeAllowance: TakeAllowance;
  readonly now: () => number;
}

/** A person's own figures: a file to keep, never in a cache that others share. Names are made here, so they need no quoting. */
const sendFile = (
  reply: FastifyReply,
  name: string,
  type: string,
  body: string | NodeJS.ReadableStream,
): FastifyReply =>
  reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .send(body);

export const billingRoutes = (
  app: FastifyInstance,
  { billing, database, authenticate, takeAllowance, now }: BillingRoutesDeps,
): void => {
  app.get('/api/v1/bills/so-far', async (request, reply) => {
    const person = await authenticate(request);
    const { household } = parse(soFarQuery, request.query, 'query-invalid');
    return reply.header('cache-control', 'no-store').send(await billing.soFar(person.sub, household));
  });

  app.get('/api/v1/bills/costs', async (request, reply) => {
    const person = await authenticate(request);
    const { household } = parse(soFarQuery, request.query, 'query-invalid');
    return reply.header('cache-control', 'no-store').send(await billing.costs(person.sub, household));
  });

  const paperFacts = (books: Books, query: unknown): PaperFacts => {
    const { language } = parse(paperQuery, query, 'query-invalid');
    return {
      words: billWords(language, books.country),
      language,
      householdName: books.name,
      isSimulated: books.kind !== 'home',
      today: books.today,
      nowMs: now(),
    };
  };

  app.get('/api/v1/bills.csv', async (request, reply) => {
    const person = await authenticate(request);
    const { household, count } = parse(billsQuery, request.query, 'query-invalid');
    await takeAllowance(filesPerHour, person.sub);
    const books = await billing.bringUpToDate(person.sub, household);
    const bills = await readBills(database, person, { household: books.household, count });
    return sendFile(
      reply,
      `wattershed-bills-${books.today}.csv`,
      'text/csv; charset=utf-8',
      `\ufeff${billsCsv(bills)}`,
    );
  });

  app.get('/api/v1/bills.pdf', async (request, reply) => {
    const person = await authenticate(request);
    const { household, count } = parse(billsQuery, request.query, 'query-invalid');
    await takeAllowance(filesPerHour, person.sub);
    const books = await billing.bringUpToDate(person.sub, household);
    const facts = paperFacts(books, request.query);
    const bills = await readBills(database, person, { household: books.household, count });
    return sendFile(reply, `wattershed-bills-${books.today}.pdf`, 'application/pdf', billsReport(bills, facts));
  });

  /** One bill, brought up to date, that the person may read. */
  const oneBill = async (person: Claims, id: string): Promise<{ bill: FiledBill; books: Books }> => {
    await takeAllowance(filesPerHour, person.sub);
    const household = z.uuid().safeParse(id).success ? await householdOfBill(database, person, id) : null;
    if (household === null) throw new ProblemError('not-found');
    const books = await billing.bringUpToDate(person.sub, household);
    const [bill] = await readBills(database, person, { household, count: 1, id });
    if (!bill) throw new ProblemError('not-found');
    return { bill, books };
  };

  app.get<{ Params: { id: string } }>('/api/v1/bills/:id(^[0-9a-f-]{36}$).pdf', async (request, reply) => {
    const { bill, books } = await oneBill(await authenticate(request), request.params.id);
    const paper = billPdf(bill, paperFacts(books, request.query));
    return sendFile(reply, `wattershed-bill-${bill.start}.pdf`, 'application/pdf', paper);
  });

  app.get<{ Params: { id: string } }>('/api/v1/bills/:id(^[0-9a-f-]{36}$).csv', async (request, reply) => {
    const { bill } = await oneBill(await authenticate(request), request.params.id);
    const name = `wattershed-bill-${bill.start}.csv`;
    return sendFile(reply, name, 'text/csv; charset=utf-8', `\ufeff${billCsv(bill)}`);
  });

  app.get<{ Params: { id: string } }>('/api/v1/bills/:id(^[0-9a-f-]{36}$)/changes', async (request, reply) => {
    const person = await authenticate(request);
    const { against } = parse(changesQuery, request.query, 'query-invalid');
    const { bill, books } = await oneBill(person, request.params.id);
    const bills = await readBills(database, person, { household: books.household, count: mostBills });
    const earlier = earlierBill(bill, bills, against);
    return reply
      .header('cache-control', 'no-store')
      .send(await billing.changes(person.sub, books.household, bill, earlier));
  });

  app.get<{ Params: { id: string } }>(
    '/api/v1/utility-bills/:id(^[0-9a-f-]{36}$)/reconcile',
    async (request, reply) => {
      const person = await authenticate(request);
      const { id } = request.params;
      const theirs = z.uuid().safeParse(id).success ? await readCopiedBill(database, person, id) : null;
      if (theirs === null) throw new ProblemError('not-found');
      const bills = await readBills(database, person, { household: theirs.household, count: mostBills });
      return reply.header('cache-control', 'no-store').send(await billing.reconcile(person.sub, theirs, bills));
    },
  );
};
