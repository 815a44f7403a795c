/** Does water run faster than this home ever drew it, still, or is it over? Told after a quarter of an hour. */
import { factsOf } from '#catalogue/index.ts';
import type { Transaction } from '#kernel/db.ts';
import { QUARTER_S, quarterOf } from '#subjects/readings/domain/meter-use.ts';
import { burstLeak, burstOver, findBurst, mayBeBurst, maybeBurstMl } from '../domain/burst.ts';
import type { Leak } from '../domain/running-water.ts';
import { type Found, readFlow, readFlowHistory, readUsed, type WatchedMeter } from './watched-meters.ts';

/** So far back a burst is followed that has not been told of. */
const lookBackS = 2 * 3600;
/** While fast water may run its meter is looked at every minute. */
const lookAgainS = 60;
/** A meter that has said nothing for so long has nothing new to look at. */
const freshS = 1200;
const monthHours = 30 * 24;

/** What such a leak costs, by the home's tariff. */
type CostOf = (meter: WatchedMeter, since: number, leak: Leak) => Promise<{ currency: string; cost: string } | null>;

/** The litres of a burst are paid once, on top of what the home uses: as a month's leak of just so many. */
const figuresOf = async (costOf: CostOf, meter: WatchedMeter, since: number, leak: Leak) => {
  const once = { ...leak, floorMlPerHour: leak.leakMl / monthHours };
  const told = await costOf(meter, since, once);
  return { ...leak, ...(told && { currency: told.currency, cost: told.cost }) };
};

const mayBegin = (meter: WatchedMeter): boolean => meter.flow === 'drawn' && meter.recent_ml >= maybeBurstMl;

/** When a meter is looked at next for a burst's sake. */
export const nextBurstLook = (meter: WatchedMeter, now: number): number =>
  (meter.burst_id !== null || mayBegin(meter)) && now - (meter.last_at ?? 0) < freshS ? now + lookAgainS : Infinity;

/** All since `since`; in the quarter-hour that it began in, as fast as afterwards. */
const usedOf = async (sql: Transaction, meters: readonly WatchedMeter[]): Promise<Map<number, number>> => {
  const wholeFrom = ({ burst_since: since }: WatchedMeter) => quarterOf((since ?? 0) + QUARTER_S - 1);
  const used = await readUsed(sql, new Map(meters.map((meter) => [meter.meter_id, wholeFrom(meter)])));
  return new Map(
    meters.map((meter) => {
      const until = meter.last_at ?? 0;
      const share = (until - (meter.burst_since ?? until)) / Math.max(1, until - wholeFrom(meter));
      return [meter.meter_id, Math.round((used.get(meter.meter_id) ?? 0) * share)];
    }),
  );
};

/** Writes what it finds into `found`. */
export const detectBurst = async (
  sql: Transaction,
  meters: readonly WatchedMeter[],
  costOf: CostOf,
  now: number,
  found: Found,
): Promise<void> => {
  const watched = meters.filter(
    (meter) => factsOf(meter.utility).canLeak && (meter.burst_id !== null || mayBegin(meter)),
  );
  const flow = await readFlow(sql, new Map(watched.map((meter) => [meter.meter_id, now - lookBackS])));
  const candidates = watched.filter(
    ({ burst_id: id, meter_id }) => id === null && mayBeBurst(flow.get(meter_id) ?? []),
  );
  const history = await readFlowHistory(
    sql,
    candidates.map(({ meter_id }) => meter_id),
    now - lookBackS,
  );
  for (const meter of candidates) {
    const { household_id, meter_id } = meter;
    const burst = findBurst(flow.get(meter_id) ?? [], history.get(meter_id) ?? { maxQuarterMl: 0, days: 0 });
    if (burst === null) continue;
    const figures = await figuresOf(costOf, meter, burst.since, burstLeak(burst));
    found.begun.push({ household_id, kind: 'burst', meter_id, since: burst.since, figures, mail_at: now });
  }

  const open = watched.filter(({ burst_id: id }) => id !== null);
  const used = await usedOf(sql, open);
  for (const meter of open) {
    const { household_id, meter_id, burst_id: id, burst_since: since, last_at: until } = meter;
    if (id === null || since === null || until === null) continue;
    const over = burstOver(flow.get(meter_id) ?? [], since);
    if (over !== null) {
      found.ended.push({ household_id, id, ended_at: over });
      continue;
    }
    const leak = burstLeak({ since, until, usedMl: used.get(meter_id) ?? 0 });
    if (leak.usedMl > 0) found.lasting.push({ household_id, id, figures: await figuresOf(costOf, meter, since, leak) });
  }
};
