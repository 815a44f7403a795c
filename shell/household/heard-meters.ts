/** Which meters are heard: counted here once, for every line that says so many of so many. */
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { isSilent, type RateState } from '#subjects/readings/domain/present-rate.ts';
import { lastingNotice } from './household-notices.ts';

interface HeardMeter {
  readonly meterId: string;
  readonly lastAt: string | null;
  readonly rateState: RateState;
}

export interface HeardMeters<M> {
  count: number;
  heard: number;
  /** Those that have fallen silent, by their own habit or by the clock. */
  silent: M[];
  /** Those that are read by hand or from a file, once in a while: quiet in between is how they are. */
  seldom: M[];
  /** Those that have never said anything. */
  waiting: M[];
}

/** `notices`: of a silent meter, which comes as soon as it is longer quiet than it usually is. */
export function isQuiet(
  meter: Omit<HeardMeter, 'rateState'>,
  notices: readonly HouseholdNotice[] | undefined,
  now: number,
): boolean {
  return isSilent(meter, now) || lastingNotice(notices, 'silent-meter', meter.meterId) !== undefined;
}

export function heardMeters<M extends HeardMeter>(
  meters: readonly M[],
  notices: readonly HouseholdNotice[] | undefined,
  now: number,
): HeardMeters<M> {
  const quiet = meters.filter((meter) => isQuiet(meter, notices, now));
  const waiting = meters.filter(({ lastAt }) => lastAt === null);
  const isSeldom = (meter: M) =>
    meter.rateState === 'far-apart' && lastingNotice(notices, 'silent-meter', meter.meterId) === undefined;
  return {
    count: meters.length,
    heard: meters.length - quiet.length - waiting.length,
    silent: quiet.filter((meter) => !isSeldom(meter)),
    seldom: quiet.filter(isSeldom),
    waiting,
  };
}
