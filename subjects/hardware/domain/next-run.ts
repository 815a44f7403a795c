/** When something that repeats on days of the week is due next: at a time of the household's clock, or about sunrise or sunset. */
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import { instantOf, type OffsetAt } from '#catalogue/zone-clock.ts';

type SunEvent = 'sunrise' | 'sunset';

export interface RunPlan {
  /** Bit 0 is Monday, bit 6 Sunday. */
  readonly days: number;
  /** Of the local day, from 0; null: about the sun. */
  readonly minute: number | null;
  readonly sun: SunEvent | null;
  /** Minutes after it, negative before. */
  readonly offsetMin: number;
}

/** Seconds since 1970; null: the sun does not rise, or set, there on that day. `noon`: the day's, in seconds since 1970. */
export type SunAt = (event: SunEvent, noon: number) => number | null;

const dayS = 86_400;
/** Beyond the polar circles the sun may stay away for half a year. */
const maxDays = 370;

/** The first instant after `after` (seconds since 1970); null: it is never due. */
export const nextRun = (plan: RunPlan, after: number, offsetAt: OffsetAt, sunAt: SunAt): number | null => {
  // An event about the sun may belong to the day before or after the one it falls on.
  const today = new Date((after + offsetAt(after)) * 1000).toISOString().slice(0, 10);
  for (let i = -1; i < maxDays; i += 1) {
    const day = addDays(today, i);
    if (!isOn(plan.days, day)) continue;
    const at = runOn(plan, day, offsetAt, sunAt);
    if (at !== null && at > after) return at;
  }
  return null;
};

const isOn = (days: number, day: LocalDay): boolean => {
  const sinceMonday = (new Date(day).getUTCDay() + 6) % 7;
  return (days & (1 << sinceMonday)) !== 0;
};

const runOn = (plan: RunPlan, day: LocalDay, offsetAt: OffsetAt, sunAt: SunAt): number | null => {
  const midnight = Date.parse(day) / 1000;
  if (plan.minute !== null) return clockAt(midnight + plan.minute * 60, offsetAt);
  const event = plan.sun && sunAt(plan.sun, clockAt(midnight + dayS / 2, offsetAt));
  return event === null ? null : Math.round(event) + plan.offsetMin * 60;
};

/** The first of a time that comes twice; one that is skipped is due as much later as the clock is put forward. */
const clockAt = (local: number, offsetAt: OffsetAt): number =>
  instantOf(local, offsetAt, { last: null }, false) ?? local - offsetAt(local - dayS);
