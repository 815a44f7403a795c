/** What of a utility's cost falls to each of several uses, over all the tariffs that were in force. */
import { exact, sumOf, textOf } from '../domain/tariff/exact.ts';
import { type CostPart, shareCost } from '../domain/tariff/explain/share-cost.ts';
import type { IntervalUse } from '../domain/tariff/interval-use.ts';
import type { PricedTerm } from '../domain/tariff/price-bill.ts';

export const usedIn = ({ used }: IntervalUse): number => Array.from(used).reduce((sum, one) => sum + one, 0);

export const sumTexts = (amounts: readonly string[], digits: number): string =>
  textOf(sumOf(amounts.map((one) => exact(one))), digits);

/** The cost of each part over all terms of a utility, by key; and what is fixed. */
export const shareTerms = (terms: readonly PricedTerm[], parts: readonly CostPart[], digits: number) => {
  const shared = terms.map(({ input, bill }) => shareCost(input, bill, parts));
  return {
    costOf: (key: string): string =>
      sumTexts(
        shared.map((one) => one.parts[key] ?? '0'),
        digits,
      ),
    fixed: sumTexts(
      shared.map(({ fixed }) => fixed),
      digits,
    ),
    total: sumTexts(
      terms.map(({ bill }) => bill.total),
      digits,
    ),
  };
};
