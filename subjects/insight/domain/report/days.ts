/** Of the days of a period: the one that cost least, and the one that was least like its weekday usually is. */
import type { Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import { groupBy, medianOf } from './facts.ts';

/** A day that was measured and is over: what it cost in cents, without what goes by time, or what it used. */
export interface WholeDay {
  readonly day: LocalDay;
  readonly value: number;
}

/** Whatever is said of days is said of this: the money of all utilities, or the use of one. */
export type DayMeasure = 'money' | Utility;

export interface OddDay extends WholeDay {
  readonly usual: number;
  readonly difference: number;
  /** Of the devices, the one that made most of it. */
  readonly mostly: string | null;
}

/** So many days are needed before one is the best, and so many of the same weekday before one is odd. */
const minDays = 3;
/** A day that is less than a quarter off is like any other. */
const oddFrom = 0.25;
/** A device is named where it made half of the difference. */
const mostlyFrom = 0.5;

export const bestDay = (days: readonly WholeDay[]): WholeDay | null => {
  const values = days.map(({ value }) => value);
  const [first] = [...days].sort((a, b) => a.value - b.value);
  return first === undefined || days.length < minDays || Math.max(...values) === first.value ? null : first;
};

const weekdayOf = (day: LocalDay): number => new Date(day).getUTCDay();

/** `known`: all days that were measured, of the period and before it. */
export const oddestDay = (
  days: readonly WholeDay[],
  known: readonly WholeDay[],
  devices: ReadonlyMap<string, ReadonlyMap<LocalDay, number>>,
): OddDay | null => {
  const byWeekday = groupBy(known, ({ day }) => weekdayOf(day));
  const judged = days.flatMap(({ day, value }) => {
    const alike = (byWeekday.get(weekdayOf(day)) ?? []).filter((other) => other.day !== day);
    if (alike.length < minDays) return [];
    const usual = medianOf(alike.map((other) => other.value));
    return [{ day, value, usual, difference: value - usual }];
  });
  const [oddest] = judged.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference));
  if (oddest === undefined || oddest.difference === 0) return null;
  if (Math.abs(oddest.difference) < oddFrom * Math.abs(oddest.usual)) return null;
  return { ...oddest, mostly: mostlyOf(oddest, devices) };
};

/** How much more than on its other days; null: too few are known. */
export const beyondOthers = (values: ReadonlyMap<LocalDay, number>, day: LocalDay): number | null => {
  const others = [...values].filter(([other]) => other !== day).map(([, value]) => value);
  return others.length < minDays ? null : (values.get(day) ?? 0) - medianOf(others);
};

/** The device whose own day was farthest from its others, in the same direction. */
const mostlyOf = (
  { day, difference }: Omit<OddDay, 'mostly'>,
  devices: ReadonlyMap<string, ReadonlyMap<LocalDay, number>>,
): string | null => {
  const found = [...devices].map(([key, values]) => ({ key, by: beyondOthers(values, day) ?? 0 }));
  const [most] = found.sort((a, b) => (b.by - a.by) * Math.sign(difference));
  return most !== undefined && most.by / difference >= mostlyFrom ? most.key : null;
};
