/** Bills that are closed: which of them belong to a time, what they come to together, the dearest and the cheapest. */
import type { Utility } from '@wattershed/catalogue';
import { billAmount, daysBetween, exact, minorDigits, sumOf, textOf } from '@wattershed/domain';
import type { FiledBill } from '../../billing/index.ts';
import type { AskedPeriod } from '../question.ts';

type Days = Pick<AskedPeriod, 'from' | 'to'>;

/** As many as a household's history is asked for: ten years of months. */
export const mostBills = 120;

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

export interface BillSum {
  readonly currency: string;
  readonly count: number;
  readonly amount: string;
}

/** One for each currency, that of the latest bill first: two currencies are never added. */
export const sumBills = (bills: readonly FiledBill[], utility: Utility | null): BillSum[] =>
  [...new Set(bills.map(({ currency }) => currency))].map((currency) => {
    const own = bills.filter((bill) => bill.currency === currency);
    const sum = sumOf(own.map((bill) => exact(amountOf(bill, utility))));
    return { currency, count: own.length, amount: textOf(sum, minorDigits(currency)) };
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
