/** Bills as tables and on paper: all of them, those of chosen days, and one. */
import { type BillsQuery, readBillPaper, readBillsPaper, readBillsTable, readBillTable } from '@wattershed/contracts';
import { addDays } from '@wattershed/domain';
import type { FastifyReply } from 'fastify';
import type { Claims, Database } from '../../../platform/db.ts';
import { ProblemError } from '../../../platform/problem.ts';
import type { Serve } from '../../../platform/serve.ts';
import { billPdf, type PaperFacts } from './bill-pdf.ts';
import { billWords } from './bill-words.ts';
import type { Billing } from '../billing.ts';
import { billCsv, billLinesCsv, billsCsv } from './bills-csv.ts';
import { billsReport } from './bills-report.ts';
import type { Books } from '../books.ts';
import { type ChosenPeriod, type FiledBill, readBills } from '../read-bills.ts';

export interface BillFileDeps {
  readonly billing: Pick<Billing, 'bringUpToDate'>;
  readonly database: Pick<Database, 'asUser'>;
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

export const billFileRoutes = (serve: Serve, { billing, database, takeFile, oneBill, now }: BillFileDeps): void => {
  const paperFacts = (books: Books, language: PaperFacts['language']): PaperFacts => ({
    words: billWords(language, books.country),
    language,
    householdName: books.name,
    isSimulated: books.kind !== 'home',
    today: books.today,
    nowMs: now(),
  });

  /** The latest bills, newest first; or those of chosen days in their order, at least one. */
  const chosenBills = async (person: Claims, { household, count, from, to }: BillsQuery) => {
    await takeFile(person);
    const books = await billing.bringUpToDate(person.sub, household);
    const period = from !== undefined && to !== undefined ? { from, to } : undefined;
    const bills = await readBills(database, person, { household: books.household, count, period });
    if (period && bills.length === 0) throw new ProblemError('bills-none');
    return { books, period, bills: period ? bills.toReversed() : bills };
  };

  serve(readBillsTable, async ({ person, query, reply }) => {
    const { books, period, bills } = await chosenBills(person, query);
    const days = daysInName(period, books);
    return query.detail === 'lines'
      ? sendCsv(reply, `wattershed-bill-lines-${days}`, billLinesCsv(bills))
      : sendCsv(reply, `wattershed-bills-${days}`, billsCsv(bills));
  });

  serve(readBillsPaper, async ({ person, query, reply }) => {
    const { books, period, bills } = await chosenBills(person, query);
    const paper = billsReport(bills, paperFacts(books, query.language), period);
    return sendPdf(reply, `wattershed-bills-${daysInName(period, books)}`, paper);
  });

  serve(readBillPaper, async ({ person, params, query, reply }) => {
    const { bill, books } = await oneBill(person, params.id);
    return sendPdf(reply, `wattershed-bill-${bill.start}`, billPdf(bill, paperFacts(books, query.language)));
  });

  serve(readBillTable, async ({ person, params, reply }) => {
    const { bill } = await oneBill(person, params.id);
    return sendCsv(reply, `wattershed-bill-${bill.start}`, billCsv(bill));
  });
};
