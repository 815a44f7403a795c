/** Makes the demo household: 13 months of minutes, straight into packed days. */
import { advanceMeter, emptyUpdate, type MeterState, newMeterState, type QuarterUse } from '#subjects/readings/domain/meter-use.ts';
import type { Reading } from '#subjects/readings/domain/reading.ts';
import { packDay } from '#subjects/readings/domain/packed-day.ts';
import { createDemoHousehold, demoMeters } from '#simulator/src/index.ts';
import { pgArray, type Sql } from '#kernel/db.ts';
import { saveStates } from '#subjects/readings/service/ingest/index.ts';
import { firstCounters, readDemoDay, utcDay, utcDays } from './live-demo.ts';
import { demoSeed, demoTimeZone } from './demo-home.ts';

const DAY_S = 86_400;
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

/** Takes some seconds, in steps of a day, so that the service answers meanwhile. `anchor`: now, in seconds. */
export const makeDemo = async (sql: Sql, anchor: number): Promise<void> => {
  const [row] = await sql<{ home: string }[]>`
    select private.begin_demo(${demoTimeZone}, ${JSON.stringify(demoMeters)}::text::jsonb) as home`;
  const home = row?.home as string;
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
    const readings = readDemoDay(household.day(day), counters, today);
    for (const [key, meter] of meters) fill(meter, day, readings.get(key) ?? []);
    // A day's last quarter is closed by the next day's first reading.
    if (day > from) full.push(...[...meters.values()].map((meter) => dayParameters(meter, day - DAY_S)));
    if (full.length >= 100) await writeDays(sql, full.splice(0));
  }
  await writeDays(sql, [...full, ...[...meters.values()].map((meter) => dayParameters(meter, today - DAY_S))]);
  await saveStates(sql, [...meters.values()]);
  await sql`select private.open_demo(${home}, ${anchor})`;
};
