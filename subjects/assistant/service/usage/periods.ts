/** Periods of local days, the instants of their buckets as the Analytics page counts them, and some hours of each day only. */
import { addDays, daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { instantOf, type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import { comparedFrom } from '#subjects/insight/domain/compare-spans.ts';
import type { Bucket, LatestAnswer, UsageRow } from '#subjects/usage/contract/usage.ts';
import type { Home } from '../home.ts';
import type { AskedPeriod, ClockHours } from '../intent.ts';
import { devicesInside } from './amounts.ts';

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

/** How far apart the values of a series lie. */
export type Cadence = 'day' | 'week' | 'month';

const mondayOf = (day: LocalDay): LocalDay => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The day, the week from its Monday, or the month in which a day lies. */
export const spanOf = (day: LocalDay, by: Cadence): Days => {
  if (by === 'day') return { from: day, to: addDays(day, 1) };
  if (by === 'week') return { from: mondayOf(day), to: addDays(mondayOf(day), 7) };
  const from = `${day.slice(0, 7)}-01`;
  return { from, to: `${addDays(from, 31).slice(0, 7)}-01` };
};

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

/** "07:00", also of the hour after the last one. */
export const hourText = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

const spansIn = ({ from, to }: Days, by: Cadence): Days[] => {
  const spans: Days[] = [];
  for (let span = spanOf(from, by); span.from < to; span = spanOf(span.to, by)) spans.push(span);
  return spans;
};

/** The starts of a period's buckets, as usage names them; weeks begin on Mondays. */
const startsOf = ({ from, to }: Days, bucket: Extract<Bucket, 'hour' | Cadence>, timeZone: string): string[] => {
  if (bucket !== 'hour') return spansIn({ from, to }, bucket).map((span) => span.from);
  const offsetAt = zoneOffsets(timeZone);
  const begin = startOfDay(from, offsetAt);
  const count = Math.round((startOfDay(to, offsetAt) - begin) / hourMs);
  return Array.from({ length: count }, (_, i) => iso(begin + i * hourMs));
};

/** An instant as its household's clocks show it, in the fields of UTC. */
const localIn = (timeZone: string): ((at: string) => Date) => {
  const offsetAt = zoneOffsets(timeZone);
  return (at) => {
    const seconds = Date.parse(at) / 1000;
    return new Date((seconds + offsetAt(seconds)) * 1000);
  };
};

export const hourIn = (timeZone: string): ((at: string) => number) => {
  const local = localIn(timeZone);
  return (at) => local(at).getUTCHours();
};

export const dayIn = (timeZone: string): ((at: string) => LocalDay) => {
  const local = localIn(timeZone);
  return (at) => local(at).toISOString().slice(0, 10);
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

const inClock = (hours: ClockHours, hour: number): boolean =>
  isOvernight(hours) ? hour >= hours.from || hour < hours.to : hour >= hours.from && hour < hours.to;

/** The day that an instant in those hours belongs to. */
export const dayOfHours = (hours: ClockHours, timeZone: string): ((at: string) => LocalDay) => {
  const [hourOf, dayOf] = [hourIn(timeZone), dayIn(timeZone)];
  return (at) => (isOvernight(hours) && hourOf(at) < hours.to ? addDays(dayOf(at), -1) : dayOf(at));
};

/** Whether an instant is in those hours of one of the days. */
export const inHours = (period: Days, hours: ClockHours, timeZone: string): ((at: string) => boolean) => {
  const [hourOf, dayOf] = [hourIn(timeZone), dayOfHours(hours, timeZone)];
  return (at) => inClock(hours, hourOf(at)) && dayOf(at) >= period.from && dayOf(at) < period.to;
};

// How much of a period, or of some hours of its days, was measured, as the Analytics page says it.

type Clock = Pick<Home, 'timeZone' | 'nowMs'>;

/** A bucket or an hour of a period, with how long of it there was until now. */
interface Slot {
  readonly start: string;
  readonly lengthMs: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

const registersOf = ({ meters }: LatestAnswer, device: string | undefined): number =>
  meters.filter(({ deviceId }) => deviceId === device).length;

/** Of the time that there was. `countedFrom`: the slot from which a device counts, by the first in which it was heard. Null before anything was measured. */
const coveredOf = (
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  slots: readonly Slot[],
  countedFrom: (first: number) => number,
): number | null => {
  let [coveredMs, expectedMs] = [0, 0];
  for (const device of new Set(rows.map(({ deviceId }) => deviceId))) {
    const heardMs = new Map<string, number>();
    for (const { deviceId, coveredS, start } of rows)
      if (deviceId === device && coveredS > 0) heardMs.set(start, (heardMs.get(start) ?? 0) + coveredS * 1000);
    const first = slots.findIndex(({ start }) => heardMs.has(start));
    if (first === -1) continue;
    const counted = slots.slice(countedFrom(first));
    expectedMs += Math.max(1, registersOf(latest, device)) * sum(counted.map(({ lengthMs }) => lengthMs));
    coveredMs += sum(counted.map(({ start }) => heardMs.get(start) ?? 0));
  }
  return expectedMs === 0 ? null : Math.min(1, coveredMs / expectedMs);
};

/** Of whole days or weeks a device counts from the one after its first, in which it may have begun late; of hours that are over, from its first reading on. */
export const coveredShare = (
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  asked: AskedPeriod,
  home: Pick<Home, 'timeZone' | 'nowMs' | 'today'>,
): number | null => {
  const { timeZone, nowMs } = home;
  const hours = countedHours(asked);
  if (hours !== null) {
    const isIn = inHours(asked, hours, timeZone);
    const slots = startsOf(daysRead(asked, hours), 'hour', timeZone)
      .filter((start) => isIn(start) && Date.parse(start) + hourMs <= nowMs)
      .map((start) => ({ start, lengthMs: hourMs }));
    return coveredOf(rows, latest, slots, (first) => first);
  }
  const period = untilToday(asked, home);
  const offsetAt = zoneOffsets(timeZone);
  const starts = startsOf(period, bucketOf(period), timeZone);
  const [from = 0, ...begins] = [period.from, ...starts, period.to].map((day) => startOfDay(day, offsetAt));
  const slots = starts.map((start, i) => ({
    start,
    lengthMs: Math.max(0, Math.min(nowMs, begins[i + 1] ?? 0) - Math.max(from, begins[i] ?? 0)),
  }));
  return coveredOf(rows, latest, slots, (first) => (first === 0 ? 0 : first + 1));
};

/** How long a period, or those hours of its days, has lasted until then. */
export const lastedS = (period: AskedPeriod, timeZone: string, untilMs: number): number => {
  const hours = countedHours(period);
  const offsetAt = zoneOffsets(timeZone);
  const [begin, end] = [startOfDay(period.from, offsetAt), startOfDay(period.to, offsetAt)];
  if (hours === null) return Math.max(0, Math.min(untilMs, end) - begin) / 1000;
  const isIn = inHours(period, hours, timeZone);
  return sum(
    startsOf(daysRead(period, hours), 'hour', timeZone)
      .filter(isIn)
      .map((start) => Math.max(0, Math.min(hourMs, untilMs - Date.parse(start))) / 1000),
  );
};

/** A day that was heard for half of the time would be the stillest one by mistake. */
const wellHeard = comparedFrom;

/** A device counts from its first day, week or month on; one that is no longer there, on those in which it was heard. */
const countedFrom = (id: string, rows: readonly UsageRow[], latest: LatestAnswer) => {
  const spans = new Map(rows.filter(({ deviceId }) => deviceId === id).map((row) => [row.start, row.coveredS]));
  const first = [...spans.keys()].sort()[0] ?? '';
  const registers = registersOf(latest, id);
  return {
    id,
    inside: devicesInside(latest, id),
    registers: Math.max(1, registers),
    coveredOn: (start: LocalDay): number => spans.get(start) ?? 0,
    isThere: (start: LocalDay): boolean => (registers > 0 ? first <= start : spans.has(start)),
  };
};

/** Those of the days, weeks or months that are over and were measured as good as whole, by their first day; what is inside a meter was seen by that one too. */
export const wholeSpansOf = (
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  period: Days,
  by: Cadence,
  { timeZone, nowMs }: Clock,
): LocalDay[] => {
  const offsetAt = zoneOffsets(timeZone);
  const heard = rows.filter(({ coveredS }) => coveredS > 0);
  const ids = new Set(heard.flatMap(({ deviceId }) => deviceId ?? []));
  const devices = [...ids].map((id) => countedFrom(id, heard, latest));
  const isWhole = ({ from, to }: Days): boolean => {
    if (from < period.from || to > period.to) return false;
    const end = startOfDay(to, offsetAt);
    const there = devices.filter(({ isThere }) => isThere(from));
    const counted = there.filter(({ id }) => !there.some(({ inside }) => inside.has(id)));
    const expectedMs = sum(counted.map(({ registers }) => registers)) * (end - startOfDay(from, offsetAt));
    const coveredS = sum(counted.map(({ coveredOn }) => coveredOn(from)));
    return end <= nowMs && expectedMs > 0 && coveredS * 1000 >= wellHeard * expectedMs;
  };
  return spansIn(period, by)
    .filter(isWhole)
    .map(({ from }) => from);
};

/** Of parts of the time that are as long, those that were heard about as well as the best of them. */
export const heardWell = <One extends { readonly coveredS: number }>(ones: readonly One[]): One[] => {
  const best = Math.max(0, ...ones.map(({ coveredS }) => coveredS));
  return ones.filter(({ coveredS }) => coveredS >= wellHeard * best);
};
