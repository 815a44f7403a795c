import { useFormat } from '../../../platform/household.ts';

const wholeDays = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** From when to when, and prices whatever their currency: a series does not say it. */
export function useMarketFormat() {
  const format = useFormat();
  return {
    format,
    /** Prices by the household's days; colours by the days that they are of. */
    spanOf: (kind: 'prices' | 'colours', first: string, last: string) =>
      format.range(Date.parse(first), Date.parse(last), {
        ...wholeDays,
        ...(kind === 'colours' && { timeZone: 'UTC' }),
      }),
    priceText: (price: string) => format.number(Number(price), 6, 2),
  };
}
