/** Prices cycles of one household: what its tariffs ask for is read as needed, and use that was read is not read again. */
import { byUtility } from '#catalogue/index.ts';
import type { BillingCycle } from '../domain/bill/billing-cycle.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { dayStartS, type IntervalUse } from '../domain/tariff/interval-use.ts';
import { knownOffsets } from '../domain/tariff/known-offsets.ts';
import {
  type BillInput,
  type PricedBill,
  type PricedTerm,
  priceBill,
  priceTerms,
} from '../domain/tariff/price-bill.ts';
import { expectPrices } from '../domain/tariff/price-series.ts';
import type { Transaction } from '#kernel/db.ts';
import type { BillingSnapshot } from './billing-snapshot.ts';
import { type LocalDays, readMarket, readQuarters, type UtilityUse } from './read-priced.ts';

export interface CyclePricer {
  /** Quarter-hours of local days `[start, end)`. */
  useOf(start: LocalDay, end: LocalDay): Promise<UtilityUse>;
  /** As measured; of a part of the cycle where its end is an earlier one. Null when no tariff is in force on any of its days. */
  price(cycle: BillingCycle): Promise<PricedBill | null>;
  /** The same by tariff and utility, with what each was priced with. */
  terms(cycle: BillingCycle): Promise<PricedTerm[]>;
  /** The same with use that is expected, at the prices that a market is expected to have. */
  priceExpected(cycle: BillingCycle, use: UtilityUse): Promise<PricedBill | null>;
  /** Reads these days at once: what is asked of a part of them is there then. */
  read(days: LocalDays): Promise<void>;
}

/** What a market's prices to come are taken from. */
const marketDays = 14;

const part = ({ spanS, startS, used }: IntervalUse, from: number, to: number): IntervalUse => {
  const starts = Array.from(startS);
  const first = starts.findIndex((at) => at >= from);
  const last = starts.findLastIndex((at) => at < to);
  const cut = (values: ArrayLike<number>): number[] => (first < 0 ? [] : Array.from(values).slice(first, last + 1));
  return { spanS, startS: cut(startS), used: cut(used) };
};

export const createCyclePricer = (
  tx: Transaction,
  { household, timeZone, tariffs, today }: BillingSnapshot,
): CyclePricer => {
  const plans = tariffs.map(({ plan }) => plan);
  const offsetAt = knownOffsets(timeZone);
  const known: { days: LocalDays; use: UtilityUse }[] = [];

  const read = async (days: LocalDays): Promise<UtilityUse> => {
    const use = await readQuarters(tx, household, days, timeZone);
    known.push({ days, use });
    return use;
  };

  const useOf = async (start: LocalDay, end: LocalDay): Promise<UtilityUse> => {
    const found = known.find(({ days }) => days.start <= start && end <= days.end);
    if (!found) return read({ start, end });
    const [from, to] = [dayStartS(start, offsetAt), dayStartS(end, offsetAt)];
    return byUtility((utility) => part(found.use[utility], from, to));
  };

  const measured = async (cycle: BillingCycle): Promise<BillInput> => ({
    cycle,
    timeZone,
    agreements: tariffs,
    use: await useOf(cycle.start, cycle.end),
    ...(await readMarket(tx, household, cycle, timeZone, plans)),
  });

  const priceExpected = async (cycle: BillingCycle, use: UtilityUse): Promise<PricedBill | null> => {
    const from = addDays(today, -marketDays);
    const days = { start: from < cycle.start ? from : cycle.start, end: cycle.end };
    const { prices, colours } = await readMarket(tx, household, days, timeZone, plans);
    const end = dayStartS(cycle.end, offsetAt);
    const expected = Object.entries(prices).map(([name, series]) => [name, expectPrices(series, end)] as const);
    return priceBill({ cycle, timeZone, agreements: tariffs, use, prices: Object.fromEntries(expected), colours });
  };

  return {
    useOf,
    price: async (cycle) => priceBill(await measured(cycle)),
    terms: async (cycle) => priceTerms(await measured(cycle)),
    priceExpected,
    read: async (days) => void (await read(days)),
  };
};
