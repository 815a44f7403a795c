/** As many readings as are wanted, in the tables as the product keeps them: closed days packed, open ones row by row. */
import { withOwner } from '#kernel/postgres/embedded-database.ts';

/** A reading a minute: counters with small steps, six meters, as many days as it takes. */
export const fill = (url: string, packed: number, raw: number): Promise<void> =>
  withOwner(url, async (sql) => {
    await sql`set session_replication_role = replica`;
    await sql`
      insert into packed_days (household_id, meter_id, day, n, first_s, step_s, first_value, deltas, sources, used)
      select '11111111-1111-4111-8111-111111111111', 1001 + n % 6, date '2010-01-01' + (n / 6)::int, 1440, 0, 60, 1000000 + n * 1000,
        (select array_agg((random() * 60)::bigint) from generate_series(1, 1439) where n >= 0), array[1440, 0],
        (select array_agg((random() * 900)::bigint) from generate_series(1, 96) where n >= 0)
      from generate_series(0, ${Math.ceil(packed / 1440) - 1}::bigint) n`;
    await sql`
      insert into open_readings (household_id, meter_id, at, value)
      select '11111111-1111-4111-8111-111111111111', 1001 + n % 6, timestamptz '2026-01-01' + (n / 6) * interval '1 minute', 1000000 + n * 7
      from generate_series(0, ${raw - 1}::bigint) n`;
  });
