/** Lets the demo household live on, minute by minute, through the same ingest as any real meter. */
import { createDemoHousehold } from '@wattershed/simulator';
import type { Sql } from '../../platform/db.ts';
import type { Ingest, Recording } from '../ingest/index.ts';
import type { DemoCounter } from './demo-counters.ts';
import { readDemoDay, utcDays } from './demo-counters.ts';
import { demoSeed, demoTimeZone } from './demo-home.ts';

interface DemoState {
  readonly household_id: string;
  readonly token_id: number;
  readonly anchor: number;
}

export interface DemoLife {
  /** Brings every counter up to `now` (seconds); after a long sleep that is many days at once. */
  catchUp(now: number): Promise<void>;
}

/** Null when there is no demo household yet. */
export const openDemoLife = async (sql: Sql, ingest: Ingest): Promise<DemoLife | null> => {
  const [state] = (await sql`select * from private.demo_state()`) as unknown as DemoState[];
  if (!state) return null;
  const household = createDemoHousehold({ seed: demoSeed, anchor: state.anchor, timeZone: demoTimeZone });

  const where = async (): Promise<{ ids: Map<string, number>; counters: DemoCounter[] }> => {
    const rows = await sql<{ meter_id: number; key: string; last_at: number; last_value: number }[]>`
      select * from private.demo_meters(${state.household_id})`;
    const ids = new Map(rows.map((row) => [row.key, row.meter_id]));
    return { ids, counters: rows.map((row) => ({ key: row.key, at: row.last_at, value: row.last_value })) };
  };

  return {
    catchUp: async (now) => {
      const { ids, counters } = await where();
      const from = Math.min(...counters.map((counter) => counter.at));
      for (const start of utcDays(from, now)) {
        const recordings: Recording[] = [];
        for (const [key, readings] of readDemoDay(household.day(start), counters, now)) {
          for (const reading of readings) {
            recordings.push({ meterId: ids.get(key) as number, tokenId: state.token_id, reading, outcome: null });
          }
        }
        if (recordings.length > 0) await ingest.record(recordings, null);
      }
    },
  };
};
