/** Looks at the meters whose time has come: has one fallen silent, does water burst or run without a stop, is it over? */

import { factsOf } from '#catalogue/index.ts';
import { type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { Sql, Transaction } from '#kernel/db.ts';
import { leakCost, type Leaking } from '#subjects/bills/service/index.ts';
import { QUARTER_S, quarterOf } from '#subjects/readings/domain/meter-use.ts';
import { silentAfter } from '#subjects/readings/domain/usual-interval.ts';
import {
  floorWindowS,
  hasNotStopped,
  hasRunADay,
  lastLongRun,
  lastRun,
  type Leak,
  leakOf,
  type LongRun,
  restedAt,
  type RunFacts,
  type WaterRun,
} from '../domain/running-water.ts';
import { detectBurst, nextBurstLook } from './detect-burst.ts';
import {
  type Found,
  type Habit,
  learnAgainAt,
  learnHabits,
  nothingFound,
  readDueMeters,
  readQuarters,
  readStillness,
  readUsed,
  type Stillness,
  type WatchedMeter,
} from './watched-meters.ts';

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
    const isSilent = detectSilence(meter, habit, now, found);
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
  await detectBurst(
    sql,
    meters,
    ({ household_id: household, utility }, since, leak) => costOf({ household, utility, since }, leak),
    now,
    found,
  );
  await detectLeak(sql, meters, costOf, now, found);
  return found;
};

/** Answers how many meters were looked at. Of several services one looks at a time; `now` in seconds since 1970. */
export const detectNotices = async (sql: Sql, now: number, signal?: AbortSignal): Promise<number> => {
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

/** What was said to be fixed and is not is told again; what is long over goes. */
export const tidyNotices = async (sql: Sql, now: number): Promise<void> => {
  await sql`select private.reopen_unfixed(${now})`;
  await sql`select private.forget_old_notices(${now})`;
};

// When a meter's answer can next be another one.

const dayS = 86_400;
const hourS = 3600;
const minuteS = 60;
/** A quarter-hour is known when the reading after it is there; homes are looked at one after the other. */
const afterQuarterS = minuteS;
const spreadS = 5 * minuteS;

/** Whoever has not spoken for long is not expected to; one that is told of as silent is brought back by its next reading. */
const learnAt = (meter: WatchedMeter, habit: Habit, isSilent: boolean, now: number): number => {
  const quietS = now - (meter.last_at ?? 0);
  if (isSilent || quietS > 7 * dayS) return now + dayS;
  return quietS > dayS || !meter.is_measured || meter.is_away ? now + hourS : learnAgainAt(meter.meter_id, habit);
};

const nextLook = (meter: WatchedMeter, habit: Habit, isSilent: boolean, now: number): number => {
  const lastAt = meter.last_at ?? 0;
  const silence =
    habit.usual_s === null || isSilent || !isAwaited(meter) ? Infinity : lastAt + silentAfter(habit.usual_s);
  const flow =
    isWatchedForLeaks(meter) && now - lastAt < dayS
      ? quarterOf(now) + QUARTER_S + afterQuarterS + (meter.meter_id % spreadS)
      : Infinity;
  return Math.max(now + 1, Math.min(silence, learnAt(meter, habit, isSilent, now), flow, nextBurstLook(meter, now)));
};

// Has a meter fallen silent, or spoken again?

/** For so long use still counts as measured when the meter comes back; then a mail is worth its reader's time. */
const mailAfterS = 65 * 60;

/** Nobody waits for a meter that is fed from files, that its household has switched off, or that is in a home where nobody is: many speak only of use. */
const isAwaited = (meter: WatchedMeter): boolean => meter.is_measured && meter.is_active && !meter.is_away;

/** Writes what it finds into `found`; answers whether the meter is silent now. */
const detectSilence = (meter: WatchedMeter, habit: Habit, now: number, found: Found): boolean => {
  const { household_id, meter_id, last_at: lastAt, silent_id: id, silent_since: since } = meter;
  if (id !== null) {
    if (lastAt === null || since === null || lastAt <= since) return true;
    found.ended.push({ household_id, id, ended_at: Math.min(lastAt, now) });
    return false;
  }
  if (lastAt === null || habit.usual_s === null || !isAwaited(meter)) return false;
  if (now - lastAt < silentAfter(habit.usual_s)) return false;
  found.begun.push({
    household_id,
    kind: 'silent-meter',
    meter_id,
    since: lastAt,
    figures: { usualS: habit.usual_s },
    mail_at: Math.max(now, lastAt + mailAfterS),
  });
  return true;
};

// Does what may leak run without a stop, still, or has it stopped?

/** So far back a run is followed that has not been told of. */
const lookBackS = 2 * dayS;

/** What a household's leak costs: of a home without a tariff for it, nothing. */
type CostOfLeak = (leaking: Leaking, leak: Leak) => Promise<object | null>;

/** A leak's figures, with what it costs where that is known. */
const figuresOf = async (
  costOf: CostOfLeak,
  { household_id: household, utility }: WatchedMeter,
  since: number,
  leak: Leak,
) => ({ ...leak, ...(await costOf({ household, utility, since }, leak)) });

const isWatchedForLeaks = ({ utility, flow }: Pick<WatchedMeter, 'utility' | 'flow'>): boolean =>
  factsOf(utility).canLeak && flow === 'drawn';

/** From where on the quarter-hours of one that has been told of are read. */
const floorFrom = ({ running_since: since }: WatchedMeter, now: number): number =>
  Math.max(since ?? now, now - floorWindowS);

const detectLeak = async (
  sql: Transaction,
  meters: readonly WatchedMeter[],
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
  const longRuns = new Map<number, LongRun>();
  const lasting: WatchedMeter[] = [];
  for (const meter of watched) {
    const { meter_id, household_id, running_id: id, running_since: since } = meter;
    const mine = quarters.get(meter_id) ?? [];
    const rested = id === null || since === null ? null : restedAt(mine, since);
    if (id !== null && rested !== null) found.ended.push({ household_id, id, ended_at: rested });
    else if (id !== null) lasting.push(meter);
    if (id !== null && rested === null) continue;
    const [run, longRun] = [lastRun(mine), lastLongRun(mine)];
    if (run !== null) runs.set(meter_id, run);
    if (longRun !== null) longRuns.set(meter_id, longRun);
  }

  const [stillness, longStillness] = [await readStillness(sql, runs), await readStillness(sql, longRuns)];
  for (const meter of watched) {
    const runFacts = (still: Stillness | undefined): RunFacts => ({
      recentStillS: still?.recent_s ?? null,
      wholeStillS: still?.whole_s ?? null,
      offsetAt: offsetsOf(meter.time_zone),
      knownRunS: meter.known_run_s ?? 0,
    });
    const [run, longRun] = [runs.get(meter.meter_id), longRuns.get(meter.meter_id)];
    const since =
      run !== undefined && hasNotStopped(run, runFacts(stillness.get(meter.meter_id)))
        ? run.since
        : longRun !== undefined && hasRunADay(longRun, runFacts(longStillness.get(meter.meter_id)))
          ? longRun.since
          : null;
    const leak = since === null ? null : leakOf(quarters.get(meter.meter_id) ?? [], since);
    if (since === null || leak === null) continue;
    found.begun.push({
      household_id: meter.household_id,
      kind: 'running-water',
      meter_id: meter.meter_id,
      since,
      figures: await figuresOf(costOf, meter, since, leak),
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
