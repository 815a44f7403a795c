/** Does what may leak run without a stop, still, or has it stopped? */
import { factsOf } from '@wattershed/catalogue';
import {
  floorWindowS,
  hasNotStopped,
  type Leak,
  lastRun,
  leakOf,
  type OffsetAt,
  restedAt,
  type WaterRun,
} from '@wattershed/domain';
import type { Transaction } from '../../platform/db.ts';
import type { Leaking } from '../billing/index.ts';
import type { Found } from './found.ts';
import { readQuarters, readStillness, readUsed, type WatchedMeter } from './watched-meters.ts';

/** So far back a run is followed that has not been told of. */
const lookBackS = 2 * 86_400;

/** A leak's figures, with what it costs where that is known. */
const figuresOf = async (
  costOf: CostOfLeak,
  { household_id: household, utility }: WatchedMeter,
  since: number,
  leak: Leak,
) => ({ ...leak, ...(await costOf({ household, utility, since }, leak)) });

export const isWatchedForLeaks = ({ utility, register }: Pick<WatchedMeter, 'utility' | 'register'>): boolean =>
  factsOf(utility).canLeak && register !== 'export';

/** From where on the quarter-hours of one that has been told of are read. */
const floorFrom = ({ running_since: since }: WatchedMeter, now: number): number =>
  Math.max(since ?? now, now - floorWindowS);

/** What a household's leak costs: of a home without a tariff for it, nothing. */
export type CostOfLeak = (leaking: Leaking, leak: Leak) => Promise<object | null>;

export const lookAtWater = async (
  sql: Transaction,
  meters: readonly WatchedMeter[],
  offsetsOf: (timeZone: string) => OffsetAt,
  costOf: CostOfLeak,
  now: number,
  found: Found,
): Promise<void> => {
  const watched = meters.filter((meter) => isWatchedForLeaks(meter) && (meter.is_steady || meter.running_id !== null));
  const quarters = await readQuarters(
    sql,
    new Map(watched.map((meter) => [meter.meter_id, Math.min(now - lookBackS, floorFrom(meter, now))])),
  );
  const runs = new Map<number, WaterRun>();
  const lasting: WatchedMeter[] = [];
  for (const meter of watched) {
    const { meter_id, household_id, running_id: id, running_since: since } = meter;
    const mine = quarters.get(meter_id) ?? [];
    const rested = id === null || since === null ? null : restedAt(mine, since);
    if (id !== null && rested !== null) found.ended.push({ household_id, id, ended_at: rested });
    else if (id !== null) lasting.push(meter);
    const run = lastRun(mine);
    if (run !== null && (id === null || rested !== null)) runs.set(meter_id, run);
  }

  const stillness = await readStillness(sql, runs);
  for (const meter of watched) {
    const run = runs.get(meter.meter_id);
    const still = stillness.get(meter.meter_id);
    const facts = {
      recentStillS: still?.recent_s ?? null,
      wholeStillS: still?.whole_s ?? null,
      offsetAt: offsetsOf(meter.time_zone),
      knownRunS: meter.known_run_s ?? 0,
    };
    if (run === undefined || !hasNotStopped(run, facts)) continue;
    const leak = leakOf(quarters.get(meter.meter_id) ?? [], run.since);
    if (leak === null) continue;
    found.begun.push({
      household_id: meter.household_id,
      kind: 'running-water',
      meter_id: meter.meter_id,
      since: run.since,
      figures: await figuresOf(costOf, meter, run.since, leak),
      mail_at: now,
    });
  }

  const used = await readUsed(sql, new Map(lasting.map((one) => [one.meter_id, one.running_since ?? now])));
  for (const meter of lasting) {
    const { meter_id, household_id, running_id: id, running_since } = meter;
    const since = running_since ?? now;
    const usedMl = used.get(meter_id) ?? 0;
    const leak = leakOf(quarters.get(meter_id) ?? [], since, { from: floorFrom(meter, now), usedMl });
    if (id !== null && leak !== null)
      found.lasting.push({ household_id, id, figures: await figuresOf(costOf, meter, since, leak) });
  }
};
