/** Periods of local days and the instants of their buckets, as the Analytics page counts them. */
import type { Bucket } from '@wattershed/contracts';
import { addDays, daysBetween, instantOf, type LocalDay, type OffsetAt, zoneOffsets } from '@wattershed/domain';
import type { Home } from '../home.ts';
import type { AskedPeriod } from '../question.ts';

export type Days = Pick<AskedPeriod, 'from' | 'to'>;

/** It has begun, and is not over. */
export const isOpen = ({ from, to }: Days, { today }: Pick<Home, 'today'>): boolean => from <= today && today < to;

/** What of a period has begun: an open one ends with today. */
export const untilToday = <Asked extends Days>(period: Asked, { today }: Pick<Home, 'today'>): Asked => {
  const tomorrow = addDays(today, 1);
  return period.to > tomorrow && period.from < tomorrow ? { ...period, to: tomorrow } : period;
};

export const lengthOf = ({ from, to }: Days): number => daysBetween(from, to);

const mostDays = 92;

/** How finely use of a period is told, and its gaps are seen. */
export const bucketOf = (period: Days): 'day' | 'week' => (lengthOf(period) <= mostDays ? 'day' : 'week');

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

const hourMs = 3_600_000;

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
