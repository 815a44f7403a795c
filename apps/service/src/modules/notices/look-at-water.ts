/** Does water run without a stop, still, or has it stopped? */
import { hasNotStopped, lastRun, lowestSince, type OffsetAt, restedAt, type WaterRun } from '@wattershed/domain';
import type { Transaction } from '../../platform/db.ts';
import type { Found } from './found.ts';
import { readQuarters, readStillness, readUsed, type WatchedMeter } from './watched-meters.ts';

/** So far back a run is followed; one that has been told of is counted from its beginning. */
const lookBackS = 2 * 86_400;
const quartersAnHour = 4;

const figuresOf = (usedMl: number, lowestMl: number) => ({ usedMl, lowestMlPerHour: lowestMl * quartersAnHour });

export const isWatchedWater = ({ utility, register }: Pick<WatchedMeter, 'utility' | 'register'>): boolean =>
  utility === 'water' && register !== 'export';

export const lookAtWater = async (
  sql: Transaction,
  meters: readonly WatchedMeter[],
  offsetsOf: (timeZone: string) => OffsetAt,
  now: number,
  found: Found,
): Promise<void> => {
  const water = meters.filter((meter) => isWatchedWater(meter) && (meter.is_steady || meter.running_id !== null));
  const ids = water.map(({ meter_id }) => meter_id);
  const quarters = await readQuarters(sql, ids, now - lookBackS);
  const runs = new Map<number, WaterRun>();
  const lasting: WatchedMeter[] = [];
  for (const meter of water) {
    const { meter_id, household_id, running_id: id, running_since: since } = meter;
    const mine = quarters.get(meter_id) ?? [];
    const rested = id === null || since === null ? null : restedAt(mine, since);
    if (id !== null && rested !== null) found.ended.push({ household_id, id, ended_at: rested });
    else if (id !== null) lasting.push(meter);
    const run = lastRun(mine);
    if (run !== null && (id === null || rested !== null)) runs.set(meter_id, run);
  }

  const stillness = await readStillness(sql, runs);
  for (const meter of water) {
    const run = runs.get(meter.meter_id);
    const still = stillness.get(meter.meter_id);
    const facts = {
      recentStillS: still?.recent_s ?? null,
      wholeStillS: still?.whole_s ?? null,
      offsetAt: offsetsOf(meter.time_zone),
      knownRunS: meter.known_run_s ?? 0,
    };
    if (run === undefined || !hasNotStopped(run, facts)) continue;
    found.begun.push({
      household_id: meter.household_id,
      kind: 'running-water',
      meter_id: meter.meter_id,
      since: run.since,
      figures: figuresOf(run.usedMl, run.lowestMl),
      mail_at: now,
    });
  }

  const used = await readUsed(sql, new Map(lasting.map((one) => [one.meter_id, one.running_since ?? now])));
  for (const { meter_id, household_id, running_id: id, running_since: since } of lasting) {
    const lowest = lowestSince(quarters.get(meter_id) ?? [], since ?? now);
    if (id !== null && lowest !== null)
      found.lasting.push({ household_id, id, figures: figuresOf(used.get(meter_id) ?? 0, lowest) });
  }
};
