/** `GET /api/v1/bills.csv` and `/bills.pdf`, and each bill as `/bills/:id.pdf` and `.csv`. */
import { billLanguage, billsQuery } from '@wattershed/contracts';
import { addDays } from '@wattershed/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Claims, Database } from '../../../platform/db.ts';
import { parse } from '../../../platform/parse.ts';
import type { Authenticate } from '../../../platform/person.ts';
import { ProblemError } from '../../../platform/problem.ts';
import { billPdf, type PaperFacts } from './bill-pdf.ts';
import { billWords } from './bill-words.ts';
import type { Billing } from '../billing.ts';
import { billCsv, billLinesCsv, billsCsv } from './bills-csv.ts';
import { billsReport } from './bills-report.ts';
import type { Books } from '../books.ts';
import { type ChosenPeriod, type FiledBill, readBills } from '../read-bills.ts';

const paperQuery = z.object({ language: billLanguage.default('en') });

export interface BillFileDeps {
  readonly billing: Pick<Billing, 'bringUpToDate'>;
  readonly database: Pick<Database, 'asUser'>;
  readonly authenticate: Authenticate;
  readonly now: () => number;
  readonly takeFile: (person: Claims) => Promise<void>;
  /** One bill, brought up to date, that the person may read. */
  readonly oneBill: (person: Claims, id: string) => Promise<{ bill: FiledBill; books: Books }>;
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

const sendCsv = (reply: FastifyReply, name: string, table: string): FastifyReply =>
  sendFile(reply, `${name}.csv`, 'text/csv; charset=utf-8', `\ufeff${table}`);

const sendPdf = (reply: FastifyReply, name: string, paper: NodeJS.ReadableStream): FastifyReply =>
  sendFile(reply, `${name}.pdf`, 'application/pdf', paper);

/** What a file's name ends with: the days that it holds, both of them in it, or the day on which the latest bills were had. */
const daysInName = (period: ChosenPeriod | undefined, { today }: Books): string =>
  period ? `${period.from}-to-${addDays(period.to, -1)}` : today;

export const billFileRoutes = (
  app: FastifyInstance,
  { billing, database, authenticate, takeFile, oneBill, now }: BillFileDeps,
): void => {
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

  /** The latest bills, newest first; or those of chosen days in their order, at least one. */
  const chosenBills = async (request: FastifyRequest) => {
    const person = await authenticate(request);
    const { household, count, from, to, detail } = parse(billsQuery, request.query, 'query-invalid');
    await takeFile(person);
    const books = await billing.bringUpToDate(person.sub, household);
    const period = from !== undefined && to !== undefined ? { from, to } : undefined;
    const bills = await readBills(database, person, { household: books.household, count, period });
    if (period && bills.length === 0) throw new ProblemError('bills-none');
    return { books, period, detail, bills: period ? bills.toReversed() : bills };
  };

  app.get('/api/v1/bills.csv', async (request, reply) => {
    const { books, period, detail, bills } = await chosenBills(request);
    const days = daysInName(period, books);
    return detail === 'lines'
      ? sendCsv(reply, `wattershed-bill-lines-${days}`, billLinesCsv(bills))
      : sendCsv(reply, `wattershed-bills-${days}`, billsCsv(bills));
  });

  app.get('/api/v1/bills.pdf', async (request, reply) => {
    const { books, period, bills } = await chosenBills(request);
    const paper = billsReport(bills, paperFacts(books, request.query), period);
    return sendPdf(reply, `wattershed-bills-${daysInName(period, books)}`, paper);
  });

  app.get<{ Params: { id: string } }>('/api/v1/bills/:id(^[0-9a-f-]{36}$).pdf', async (request, reply) => {
    const { bill, books } = await oneBill(await authenticate(request), request.params.id);
    return sendPdf(reply, `wattershed-bill-${bill.start}`, billPdf(bill, paperFacts(books, request.query)));
  });

  app.get<{ Params: { id: string } }>('/api/v1/bills/:id(^[0-9a-f-]{36}$).csv', async (request, reply) => {
    const { bill } = await oneBill(await authenticate(request), request.params.id);
    return sendCsv(reply, `wattershed-bill-${bill.start}`, billCsv(bill));
  });
};
