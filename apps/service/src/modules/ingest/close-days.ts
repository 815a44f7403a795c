/** Packs the open readings of days that are over: one row per meter and UTC day instead of a row per reading. */
import { packDay, unpackDay } from '@wattershed/domain';
import type { Sql } from '../../platform/db.ts';
import { pgArray } from '../../platform/db.ts';
import type { OpenRow, PackedRow } from './stored-readings.ts';
import { packedOf, readingOf } from './stored-readings.ts';

const atOnce = 500;
const arrayOrNull = (values: readonly number[] | null): string | null => (values === null ? null : pgArray(values));

const closeDay = (sql: Sql, meter: number, day: string): Promise<unknown> =>
  sql.begin(async (tx) => {
    const open = (await tx`select * from private.day_to_pack(${meter}, ${day})`) as unknown as OpenRow[];
    const [before] = (await tx`select * from private.packed_day(${meter}, ${day})`) as unknown as PackedRow[];
    const dayStart = Date.parse(`${day}T00:00:00Z`) / 1000;
    const readings = [...(before ? unpackDay(dayStart, packedOf(before)) : []), ...open.map(readingOf)].sort(
      (a, b) => a.at - b.at,
    );
    const p = packDay(dayStart, readings);
    await tx.unsafe(
      'select private.close_day($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [
        meter,
        day,
        p.n,
        p.firstS,
        p.stepS,
        arrayOrNull(p.offsets),
        p.firstValue,
        arrayOrNull(p.deltas),
        p.spanS,
        arrayOrNull(p.spans),
        arrayOrNull(p.sources),
      ],
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
