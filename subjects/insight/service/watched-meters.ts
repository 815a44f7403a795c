/** What is read of the meters that are looked at: one statement for all of them each. */
import type { Utility } from '#catalogue/index.ts';
import type { QuarterUse } from '#subjects/readings/domain/meter-use.ts';
import type { DayGaps } from '#subjects/readings/domain/usual-interval.ts';
import { restMl } from '../domain/running-water.ts';
import type { Transaction } from '#kernel/db.ts';
import { pgArray } from '#kernel/db.ts';

/** Instants in seconds since 1970. */
export interface WatchedMeter {
  readonly meter_id: number;
  readonly household_id: string;
  readonly utility: Utility;
  readonly register: string;
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
  /** Its last two hours had use in every quarter. */
  readonly is_steady: boolean;
  readonly known_run_s: number | null;
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

export const readGaps = async (sql: Transaction, meters: readonly number[]): Promise<Map<number, DayGaps[]>> => {
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

/** mL used since the instant that is given for each meter. */
export const readUsed = async (sql: Transaction, since: ReadonlyMap<number, number>): Promise<Map<number, number>> => {
  if (since.size === 0) return new Map();
  const rows = await sql<{ meter_id: number; used: number }[]>`
    select * from private.used_since(${pgArray([...since.keys()])}, ${pgArray([...since.values()])})`;
  return new Map(rows.map(({ meter_id, used }) => [meter_id, used]));
};
