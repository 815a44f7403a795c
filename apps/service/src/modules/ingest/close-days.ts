/** Packs the open readings of days that are over: one row per meter and UTC day instead of a row per reading. */
import type { Sql } from '../../platform/db.ts';
import { packedColumns } from './packed-columns.ts';
import { type OpenRow, readingOf, readPackedDay } from './stored-readings.ts';

const atOnce = 500;
const closeDay = (sql: Sql, meter: number, day: string): Promise<unknown> =>
  sql.begin(async (tx) => {
    const open = (await tx`select * from private.day_to_pack(${meter}, ${day})`) as unknown as OpenRow[];
    const readings = [...(await readPackedDay(tx, meter, day)), ...open.map(readingOf)].sort((a, b) => a.at - b.at);
    await tx.unsafe(
      'select private.close_day($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [meter, day, ...packedColumns(day, readings)],
      { prepare: true },
    );
  });

/** Closes every UTC day that ended before `before` (seconds) and that its meter has left behind. Answers how many. */
export const closeDays = async (sql: Sql, before: number, signal?: AbortSignal): Promise<number> => {
  let closed = 0;
  for (;;) {
    const days = await sql<{ meter_id: number; day: Date }[]>`
      select * from private.days_to_close(to_timestamp(${before}), ${atOnce})`;
    for (const { meter_id, day } of days) {
      if (signal?.aborted) return closed;
      await closeDay(sql, meter_id, day.toISOString().slice(0, 10));
      closed += 1;
    }
    if (days.length < atOnce) return closed;
  }
};
