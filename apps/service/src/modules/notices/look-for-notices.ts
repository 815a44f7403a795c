/** Looks at the meters whose time has come: has one fallen silent, does water run without a stop, is it over? */
import { type OffsetAt, zoneOffsets } from '@wattershed/domain';
import type { Sql, Transaction } from '../../platform/db.ts';
import { leakCost } from '../billing/index.ts';
import { type Found, nothingFound } from './found.ts';
import { learnHabits } from './learn-habits.ts';
import { lookAtSilence } from './look-at-silence.ts';
import { type CostOfLeak, lookAtWater } from './look-at-water.ts';
import { nextLook } from './next-look.ts';
import { readDueMeters, type WatchedMeter } from './watched-meters.ts';

const atOnce = 500;

const offsets = new Map<string, OffsetAt>();
const offsetsOf = (timeZone: string): OffsetAt => {
  const known = offsets.get(timeZone) ?? zoneOffsets(timeZone);
  offsets.set(timeZone, known);
  return known;
};

const lookAt = async (sql: Transaction, meters: readonly WatchedMeter[], now: number): Promise<Found> => {
  const found = nothingFound();
  const habits = await learnHabits(sql, meters, now);
  for (const meter of meters) {
    const habit = habits.get(meter.meter_id);
    if (!habit) continue;
    const isSilent = lookAtSilence(meter, habit, now, found);
    found.looks.push({
      household_id: meter.household_id,
      meter_id: meter.meter_id,
      ...habit,
      look_at: nextLook(meter, habit, isSilent, now),
    });
  }
  // Prices that cannot be told take nothing from what is found: the bills' own job reports them.
  const costOf = (...leak: Parameters<CostOfLeak>) =>
    sql.savepoint((inner) => leakCost(inner, now * 1000, ...leak)).catch(() => null);
  await lookAtWater(sql, meters, offsetsOf, costOf, now, found);
  return found;
};

/** Answers how many meters were looked at. Of several services one looks at a time; `now` in seconds since 1970. */
export const lookForNotices = async (sql: Sql, now: number, signal?: AbortSignal): Promise<number> => {
  let looked = 0;
  for (;;) {
    const count = await sql.begin(async (tx) => {
      const [row] = await tx<{ mine: boolean }[]>`select private.may_look() as mine`;
      if (!row?.mine) return 0;
      const meters = await readDueMeters(tx, now, atOnce);
      const found = await lookAt(tx, meters, now);
      if (meters.length > 0)
        await tx`select private.write_looks(${now}, ${tx.json(found as unknown as Parameters<typeof tx.json>[0])})`;
      return meters.length;
    });
    looked += count;
    if (count < atOnce || signal?.aborted) return looked;
  }
};
