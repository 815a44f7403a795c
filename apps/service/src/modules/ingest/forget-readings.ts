/** Forgets single readings that their household does not keep any longer; every quarter-hour stays. */
import type { Sql } from '../../platform/db.ts';

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
