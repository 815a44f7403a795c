import type { Utility } from '#catalogue/index.ts';
import type { LatestAnswer, LatestMeter, UsageRow } from '../contract/usage.ts';
import type { MeasuredSpan } from '#subjects/insight/domain/compare-spans.ts';
import { isSilent } from '#subjects/readings/domain/present-rate.ts';
import { addDays, startOfDay } from '#shell/text/local-day.ts';

/** Longer silent beside others, a meter is no part of the home's total any more: both of two weeks are without it. */
const givenUpAfterMs = 15 * 86_400_000;

/** The meters that a total is made of, the home's or a room's: those that no other one in it contains, and that were heard. */
export function rootMeters(
  { meters, at }: Pick<LatestAnswer, 'meters' | 'at'>,
  utility: Utility,
  room: string | null = null,
): LatestMeter[] {
  const own = meters.filter(
    (meter) => meter.utility === utility && meter.lastAt !== null && (room === null || meter.room === room),
  );
  const roots = own.filter(({ parentMeterId }) =>
    room === null ? parentMeterId === null : own.every(({ meterId }) => meterId !== parentMeterId),
  );
  const inUse = roots.filter(({ lastAt }) => Date.parse(at) - Date.parse(lastAt ?? '') < givenUpAfterMs);
  return inUse.length === 0 ? roots : inUse;
}

/** Use of whole days, and how long the home's own meters were heard on each: what lies inside them is seen by them. */
export function daySpans(
  rows: readonly UsageRow[],
  latest: Pick<LatestAnswer, 'meters' | 'at'>,
  utility: Utility,
  timeZone: string,
  room: string | null = null,
): (day: string) => MeasuredSpan {
  const roots = rootMeters(latest, utility, room);
  const devices = new Set(roots.map(({ deviceId }) => deviceId));
  const sums = new Map<string, { used: number; coveredS: number }>();
  for (const row of rows) {
    if (row.utility !== utility) continue;
    const { used, coveredS } = sums.get(row.start) ?? { used: 0, coveredS: 0 };
    const isRoot = row.deviceId === undefined || devices.has(row.deviceId);
    sums.set(row.start, { used: used + row.used, coveredS: coveredS + (isRoot ? row.coveredS : 0) });
  }
  return (day) => {
    const lengthMs = startOfDay(addDays(day, 1), timeZone) - startOfDay(day, timeZone);
    return { used: 0, coveredS: 0, ...sums.get(day), expectedS: (Math.max(1, roots.length) * lengthMs) / 1000 };
  };
}

/** Today until all of the home's meters were heard last: what came after that is not known, which is not "less". */
export interface TodayMeasured extends Omit<MeasuredSpan, 'used'> {
  /** Instant until which use is known. */
  until: number;
  /** One of the home's meters has gone quiet, since then. */
  isSilent: boolean;
}

export function todayMeasured(
  rows: readonly UsageRow[],
  latest: LatestAnswer,
  utility: Utility,
  now: number,
  today: string,
): TodayMeasured {
  const begin = startOfDay(today, latest.timeZone);
  const roots = rootMeters(latest, utility);
  const heard = roots.map(({ lastAt }) => Date.parse(lastAt ?? ''));
  const until = heard.length === 0 ? begin : Math.min(now, ...heard);
  const { coveredS } = daySpans(rows, latest, utility, latest.timeZone)(today);
  const expectedS = (Math.max(1, roots.length) * Math.max(0, until - begin)) / 1000;
  return { until, coveredS, expectedS, isSilent: roots.some((meter) => isSilent(meter, now)) };
}
