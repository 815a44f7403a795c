/** How a reader of a report writes its figures and days; texts are handed in, as the page and the service have them. */
import {
  type BillingUnit,
  factsOf,
  type Language,
  lineUnit,
  localeOf,
  type noticeFacts,
  priceUnitOf,
  type Shown,
  shownAmount,
  shownRate,
  type UnitSystem,
  unitName,
  type Utility,
  utilityWithStandby,
} from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { type SayAdvice, tellAdvice } from '../advice/tell-advice.ts';
import type { ReportAdvice } from './facts.ts';
import type { PeriodKind } from './period.ts';
import type { PeriodReport } from './period-report.ts';

type Way = 'more' | 'less' | 'same';

/** Texts of reports. */
type ReportWord =
  | 'heading'
  | `title.${PeriodKind}`
  | `utility.${Utility}`
  | 'unmetered'
  | `money.${Way}.${PeriodKind}`
  | `money.usual.${PeriodKind}`
  | `money.${'dearest' | 'soFar' | 'range' | 'partly'}`
  | `used.${Way | 'plain' | 'least'}`
  | `change.${Way}`
  | 'noPrice'
  | 'measured'
  | 'estimated'
  | `why.${'more' | 'less'}`
  | 'price'
  | `bill.${'title' | 'heading' | 'headingTo' | 'under' | 'over' | 'left'}`
  | `days.${'best' | 'oddest' | 'odd' | 'oddAlone'}`
  | `days.made.${'more' | 'less'}`
  | `noticed.${'title' | 'of' | 'well' | 'none' | 'heard' | 'away' | 'empty'}`
  | `noticed.group.${ReturnType<typeof noticeFacts>['group']}`
  | `worth.notice.${'title' | 'text'}`
  | `worth.advice.${'title' | 'figure'}`;

export type SayReport = (word: ReportWord, values?: Readonly<Record<string, string | number>>) => string;

export interface ReportReader {
  readonly language: Language;
  readonly country: string | null;
  readonly units: UnitSystem;
  readonly timeZone: string;
  readonly currency: string;
}

const noonOf = (day: LocalDay): Date => new Date(`${day}T12:00:00Z`);
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

export const createReportWriter = (say: SayReport, sayAdvice: SayAdvice, reader: ReportReader) => {
  const { units, timeZone } = reader;
  const locale = localeOf(reader.language, reader.country);
  const number = (value: number, digits = 0): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  const quantity = ({ amount, digits, unit }: Shown): string => `${number(amount, digits)}\u00a0${unit}`;
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
  const inCurrency = (currency: string | null, digits?: number) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: currency ?? reader.currency,
      currencyDisplay: 'narrowSymbol',
      ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    });
  /** 16–22 November: figures that belong together stand close. */
  const days = (from: LocalDay, to: LocalDay): string =>
    date({ day: 'numeric', month: 'long' })
      .formatRange(noonOf(from), noonOf(to))
      .replace(/(\d)\s–\s(\d)/u, '$1–$2');
  return {
    say,
    days,
    locale,
    number,
    percent: (share: number): string =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share),
    amount: (utility: Utility, used: number): string => quantity(shownAmount(utility, used, units)),
    power: (watts: number): string => quantity(shownRate(utilityWithStandby, watts, units)),
    money: (amount: string, currency: string | null): string => inCurrency(currency).format(amount as `${number}`),
    wholeMoney: (amount: number, currency: string | null): string => inCurrency(currency, 0).format(amount),
    /** What a unit costs: in as many decimals as tell prices apart. */
    price: (amount: number, currency: string | null): string =>
      inCurrency(currency, Math.abs(amount) < 1 ? 3 : 2).format(amount),
    /** The unit by which a utility is priced, and how many Wh or mL it is. */
    pricedBy: (utility: Utility): { readonly unit: string; readonly size: number } => {
      const { unit, size } = lineUnit(utility, priceUnitOf(utility, units));
      return { unit: unitName(unit), size };
    },
    counterSize: (utility: Utility): number => factsOf(utility).counter.size,
    list: (items: readonly string[]): string => new Intl.ListFormat(locale, { type: 'conjunction' }).format(items),
    hour: (hour: number): string => `${String(hour).padStart(2, '0')}:00`,
    advice: (found: ReportAdvice) => {
      const ofMoney = inCurrency(found.money.currency);
      const loose = (value: number, digits: number) =>
        new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
      return tellAdvice(found, sayAdvice, {
        language: reader.language,
        power: (watts) => quantity(shownRate(utilityWithStandby, watts, units)),
        number: loose,
        money: (amount) => ofMoney.format(amount as `${number}`),
        price: (amount, unit) => `${ofMoney.format(amount as `${number}`)}/${unitName(unit as BillingUnit)}`,
        amount: (value, unit) => `${loose(Number(value), 2)} ${unitName(unit as BillingUnit)}`,
        day: (day) => date({ day: 'numeric', month: 'short' }).format(noonOf(day)),
      });
    },
    /** Of a week its weekday, else the date. */
    day: (day: LocalDay, kind: PeriodKind): string =>
      date(kind === 'week' ? { weekday: 'long' } : { day: 'numeric', month: 'long' }).format(noonOf(day)),
    /** Below its bar. */
    barName: (start: LocalDay, kind: PeriodKind): string =>
      date(kind === 'week' ? { weekday: 'short' } : kind === 'month' ? { day: 'numeric' } : { month: 'short' }).format(
        noonOf(start),
      ),
    period: ({ kind, start, end }: Pick<PeriodReport, 'kind' | 'start' | 'end'>): string => {
      if (kind === 'month') return date({ month: 'long', year: 'numeric' }).format(noonOf(start));
      if (kind === 'year') return start.slice(0, 4);
      return days(start, addDays(end, -1));
    },
    instant: (at: string): string => date({ timeZone, day: 'numeric', month: 'short', ...clock }).format(new Date(at)),
  };
};

export type ReportWriter = ReturnType<typeof createReportWriter>;
