/** What other programs are told of a home's money: what today has cost so far, the open bill and where it is heading, and prices of this moment. */
import type { BillingUnit, Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Transaction } from '#kernel/db.ts';
import { minorDigits } from '../domain/tariff/exact.ts';
import { type BillingSnapshot, readUse } from './billing-snapshot.ts';
import { cyclesOf } from './close-bills.ts';
import { createCyclePricer } from './price-cycles.ts';
import { sumTexts } from './read-costs.ts';
import { readPeriodCosts } from './read-period-costs.ts';
import { readSoFar } from './so-far.ts';

/** Amounts are decimal texts. */
export interface HomeMoney {
  readonly currency: string;
  /** Of what was used today, with the taxes on it, without what is fixed. */
  readonly today: string;
  readonly bill: { readonly from: LocalDay; readonly until: LocalDay; readonly soFar: string };
  /** Null: not known yet. */
  readonly likely: { readonly low: string; readonly expected: string; readonly high: string } | null;
  /** Null where a part of it is not known. */
  readonly prices: readonly { readonly utility: Utility; readonly unit: BillingUnit; readonly rate: string | null }[];
}

/** Null: no tariff is in force. */
export const readHomeMoney = async (tx: Transaction, snapshot: BillingSnapshot): Promise<HomeMoney | null> => {
  const { household, today, nowMs } = snapshot;
  const tomorrow = addDays(today, 1);
  const use = await readUse(tx, household, cyclesOf(snapshot)[0]?.start ?? today, tomorrow, nowMs);
  const pricer = createCyclePricer(tx, snapshot);
  const { currency, cost, start, end, likely, priceNow } = await readSoFar({ snapshot, use, waiting: [], pricer });
  if (currency === null || cost === null) return null;
  const { currency: ofToday, utilities } = await readPeriodCosts(tx, snapshot, { start: today, end: tomorrow });
  const costs = ofToday === currency ? utilities.map((one) => one.cost) : [];
  return {
    currency,
    today: sumTexts(costs, minorDigits(currency)),
    bill: { from: start, until: end, soFar: cost.total },
    likely: likely && { low: likely.low, expected: likely.expected, high: likely.high },
    prices: (Object.entries(priceNow) as [Utility, (typeof priceNow)[Utility]][]).flatMap(([utility, price]) =>
      price ? [{ utility, unit: price.unit, rate: price.rate }] : [],
    ),
  };
};
