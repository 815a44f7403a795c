/** Days on which a home looks as if nobody was there: what never rests is all that it uses. */
import { factsOf } from '#catalogue/index.ts';
import { isDrawn } from '#subjects/readings/domain/meter-tree.ts';
import { stillestHours } from '#subjects/usage/domain/stillest-hours.ts';
import { hoursADay, medianOf } from '../honest/home-use.ts';
import { type HomeDay, useByDay, useOfDay } from './local-days.ts';
import type { HomeLook, WatchedUse } from './rule.ts';

/** Chosen on a look at the daily use of all homes, before any was judged (`npm run known`, docs/decisions/0058). */
const settings = {
  /** What never rests is that of so many days, what is usual that of so many. */
  floorDays: 28,
  usualDays: 56,
  minDays: 14,
  /** A day of power is idle that has no more than so many times what never rests, and so much of a usual day. */
  times: 1.25,
  ofUsual: 0.65,
  /** A day of water: a tap that drips, or a flush by a clock. mL, and of a usual day. */
  dripMl: 2000,
  drip: 0.03,
};

/** A meter of a whole utility, day by day. */
export interface WholeDays {
  readonly meter: WatchedUse;
  readonly days: readonly HomeDay[];
  readonly use: Float64Array;
  /** What it would use on a day with nobody at home, and on a usual one; NaN: nobody knows. */
  readonly floorAt: (at: number) => number;
  readonly usualAt: (at: number) => number;
  /** Null: it was not measured, or it is not known well enough. */
  readonly isIdle: (at: number) => boolean | null;
}

const before = (values: ArrayLike<number>, at: number, days: number): number => {
  const known = Array.from({ length: Math.min(at, days) }, (_, i) => values[at - 1 - i] as number).filter((v) => v > 0);
  return known.length < settings.minDays ? Number.NaN : medianOf(known);
};

const wholeDays = (meter: WatchedUse, days: readonly HomeDay[], perDay: number): WholeDays => {
  const use = useByDay(meter.used, days, perDay);
  const { hasStandby } = factsOf(meter.utility);
  const still = hasStandby
    ? days.map(({ from, to }) => stillestHours(meter.used.subarray(from, to), perDay / hoursADay) ?? Number.NaN)
    : [];
  const usualAt = (at: number): number => before(use, at, settings.usualDays);
  const floorAt = (at: number): number =>
    hasStandby
      ? hoursADay * before(still, at, settings.floorDays)
      : Math.max(settings.dripMl, settings.drip * usualAt(at));
  return {
    meter,
    days,
    use,
    floorAt,
    usualAt,
    isIdle: (at) => {
      const [now, floor, usual] = [use[at] as number, floorAt(at), usualAt(at)];
      if (Number.isNaN(now + floor + usual)) return null;
      // Where nothing at all was drawn it was dark, or not measured.
      return hasStandby ? now > 0 && now <= settings.times * floor && now <= settings.ofUsual * usual : now <= floor;
    },
  };
};

/** Of power and water: what heats goes on in an empty home. */
export const wholesOf = (home: HomeLook, days: readonly HomeDay[]): WholeDays[] =>
  home.meters
    .filter((meter) => meter.parentMeterId === null && isDrawn(meter))
    .filter(({ utility }) => factsOf(utility).hasStandby || factsOf(utility).canLeak)
    .map((meter) => wholeDays(meter, days, home.perDay));

/** Nobody was at home: all that is measured was idle. Null: something is not known. */
export const isEmpty = (wholes: readonly WholeDays[], at: number): boolean | null => {
  const states = wholes.map(({ isIdle }) => isIdle(at));
  return states.length === 0 || states.includes(null) ? null : states.every(Boolean);
};

/** What was used until an hour of a day, as of a whole one. */
export const useUntil = ({ meter, days }: WholeDays, at: number, hour: number, perDay: number): number => {
  const day = days[at] as HomeDay;
  const to = Math.min(day.to, day.from + (hour * perDay) / hoursADay);
  return useOfDay(meter.used, { ...day, to }, perDay);
};
