/** Bills that answers are made of: the open cycle, those that are closed, and why one is not as much as another. */
import { type Language, textIn, type Utility } from '#catalogue/index.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import type { BillChanges, BillLine as ToldLine, BillSoFar } from '#subjects/bills/contract/billing.ts';
import { billAmount, type BillLine } from '#subjects/bills/domain/bill/bill.ts';
import { type BudgetStage, budgetStage } from '#subjects/bills/domain/bill/billing-cycle.ts';
import { exact, minorDigits, sumOf, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import { isWaitedFor } from '#subjects/bills/domain/tariff/tariff-faults.ts';
import { type FiledBill, lineTexts } from '#subjects/bills/service/index.ts';
import type { Sources } from '../asking.ts';
import { type AskedPeriod, utilitiesAsked } from '../intent.ts';
import { amountsTable, type MoneyVoice, type Table } from './money-voice.ts';

export interface BudgetFacts {
  readonly utility: Utility;
  readonly budget: string;
  readonly spent: string;
  /** Null: nobody can tell yet. */
  readonly likely: string | null;
  /** Spent of it, 1 being all. */
  readonly share: number;
  readonly stage: BudgetStage | null;
}

export interface OpenBill {
  readonly soFar: BillSoFar;
  readonly budgets: readonly BudgetFacts[];
}

export type LikelyCost = Pick<NonNullable<BillSoFar['likely']>, 'low' | 'expected' | 'high'>;
type NextBlock = NonNullable<NonNullable<BillSoFar['likely']>['use'][Utility]>['nextBlocks'][number];

export interface UtilityBlock extends NextBlock {
  readonly utility: Utility;
}

/** Null: no tariff is in force, or it prices nothing of what this utility used. */
export const costOf = ({ cost, amounts }: BillSoFar, utility: Utility | null): string | null => {
  if (cost === null || utility === null) return cost?.total ?? null;
  const own = amounts[utility].cost;
  const isUnpriced = cost.faults.some((fault) => fault.utility === utility && fault.used > 0 && isWaitedFor(fault));
  return isUnpriced && Number(own) === 0 ? null : own;
};

export const likelyOf = ({ likely }: BillSoFar, utility: Utility | null): LikelyCost | null =>
  utility === null ? likely : (likely?.use[utility]?.cost ?? null);

/** The nearest first; those that are not expected in this cycle last. */
export const blocksAhead = ({ likely }: BillSoFar, utility: Utility | null): UtilityBlock[] =>
  utilitiesAsked(utility)
    .flatMap((one) => (likely?.use[one]?.nextBlocks ?? []).map((block) => ({ ...block, utility: one })))
    .sort((a, b) => (a.day ?? '9999').localeCompare(b.day ?? '9999'));

const shareOf = (part: string, whole: string): number =>
  Number(whole) === 0 ? 1 : exact(part).div(exact(whole)).valueOf();

export const readOpenBill = async ({ soFar, budgets }: Pick<Sources, 'soFar' | 'budgets'>): Promise<OpenBill> => {
  const [open, kept] = await Promise.all([soFar(), budgets()]);
  return {
    soFar: open,
    budgets: kept.flatMap(({ utility, amount }) => {
      const spent = costOf(open, utility);
      if (spent === null) return [];
      const likely = likelyOf(open, utility)?.expected ?? null;
      const stage = budgetStage(amount, spent, likely);
      return [{ utility, budget: amount, spent, likely, share: shareOf(spent, amount), stage }];
    }),
  };
};

type Days = Pick<AskedPeriod, 'from' | 'to'>;

/** As many as a household's history is asked for: ten years of months. */
export const maxBills = 120;

export const amountOf = (bill: FiledBill, utility: Utility | null): string =>
  utility === null ? bill.total : billAmount(bill, utility).cost;

/** Days of the bill that lie in the period. */
const daysIn = ({ start, end }: FiledBill, { from, to }: Days): number =>
  Math.max(0, daysBetween(start > from ? start : from, end < to ? end : to));

const beginsIn = ({ start }: FiledBill, { from, to }: Days): boolean => start >= from && start < to;

/** More than half of its days are in the period, or just half of them and its first one. */
const liesMostlyIn = (bill: FiledBill, period: Days): boolean => {
  const twice = 2 * daysIn(bill, period);
  const days = daysBetween(bill.start, bill.end);
  return twice > days || (twice === days && beginsIn(bill, period));
};

/** The bills of a month or a year, newest first; of a time shorter than a bill the one that holds most of it. */
export const billsIn = (bills: readonly FiledBill[], period: Days): readonly FiledBill[] => {
  const own = bills.filter((bill) => liesMostlyIn(bill, period));
  if (own.length > 0) return own;
  const begun = bills.filter((bill) => beginsIn(bill, period));
  if (begun.length > 0) return begun;
  const most = bills.reduce((days, bill) => Math.max(days, daysIn(bill, period)), 0);
  return most === 0 ? [] : bills.filter((bill) => daysIn(bill, period) === most).slice(0, 1);
};

interface BillSum {
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
  /** Of one bill. */
  readonly mean: string;
}

/** One for each currency, that of the latest bill first: two currencies are never added. */
export const sumBills = (bills: readonly FiledBill[], utility: Utility | null): BillSum[] =>
  [...new Set(bills.map(({ currency }) => currency))].map((currency) => {
    const own = bills.filter((bill) => bill.currency === currency);
    const sum = sumOf(own.map((bill) => exact(amountOf(bill, utility))));
    const digits = minorDigits(currency);
    const mean = textOf(sum.div(own.length), digits, digits);
    return { currency, count: own.length, amount: textOf(sum, digits), mean };
  });

/** Of those in the latest bill's currency; of bills that are alike the later one. */
export const extremeBill = (
  bills: readonly FiledBill[],
  utility: Utility | null,
  ask: 'dearest' | 'cheapest',
): FiledBill | undefined =>
  bills
    .filter(({ currency }) => currency === bills[0]?.currency)
    .reduce<FiledBill | undefined>((best, bill) => {
      if (best === undefined) return bill;
      const order = exact(amountOf(bill, utility)).compare(exact(amountOf(best, utility)));
      return (ask === 'dearest' ? order > 0 : order < 0) ? bill : best;
    }, undefined);

type Explained = BillChanges['utilities'][number]['parts'][number];

export interface ChangePart extends Omit<Explained, 'kind'> {
  /** `unpriced`: of a utility that only one of the two bills has a tariff for. */
  readonly kind: Explained['kind'] | 'unpriced';
  readonly utility: Utility | null;
}

export interface BillChange {
  readonly bill: FiledBill;
  readonly against: NonNullable<BillChanges['against']>;
  readonly difference: string;
  readonly daysMore: number;
  /** The largest first. */
  readonly parts: readonly ChangePart[];
  readonly weather: BillChanges['weather'];
  /** Of the earlier bill's time. */
  readonly earlierCoverage: number | null;
}

/** All parts of both utilities, with what a utility without a tariff in one of the bills makes of it. */
const partsOf = ({ utilities }: BillChanges, difference: string, currency: string): ChangePart[] => {
  const parts = utilities.flatMap(({ utility, parts: own }) => own.map((part): ChangePart => ({ ...part, utility })));
  const told = sumOf(parts.map(({ amount }) => exact(amount)));
  const left = exact(difference).sub(told);
  const unpriced: ChangePart[] = left.equals(0)
    ? []
    : [{ kind: 'unpriced', utility: null, amount: textOf(left, minorDigits(currency)) }];
  return [...parts, ...unpriced].sort((a, b) => exact(b.amount).abs().compare(exact(a.amount).abs()));
};

/** That of the days that are named, else the latest one. */
const billOf = (bills: readonly FiledBill[], period: Days | null): FiledBill | undefined =>
  (period === null ? bills : billsIn(bills, period))[0];

/** `no-bill`: none is closed in these days; `no-earlier`: there is none in the same currency to hold it against. */
export const readBillChange = async (
  { bills: readBills, changes: readChanges }: Pick<Sources, 'bills' | 'changes'>,
  asked: 'before' | 'year' | AskedPeriod,
  period: AskedPeriod | null = null,
): Promise<
  | BillChange
  | { readonly missing: 'no-bill'; readonly period: AskedPeriod | null }
  | { readonly missing: 'no-earlier'; readonly bill: FiledBill }
> => {
  const bills = await readBills(maxBills);
  const named = billOf(bills, period);
  if (!named) return { missing: 'no-bill', period };
  const isNamed = typeof asked === 'object';
  const other = isNamed ? billOf(bills, asked) : undefined;
  if (isNamed && !other) return { missing: 'no-bill', period: asked };
  // Of two that are named the later one is told beside the earlier one, whichever was named first.
  const [bill = named, ...earlier] = other
    ? [named, other].toSorted((one, two) => two.start.localeCompare(one.start))
    : [named, ...bills];
  const changes = await readChanges(bill, earlier, isNamed ? 'before' : asked);
  const { against, difference } = changes;
  if (against === null || difference === null) return { missing: 'no-earlier', bill };
  return {
    bill,
    against,
    difference,
    daysMore: daysBetween(bill.start, bill.end) - daysBetween(against.start, against.end),
    parts: partsOf(changes, difference, bill.currency),
    weather: changes.weather,
    earlierCoverage: bills.find(({ id }) => id === against.id)?.coverage ?? null,
  };
};

// The lines of a bill as a table: the amount beside the name, and below the name how it comes to that.

interface ShownLines {
  /** As they were kept or told: what is not there is left out. */
  readonly lines: readonly (BillLine | ToldLine)[];
  readonly start: string;
  readonly currency: string;
  /** What they sum to. */
  readonly total: string;
}

export const linesTable = (
  { lines, start, currency, total }: ShownLines,
  utility: Utility | null,
  language: Language,
  voice: MoneyVoice,
): Table => {
  const { paper, money, t } = voice;
  const own = lines.filter((line) => utility === null || line.utility === utility);
  const isBoth = new Set(own.map((line) => line.utility)).size > 1;
  const writer = { words: paper, language, money: (amount: string, of = currency) => money(amount, of) };
  const rows = own.map((line) => {
    const { what, quantity, price } = lineTexts(line as BillLine, writer, start);
    const whose = [
      ...(isBoth ? [t(line.utility)] : []),
      ...(line.supplier ? [textIn(line.supplier.name, language)] : []),
    ];
    const name = [...whose, what].join(': ');
    const how = [quantity, price].filter((one) => one !== '').join(' × ');
    return [how === '' ? name : `${name}\n${how}`, money(line.amount, currency)];
  });
  return amountsTable([...rows, [paper.t('total'), money(total, currency)]], voice);
};
