/** Readings as they are taken in: sent in batches, packed once their day is over, and in the end forgotten. */
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { Serve } from '#kernel/http/serve.ts';
import { sendReadings } from '../../contract/readings.ts';
import { parseReadings } from './parse-readings.ts';
import type { Ingest } from './record-readings.ts';
import { type MeterKey, type OpenRow, packedColumns, readingOf, readPackedDay } from './stored-readings.ts';

export { createIngestTokens, type IngestTokens, newToken } from './ingest-tokens.ts';
export {
  type LockedMeter,
  lockMeters,
  markDips,
  type ReadMeter,
  readMeters,
  saveStates,
  applyWriteSets,
} from './meter-rows.ts';
export { type MeterKey, readAround, readJudged, readWithDips, removeStored } from './stored-readings.ts';
export { createIngest, type Ingest, type IngestWatch, type Recording } from './record-readings.ts';
export { createUnread, pushRoutes, type Unread } from './push-routes.ts';

/** Their bodies are parsed by hand. */
export const ingestRoutes = (serve: Serve, ingest: Ingest): void =>
  serve(sendReadings, ({ token, body }) => {
    if (body.length === 0) throw new ProblemError('body-malformed', 'The body is empty');
    return ingest.take(token, parseReadings(body));
  });

// Packs the open readings of days that are over: one row per meter and UTC day instead of a row per reading.

const atOnce = 500;
const closeDay = (sql: Sql, meter: MeterKey, day: string): Promise<unknown> =>
  sql.begin(async (tx) => {
    const open =
      (await tx`select * from private.day_to_pack(${meter.household}, ${meter.id}, ${day})`) as unknown as OpenRow[];
    const readings = [...(await readPackedDay(tx, meter, day)), ...open.map(readingOf)].sort((a, b) => a.at - b.at);
    await tx.unsafe(
      'select private.close_day($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)',
      [meter.household, meter.id, day, ...packedColumns(day, readings)],
      { prepare: true },
    );
  });

/** Closes every UTC day that ended before `before` (seconds) and that its meter has left behind. Answers how many. */
export const closeDays = async (sql: Sql, before: number, signal?: AbortSignal): Promise<number> => {
  let closed = 0;
  for (;;) {
    const days = await sql<{ household_id: string; meter_id: number; day: Date }[]>`
      select * from private.days_to_close(to_timestamp(${before}), ${atOnce})`;
    for (const { household_id, meter_id, day } of days) {
      if (signal?.aborted) return closed;
      await closeDay(sql, { household: household_id, id: meter_id }, day.toISOString().slice(0, 10));
      closed += 1;
    }
    if (days.length < atOnce) return closed;
  }
};

// Forgets single readings that their household does not keep any longer; every quarter-hour stays.

const daysAtOnce = 2_000;

/** Answers how many days of a meter were emptied. `now` in seconds. */
export const forgetReadings = async (sql: Sql, now: number, signal?: AbortSignal): Promise<number> => {
  let forgotten = 0;
  for (;;) {
    const [row] = await sql<{ days: number }[]>`
      select private.forget_readings(to_timestamp(${now}), ${daysAtOnce}) as days`;
    const days = row?.days ?? 0;
    forgotten += days;
    if (days < daysAtOnce || signal?.aborted) return forgotten;
  }
};
