import { type BillingUnit, type PriceFigures, unitName, type Utility } from '#catalogue/index.ts';

/**
 * Which words tell a notice of money, with the amount as they say it: what is prepaid may have run out since it was noticed, and what is
 * below nothing then is owed. The pages, the wall, mails and the assistant say the same.
 */
export const moneyWordsOf = <Kind extends string>(
  kind: Kind,
  soFar = '0',
): { readonly words: Kind | 'prepaid-over' | 'prepaid-empty'; readonly soFar: string } =>
  kind === 'prepaid-ends' && Number(soFar) <= 0
    ? { words: Number(soFar) === 0 ? 'prepaid-empty' : 'prepaid-over', soFar: soFar.replace(/^-/, '') }
    : { words: kind, soFar };

export interface PriceWriter {
  readonly locale: string;
  readonly amount: (utility: Utility, used: number) => string;
}

interface MoneyFigures extends PriceFigures {
  readonly currency?: string | undefined;
  readonly end?: string | undefined;
}

const dayMs = 86_400_000;

/** What the words of a notice of prices to come are filled with. */
export const priceValues = (utility: Utility, figures: MoneyFigures, { locale, amount }: PriceWriter) => {
  const { day, currency = 'EUR', end } = figures;
  const money = (text: string | undefined, digits?: number): string =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...(digits !== undefined && { maximumFractionDigits: digits }),
    }).format(Number(text ?? 0));
  // In as many decimals as tell prices apart.
  const rate = (text: string | undefined): string => money(text, Math.abs(Number(text ?? 0)) < 1 ? 3 : 2);
  const date = (at: number): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long', day: 'numeric', month: 'long' }).format(at);
  return {
    day: day === undefined ? '' : date(Date.parse(day)),
    rate: rate(figures.rate),
    usualRate: rate(figures.usualRate),
    nextRate: rate(figures.nextRate),
    unit: unitName((figures.unit ?? 'kWh') as BillingUnit),
    hours: figures.hours ?? '',
    cheapHours: figures.cheapHours ?? '',
    more: money(figures.more),
    less: amount(utility, figures.less ?? 0),
    end: end === undefined ? '' : date(Date.parse(end) - dayMs),
  };
};
