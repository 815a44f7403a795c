/** Bills as tables and on paper: all of them, those of chosen days, and one. */

import type { FastifyReply } from 'fastify';
import { byUtility, interchangeOf, type Utility } from '#catalogue/index.ts';
import { addDays, daysBetween } from '#catalogue/local-day.ts';
import type { Claims, Database } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Serve } from '#kernel/http/serve.ts';
import {
  type BillsQuery,
  readBillPaper,
  readBillsPaper,
  readBillsTable,
  readBillTable,
} from '../../contract/billing.ts';
import { billAmount } from '../../domain/bill/bill.ts';
import { decimalOf, decimalText, minorDigits } from '../../domain/tariff/exact.ts';
import type { BillingSnapshot } from '../billing-snapshot.ts';
import type { Billing } from '../household-bills.ts';
import { type ChosenPeriod, type FiledBill, filedUtilities, readBills } from '../read-bills.ts';
import { amountUsed, billLabels } from './bill-labels.ts';
import { billPdf, finishPaper, type PaperFacts, periodOf, writeHead } from './bill-pdf.ts';
import { billCsv, billLinesCsv, billsCsv } from './bills-csv.ts';
import { type Column, ink, openPaper, type Paper, type Row } from './paper.ts';

export interface BillFileDeps {
  readonly billing: Pick<Billing, 'bringUpToDate'>;
  readonly database: Pick<Database, 'asUser'>;
  readonly now: () => number;
  readonly takeFile: (person: Claims) => Promise<void>;
  /** One bill, brought up to date, that the person may read. */
  readonly oneBill: (person: Claims, id: string) => Promise<{ bill: FiledBill; snapshot: BillingSnapshot }>;
}

/** A person's own figures: a file to keep, never in a cache that others share. Names are made here, so they need no quoting. */
const sendFile = (
  reply: FastifyReply,
  name: string,
  type: string,
  body: string | NodeJS.ReadableStream,
): FastifyReply => reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(body);

const sendCsv = (reply: FastifyReply, name: string, table: string): FastifyReply =>
  sendFile(reply, `${name}.csv`, 'text/csv; charset=utf-8', `\ufeff${table}`);

const sendPdf = (reply: FastifyReply, name: string, paper: NodeJS.ReadableStream): FastifyReply =>
  sendFile(reply, `${name}.pdf`, 'application/pdf', paper);

/** What a file's name ends with: the days that it holds, both of them in it, or the day on which the latest bills were had. */
const daysInName = (period: ChosenPeriod | undefined, { today }: BillingSnapshot): string =>
  period ? `${period.from}-to-${addDays(period.to, -1)}` : today;

export const billFileRoutes = (serve: Serve, { billing, database, takeFile, oneBill, now }: BillFileDeps): void => {
  const paperFacts = (snapshot: BillingSnapshot, language: PaperFacts['language']): PaperFacts => ({
    words: billLabels(language, snapshot.country),
    language,
    householdName: snapshot.name,
    isSimulated: snapshot.kind !== 'home',
    today: snapshot.today,
    nowMs: now(),
  });

  /** The latest bills, newest first; or those of chosen days in their order, at least one. */
  const chosenBills = async (person: Claims, { household, count, from, to }: BillsQuery) => {
    await takeFile(person);
    const snapshot = await billing.bringUpToDate(person.sub, household);
    const period = from !== undefined && to !== undefined ? { from, to } : undefined;
    const bills = await readBills(database, person, { household: snapshot.household, count, period });
    if (period && bills.length === 0) throw new ProblemError('bills-none');
    return { snapshot, period, bills: period ? bills.toReversed() : bills };
  };

  serve(readBillsTable, async ({ person, query, reply }) => {
    const { snapshot, period, bills } = await chosenBills(person, query);
    const days = daysInName(period, snapshot);
    return query.detail === 'lines'
      ? sendCsv(reply, `wattershed-bill-lines-${days}`, billLinesCsv(bills))
      : sendCsv(reply, `wattershed-bills-${days}`, billsCsv(bills));
  });

  serve(readBillsPaper, async ({ person, query, reply }) => {
    const { snapshot, period, bills } = await chosenBills(person, query);
    const paper = await billsReport(bills, paperFacts(snapshot, query.language), period);
    return sendPdf(reply, `wattershed-bills-${daysInName(period, snapshot)}`, paper);
  });

  serve(readBillPaper, async ({ person, params, query, reply }) => {
    const { bill, snapshot } = await oneBill(person, params.id);
    const paper = await billPdf(bill, paperFacts(snapshot, query.language));
    return sendPdf(reply, `wattershed-bill-${bill.start}`, paper);
  });

  serve(readBillTable, async ({ person, params, reply }) => {
    const { bill } = await oneBill(person, params.id);
    return sendCsv(reply, `wattershed-bill-${bill.start}`, billCsv(bill));
  });
};

// Several bills on paper: a row for each, and what they come to.

/** Of one bill, or of several in one currency. */
interface Figures {
  readonly currency: string;
  readonly total: string;
  readonly used: Readonly<Record<Utility, number>>;
  readonly cost: Readonly<Record<Utility, string>>;
}

const sumOf = (currency: string, bills: readonly FiledBill[]): Figures => {
  const sum = (of: (bill: FiledBill) => string): string =>
    decimalText(
      bills.reduce((total, bill) => total + decimalOf(of(bill)).units, 0n),
      minorDigits(currency),
    );
  return {
    currency,
    total: sum(({ total }) => total),
    used: byUtility((utility) => bills.reduce((all, bill) => all + billAmount(bill, utility).used, 0)),
    cost: byUtility((utility) => sum((bill) => billAmount(bill, utility).cost)),
  };
};

const totalsOf = (bills: readonly FiledBill[]): Figures[] =>
  [...new Set(bills.map(({ currency }) => currency))].map((currency) =>
    sumOf(
      currency,
      bills.filter((bill) => bill.currency === currency),
    ),
  );

/** Points of the paper's width: the days, the total, and what is left for the utilities. */
const widths = { days: 150, total: 70, utilities: 267 } as const;

/** The less for each the more utilities there are. */
const widthShare = (utilities: readonly Utility[]): number =>
  Math.min(
    1,
    widths.utilities /
      utilities
        .map((utility) => interchangeOf(utility).print.width)
        .reduce((sum, { used, cost }) => sum + used + cost, 0),
  );

const columnsOf = ({ words }: PaperFacts, utilities: readonly Utility[]): Column[] => {
  const share = widthShare(utilities);
  const figure = { size: 9.5, align: 'right' } as const;
  return [
    { title: words.t('periodHead'), width: widths.days, style: { size: 9.5 } },
    ...utilities.flatMap((utility) => {
      const { text, width } = interchangeOf(utility).print;
      return [
        { width: width.used * share, style: { ...figure, color: ink.soft } },
        { title: words.t(utility), width: width.cost * share, style: figure, titleColor: text },
      ];
    }),
    { title: words.t('total'), width: widths.total, style: { ...figure, weight: 'strong' } },
  ];
};

const cellsOf = (
  paper: Paper,
  { words }: PaperFacts,
  utilities: readonly Utility[],
  name: string,
  row: Figures,
): string[] => {
  const money = (amount: string) => words.money(amount, row.currency, paper.canWrite);
  return [
    name,
    ...utilities.flatMap((utility) => [amountUsed(words, utility, row.used[utility]), money(row.cost[utility])]),
    money(row.total),
  ];
};

/** All of the days from the first to the last bill, and those of them that are in a bill. */
const daysOf = (bills: readonly FiledBill[]) => {
  const start = bills.reduce((first, bill) => (bill.start < first ? bill.start : first), bills[0]?.start ?? '');
  const end = bills.reduce((last, bill) => (bill.end > last ? bill.end : last), bills[0]?.end ?? '');
  const billed = bills.reduce((days, bill) => days + daysBetween(bill.start, bill.end), 0);
  return { start, end, billed, between: daysBetween(start, end) - billed };
};

const writeIntroduction = (
  paper: Paper,
  bills: readonly FiledBill[],
  facts: PaperFacts,
  chosen: ChosenPeriod | undefined,
  top: number,
): number => {
  const { words } = facts;
  const { start, end, billed } = daysOf(bills);
  const style = { size: 11, color: ink.soft };
  const covered = [periodOf(facts, { start, end }), words.count('bills', bills.length), words.count('days', billed)];
  paper.line('P', top, { ...style, text: covered.join(' · ') });
  if (chosen === undefined) return top;
  const text = words.t('chosen', { from: words.day(chosen.from), to: words.day(addDays(chosen.to, -1)) });
  return paper.paragraph(text, top + 20, { size: 9.5, color: ink.soft }) - 14;
};

/** The bills in the order given; which days were asked for and which ones they cover stand above them. */
export const billsReport = async (
  bills: readonly FiledBill[],
  facts: PaperFacts,
  chosen?: ChosenPeriod,
): Promise<NodeJS.ReadableStream> => {
  const { words } = facts;
  const title = chosen
    ? `${words.t('bills')}, ${periodOf(facts, { start: chosen.from, end: chosen.to })}`
    : words.t('bills');
  const paper = await openPaper(title, facts.language, facts.nowMs);
  let y = writeHead(paper, facts, words.t('bills'));
  if (bills.length === 0) {
    paper.paragraph(words.t('none'), y, { size: 11, color: ink.soft });
    return finishPaper(paper, facts);
  }
  y = writeIntroduction(paper, bills, facts, chosen, y) + 40;
  const utilities = filedUtilities(bills);
  const rows: Row[] = [
    ...bills.map((bill) => ({
      cells: cellsOf(paper, facts, utilities, periodOf(facts, bill, 'medium'), sumOf(bill.currency, [bill])),
    })),
    ...totalsOf(bills).map((total, i) => ({
      cells: cellsOf(paper, facts, utilities, words.t('total'), total),
      weight: 'strong' as const,
      isRuled: i === 0,
    })),
  ];
  y = paper.table(columnsOf(facts, utilities), rows, y) + 18;
  const { between } = daysOf(bills);
  const notes = [...(between > 0 ? [words.count('between', between)] : []), words.t('own')];
  for (const note of notes) y = paper.paragraph(note, y, { size: 9.5, color: ink.soft }) + 2;
  return finishPaper(paper, facts);
};
