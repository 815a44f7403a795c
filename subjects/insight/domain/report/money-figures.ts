/** What a period cost: the total, what it may have cost where some of it was not measured, and what it is held against. */
import type { Utility } from '#catalogue/index.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import { decimalText } from '#subjects/bills/domain/tariff/exact.ts';
import { isCovered } from '../compare-spans.ts';
import { groupBy, medianOf, quantileOf } from './facts.ts';
import type { ReportMoney } from './period-report.ts';
import { amountIn, centsIn, fixedPerDay, isPriced, type Ledger } from './report-money.ts';
import { daysOfUtility, isMeasured, minUsual, periodsBefore, sum, type Work } from './work.ts';

/** A range is told where less than this was measured, from so many whole days on. */
const measuredFrom = 0.98;
const minDaysForRange = 4;

export const moneyOf = (work: Work, ledger: Ledger, seen: readonly Utility[]): ReportMoney => {
  const { period, before, ledgerBefore, cost, costBefore, today } = work;
  const isOver = period.end <= today;
  const isComparable =
    isOver &&
    ledgerBefore !== null &&
    isPriced(ledger, cost.missing) &&
    isPriced(ledgerBefore, costBefore.missing) &&
    isMeasured(work, seen, period.start, period.end) &&
    isMeasured(work, seen, before.start, before.end);
  return {
    total: amountIn(ledger),
    fixed: amountIn(ledger, ({ kind }) => kind === 'fixed'),
    isPartly: !isPriced(ledger, cost.missing),
    missing: [...cost.missing],
    range: rangeOf(work, ledger, seen),
    before: isComparable ? amountIn(ledgerBefore) : null,
    difference: isComparable ? decimalText(centsIn(ledger) - centsIn(ledgerBefore), ledger.digits) : null,
    usual: usualMoney(work, ledger, seen),
  };
};

/** What the time that was not measured may have cost, by the home's own days: eight of ten of them lie between. */
const rangeOf = (work: Work, ledger: Ledger, seen: readonly Utility[]): ReportMoney['range'] => {
  const { period, until, cost, costBefore, costEarlier, daysByUtility } = work;
  if (isMeasured(work, seen, period.start, until, measuredFrom)) return null;
  const rows = groupBy(
    [...costEarlier.rows, ...costBefore.rows, ...cost.rows],
    ({ start, utility }) => `${start} ${utility}`,
  );
  const missing = seen.map((utility) => {
    const days = (daysByUtility.get(utility) ?? []).filter((one) => one.day < until && isCovered(one));
    const costs = days.map(({ day }) => sum(rows.get(`${day} ${utility}`) ?? [], (row) => Number(row.cost)));
    const gone = sum(daysOfUtility(work, utility, period.start, until), ({ coveredS, expectedS }) =>
      expectedS === 0 ? 0 : Math.max(0, 1 - coveredS / expectedS),
    );
    return { count: costs.length, gone, low: quantileOf(costs, 0.1), high: quantileOf(costs, 0.9) };
  });
  if (missing.some(({ count, gone }) => gone > 0 && count < minDaysForRange)) return null;
  const add = (of: (one: (typeof missing)[number]) => number): string => {
    const more = sum(missing, (one) => (one.gone > 0 ? one.gone * of(one) : 0));
    return decimalText(centsIn(ledger) + BigInt(Math.round(more * 10 ** ledger.digits)), ledger.digits);
  };
  return { low: add(({ low }) => low), high: add(({ high }) => high) };
};

const usualMoney = (work: Work, ledger: Ledger, seen: readonly Utility[]): string | null => {
  const { costBefore, costEarlier, before, cost } = work;
  const rows = [costBefore, costEarlier]
    .filter(({ currency }) => currency === cost.currency)
    .flatMap((one) => one.rows);
  const fixed = fixedPerDay(costBefore, before.start, before.end);
  const totals = periodsBefore(work)
    .filter(({ start, end }) => isMeasured(work, seen, start, end))
    .flatMap(({ start, end }) => {
      const own = rows.filter((row) => row.start >= start && row.start < end && !ledger.without.has(row.utility));
      if (own.length === 0 || own.some(({ unpriced }) => unpriced > 0)) return [];
      return [sum(own, (row) => Number(row.cost)) + fixed * daysBetween(start, end)];
    });
  if (totals.length < minUsual) return null;
  return decimalText(BigInt(Math.round(medianOf(totals) * 10 ** ledger.digits)), ledger.digits);
};
