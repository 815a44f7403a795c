/** Daily use of real homes, from the files beside the checkout (WATTERSHED_DATA, else ../shared/data): local days, and how much of each was heard. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { addDays } from '#catalogue/local-day.ts';
import type { ForecastDay } from '#subjects/bills/domain/forecast/expect-days.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';

/** One utility of one home; Wh or litres a day. */
export interface Home {
  readonly group: string;
  readonly name: string;
  readonly days: readonly ForecastDay[];
  /** What ran while the meter was silent is in no day: a counter catches up, a power meter does not. */
  readonly silenceIsLost: boolean;
  /** The forecast was made while looking at it: how far it is off here is no result. */
  readonly isSeen: boolean;
}

/** Homes fall into two halves by their names, for good: what is chosen on one half is reported on the other. */
export const halves = ['A', 'B'] as const;
export type Half = (typeof halves)[number];
export const halfOf = ({ group, name }: Pick<Home, 'group' | 'name'>): Half =>
  (createHash('sha256').update(`${group} ${name}`).digest()[0] as number) % 2 === 0 ? 'A' : 'B';

const folder = process.env['WATTERSHED_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A day of 23 hours is a whole one. */
const wholeHours = 23;

const rowsOf = function* (path: string): Generator<string[]> {
  const text = gunzipSync(readFileSync(join(folder, path))).toString('utf8');
  for (let from = text.indexOf('\n') + 1; from > 0 && from < text.length; ) {
    const next = text.indexOf('\n', from);
    const to = next < 0 ? text.length : next;
    if (to > from) yield text.slice(from, to).split(',');
    from = to + 1;
  }
};

/** Spans `[from, to)` of local time in milliseconds, added up by day. */
const openDays = () => {
  const sums = new Map<number, { used: number; hours: number }>();
  const add = (from: number, to: number, used: number, isHeard: boolean): void => {
    let at = from;
    do {
      const day = Math.floor(at / dayMs);
      const until = Math.min(to, (day + 1) * dayMs);
      const sum = sums.get(day) ?? { used: 0, hours: 0 };
      sum.used += to > from ? (used * (until - at)) / (to - from) : used;
      if (isHeard) sum.hours += (until - at) / hourMs;
      sums.set(day, sum);
      at = until;
    } while (at < to);
  };
  const days = (): ForecastDay[] => {
    const known = [...sums.keys()].sort((a, b) => a - b);
    const first = known[0] ?? 0;
    return Array.from({ length: (known.at(-1) ?? -1) - first + 1 }, (_, i) => {
      const { used, hours } = sums.get(first + i) ?? { used: 0, hours: 0 };
      const coverage = hours >= wholeHours ? 1 : hours / 24;
      return { day: addDays('1970-01-01', first + i), used, coverage };
    });
  };
  return { add, days };
};

/** A column with the start of every interval in UTC. */
const intervalsInUtc = (path: string, column: number, hours: number, timeZone: string): ForecastDay[] => {
  const offsetAt = zoneOffsets(timeZone);
  const { add, days } = openDays();
  for (const cells of rowsOf(path)) {
    const utc = Date.parse(cells[0] as string);
    const at = utc + offsetAt(utc / 1000) * 1000;
    add(at, at + hours * hourMs, Number(cells[column]), true);
  }
  return days();
};

/**
 * REFIT: mean W a minute. Nothing at all is an outage that was filled with 0. Its times are the clock on the wall: the hour that
 * 2015-03-29 did not have is an outage too, and the morning's kettle keeps its time when the clocks change.
 */
const refit = (): ForecastDay[] => {
  const { add, days } = openDays();
  for (const [time = '', watts] of rowsOf('refit_house20/electricity_minute_w.csv.gz')) {
    const at = Date.parse(`${time.replace(' ', 'T')}Z`);
    add(at, at + hourMs / 60, Number(watts) / 60, Number(watts) > 0);
  }
  return days();
};

/** DAIAD: counters about every hour in local time. What ran during a longer silence is known, but not on which day; a fall is no use. */
const daiad = (): Home[] => {
  const longest = 2.5 * hourMs;
  const homes = new Map<string, ReturnType<typeof openDays>>();
  let before = { name: '', at: 0, litres: 0 };
  for (const [name = '', time = '', counter] of rowsOf('daiad_alicante_water/meter_readings_hourly.csv.gz')) {
    const now = { name, at: Date.parse(`${time.replace(' ', 'T')}Z`), litres: Number(counter) };
    const home = homes.get(name) ?? openDays();
    homes.set(name, home);
    if (before.name === name && now.at >= before.at)
      home.add(before.at, now.at, Math.max(0, now.litres - before.litres), now.at - before.at <= longest);
    before = now;
  }
  return [...homes].map(([name, { days }]) => ({
    group: 'DAIAD water',
    name,
    days: days(),
    silenceIsLost: false,
    isSeen: true,
  }));
};

/** A hundred homes of the Low Carbon London trial: Wh of a day, and how many of its half hours there are. */
const london = (): Home[] => {
  const homes = new Map<string, ReturnType<typeof openDays>>();
  for (const [name = '', day = '', used, halfHours] of rowsOf('london_homes/daily_wh.csv.gz')) {
    const home = homes.get(name) ?? openDays();
    homes.set(name, home);
    const at = Date.parse(day);
    home.add(at, at + (Number(halfHours) * hourMs) / 2, Number(used), true);
  }
  const group = 'London electricity';
  return [...homes].map(([name, { days }]) => ({
    group,
    name,
    days: days(),
    silenceIsLost: true,
    isSeen: halfOf({ group, name }) === 'A',
  }));
};

const sources: readonly { group: string; at: string; read: () => Home[] }[] = [
  {
    group: 'AMPds2 electricity',
    at: 'ampds2_house/electricity_rooms_hourly_wh.csv.gz',
    read: () => {
      const days = intervalsInUtc('ampds2_house/electricity_rooms_hourly_wh.csv.gz', 3, 1, 'America/Vancouver');
      return [{ group: 'AMPds2 electricity', name: 'house', days, silenceIsLost: true, isSeen: true }];
    },
  },
  {
    group: 'AMPds2 water',
    at: 'ampds2_house/water_wholehouse_minute_l.csv.gz',
    read: () => {
      const days = intervalsInUtc('ampds2_house/water_wholehouse_minute_l.csv.gz', 2, 1 / 60, 'America/Vancouver');
      return [{ group: 'AMPds2 water', name: 'house', days, silenceIsLost: true, isSeen: true }];
    },
  },
  {
    group: 'REFIT electricity',
    at: 'refit_house20/electricity_minute_w.csv.gz',
    read: () => [{ group: 'REFIT electricity', name: 'house 20', days: refit(), silenceIsLost: true, isSeen: true }],
  },
  { group: 'DAIAD water', at: 'daiad_alicante_water/meter_readings_hourly.csv.gz', read: daiad },
  { group: 'London electricity', at: 'london_homes/daily_wh.csv.gz', read: london },
];

/** The homes that are there, and the sources that are not. */
export const readHomes = (): { homes: Home[]; absent: string[] } => {
  const present = sources.filter(({ at }) => existsSync(join(folder, at)));
  return {
    homes: present.flatMap(({ read }) => read()),
    absent: sources.filter((one) => !present.includes(one)).map(({ group, at }) => `${group} (${join(folder, at)})`),
  };
};
