/** Running water as the service looks for it, replayed quarter-hour by quarter-hour over readings of a meter. */
import {
  floorWindowS,
  hasNotStopped,
  hasRunADay,
  lastLongRun,
  lastRun,
  type Leak,
  leakOf,
  restedAt,
  type RunFacts,
  type WaterRun,
} from '#subjects/insight/domain/running-water.ts';
import { QUARTER_S, type QuarterUse } from '#subjects/readings/domain/meter-use.ts';
import { between, type CounterReading, quartersOf } from './water-homes.ts';

/** So far back the service follows a run (`detect-notices.ts`). */
const lookBackQuarters = (2 * 86_400) / QUARTER_S;
const aroundS = 70 * 60;
const recentS = 3 * 3600;
/** What lasts longer was not heard. */
const maxHeardS = 3900;

/** As `private.stillness` has it. */
const stillnessOf = (readings: readonly CounterReading[], { since, until }: Pick<WaterRun, 'since' | 'until'>) => {
  let [recentStillS, wholeStillS] = [null as number | null, null as number | null];
  let [before, usedAt] = [null as CounterReading | null, null as number | null];
  for (const reading of between(readings, since - aroundS, until + aroundS + 1)) {
    if (before !== null && reading.ml > before.ml) {
      const still = usedAt === null || reading.at - usedAt > maxHeardS ? null : reading.at - usedAt;
      if (still !== null && usedAt !== null && usedAt >= since && usedAt < until) {
        wholeStillS = Math.max(wholeStillS ?? 0, still);
        if (usedAt >= until - recentS) recentStillS = Math.max(recentStillS ?? 0, still);
      }
      usedAt = reading.at;
    }
    before = reading;
  }
  return { recentStillS, wholeStillS };
};

export interface ToldRun {
  readonly since: number;
  readonly toldAt: number;
  /** Null: it still runs where the readings end. */
  readonly endedAt: number | null;
  /** As it was told last. */
  readonly leak: Leak | null;
}

const monthS = 30 * 86_400;

/** What would have been told from `from` on, each thing once; as the service has it, of what comes every day it learns how long it runs. */
export const toldRuns = (readings: readonly CounterReading[], from = 0): ToldRun[] => {
  const quarters = quartersOf(readings);
  const told: ToldRun[] = [];
  let open: { since: number; toldAt: number; leak: Leak | null } | null = null;
  for (let i = 0; i < quarters.length; i += 1) {
    const quarter = quarters[i] as QuarterUse;
    const now = quarter.start + QUARTER_S;
    if (now < from) continue;
    if (open !== null) {
      const rested = restedAt(quarters.slice(Math.max(0, i - 16), i + 1), open.since);
      if (rested === null) continue;
      const own = quarters.slice(Math.max(0, i - floorWindowS / QUARTER_S), i);
      told.push({ ...open, endedAt: rested, leak: leakOf(own, open.since) });
      open = null;
      continue;
    }
    const known = quarters.slice(Math.max(0, i + 1 - lookBackQuarters), i + 1);
    const [run, longRun] = [lastRun(known), lastLongRun(known)];
    const ended = told.flatMap(({ since, endedAt }) =>
      endedAt !== null && since > now - monthS ? [endedAt - since] : [],
    );
    const factsOf = (one: Pick<WaterRun, 'since' | 'until'>): RunFacts => ({
      // The service looks after the reading that closes the quarter-hour.
      ...stillnessOf(readings, one),
      offsetAt: () => 0,
      knownRunS: ended.length < 2 ? 0 : Math.max(...ended),
    });
    if (run !== null && run.until - run.since >= 2 * 3600 && hasNotStopped(run, factsOf(run)))
      open = { since: run.since, toldAt: now, leak: null };
    else if (longRun !== null && longRun.heardS >= 86_400 && hasRunADay(longRun, factsOf(longRun)))
      open = { since: longRun.since, toldAt: now, leak: null };
  }
  if (open !== null)
    told.push({ ...open, endedAt: null, leak: leakOf(quarters.slice(-floorWindowS / QUARTER_S), open.since) });
  return told;
};
