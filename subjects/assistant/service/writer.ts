/** Figures, dates and names as the reader writes them. */
import { type Language, localeOf, type Shown, shownAmount, shownRate, type Utility } from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { Home } from './home.ts';
import type { AskedPeriod } from './intent.ts';

/** Making one takes longer than writing with it. */
const keeping = <Options, Format>(make: (locale: string, options: Options) => Format) => {
  const kept = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const known = kept.get(key) ?? make(locale, options);
    kept.set(key, known);
    return known;
  };
};
const numberFormat = keeping<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (...given) => new Intl.NumberFormat(...given),
);
const dateFormat = keeping<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (...given) => new Intl.DateTimeFormat(...given),
);

const minutes = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const noonOf = (day: LocalDay): Date => new Date(`${day}T12:00:00Z`);

export const createWriter = (
  language: Language,
  { country, currency, units, timeZone, today }: Pick<Home, 'country' | 'currency' | 'units' | 'timeZone' | 'today'>,
) => {
  const locale = localeOf(language, country);
  const number = (value: number, digits = 0, least = digits): string =>
    numberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: digits }).format(value);
  const quantity = ({ amount, digits, unit }: Shown): string => `${number(amount, digits)}\u00a0${unit}`;
  const date = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    dateFormat(locale, { timeZone: 'UTC', ...options });
  return {
    locale,
    number,
    percent: (share: number, digits = 0): string =>
      numberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
    /** Of base units, with as many decimals as its size deserves: as the pages write it. */
    amount: (utility: Utility, used: number): string => quantity(shownAmount(utility, used, units)),
    /** Of the flow's own unit, in the unit that suits it. */
    rate: (utility: Utility, rate: number): string => quantity(shownRate(utility, rate, units)),
    /** A decimal text, or a number; a price keeps all of its decimals. */
    money: (amount: string | number, code: string = currency): string => {
      const base = { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' } as const;
      const usual = numberFormat(locale, base).resolvedOptions().maximumFractionDigits ?? 2;
      const decimals = typeof amount === 'string' ? (amount.split('.')[1]?.length ?? 0) : usual;
      return numberFormat(locale, { ...base, maximumFractionDigits: Math.max(usual, decimals) }).format(
        amount as number,
      );
    },
    /** 21 November 2026. */
    day: (day: LocalDay): string => date({ day: 'numeric', month: 'long', year: 'numeric' }).format(noonOf(day)),
    /** 21 Nov. */
    shortDay: (day: LocalDay): string => date({ day: 'numeric', month: 'short' }).format(noonOf(day)),
    weekday: (day: LocalDay): string => date({ weekday: 'long' }).format(noonOf(day)),
    month: (day: LocalDay): string => date({ month: 'long', year: 'numeric' }).format(noonOf(day)),
    /** From its first day to its last one. */
    days: ({ from, to }: Pick<AskedPeriod, 'from' | 'to'>): string => {
      const range = date({ day: 'numeric', month: 'long', year: 'numeric' });
      const text = range.formatRange(noonOf(from), noonOf(addDays(to, -1)));
      return language === 'es' ? text.replace(/\s?–\s?/u, ' al ') : text;
    },
    /** The time of day of an instant, in the household's zone. */
    time: (at: Date | number): string => date({ ...minutes, timeZone }).format(at),
    /** A time of day with the article that Spanish gives it. */
    clock: (time: string): string => (language === 'es' ? `${time.startsWith('01:') ? 'la' : 'las'} ${time}` : time),
    /** Of another year with its year. */
    dateTime: (at: Date | number): string => {
      const year = date({ timeZone, year: 'numeric' }).format(at) === today.slice(0, 4) ? undefined : 'numeric';
      const text = date({ ...minutes, timeZone, day: 'numeric', month: 'long', year }).format(at);
      return text.replace(' a las 01:', ' a la 01:');
    },
    list: (items: readonly string[], type: 'conjunction' | 'disjunction' = 'conjunction'): string =>
      new Intl.ListFormat(locale, { type }).format(items),
  };
};

export type Writer = ReturnType<typeof createWriter>;
