/** Prices cycles of one household: what its tariffs ask for is read as needed. */
import { type BillingCycle, type LocalDay, type PricedBill, priceBill } from '@wattershed/domain';
import type { Transaction } from '../../platform/db.ts';
import type { Books } from './books.ts';
import { readMarket, readQuarters, type UtilityUse } from './read-priced.ts';

export interface CyclePricer {
  /** Quarter-hours of local days `[start, end)`. */
  useOf(start: LocalDay, end: LocalDay): Promise<UtilityUse>;
  /** As measured; of a part of the cycle where its end is an earlier one. Null when no tariff is in force on any of its days. */
  price(cycle: BillingCycle): Promise<PricedBill | null>;
  /** The same with use that is given. */
  priceUse(cycle: BillingCycle, use: UtilityUse): Promise<PricedBill | null>;
}

export const createCyclePricer = (tx: Transaction, { household, timeZone, tariffs }: Books): CyclePricer => {
  const plans = tariffs.map(({ plan }) => plan);
  const useOf = (start: LocalDay, end: LocalDay) => readQuarters(tx, household, { start, end }, timeZone);
  const priceUse = async (cycle: BillingCycle, use: UtilityUse): Promise<PricedBill | null> =>
    priceBill({
      cycle,
      timeZone,
      agreements: tariffs,
      use,
      ...(await readMarket(tx, household, cycle, timeZone, plans)),
    });
  return { useOf, priceUse, price: async (cycle) => priceUse(cycle, await useOf(cycle.start, cycle.end)) };
};
