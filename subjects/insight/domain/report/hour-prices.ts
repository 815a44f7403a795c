/** Which hour of the day was cheapest and which dearest, by what its use cost: a tariff's own prices, taxes and all. */
import { factsOf, type Utility } from '#catalogue/index.ts';
import type { HourPrices } from './facts.ts';

/** One hour of the clock, over all the days. */
export interface HourUse {
  readonly hour: number;
  readonly used: number;
  readonly cost: number;
  readonly unpriced: number;
}

/** From so much more on it is worth to wait for another hour. */
const worthFrom = 1.2;
/** In so many hours of the day something has to have been used, so that the cheapest is one of many. */
const minHours = 20;
/** Finer than a cent: a kWh costs some of them. */
const priceDigits = 4;

export const hourPrices = (utility: Utility, hours: readonly HourUse[]): HourPrices | null => {
  const { size } = factsOf(utility).counter;
  const prices = hours
    .filter(({ used, unpriced }) => unpriced === 0 && used > 0)
    .map(({ hour, used, cost }) => ({ hour, price: (cost / used) * size }));
  if (prices.length < minHours) return null;
  const [cheap, dear] = prices.reduce(
    ([least, most], one) => [one.price < least.price ? one : least, one.price > most.price ? one : most],
    [prices[0], prices[0]] as [(typeof prices)[number], (typeof prices)[number]],
  );
  if (cheap.price <= 0 || dear.price < worthFrom * cheap.price) return null;
  const told = ({ hour, price }: (typeof prices)[number]) => ({ hour, price: price.toFixed(priceDigits) });
  return { utility, cheap: told(cheap), dear: told(dear) };
};
