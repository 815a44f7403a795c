/** Water meters of real homes as they were read, from the files beside the checkout (WATTERSHED_DATA, else ../shared/data), and leaks put into them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { advanceMeter, emptyUpdate, newMeterState, type QuarterUse } from '#subjects/readings/domain/meter-use.ts';
import { source } from '#subjects/readings/domain/reading.ts';

export interface CounterReading {
  /** Seconds since 1970, by the home's own clock: nights are found without its zone. */
  readonly at: number;
  readonly ml: number;
}

export interface WaterHome {
  readonly name: string;
  /** What its counter counts in, mL. */
  readonly stepMl: number;
  readonly readings: readonly CounterReading[];
}

const folder = process.env['WATTERSHED_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));

const rowsOf = (path: string): string[][] =>
  gunzipSync(readFileSync(join(folder, path)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));

const secondsOf = (text: string): number =>
  Math.floor(Date.parse(`${text.replace(' ', 'T').replace('Z', '')}Z`) / 1000);

/** Counters of whole litres, read about once an hour. */
const alicante = (path: string): WaterHome[] => {
  const byHome = new Map<string, CounterReading[]>();
  for (const [home = '', time = '', litres] of rowsOf(path)) {
    const readings = byHome.get(home) ?? [];
    byHome.set(home, readings);
    const at = secondsOf(time);
    const before = readings.at(-1);
    // The hour that the clock was put back is there twice; a litre that ran back, which the service mends afterwards, is left out.
    if (at > (before?.at ?? 0)) readings.push({ at, ml: Math.max(before?.ml ?? 0, Number(litres) * 1000) });
  }
  return [...byHome].map(([home, readings]) => ({ name: `DAIAD ${home}`, stepMl: 1000, readings }));
};

/** Vancouver's winter clock. */
const pacificS = 8 * 3600;

/** A counter that is read every minute: its steps are a US gallon, later a litre or half of one. */
const ampds = (path: string): WaterHome => {
  const readings = rowsOf(path).map(([time = '', counter]) => ({
    at: secondsOf(time) - pacificS,
    ml: Math.round(Number(counter) * 1000),
  }));
  return { name: 'AMPds2', stepMl: 1000, readings };
};

const heartbeatS = 300;

/** Every fixture of a flat, as one meter that speaks each minute in which water ran, and every five minutes. */
const fixtures = (path: string): WaterHome => {
  const byMinute = new Map<number, number>();
  for (const [time = '', , ml] of rowsOf(path)) {
    const at = secondsOf(time);
    byMinute.set(at, (byMinute.get(at) ?? 0) + Number(ml));
  }
  const minutes = [...byMinute.keys()].sort((a, b) => a - b);
  const [first = 0, last = 0] = [minutes[0], minutes.at(-1)];
  const readings: CounterReading[] = [];
  let ml = 0;
  for (let at = first - (first % heartbeatS); at <= last + 60; at += 60) {
    const used = byMinute.get(at - 60) ?? 0;
    ml += used;
    if (used > 0 || byMinute.has(at) || at % heartbeatS === 0) readings.push({ at, ml });
  }
  return { name: 'WEUSEDTO', stepMl: 1, readings };
};

const readers: readonly (readonly [path: string, read: (path: string) => WaterHome | WaterHome[]])[] = [
  ['daiad_alicante_water/meter_readings_hourly.csv.gz', alicante],
  ['ampds2_house/water_wholehouse_minute_l.csv.gz', ampds],
  ['weusedto_water_fixtures/fixture_minute_ml.csv.gz', fixtures],
];

/** Of those whose files are there. */
export const readWaterHomes = (): WaterHome[] =>
  readers.flatMap(([path, read]) => (existsSync(join(folder, path)) ? read(path) : []));

/** `perHourMl` that run from `from` on, as the home's counter would have shown them: in its own steps. */
export const withLeak = (
  stepMl: number,
  readings: readonly CounterReading[],
  from: number,
  perHourMl: number,
): CounterReading[] =>
  readings.map(({ at, ml }) => {
    const leaked = (Math.max(0, at - from) * perHourMl) / 3600;
    return { at, ml: ml + Math.floor(leaked / stepMl) * stepMl };
  });

/** The first of `sorted` that is not before `at`. */
const placeOf = (sorted: readonly CounterReading[], at: number): number => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as CounterReading).at < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const between = (readings: readonly CounterReading[], from: number, to: number): readonly CounterReading[] =>
  readings.slice(placeOf(readings, from), placeOf(readings, to));

/** As the service has them in its database. */
const limits = { maxPerHour: 20_000_000, maxGapS: 3900 };

/** The quarter-hours that the service makes of them; those of long silences are left out, as of them nothing is known. */
export const quartersOf = (readings: readonly CounterReading[]): QuarterUse[] => {
  const state = newMeterState(limits);
  const into = emptyUpdate();
  for (const { at, ml } of readings) advanceMeter(state, { at, value: ml, spanS: null, source: source.measured }, into);
  return into.closed;
};
