/** What a local day is: its place in the week, and whether a calendar counts it as a holiday. */
import type { LocalDay } from '#catalogue/local-day.ts';
import { type DayClass, type HolidayCalendar, weekDays } from './plan.ts';

/** Days since 1970-01-01: local days as numbers, for what runs over many of them. */
export type DayNumber = number;

const dayMs = 86_400_000;

export const dayNumberOf = (day: LocalDay): DayNumber => Math.round(Date.parse(day) / dayMs);

export const localDayOf = (number: DayNumber): LocalDay => new Date(number * dayMs).toISOString().slice(0, 10);

/** 0 is Monday. */
export const weekDayOf = (day: DayNumber): number => (((day + 3) % 7) + 7) % 7;

/** 1 is January. */
export const monthOf = (day: DayNumber): number => new Date(day * dayMs).getUTCMonth() + 1;

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
export const holidaysOf = (calendar: HolidayCalendar | undefined): DayRule => {
  const rules = (calendar?.days ?? []).flatMap((text) => holidayRule(text) ?? []);
  return (day) => rules.some((isHoliday) => isHoliday(day));
};

export const isOfClass = (wanted: DayClass, weekDay: number, isHoliday: boolean): boolean => {
  if (wanted === 'holiday') return isHoliday;
  if (wanted === 'workday') return weekDay < 5 && !isHoliday;
  if (wanted === 'weekend') return weekDay >= 5;
  return weekDays[weekDay] === wanted;
};
