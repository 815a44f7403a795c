/** Periods of local days, the instants of their buckets as the Analytics page counts them, and some hours of each day only. */
import { instantOf, type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import type { Bucket } from '#subjects/usage/contract/usage.ts';
import type { Home } from '../home.ts';
import type { AskedPeriod, ClockHours } from '../intent.ts';

export type Days = Pick<AskedPeriod, 'from' | 'to'>;

/** It has begun, and is not over. */
export const isOpen = ({ from, to }: Days, { today }: Pick<Home, 'today'>): boolean => from <= today && today < to;

/** What of a period has begun: an open one ends with today. */
export const untilToday = <Asked extends Days>(period: Asked, { today }: Pick<Home, 'today'>): Asked => {
  const tomorrow = addDays(today, 1);
  return period.to > tomorrow && period.from < tomorrow ? { ...period, to: tomorrow } : period;
};

export const lengthOf = ({ from, to }: Days): number => daysBetween(from, to);

const maxDays = 92;

/** How finely use of a period is told, and its gaps are seen. */
export const bucketOf = (period: Days): 'day' | 'week' => (lengthOf(period) <= maxDays ? 'day' : 'week');

const mondayOf = (day: LocalDay): LocalDay => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The first instant of a day; of one whose midnight was skipped, the end of the gap. In ms. */
export const startOfDay = (day: LocalDay, offsetAt: OffsetAt): number => {
  const local = Date.parse(day) / 1000;
  const memory = { last: null };
  return (
    (instantOf(local, offsetAt, memory, false) ?? instantOf(local + 3600, offsetAt, memory, false) ?? local) * 1000
  );
};

const iso = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

export const hourMs = 3_600_000;

const stepDays = (from: LocalDay, to: LocalDay, step: number): LocalDay[] => {
  const days: LocalDay[] = [];
  for (let day = from; day < to; day = addDays(day, step)) days.push(day);
  return days;
};

/** The starts of a period's buckets, as usage names them; weeks begin on Mondays. */
export const startsOf = (
  { from, to }: Days,
  bucket: Extract<Bucket, 'hour' | 'day' | 'week'>,
  timeZone: string,
): string[] => {
  if (bucket === 'day') return stepDays(from, to, 1);
  if (bucket === 'week') return stepDays(mondayOf(from), to, 7);
  const offsetAt = zoneOffsets(timeZone);
  const begin = startOfDay(from, offsetAt);
  const count = Math.round((startOfDay(to, offsetAt) - begin) / hourMs);
  return Array.from({ length: count }, (_, i) => iso(begin + i * hourMs));
};

/** The hour of the day of an instant, as its household's clocks show it. */
export const hourIn = (timeZone: string): ((at: string) => number) => {
  const offsetAt = zoneOffsets(timeZone);
  return (at) => {
    const seconds = Date.parse(at) / 1000;
    return new Date((seconds + offsetAt(seconds)) * 1000).getUTCHours();
  };
};

export const dayIn = (timeZone: string): ((at: string) => LocalDay) => {
  const offsetAt = zoneOffsets(timeZone);
  return (at) => {
    const seconds = Date.parse(at) / 1000;
    return new Date((seconds + offsetAt(seconds)) * 1000).toISOString().slice(0, 10);
  };
};

/** As many days as are read by the hour. */
export const maxHourDays = 92;

/** Half-open; what is after midnight belongs to the evening before. */
const isOvernight = ({ from, to }: ClockHours): boolean => to < from;

/** The days that have to be read for it: the hours of a night end a day later. */
export const daysRead = ({ from, to }: Days, hours: ClockHours): Days => ({
  from,
  to: isOvernight(hours) ? addDays(to, 1) : to,
});

/** Null: whole days are meant. */
export const countedHours = (period: AskedPeriod): ClockHours | null =>
  period.hours !== undefined && lengthOf(period) <= maxHourDays ? period.hours : null;

/** Whether an instant is in those hours of one of the days. */
export const inHours = (period: Days, hours: ClockHours, timeZone: string): ((at: string) => boolean) => {
  const [hourOf, dayOf] = [hourIn(timeZone), dayIn(timeZone)];
  return (at) => {
    const hour = hourOf(at);
    const isNextMorning = isOvernight(hours) && hour < hours.to;
    const isIn = isOvernight(hours) ? hour >= hours.from || isNextMorning : hour >= hours.from && hour < hours.to;
    const day = isNextMorning ? addDays(dayOf(at), -1) : dayOf(at);
    return isIn && day >= period.from && day < period.to;
  };
};
