/** Which period of a schedule a quarter-hour of a local day belongs to. */
import { type DayNumber, holidaysOf, isOfClass, localDayOf, monthOf, weekDayOf } from './calendar-day.ts';
import { ownEntry } from './own-entry.ts';
import type { HolidayCalendar, PeriodRule, Schedule } from './plan.ts';

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

/** By schedule, and by what its rules ask of a day: a household's bills are priced again and again with the same one. */
const known = new WeakMap<Schedule, Map<string, Int8Array>>();

const alikeOf = (schedule: Schedule): Map<string, Int8Array> => {
  const alike = known.get(schedule) ?? new Map<string, Int8Array>();
  known.set(schedule, alike);
  return alike;
};

export const schedulePeriods = (
  schedule: Schedule,
  calendars: Readonly<Record<string, HolidayCalendar>>,
  colours: DayColours,
): SchedulePeriods => {
  const names = periodNames(schedule);
  const isHoliday = holidaysOf(ownEntry(calendars, schedule.holidays ?? ''));
  const dayStarts = clockQuarter(schedule.dayStarts ?? '00:00') ?? 0;
  const colourOf = ownEntry(colours, schedule.colours ?? '') ?? {};
  const alike = alikeOf(schedule);
  const days = new Map<DayNumber, Int8Array>();
  const quartersOn = (day: DayNumber): Int8Array => {
    const facts: DayFacts = {
      month: monthOf(day),
      weekDay: weekDayOf(day),
      isHoliday: isHoliday(day),
      colour: schedule.colours === undefined ? undefined : colourOf[localDayOf(day)],
    };
    const key = `${facts.month} ${facts.weekDay} ${facts.isHoliday} ${facts.colour}`;
    const quarters = alike.get(key) ?? quartersOf(schedule, names, facts);
    alike.set(key, quarters);
    return quarters;
  };
  return {
    names,
    at: (day, quarter) => {
      const own = quarter < dayStarts ? day - 1 : day;
      let quarters = days.get(own);
      if (!quarters) {
        quarters = quartersOn(own);
        days.set(own, quarters);
      }
      return quarters[quarter] ?? -1;
    },
  };
};
