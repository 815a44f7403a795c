/** The demo household: thirteen months of minutes made at once, and from then on a life minute by minute. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pgArray, type Sql } from '#kernel/db.ts';
import { createDemoHousehold, type DemoDay, demoMeters } from '#simulator/src/index.ts';
import {
  advanceMeter,
  emptyUpdate,
  type MeterState,
  newMeterState,
  type QuarterUse,
} from '#subjects/readings/domain/meter-use.ts';
import { packDay } from '#subjects/readings/domain/packed-day.ts';
import { type Reading, source } from '#subjects/readings/domain/reading.ts';
import { type Ingest, type Recording, saveStates } from '#subjects/readings/service/ingest/index.ts';
import { demoDevices, demoTimeZone, furnishDemo, noteDemoLeaks } from './demo-things.ts';

/** Which household the demo is: the same figures for everyone who starts at the same minute. */
export const demoSeed = 20_261_120;

// Lets the demo household live on, minute by minute, through the same ingest as any real meter.

interface DemoState {
  readonly household_id: string;
  readonly token_id: number;
  readonly anchor: number;
}

export interface DemoLife {
  /** Brings every counter up to `now` (seconds); after a long sleep that is many days at once. */
  catchUp(now: number): Promise<void>;
  /** Tells the leaks that are over by `now`. */
  noteLeaks(now: number): Promise<void>;
}

/** Null when there is no demo household yet, or one of other meters: guests who came to that keep it as it stands. */
export const openDemoLife = async (sql: Sql, ingest: Ingest): Promise<DemoLife | null> => {
  const [state] = (await sql`select * from private.demo_state()`) as unknown as DemoState[];
  if (!state) return null;
  const household = createDemoHousehold({ seed: demoSeed, anchor: state.anchor, timeZone: demoTimeZone });
  const home = state.household_id;

  const where = async (): Promise<{ ids: Map<string, number>; counters: DemoCounter[] }> => {
    const rows = await sql<{ meter_id: number; key: string; last_at: number; last_value: number }[]>`
      select * from private.demo_meters(${home})`;
    const ids = new Map(rows.map((row) => [row.key, row.meter_id]));
    return { ids, counters: rows.map((row) => ({ key: row.key, at: row.last_at, value: row.last_value })) };
  };

  const known = (await where()).ids;
  if (known.size !== demoMeters.length || demoMeters.some(({ key }) => !known.has(key))) return null;

  return {
    noteLeaks: (now) => noteDemoLeaks(sql, home, household, now),
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

// The demo household's counters from where they stand to any later minute.

const dayS = 86_400;

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
    for (let at = Math.max(counter.at, day.start); at < Math.min(until, day.start + dayS); at += 60) {
      const minute = (at - day.start) / 60;
      if (present[minute]) readings.push({ at, value: counter.value, spanS: null, source: source.simulated });
      counter.value = (minute === resetMinute ? 0 : counter.value) + (use[minute] ?? 0);
      counter.at = at + 60;
    }
    byKey.set(meter.key, readings);
  }
  return byKey;
};

const utcDay = (at: number): number => at - (at % dayS);

/** Days that `[from, to)` touches, by their starts. */
export const utcDays = (from: number, to: number): number[] => {
  const days: number[] = [];
  for (let day = utcDay(from); day < to; day += dayS) days.push(day);
  return days;
};

// Makes the demo household: 13 months of minutes, straight into packed days.

const months = 13;

interface Filling {
  readonly state: MeterState;
  readonly id: number;
  readonly household: string;
  /** Readings and quarters of days that are not written yet, by the day's start. */
  readonly readings: Map<number, readonly Reading[]>;
  readonly quarters: Map<number, QuarterUse[]>;
}

const fill = (meter: Filling, day: number, readings: readonly Reading[]): void => {
  const advance = emptyUpdate();
  for (const reading of readings) advanceMeter(meter.state, reading, advance);
  meter.readings.set(day, advance.kept);
  for (const quarter of advance.closed) {
    const start = utcDay(quarter.start);
    const known = meter.quarters.get(start);
    if (known) known.push(quarter);
    else meter.quarters.set(start, [quarter]);
  }
};

type Parameters = (string | number | null)[];

const dayParameters = (meter: Filling, day: number): Parameters => {
  const packed = packDay(day, meter.readings.get(day) ?? []);
  const used = new Array<number>(96).fill(0);
  const estimated = new Array<number>(96).fill(0);
  const covered = new Array<number>(96).fill(0);
  for (const quarter of meter.quarters.get(day) ?? []) {
    const i = (quarter.start - day) / 900;
    used[i] = (used[i] ?? 0) + quarter.used;
    estimated[i] = (estimated[i] ?? 0) + quarter.estimated;
    covered[i] = (covered[i] ?? 0) + quarter.coveredS;
  }
  meter.readings.delete(day);
  meter.quarters.delete(day);
  return [
    meter.id,
    new Date(day * 1000).toISOString().slice(0, 10),
    packed.n,
    packed.firstS,
    packed.stepS,
    packed.offsets && pgArray(packed.offsets),
    packed.firstValue,
    packed.deltas && pgArray(packed.deltas),
    pgArray(used),
    estimated.some((one) => one !== 0) ? pgArray(estimated) : null,
    covered.every((one) => one === 900) ? null : pgArray(covered),
  ];
};

/** One commit for many days: thousands of commits would take longer than the days themselves. */
const writeDays = async (sql: Sql, days: readonly Parameters[]): Promise<void> => {
  const text = 'select private.put_demo_day($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)';
  await sql.begin((tx) => days.map((parameters) => tx.unsafe(text, parameters, { prepare: true })));
};

/** Takes some seconds, in steps of a day, so that the service answers meanwhile. `anchor`: now, in seconds. What is broken off is begun anew. */
export const makeDemo = async (sql: Sql, anchor: number, signal?: AbortSignal): Promise<void> => {
  const [row] = await sql<{ home: string }[]>`
    select private.begin_demo(${demoTimeZone}, ${JSON.stringify(demoDevices)}::text::jsonb) as home`;
  const home = row?.home as string;
  await furnishDemo(sql, home, anchor);
  const ids = await sql<{ meter_id: number; key: string }[]>`select meter_id, key from private.demo_meters(${home})`;
  const limits = { maxPerHour: Number.MAX_SAFE_INTEGER, maxGapS: 3900 };
  const meters = new Map<string, Filling>(
    ids.map(({ meter_id, key }) => {
      const state = newMeterState(limits);
      return [key, { id: meter_id, household: home, state, readings: new Map(), quarters: new Map() }];
    }),
  );
  const start = new Date(anchor * 1000);
  const from = utcDay(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - months, start.getUTCDate()) / 1000);
  const household = createDemoHousehold({ seed: demoSeed, anchor, timeZone: demoTimeZone, from });
  const counters = firstCounters(from);
  const today = utcDay(anchor);
  const full: Parameters[] = [];
  for (const day of utcDays(from, today)) {
    await nextTurn();
    signal?.throwIfAborted();
    const readings = readDemoDay(household.day(day), counters, today);
    for (const [key, meter] of meters) fill(meter, day, readings.get(key) ?? []);
    // A day's last quarter is closed by the next day's first reading.
    if (day > from) full.push(...[...meters.values()].map((meter) => dayParameters(meter, day - dayS)));
    if (full.length >= 100) await writeDays(sql, full.splice(0));
  }
  await writeDays(sql, [...full, ...[...meters.values()].map((meter) => dayParameters(meter, today - dayS))]);
  await saveStates(sql, [...meters.values()]);
  await sql`select private.open_demo(${home}, ${anchor})`;
};
