/** The words, numbers and dates of bills on paper, in the reader's language. */
import { type Language, localeOf } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';

export const billLabels = (language: Language, country: string | null) => {
  const locale = localeOf(language, country);
  const t = textsIn(language, 'pdf');
  const number = (value: number, digits: number): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  const day = (local: LocalDay, dateStyle: 'long' | 'medium' = 'long'): string =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', dateStyle }).format(new Date(`${local}T12:00:00Z`));
  return {
    t,
    /** What the lines of a bill say on the screen too. */
    line: textsIn(language, 'billing', 'detail'),
    count: (key: 'bills' | 'between' | 'days' | 'unpriced', count: number): string =>
      t(key, { count, counted: number(count, 0) }),
    day,
    number,
    /** With as many decimals as it needs, up to `digits`. */
    upTo: (value: number, digits: number): string =>
      new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value),
    percent: (share: number, digits = 1): string =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
    /** An amount as it is kept; a rate keeps all of its decimals. The code stands where the symbol cannot be written. */
    money: (amount: string, currency: string, canWrite: (text: string) => boolean): string => {
      const decimals = amount.split('.')[1]?.length ?? 0;
      const write = (currencyDisplay: 'narrowSymbol' | 'code') => {
        const base = { style: 'currency', currency, currencyDisplay } as const;
        const usual = new Intl.NumberFormat(locale, base).resolvedOptions().maximumFractionDigits ?? 2;
        return new Intl.NumberFormat(locale, { ...base, maximumFractionDigits: Math.max(usual, decimals) }).format(
          amount as `${number}`,
        );
      };
      const short = write('narrowSymbol');
      return canWrite(short) ? short : write('code');
    },
  };
};

export type BillLabels = ReturnType<typeof billLabels>;
