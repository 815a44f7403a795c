/** Which period of a schedule a quarter-hour of a local day belongs to. */
import type { LocalDay } from '#catalogue/local-day.ts';
import { type DayClass, type HolidayCalendar, ownEntry, type PeriodRule, type Schedule, weekDays } from './plan.ts';

export const dayQuarters = 96;

/** Colours of days by name of the series, then by local day. */
export type DayColours = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The quarter-hour of the day at which a clock time `HH:MM` falls, to the nearest; 24:00 is 96. Null: it is none. */
export const clockQuarter = (text: string): number | null => {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(text.trim()) ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return hour === undefined || minutes > 24 * 60 || Number(minute) > 59 ? null : Math.round(minutes / 15);
};

/** `22:00-06:00` as quarters `[from, to)`, where `to` may lie before `from`; null: it cannot be read. */
export const clockWindow = (text: string): readonly [number, number] | null => {
  const [from = '', to = '', ...more] = text.split('-');
  const [first, last] = [clockQuarter(from), clockQuarter(to)];
  if (first === null || last === null || more.length > 0) return null;
  // Less than a quarter-hour would be rounded to nothing, and then be read as the whole day.
  return first === last && from.trim() !== to.trim() ? null : [first, last];
};

const isWithin = (quarter: number, [from, to]: readonly [number, number]): boolean =>
  from < to ? quarter >= from && quarter < to : quarter >= from || quarter < to;

/** What rules ask of a day. */
export interface DayFacts {
  readonly month: number;
  readonly weekDay: number;
  readonly isHoliday: boolean;
  readonly colour: string | undefined;
}

export const holdsOn = ({ months, days, colour }: PeriodRule, day: DayFacts): boolean =>
  (months?.includes(day.month) ?? true) &&
  (days?.some((wanted) => isOfClass(wanted, day.weekDay, day.isHoliday)) ?? true) &&
  (colour === undefined || colour === day.colour);

/** Index of the period for each quarter-hour of such a day, by the first rule that holds; -1 where none does. */
export const quartersOf = (schedule: Schedule, names: readonly string[], day: DayFacts): Int8Array => {
  const quarters = new Int8Array(dayQuarters).fill(-1);
  for (const rule of schedule.periods) {
    if (!holdsOn(rule, day)) continue;
    const windows = rule.hours?.flatMap((text) => {
      const window = clockWindow(text);
      return window ? [window] : [];
    });
    for (let quarter = 0; quarter < dayQuarters; quarter += 1)
      if (quarters[quarter] === -1 && (windows?.some((window) => isWithin(quarter, window)) ?? true))
        quarters[quarter] = names.indexOf(rule.period);
  }
  return quarters;
};

export const periodNames = ({ periods }: Schedule): string[] => [...new Set(periods.map(({ period }) => period))];

export interface SchedulePeriods {
  readonly names: readonly string[];
  /** Index into `names`; -1: nobody knows (a colour is missing, or no rule holds). */
  at(day: DayNumber, quarter: number): number;
}

/** What is known of a schedule: by what its rules ask of a day, and of its days under one calendar and one series of colours. */
interface KnownDays {
  readonly alike: Map<string, Int8Array>;
  readonly calendar: HolidayCalendar | undefined;
  readonly colours: Readonly<Record<string, string>> | undefined;
  readonly days: Map<DayNumber, Int8Array>;
}

/** A household's bills are priced again and again with the same schedule. */
const known = new WeakMap<Schedule, KnownDays>();

const daysOf = (schedule: Schedule, calendar: KnownDays['calendar'], colours: KnownDays['colours']): KnownDays => {
  const before = known.get(schedule);
  if (before && before.calendar === calendar && before.colours === colours) return before;
  const own: KnownDays = { alike: before?.alike ?? new Map(), calendar, colours, days: new Map() };
  known.set(schedule, own);
  return own;
};

export const schedulePeriods = (
  schedule: Schedule,
  calendars: Readonly<Record<string, HolidayCalendar>>,
  colours: DayColours,
): SchedulePeriods => {
  const names = periodNames(schedule);
  const calendar = ownEntry(calendars, schedule.holidays ?? '');
  const colourOf = ownEntry(colours, schedule.colours ?? '');
  const dayStarts = clockQuarter(schedule.dayStarts ?? '00:00') ?? 0;
  const isHoliday = holidaysOf(calendar);
  const { alike, days } = daysOf(schedule, calendar, colourOf);
  const quartersOn = (day: DayNumber): Int8Array => {
    const facts: DayFacts = {
      month: monthOf(day),
      weekDay: weekDayOf(day),
      isHoliday: isHoliday(day),
      colour: schedule.colours === undefined ? undefined : colourOf?.[localDayOf(day)],
    };
    const key = `${facts.month} ${facts.weekDay} ${facts.isHoliday} ${facts.colour}`;
    const quarters = alike.get(key) ?? quartersOf(schedule, names, facts);
    alike.set(key, quarters);
    return quarters;
  };
  // Asked interval after interval: the day is nearly always that of the one before.
  let [last, quarters]: [DayNumber, ReturnType<typeof quartersOn> | undefined] = [Number.NaN, undefined];
  return {
    names,
    at: (day, quarter) => {
      const own = quarter < dayStarts ? day - 1 : day;
      if (own !== last || quarters === undefined) {
        quarters = days.get(own) ?? quartersOn(own);
        days.set(own, quarters);
        last = own;
      }
      return quarters[quarter] ?? -1;
    },
  };
};

// What a local day is: its place in the week, and whether a calendar counts it as a holiday.

/** Days since 1970-01-01: local days as numbers, for what runs over many of them. */
export type DayNumber = number;

const dayMs = 86_400_000;

export const dayNumberOf = (day: LocalDay): DayNumber => Math.round(Date.parse(day) / dayMs);

export const localDayOf = (number: DayNumber): LocalDay => new Date(number * dayMs).toISOString().slice(0, 10);

/** 0 is Monday. */
export const weekDayOf = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7;

/** 1 is January. */
const monthOf = (day: DayNumber): number => new Date(day * dayMs).getUTCMonth() + 1;

const yearOf = (day: DayNumber): number => new Date(day * dayMs).getUTCFullYear();

/** Western Easter Sunday: the Gregorian computus (anonymous algorithm, as in Meeus, Astronomical Algorithms, ch. 8). */
const easterOf = (year: number): DayNumber => {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const month = Math.floor((h + l - 7 * m + 114) / 31);
  const day = ((h + l - 7 * m + 114) % 31) + 1;
  return Math.round(Date.UTC(year, month - 1, day) / dayMs);
};

type DayRule = (day: DayNumber) => boolean;

/** A day of every year; 29 February only of leap years. */
const dateOf =
  (month: number, date: number): DayRule =>
  (day) => {
    const at = new Date(day * dayMs);
    return at.getUTCMonth() + 1 === month && at.getUTCDate() === date;
  };

const nthOf = (nth: string, weekDay: string, month: number): DayRule => {
  const wanted = weekDays.indexOf(weekDay as (typeof weekDays)[number]);
  return (day) => {
    if (weekDayOf(day) !== wanted || monthOf(day) !== month) return false;
    const date = new Date(day * dayMs).getUTCDate();
    return nth === 'last' ? monthOf(day + 7) !== month : Math.ceil(date / 7) === Number(nth);
  };
};

/** 30 February is none; 29 February is one of a leap year, as 2024 was. */
const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && localDayOf(dayNumberOf(text)) === text;

/** Null: it is not a day as calendars write them. */
export const holidayRule = (text: string): DayRule | null => {
  if (isDay(text)) {
    const wanted = dayNumberOf(text);
    return (day) => day === wanted;
  }
  if (isDay(`2024-${text}`)) return dateOf(Number(text.slice(0, 2)), Number(text.slice(3)));
  const easter = /^easter([+-]\d{1,3})?$/.exec(text);
  if (easter) return (day) => day === easterOf(yearOf(day)) + Number(easter[1] ?? 0);
  const nth = /^(last|[1-5]) (mon|tue|wed|thu|fri|sat|sun) of (\d{1,2})$/.exec(text);
  const [, which = '', weekDay = '', month = ''] = nth ?? [];
  return nth && Number(month) >= 1 && Number(month) <= 12 ? nthOf(which, weekDay, Number(month)) : null;
};

/** Days that no rule can read are left out here: `checkPlan` names them. */
const holidaysOf = (calendar: HolidayCalendar | undefined): DayRule => {
  let rules: readonly DayRule[] | undefined;
  return (day) => {
    rules ??= (calendar?.days ?? []).flatMap((text) => holidayRule(text) ?? []);
    return rules.some((isHoliday) => isHoliday(day));
  };
};

const isOfClass = (wanted: DayClass, weekDay: number, isHoliday: boolean): boolean => {
  if (wanted === 'holiday') return isHoliday;
  if (wanted === 'workday') return weekDay < 5 && !isHoliday;
  if (wanted === 'weekend') return weekDay >= 5;
  return weekDays[weekDay] === wanted;
};
