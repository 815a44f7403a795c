import {
  type Language,
  localeOf,
  type Shown,
  shownAmount,
  shownRate,
  type UnitSystem,
  type Utility,
} from '#catalogue/index.ts';
import { writeDuration } from '#catalogue/duration.ts';
import type { Household } from '#supabase/tables/index.ts';

/** Writers of numbers and dates, made once for each way of writing: making one costs as much as fifty uses. */
export const numberWriter = keep(
  (locale: string, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateWriter = keep(
  (locale: string, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
const listWriter = keep((locale: string, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));
const agoWriter = keep(
  (locale: string, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);

function keep<O, W>(make: (locale: string, options: O) => W): (locale: string, options: O) => W {
  const made = new Map<string, W>();
  return (locale, options) => {
    const key = locale + JSON.stringify(options);
    const kept = made.get(key) ?? make(locale, options);
    made.set(key, kept);
    return kept;
  };
}

/** What a household sets about how its figures are written. */
interface Regional {
  country: string | null;
  currency: string;
  units: UnitSystem;
  timeZone: string;
}

export interface Quantity {
  /** As exact as it is written. */
  rounded: number;
  value: string;
  unit: string;
  /** Both, with the space between them that does not break. */
  text: string;
}

/** A visitor's figures are written in the browser's own time zone. */
export function regionalOf(household: Household | null | undefined): Regional {
  if (household === null || household === undefined) {
    return {
      country: null,
      currency: 'EUR',
      units: 'metric',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
  }
  const { country, currency, units, time_zone: timeZone } = household;
  return { country, currency, units, timeZone };
}

export function createFormat(language: Language, regional: Regional) {
  const locale = localeOf(language, regional.country);
  const { timeZone, currency } = regional;
  const number = (value: number, digits = 0, minDigits = 0): string =>
    numberWriter(locale, { maximumFractionDigits: digits, minimumFractionDigits: minDigits }).format(value);
  const quantity = (amount: number, digits: number, unit: string): Quantity => {
    const value = number(amount, digits, digits);
    return { rounded: roundAsWritten(amount, digits), value, unit, text: `${value}\u00a0${unit}` };
  };
  const shown = ({ amount, digits, unit }: Shown): Quantity => quantity(amount, digits, unit);
  const rate = (utility: Utility, perTime: number): Quantity => shown(shownRate(utility, perTime, regional.units));
  const date = (at: Date | number, options: Intl.DateTimeFormatOptions): string =>
    dateWriter(locale, { timeZone, ...options }).format(at);

  return {
    locale,
    number,
    percent: (share: number, digits = 0) =>
      numberWriter(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
    money: (amount: number, digits?: number) =>
      numberWriter(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
      }).format(amount),
    /** Of another currency than the household's; null: it is not known which. */
    moneyIn: (code: string | null, amount: number) =>
      code === null
        ? number(amount, 2, 2)
        : numberWriter(locale, { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' }).format(amount),
    /** Use, given in base units, with as many decimals as its size deserves. */
    amount: (utility: Utility, used: number) => shown(shownAmount(utility, used, regional.units)),
    /** A flow, given in its own unit (W, L/min), in the one that suits its size. */
    rate,
    /** An amount with so many decimals, in a unit that is chosen elsewhere. */
    quantity,
    units: regional.units,
    /** The size of a file: 12 kB, 3.4 MB, 200 MB. */
    bytes: (size: number) =>
      size < 1_000_000
        ? quantity(Math.ceil(size / 1000), 0, 'kB').text
        : quantity(size / 1_000_000, size < 10_000_000 ? 1 : 0, 'MB').text,
    date,
    day: (at: Date | number) => date(at, { weekday: 'short', day: 'numeric', month: 'long' }),
    shortDay: (at: Date | number) => date(at, { day: 'numeric', month: 'short' }),
    weekday: (at: Date | number) => date(at, { weekday: 'short' }),
    month: (at: Date | number) => date(at, { month: 'long', year: 'numeric' }),
    time: (at: Date | number) => date(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    /** To the second. */
    clock: (at: Date | number) => date(at, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    dateTime: (at: Date | number) =>
      date(at, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    /** "14–20 Nov 2026": both ends, what they share written once. */
    range: (from: Date | number, to: Date | number, options: Intl.DateTimeFormatOptions) =>
      dateWriter(locale, { timeZone, ...options }).formatRange(from, to),
    /** "4 sec ago", "3 days ago": the largest unit that fits. */
    ago: (at: Date | number, now: Date | number) => formatAgo(locale, Number(now) - Number(at)),
    duration: (seconds: number) => writeDuration(locale, seconds),
    list: (items: readonly string[]) => listWriter(locale, { type: 'conjunction' }).format(items),
  };
}

export type Format = ReturnType<typeof createFormat>;

/** Halves of what is written go up, as `Intl` does it: 6.935 is 6.94, though the nearest double lies below. */
function roundAsWritten(amount: number, digits: number): number {
  return Number(numberWriter('en-US', { useGrouping: false, maximumFractionDigits: digits }).format(amount));
}

function formatAgo(locale: string, elapsedMs: number): string {
  const format = agoWriter(locale, { numeric: 'always', style: 'short' });
  const seconds = Math.max(0, Math.round(elapsedMs / 1000));
  if (seconds < 60) return format.format(-seconds, 'second');
  if (seconds < 3600) return format.format(-Math.floor(seconds / 60), 'minute');
  if (seconds < 86_400) return format.format(-Math.floor(seconds / 3600), 'hour');
  return format.format(-Math.floor(seconds / 86_400), 'day');
}
