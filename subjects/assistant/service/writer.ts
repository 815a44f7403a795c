/** Figures, dates and names as the reader writes them, and the pages that show them. */
import {
  amountIn,
  baseUnits,
  factsOf,
  isUnitOf,
  type Language,
  localeOf,
  type Shown,
  shownAmount,
  shownRate,
  unitName,
  type Utility,
} from '#catalogue/index.ts';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { toKnownRoom } from '#catalogue/rooms.ts';
import { textsIn } from '#kernel/texts.ts';
import type { Home } from './home.ts';
import type { AskedPart, AskedPeriod, AskedUnit } from './intent.ts';

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
  asked: AskedUnit | null = null,
) => {
  const locale = localeOf(language, country);
  const number = (value: number, digits = 0, least = digits): string =>
    numberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: digits }).format(value);
  const quantity = ({ amount, digits, unit }: Shown): string => `${number(amount, digits)}\u00a0${unit}`;
  const date = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    dateFormat(locale, { timeZone: 'UTC', ...options });
  /** What the household writes anyway stays as it writes it. */
  const unitOf = (
    utility: Utility,
  ): { readonly unit: string; readonly size: number; readonly asked: AskedUnit | null } => {
    const own = factsOf(utility).amount[units];
    if (asked === null || !isUnitOf(asked, utility) || own.unit === unitName(asked)) return { ...own, asked: null };
    return { unit: unitName(asked), size: baseUnits[asked], asked };
  };
  return {
    locale,
    number,
    /** In which amounts were asked for; null: as the household has it. */
    asked,
    /** What amounts are written in. */
    unitOf,
    percent: (share: number, digits = 0): string =>
      numberFormat(locale, { style: 'percent', maximumFractionDigits: digits }).format(share),
    /** Of base units, with as many decimals as its size deserves: as the pages write it. */
    amount: (utility: Utility, used: number): string => {
      const { asked: unit } = unitOf(utility);
      return quantity(unit === null ? shownAmount(utility, used, units) : amountIn(unit, used));
    },
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

// Rooms, utilities and periods by name, in the reader's language.

/** A room that everyone has by its name in that language; any other as it was written. */
export const roomName = (language: Language, room: string): string => {
  const key = room === '' ? 'none' : toKnownRoom(room);
  return key ? textsIn(language, 'rooms')(key) : room;
};

export const utilityName = (language: Language, utility: Utility): string =>
  textsIn(language, 'replies', 'names')(utility);

export const deviceName = (home: Pick<Home, 'devices'>, id: string): string =>
  home.devices.find((one) => one.id === id)?.name ?? '';

const isWholeMonth = ({ from, to }: AskedPeriod): boolean =>
  from.endsWith('-01') && to.endsWith('-01') && addDays(to, -1).slice(0, 7) === from.slice(0, 7);

/** "yesterday (21 November 2026)", "in October 2026", "14–20 November 2026": what stands in the middle of a sentence. */
export const periodText = (language: Language, write: Writer, period: AskedPeriod): string => {
  const t = textsIn(language, 'replies', 'names');
  const isDay = addDays(period.from, 1) === period.to;
  const days = isDay ? write.day(period.from) : write.days(period);
  if (period.name !== null) return t('with-days', { name: t(period.name), days });
  if (isDay) return t('on-day', { day: days });
  if (isWholeMonth(period)) return t('in-month', { month: write.month(period.from) });
  return t('in-days', { days });
};

// Addresses of our own pages, with the filter that shows a figure; and names that people wrote, as Markdown that does nothing but show them.

type Days = Pick<AskedPeriod, 'from' | 'to'>;

const isFirstOfMonth = (day: LocalDay): boolean => day.endsWith('-01');

/** As the analytics page names its periods. */
const periodOf = ({ from, to }: Days, today: LocalDay): Record<string, string> => {
  const last = addDays(to, -1);
  if (from === last) return from === today ? { period: 'day' } : { period: 'day', at: from };
  const isMonth =
    isFirstOfMonth(from) && last.slice(0, 7) === from.slice(0, 7) && (isFirstOfMonth(to) || last >= today);
  if (isMonth) return last >= today ? { period: 'month' } : { period: 'month', at: last };
  return { period: 'custom', from, to: last };
};

export const analyticsLink = (
  period: Days,
  today: LocalDay,
  { utility, room }: Pick<AskedPart, 'utility' | 'room'>,
  by?: 'room' | 'device',
): string => {
  const search = new URLSearchParams(periodOf(period, today));
  if (by) search.set('by', by);
  if (utility) search.set('utility', utility);
  if (room) search.set('room', room);
  return `/analytics?${search.toString()}`;
};

export const deviceLink = (device: string): string => `/devices#device-${device}`;
export const devicesLink = '/devices';
export const billingLink = '/billing';
/** Cards of the billing page: the open cycle, what its cost comes from, prices, closed bills. */
export const soFarLink = '/billing#so-far';
export const costsLink = '/billing#costs';
export const paymentsLink = '/billing#payments';
export const payingLink = '/billing/prices#paying';
export const tariffsLink = '/billing/prices#tariffs';
export const billsLink = '/billing#bills';
/** Where CO2 factors are entered. */
export const factorsLink = '/billing/prices#emissions';
/** A closed bill in the list of the billing page. */
export const billLink = (id: string): string => `/billing#bill-${id}`;
export const dashboardLink = '/dashboard';
export const compareLink = '/compare';
export const noticesLink = '/notices';
/** What is watched, each kind of notice by its name. */
export const rulesLink = '/notices/rules';
export const faqLink = (key: string): string => `/contact#faq-${key}`;

/** A figure that opens what it came from; without a page it stands as it is. */
export const figure = (text: string, link: string | null): string => (link === null ? text : `[${text}](${link})`);

const marks = /[\\`*_{}[\]()<>#+\-.!|~&:$^=@]/g;
/** Line breaks, and signs that nobody sees; those that join letters (of Hindi, of emoji) stay. */
const breaks = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu;

/** On one line, each mark of Markdown escaped: a link, an address or an order written as a name stays a name. */
export const escapeMarkdown = (text: string): string => text.replace(breaks, ' ').trim().replace(marks, '\\$&');
