/** Lets the demo household live on, minute by minute, through the same ingest as any real meter. */
import { createDemoHousehold, type DemoDay, demoMeters } from '#simulator/src/index.ts';
import type { Sql } from '#kernel/db.ts';
import type { Ingest, Recording } from '#subjects/readings/service/ingest/index.ts';
import { demoSeed, demoTimeZone } from './demo-home.ts';
import { type Reading, source } from '#subjects/readings/domain/reading.ts';

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

/** The demo household's counters from where they stand to any later minute. */
const DAY_S = 86_400;

interface DemoCounter {
  readonly key: string;
  /** The instant and value of the latest minute; the next one is 60 s later. */
  at: number;
  value: number;
}

export const firstCounters = (from: number): DemoCounter[] =>
  demoMeters.map((meter) => ({ key: meter.key, at: from, value: meter.startCounter }));

/**
 * Moves every counter to `until` (exclusive, within the UTC day of `dayStart`) and answers the readings that got through.
 * A counter goes on counting while its readings are lost.
 */
export const readDemoDay = (day: DemoDay, counters: readonly DemoCounter[], until: number): Map<string, Reading[]> => {
  const byKey = new Map<string, Reading[]>();
  for (const { meter, use, present, resetMinute } of day.meters) {
    const counter = counters.find((one) => one.key === meter.key);
    if (!counter) continue;
    const readings: Reading[] = [];
    for (let at = Math.max(counter.at, day.start); at < Math.min(until, day.start + DAY_S); at += 60) {
      const minute = (at - day.start) / 60;
      if (present[minute]) readings.push({ at, value: counter.value, spanS: null, source: source.simulated });
      counter.value = (minute === resetMinute ? 0 : counter.value) + (use[minute] ?? 0);
      counter.at = at + 60;
    }
    byKey.set(meter.key, readings);
  }
  return byKey;
};

export const utcDay = (at: number): number => at - (at % DAY_S);

/** Days that `[from, to)` touches, by their starts. */
export const utcDays = (from: number, to: number): number[] => {
  const days: number[] = [];
  for (let day = utcDay(from); day < to; day += DAY_S) days.push(day);
  return days;
};
