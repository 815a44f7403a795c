/** The meters that are looked at: what is read of them (one statement each for all), how they usually speak, and what a look brings. */
import type { Flow, Utility } from '#catalogue/index.ts';
import { pgArray, type Transaction } from '#kernel/db.ts';
import type { QuarterUse } from '#subjects/readings/domain/meter-use.ts';
import { type DayGaps, meanArrival, usualInterval } from '#subjects/readings/domain/usual-interval.ts';
import type { FlowHistory, FlowPiece } from '../domain/burst.ts';
import { restMl } from '../domain/running-water.ts';

/** Instants in seconds since 1970. */
export interface WatchedMeter {
  readonly meter_id: number;
  readonly household_id: string;
  readonly utility: Utility;
  readonly flow: Flow;
  readonly is_active: boolean;
  readonly time_zone: string;
  readonly last_at: number | null;
  readonly revision: number;
  /** Its newest reading came from the meter itself, not from a file. */
  readonly is_measured: boolean;
  readonly usual_s: number | null;
  readonly arrival_s: number | null;
  readonly learned_at: number | null;
  readonly base_revision: number | null;
  readonly base_at: number | null;
  readonly silent_id: string | null;
  readonly silent_since: number | null;
  readonly running_id: string | null;
  readonly running_since: number | null;
  /** Its last two hours had use in nearly every quarter. */
  readonly is_steady: boolean;
  readonly known_run_s: number | null;
  readonly burst_id: string | null;
  readonly burst_since: number | null;
  /** mL of the last hour and of the quarter that is filling, of what may leak. */
  readonly recent_ml: number;
  /** Nobody is at home, as somebody has said. */
  readonly is_away: boolean;
}

export interface Stillness {
  readonly recent_s: number | null;
  readonly whole_s: number | null;
}

export const readDueMeters = (sql: Transaction, now: number, most: number): Promise<WatchedMeter[]> =>
  sql<WatchedMeter[]>`select * from private.meters_to_look_at(${now}, ${most}, ${restMl})`;

const byMeter = <T extends { meter_id: number }>(rows: readonly T[]): Map<number, T[]> => {
  const groups = new Map<number, T[]>();
  for (const row of rows) {
    const group = groups.get(row.meter_id);
    if (group) group.push(row);
    else groups.set(row.meter_id, [row]);
  }
  return groups;
};

const readGaps = async (sql: Transaction, meters: readonly number[]): Promise<Map<number, DayGaps[]>> => {
  if (meters.length === 0) return new Map();
  const rows = await sql<({ meter_id: number } & DayGaps)[]>`
    select meter_id, gaps, median_s as "medianS", high_s as "highS", longest_s as "maxS"
    from private.meter_gaps(${pgArray(meters)})`;
  return byMeter(rows);
};

/** The quarter-hours of each meter since the instant that is given for it. */
export const readQuarters = async (
  sql: Transaction,
  from: ReadonlyMap<number, number>,
): Promise<Map<number, QuarterUse[]>> => {
  if (from.size === 0) return new Map();
  const rows = await sql<({ meter_id: number } & QuarterUse)[]>`
    select meter_id, start, used, estimated, imported, covered_s as "coveredS"
    from private.quarters_from(${pgArray([...from.keys()])}, ${pgArray([...from.values()])})`;
  return byMeter(rows);
};

export const readStillness = async (
  sql: Transaction,
  runs: ReadonlyMap<number, { readonly since: number; readonly until: number }>,
): Promise<Map<number, Stillness>> => {
  if (runs.size === 0) return new Map();
  const all = [...runs.values()];
  const rows = await sql<({ meter_id: number } & Stillness)[]>`
    select * from private.stillness(${pgArray([...runs.keys()])}, ${pgArray(all.map(({ since }) => since))},
      ${pgArray(all.map(({ until }) => until))})`;
  return new Map(rows.map((row) => [row.meter_id, row]));
};

/** What each meter passed since the instant that is given for it. */
export const readFlow = async (
  sql: Transaction,
  from: ReadonlyMap<number, number>,
): Promise<Map<number, FlowPiece[]>> => {
  if (from.size === 0) return new Map();
  const rows = await sql<({ meter_id: number } & FlowPiece)[]>`
    select * from private.flow_since(${pgArray([...from.keys()])}, ${pgArray([...from.values()])})`;
  return byMeter(rows);
};

/** What each meter did in the months before `until`. */
export const readFlowHistory = async (
  sql: Transaction,
  meters: readonly number[],
  until: number,
): Promise<Map<number, FlowHistory>> => {
  if (meters.length === 0) return new Map();
  const rows = await sql<{ meter_id: number; max_ml: number; days: number }[]>`
    select * from private.max_quarters(${pgArray(meters)}, ${until})`;
  return new Map(rows.map(({ meter_id, max_ml, days }) => [meter_id, { maxQuarterMl: max_ml, days }]));
};

/** mL used since the instant that is given for each meter. */
export const readUsed = async (sql: Transaction, since: ReadonlyMap<number, number>): Promise<Map<number, number>> => {
  if (since.size === 0) return new Map();
  const rows = await sql<{ meter_id: number; used: number }[]>`
    select * from private.used_since(${pgArray([...since.keys()])}, ${pgArray([...since.values()])})`;
  return new Map(rows.map(({ meter_id, used }) => [meter_id, used]));
};

// What a look brings, as `private.write_looks` takes it. Instants in seconds since 1970.

/** What is known of how a meter speaks. */
export interface Habit {
  readonly usual_s: number | null;
  readonly arrival_s: number | null;
  readonly learned_at: number | null;
  readonly base_revision: number | null;
  readonly base_at: number | null;
}

interface Named {
  readonly household_id: string;
}

export interface Found {
  readonly looks: (Named & Habit & { readonly meter_id: number; readonly look_at: number })[];
  readonly begun: (Named & {
    readonly kind: 'silent-meter' | 'running-water' | 'burst';
    readonly meter_id: number;
    readonly since: number;
    readonly figures: object;
    readonly mail_at: number;
  })[];
  readonly ended: (Named & { readonly id: string; readonly ended_at: number })[];
  readonly lasting: (Named & { readonly id: string; readonly figures: object })[];
}

export const nothingFound = (): Found => ({ looks: [], begun: [], ended: [], lasting: [] });

// Learns once a day how each meter usually speaks; more often while it is not known.

const dayS = 86_400;
const hourS = 3600;
const soonS = 600;

/** Spread over an hour, so that the meters of a restart are not all learned again together for ever. */
export const learnAgainAt = (meter: number, habit: Habit): number =>
  (habit.learned_at ?? 0) + (habit.usual_s === null ? soonS : dayS + (meter % hourS));

const habitOf = ({ usual_s, arrival_s, learned_at, base_revision, base_at }: WatchedMeter): Habit => ({
  usual_s,
  arrival_s,
  learned_at,
  base_revision,
  base_at,
});

/** Readings that came a few at a time came as they were made. */
const fewAtOnce = 2;

const arrivalOf = (meter: WatchedMeter, readings: number, now: number): number | null => {
  const batches = meter.revision - (meter.base_revision ?? meter.revision);
  const seen = meanArrival({ batches, watchedS: now - (meter.base_at ?? now) });
  if (seen !== null) return seen;
  if (meter.arrival_s !== null) return meter.arrival_s;
  return readings <= fewAtOnce * meter.revision ? 0 : null;
};

/** What was known, or has been learned now. While a meter is silent, or nobody is at home, nothing is learned: its silence would become its habit. */
export const learnHabits = async (
  sql: Transaction,
  meters: readonly WatchedMeter[],
  now: number,
): Promise<Map<number, Habit>> => {
  const isDue = (meter: WatchedMeter): boolean =>
    meter.silent_id === null &&
    !meter.is_away &&
    meter.is_measured &&
    learnAgainAt(meter.meter_id, habitOf(meter)) <= now;
  const due = meters.filter(isDue);
  const gaps = await readGaps(
    sql,
    due.map(({ meter_id }) => meter_id),
  );
  return new Map(
    meters.map((meter): [number, Habit] => {
      const before = habitOf(meter);
      if (!isDue(meter)) return [meter.meter_id, before];
      const days = gaps.get(meter.meter_id) ?? [];
      const readings = days.reduce((sum, day) => sum + day.gaps, 1);
      const arrival_s = arrivalOf(meter, readings, now);
      const isCounted = arrival_s !== null && arrival_s > 0 && now - (meter.base_at ?? now) >= dayS;
      return [
        meter.meter_id,
        {
          usual_s: usualInterval(days, arrival_s),
          arrival_s,
          learned_at: now,
          base_revision: isCounted ? meter.revision : (meter.base_revision ?? meter.revision),
          base_at: isCounted ? now : (meter.base_at ?? now),
        },
      ];
    }),
  );
};
