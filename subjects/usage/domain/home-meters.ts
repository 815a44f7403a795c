/** Which meters a total of the home is made of, and what they say of today and of a usual day. */
import type { Flow, Utility } from '#catalogue/index.ts';
import { countsForHome, inUse, isDrawn, unseenSign } from '#subjects/readings/domain/meter-tree.ts';
import { isCovered } from '#subjects/insight/domain/compare-spans.ts';

interface ToldMeter {
  readonly meterId: string;
  readonly utility: Utility;
  readonly room: string;
  readonly flow: Flow;
  readonly parentMeterId: string | null;
  readonly lastAt: string | null;
  /** Wh or mL of the local day so far. */
  readonly today: number;
}

/** What a home used today before something in it moved. */
interface ToldMove {
  readonly utility: Utility;
  readonly home: number;
}

/** Longer silent beside others, a meter is no part of the home's total any more: both of two weeks are without it. */
const givenUpAfterMs = 15 * 86_400_000;

/** The meters by which a total is measured, the home's or a room's: those that draw, that no other one in it contains, and that were heard. */
export const rootMeters = <M extends Omit<ToldMeter, 'today'>>(
  { meters, at }: { readonly meters: readonly M[]; readonly at: string },
  utility: Utility,
  room: string | null = null,
): M[] => {
  const own = meters.filter(
    (meter) =>
      meter.utility === utility && isDrawn(meter) && meter.lastAt !== null && (room === null || meter.room === room),
  );
  const roots = own.filter(({ parentMeterId }) =>
    room === null ? parentMeterId === null : own.every(({ meterId }) => meterId !== parentMeterId),
  );
  const alive = roots.filter(({ lastAt }) => Date.parse(at) - Date.parse(lastAt ?? '') < givenUpAfterMs);
  return alive.length === 0 ? roots : alive;
};

/** Today's use of the home: of what is drawn, returned, produced and so on; the least that it can be, where `atLeast` names the utility. Null: nothing that is drawn was heard of since midnight. */
export const usedToday = (
  {
    meters,
    moved = [],
    atLeast,
  }: {
    readonly meters: readonly ToldMeter[];
    readonly moved?: readonly ToldMove[] | undefined;
    readonly atLeast?: readonly Utility[] | undefined;
  },
  utility: Utility,
  midnightMs: number,
): number | null => {
  const told = meters.filter(
    (meter) =>
      meter.utility === utility &&
      countsForHome(meter) &&
      (meter.today !== 0 || (meter.lastAt !== null && Date.parse(meter.lastAt) >= midnightMs)),
  );
  if (!told.some(isDrawn)) return null;
  const sign = atLeast?.includes(utility) ? unseenSign : inUse;
  let used = 0;
  for (const one of moved) if (one.utility === utility) used += one.home;
  for (const meter of told) used += sign(meter) * meter.today;
  return Math.max(0, used);
};

/** What passed today, as far as the home has more than what is drawn; null: it has not. */
export const flowsToday = (
  meters: readonly ToldMeter[],
  utility: Utility,
): Readonly<Partial<Record<Flow, number>>> | null => {
  const own = meters.filter((meter) => meter.utility === utility && countsForHome(meter));
  if (own.every(isDrawn)) return null;
  const sums: Partial<Record<Flow, number>> = {};
  for (const { flow, today } of own) sums[flow] = (sums[flow] ?? 0) + today;
  return sums;
};

/** What of the use did not come from the grid, from 0 to 1; null: nothing was used. */
export const ownShare = (used: number, drawn: number): number | null =>
  used <= 0 ? null : Math.min(1, Math.max(0, 1 - drawn / used));

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
