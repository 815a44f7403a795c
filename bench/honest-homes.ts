/** Hours of real meters and of what contains them, from the files beside the checkout (WATTERSHED_DATA, else ../shared/data). */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Utility } from '#catalogue/index.ts';
import type { HomeUse, MeterUse } from '#subjects/insight/domain/honest/home-use.ts';

export interface BenchHome extends HomeUse {
  readonly name: string;
  /** Mean °C outdoors by day since 1970, where it is known. */
  readonly temperatures?: ReadonlyMap<number, number>;
}

export const folder = process.env['WATTERSHED_DATA'] ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const hourMs = 3_600_000;
const whole = 'whole';

export const rowsOf = (path: string): string[][] =>
  gunzipSync(readFileSync(join(folder, path)))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));

/** By hour or quarter-hour since 1970; what nothing is known of is in none. */
type Slots = Map<number, number>;

const homeOf = (name: string, utility: Utility, series: ReadonlyMap<string, Slots>, perDay = 24): BenchHome => {
  const known = [...series.values()].flatMap((hours) => [...hours.keys()]);
  const first = known.reduce((a, b) => Math.min(a, b));
  const last = known.reduce((a, b) => Math.max(a, b));
  const firstDay = Math.ceil(first / perDay);
  const length = (Math.floor((last + 1) / perDay) - firstDay) * perDay;
  const meters = [...series].map(
    ([meterId, slots]): MeterUse => ({
      meterId,
      utility,
      flow: 'drawn',
      parentMeterId: meterId === whole ? null : whole,
      used: Float64Array.from({ length }, (_, i) => slots.get(firstDay * perDay + i) ?? Number.NaN),
    }),
  );
  return { name, firstDay, perDay, meters };
};

/** One house with 19 sub-meters; the few negative hours are noise of meters that stand still. */
const ampds = (): BenchHome => {
  const [head = [], ...rows] = rowsOf('ampds2_house/electricity_rooms_hourly_wh.csv.gz');
  const series = new Map<string, Slots>();
  head.forEach((title, column) => {
    if (column === 0 || title === 'M_E' || title === 'RSE') return;
    const hours: Slots = new Map(
      rows.map((row) => [Date.parse(row[0] as string) / hourMs, Math.max(0, Number(row[column]))]),
    );
    series.set(title === 'WHE' ? whole : title, hours);
  });
  return homeOf('AMPds2 electricity', 'electricity', series);
};

const ampdsWater = (): BenchHome => {
  const hours: Slots = new Map();
  for (const [time, , litres] of rowsOf('ampds2_house/water_wholehouse_minute_l.csv.gz').slice(1)) {
    const hour = Math.floor(Date.parse(time as string) / hourMs);
    hours.set(hour, (hours.get(hour) ?? 0) + Number(litres) * 1000);
  }
  return homeOf('AMPds2 water', 'water', new Map([[whole, hours]]));
};

/** A minute with nothing at all is an outage that was filled with 0; a quarter-hour with one is not known. */
const refit = (name: string, path: string): BenchHome => {
  const [head = [], ...rows] = rowsOf(path);
  const titles = head.slice(1).map((title) => (title === 'aggregate_w' ? whole : title.replace('_w', '')));
  const series = new Map(titles.map((title): [string, Slots] => [title, new Map()]));
  const minutes: Slots = new Map();
  for (const row of rows) {
    if (Number(row[1]) === 0) continue;
    const slot = Math.floor(Date.parse(`${(row[0] as string).replace(' ', 'T')}Z`) / (hourMs / 4));
    minutes.set(slot, (minutes.get(slot) ?? 0) + 1);
    titles.forEach((title, i) => {
      const slots = series.get(title) as Slots;
      slots.set(slot, (slots.get(slot) ?? 0) + Number(row[i + 1]) / 60);
    });
  }
  for (const slots of series.values())
    for (const [slot, used] of slots)
      if (minutes.get(slot) === 15) slots.set(slot, Math.round(used));
      else slots.delete(slot);
  return homeOf(name, 'electricity', series, 96);
};

/** The fixtures of one flat; what contains them is made here as their sum, toilet and bidet without a meter of their own. */
const fixtures = (): BenchHome => {
  const unmetered = ['toilet', 'bidet'];
  const rows = rowsOf('weusedto_water_fixtures/fixture_minute_ml.csv.gz').slice(1);
  const at = (row: readonly string[]): number => Math.floor(Date.parse(row[0] as string) / hourMs);
  const first = rows.reduce((a, row) => Math.min(a, at(row)), Infinity);
  const last = rows.reduce((a, row) => Math.max(a, at(row)), 0);
  const still = (): Slots => new Map(Array.from({ length: last - first + 1 }, (_, i) => [first + i, 0]));
  const series = new Map<string, Slots>([[whole, still()]]);
  for (const row of rows) {
    const fixture = row[1] as string;
    if (!unmetered.includes(fixture) && !series.has(fixture)) series.set(fixture, still());
    for (const hours of [series.get(whole), series.get(fixture)])
      hours?.set(at(row), (hours.get(at(row)) ?? 0) + Number(row[2]));
  }
  return homeOf('WEUSEDTO water', 'water', series);
};

/** Counters that are read about once an hour: what was used is spread evenly between two readings. */
const alicante = (): BenchHome[] => {
  const byHome = new Map<string, { at: number; litres: number }[]>();
  for (const [home = '', time = '', litres] of rowsOf('daiad_alicante_water/meter_readings_hourly.csv.gz').slice(1)) {
    const readings = byHome.get(home) ?? [];
    byHome.set(home, readings);
    readings.push({ at: Date.parse(`${time.replace(' ', 'T')}Z`), litres: Number(litres) });
  }
  return [...byHome].map(([home, readings]) => {
    const hours: Slots = new Map();
    const covered: Slots = new Map();
    readings.forEach(({ at, litres }, i) => {
      const before = readings[i - 1];
      if (before === undefined || at <= before.at || litres < before.litres || at - before.at > 2.5 * hourMs) return;
      for (let hour = Math.floor(before.at / hourMs); hour * hourMs < at; hour += 1) {
        const share = Math.min(at, (hour + 1) * hourMs) - Math.max(before.at, hour * hourMs);
        hours.set(hour, (hours.get(hour) ?? 0) + (1000 * (litres - before.litres) * share) / (at - before.at));
        covered.set(hour, (covered.get(hour) ?? 0) + share);
      }
    });
    for (const [hour, used] of hours)
      if ((covered.get(hour) ?? 0) > 0.99 * hourMs) hours.set(hour, Math.round(used));
      else hours.delete(hour);
    return homeOf(`DAIAD ${home}`, 'water', new Map([[whole, hours]]));
  });
};

const readers: readonly (readonly [path: string, read: () => BenchHome | BenchHome[]])[] = [
  ['ampds2_house/electricity_rooms_hourly_wh.csv.gz', ampds],
  ['refit_house20/electricity_minute_w.csv.gz', () => refit('REFIT 20', 'refit_house20/electricity_minute_w.csv.gz')],
  ['refit_house2/electricity_minute_w.csv.gz', () => refit('REFIT 2', 'refit_house2/electricity_minute_w.csv.gz')],
  ['ukdale_house2/electricity_minute_w.csv.gz', () => refit('UK-DALE 2', 'ukdale_house2/electricity_minute_w.csv.gz')],
  ['weusedto_water_fixtures/fixture_minute_ml.csv.gz', fixtures],
  ['ampds2_house/water_wholehouse_minute_l.csv.gz', ampdsWater],
  ['daiad_alicante_water/meter_readings_hourly.csv.gz', alicante],
];

/** Of those whose files are there. */
export const readBenchHomes = (): BenchHome[] =>
  readers.flatMap(([path, read]) => (existsSync(join(folder, path)) ? read() : []));

/**
 * Homes that are kept beside all projects (WATTERSHED_HOMES), and where their days' temperatures are. `<place> <home>.csv.gz`: time (UTC), then Wh
 * of each slot by meter, `whole` what contains the others. `<place>.celsius.csv`: day, mean. docs/decisions/0052 and 0055 say whose they are.
 */
const otherFolder = process.env['WATTERSHED_HOMES'] ?? '';

const dayMs = 86_400_000;

export const temperaturesOf = (place: string): ReadonlyMap<number, number> => {
  const path = join(otherFolder, `${place}.celsius.csv`);
  if (otherFolder === '' || !existsSync(path)) return new Map();
  const rows = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
  return new Map(
    rows.map((row) => row.split(',')).map(([day = '', celsius]) => [Date.parse(day) / dayMs, Number(celsius)]),
  );
};

const otherHome = (file: string): BenchHome => {
  const name = file.replace('.csv.gz', '');
  const [head = '', ...lines] = gunzipSync(readFileSync(join(otherFolder, file)))
    .toString('utf8')
    .trimEnd()
    .split('\n');
  const rows = lines.map((line) => line.split(','));
  const slotMs = Date.parse(rows[1]?.[0] ?? '') - Date.parse(rows[0]?.[0] ?? '');
  const series = head
    .split(',')
    .slice(1)
    .map((title, i): [string, Slots] => [
      title,
      new Map(
        rows.flatMap((row) => (row[i + 1] === '' ? [] : [[Date.parse(row[0] as string) / slotMs, Number(row[i + 1])]])),
      ),
    ]);
  return {
    ...homeOf(name, 'electricity', new Map(series), dayMs / slotMs),
    temperatures: temperaturesOf(name.split(' ')[0] ?? ''),
  };
};

export const readOtherHomes = (): BenchHome[] =>
  otherFolder === ''
    ? []
    : readdirSync(otherFolder)
        .filter((file) => file.endsWith('.csv.gz'))
        .map(otherHome);
