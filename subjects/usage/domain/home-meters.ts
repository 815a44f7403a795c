/** Which meters a total of the home is made of, and what they say of today and of a usual day. */
import type { Utility } from '#catalogue/index.ts';
import { isCovered } from '#subjects/insight/domain/compare-spans.ts';

interface ToldMeter {
  readonly meterId: string;
  readonly utility: Utility;
  readonly room: string;
  readonly parentMeterId: string | null;
  readonly lastAt: string | null;
  /** Wh or mL of the local day so far. */
  readonly today: number;
}

/** Longer silent beside others, a meter is no part of the home's total any more: both of two weeks are without it. */
const givenUpAfterMs = 15 * 86_400_000;

/** The meters that a total is made of, the home's or a room's: those that no other one in it contains, and that were heard. */
export const rootMeters = <M extends Omit<ToldMeter, 'today'>>(
  { meters, at }: { readonly meters: readonly M[]; readonly at: string },
  utility: Utility,
  room: string | null = null,
): M[] => {
  const own = meters.filter(
    (meter) => meter.utility === utility && meter.lastAt !== null && (room === null || meter.room === room),
  );
  const roots = own.filter(({ parentMeterId }) =>
    room === null ? parentMeterId === null : own.every(({ meterId }) => meterId !== parentMeterId),
  );
  const inUse = roots.filter(({ lastAt }) => Date.parse(at) - Date.parse(lastAt ?? '') < givenUpAfterMs);
  return inUse.length === 0 ? roots : inUse;
};

/** Today's use of the home: of the meters that no other meter contains. Null: none of them was heard since midnight. */
export const usedToday = (meters: readonly ToldMeter[], utility: Utility, midnightMs: number): number | null => {
  const told = meters.filter(
    ({ utility: of, parentMeterId, today, lastAt }) =>
      of === utility &&
      parentMeterId === null &&
      (today !== 0 || (lastAt !== null && Date.parse(lastAt) >= midnightMs)),
  );
  return told.length === 0 ? null : told.reduce((sum, { today }) => sum + today, 0);
};

/** A whole day of the home, and how long it was. */
interface MeasuredDay {
  readonly used: number;
  /** Seconds of measuring, summed over its meters. */
  readonly coveredS: number;
  readonly lengthS: number;
}

/** So many days tell what is usual. */
export const minUsualDays = 3;

/** What a day usually comes to: the mean of those that were measured. Null: too few were. */
export const usualDay = (days: readonly MeasuredDay[], meterCount: number): number | null => {
  const whole = days.filter(({ coveredS, lengthS }) =>
    isCovered({ coveredS, expectedS: Math.max(1, meterCount) * lengthS }),
  );
  if (whole.length < minUsualDays) return null;
  return whole.reduce((sum, { used }) => sum + used, 0) / whole.length;
};
