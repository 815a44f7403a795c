import { readBillsPaper, readBillsTable } from '@wattershed/contracts/billing';
import { addDays } from '../../../platform/local-day.ts';

/** Whole days `[from, to)`. */
export interface ExportPeriod {
  from: string;
  to: string;
}

export const periodChoices = ['months', 'year', 'lastYear', 'days'] as const;
export type PeriodChoice = (typeof periodChoices)[number];

/** Days as they are entered: both of them are in it. */
export interface EnteredDays {
  first: string;
  last: string;
}

/** What is wrong with entered days: one of them is missing, they are in the wrong order, or more than ten years. */
export type DaysFault = 'missing' | 'order' | 'long';

const mostYears = 10;

function yearsLater(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}

/** Of 29 February it is 1 March. */
function yearBefore(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year - 1, month - 1, date)).toISOString().slice(0, 10);
}

export function faultOfDays({ first, last }: EnteredDays): DaysFault | undefined {
  if (first === '' || last === '') return 'missing';
  if (last < first) return 'order';
  return addDays(last, 1) > yearsLater(first, mostYears) ? 'long' : undefined;
}

/** The twelve months end with the last closed bill: `openStart` is the first day of the bill that is still open. */
export function choosePeriod(choice: Exclude<PeriodChoice, 'days'>, today: string, openStart: string): ExportPeriod {
  if (choice === 'months') return { from: yearBefore(openStart), to: openStart };
  const from = `${choice === 'year' ? today.slice(0, 4) : Number(today.slice(0, 4)) - 1}-01-01`;
  return { from, to: yearsLater(from, 1) };
}

export function periodOfDays({ first, last }: EnteredDays): ExportPeriod {
  return { from: first, to: addDays(last, 1) };
}

export interface BillDays {
  period_start: string;
  period_end: string;
}

/** The bills that begin in these days, as the service chooses them: how many, and the days that they cover. */
export function holdingOf({ from, to }: ExportPeriod, bills: readonly BillDays[]) {
  const held = bills.filter(({ period_start: start }) => start >= from && start < to);
  const [first, ...rest] = held;
  if (first === undefined) return undefined;
  return {
    count: held.length,
    start: rest.reduce((day, bill) => (bill.period_start < day ? bill.period_start : day), first.period_start),
    end: rest.reduce((day, bill) => (bill.period_end > day ? bill.period_end : day), first.period_end),
  };
}

export const exportForms = ['pdf', 'csv', 'lines'] as const;
export type ExportForm = (typeof exportForms)[number];

/** What to ask the service for, and the name that the file is kept by: its days are both in it. */
export function exportFile(form: ExportForm, { from, to }: ExportPeriod) {
  const days = `${from}-to-${addDays(to, -1)}`;
  const query = { from, to, ...(form === 'lines' && { detail: 'lines' }) };
  if (form === 'pdf') return { endpoint: readBillsPaper, query, name: `wattershed-bills-${days}.pdf` } as const;
  return {
    endpoint: readBillsTable,
    query,
    name: `wattershed-${form === 'lines' ? 'bill-lines' : 'bills'}-${days}.csv`,
  } as const;
}
