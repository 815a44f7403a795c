/** A file of outdoor temperatures: what it is read to, which of its columns hold them, and the means of local days that they make. */
import type { z } from 'zod';
import { addDays, type LocalDay } from '#catalogue/local-day.ts';
import type { OffsetAt } from '#catalogue/zone-clock.ts';
import type { temperatureFaultCode, temperatureUnit } from '#subjects/bills/contract/weather.ts';
import { isBlank, provenOrder } from '../csv/csv-rows.ts';
import { type Head, isTime } from '../csv/table-layout.ts';

export type TemperatureUnit = z.infer<typeof temperatureUnit>;

interface TemperatureFault {
  readonly code: z.infer<typeof temperatureFaultCode>;
  /** From 1. */
  readonly line?: number | undefined;
  readonly value: string;
}

export interface Temperatures {
  readonly ok: true;
  /** Tenths of °C by local day. */
  readonly days: Readonly<Record<LocalDay, number>>;
  /** Days of which there were too few hours. */
  readonly leftOut: number;
  /** Days that are not over. */
  readonly ahead: number;
  /** The titles of what was read. */
  readonly columns: readonly string[];
  readonly unit: TemperatureUnit;
  readonly isUnitTold: boolean;
}

export type TemperatureFile = Temperatures | { readonly ok: false; readonly fault: TemperatureFault };

export interface TemperatureFileOptions {
  /** For files that do not say it. */
  readonly unit?: TemperatureUnit | undefined;
  /** The household's: of its days, and of times without an offset. */
  readonly timeZone: string;
  /** Days from this one on are not over. */
  readonly today: LocalDay;
}

/** Ends the reading of a file from within; the door turns it into a value. */
export class TemperatureError extends Error {
  readonly fault: TemperatureFault;
  constructor(code: TemperatureFault['code'], value = '', line?: number) {
    super(code);
    this.fault = { code, value: value.slice(0, 120), line };
  }
}

// Which columns of a table hold days or times and outdoor temperatures, and in which unit. Titles as their makers describe them:
// Open-Meteo (open-meteo.com/en/docs: `temperature_2m (°C)`), Meteostat (dev.meteostat.net/formats.html: `tavg`, in °C), AEMET OpenData
// (climatological values by day: `fecha`, `tmed`, in °C), NOAA's GHCN-Daily (`TAVG`, `TMAX`, `TMIN`: °C, °F or tenths of °C, as it was
// asked for), NOAA's GSOD (`TEMP` beside `DEWP`, in °F), Environment Canada (`Mean Temp (°C)`), Home Assistant (`state`, `mean`).

export interface TemperatureColumns {
  readonly time: number;
  /** The clock, where the day stands in a column of its own. */
  readonly clock: number | null;
  /** Their mean is taken; of the lowest and the highest where there is no mean. */
  readonly mean: number | null;
  readonly range: readonly [number, number] | null;
  /** Null: the file does not say. */
  readonly unit: TemperatureUnit | null;
  /** Of places or sensors: all rows must be of one. */
  readonly place: number | null;
}

/** Small letters without accents; what divides words becomes one space. */
const plain = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}°]+/gu, ' ')
    .trim();

const unit = String.raw`(?: ?°? ?[cf]| (?:degrees? )?(?:celsius|fahrenheit))?`;
const titled = (words: string): RegExp => new RegExp(`^(?:${words})${unit}$`);
const means = titled(
  'tavg|tmed|tmedia|t ?mean|temp(?:erature)? ?(?:2m )?(?:mean|avg|average)|(?:mean|avg|average|daily) (?:air |outdoor |daily )?temp(?:erature)?|temperatura media|taglicher? mittelwert|tg',
);
const lows = titled(
  't ?min|temp(?:erature)? ?(?:2m )?(?:min|minimum|low)|(?:min|minimum|low|lowest) (?:air |daily )?temp(?:erature)?|temperatura minima|tn',
);
const highs = titled(
  't ?max|temp(?:erature)? ?(?:2m )?(?:max|maximum|high)|(?:max|maximum|high|highest) (?:air |daily )?temp(?:erature)?|temperatura maxima|tx',
);
const outdoor = titled(
  '(?:outdoor|outside|exterior|outdoor air|air|ambient) temp(?:erature)?|temp(?:erature)? (?:outdoor|outside|exterior)|temperatura (?:exterior|ambiente)',
);
const single = titled('temp|temperature|temperature 2m|t2m|air temp(?:erature)?|temperatura|तापमान|ta');
/** What Home Assistant calls the value of whatever it is of. */
const unnamed = /^(?:state|mean)$/;
const places =
  /^(?:station|station ?id|station name|indicativo|location ?id|entity ?id|statistic ?id|wmo|site|name|nombre)$/;
const clocks = /^(?:time|clock|hour|hora)(?: (?:lst|local|utc|z))?$/;
const clock = /^\d\d?:\d\d(?::\d\d)?$/;

const unitOfTitle = (title: string): TemperatureUnit | null => {
  const words = title.toLowerCase();
  if (/°\s*f\b|\(f\)|[_ ]f$|fahrenheit/.test(words)) return 'fahrenheit';
  return /°\s*c\b|\(c\)|[_ ]c$|celsius/.test(words) ? 'celsius' : null;
};

/** What makers say of all of their files, known by columns that only theirs have. */
const unitOfMaker = (titles: readonly string[]): TemperatureUnit | null => {
  const has = (...wanted: readonly string[]): boolean => wanted.every((title) => titles.includes(title));
  if (has('TEMP', 'DEWP', 'STP')) return 'fahrenheit';
  if (has('fecha', 'tmed') || has('tavg', 'prcp', 'pres') || has('temp', 'tmin', 'tmax', 'prcp', 'pres'))
    return 'celsius';
  return null;
};

/** Home Assistant's statistics have a column that says it, row by row. */
const unitOfCells = ({ table, rows }: Head): TemperatureUnit | null => {
  const at = table.columns.findIndex((title) => /^units?(?: of measurement)?$/.test(plain(title)));
  const cells = new Set(at < 0 ? [] : rows.map(({ cells: row }) => (row[at] ?? '').trim()));
  const [only] = cells;
  if (cells.size !== 1) return null;
  return only === '°F' ? 'fahrenheit' : only === '°C' ? 'celsius' : null;
};

const timeOf = ({ table, rows }: Head): { time: number; clock: number | null } => {
  const cellsOf = (i: number): string[] => rows.map(({ cells }) => cells[i] ?? '').filter((cell) => !isBlank(cell));
  const most = (i: number, test: (cell: string) => boolean): boolean => {
    const cells = cellsOf(i);
    return cells.length > 0 && cells.filter(test).length * 2 > cells.length;
  };
  const time = table.columns.findIndex((_, i) => most(i, isTime));
  if (time < 0) throw new TemperatureError('time-missing');
  const hasClock = most(time, (cell) => cell.includes(':') || /^\d{9,13}$/.test(cell));
  const beside = hasClock
    ? -1
    : table.columns.findIndex((title, i) => clocks.test(plain(title)) && most(i, (cell) => clock.test(cell)));
  const cells = cellsOf(time);
  const isSlashed = most(time, (cell) => /^\d\d?[./-]\d\d?[./-]/.test(cell));
  if (isSlashed && !cells.some((cell) => provenOrder(cell) !== null))
    throw new TemperatureError('dates-unclear', cells[0]);
  return { time, clock: beside < 0 ? null : beside };
};

export const temperatureColumns = (head: Head): TemperatureColumns => {
  const { columns } = head.table;
  const titles = columns.map(plain);
  const at = (wanted: RegExp): number[] => titles.flatMap((title, i) => (wanted.test(title) ? [i] : []));
  const one = (found: readonly number[]): number | null => {
    if (found.length > 1) throw new TemperatureError('temperature-several', found.map((i) => columns[i]).join(', '));
    return found[0] ?? null;
  };
  const { time, clock: beside } = timeOf(head);
  const [low, high] = [one(at(lows)), one(at(highs))];
  const range = low === null || high === null ? null : ([low, high] as const);
  const mean = [means, outdoor, single, ...(range ? [] : [unnamed])].reduce<number | null>(
    (found, wanted) => found ?? one(at(wanted)),
    null,
  );
  if (mean === null && range === null) throw new TemperatureError('temperature-missing', columns.join(', '));
  const told = unitOfTitle(columns[mean ?? low ?? -1] ?? '');
  return {
    time,
    clock: beside,
    mean,
    range,
    unit: told ?? unitOfCells(head) ?? unitOfMaker(columns),
    place: at(places)[0] ?? null,
  };
};

// Temperatures of days, hours or shorter steps as means of local days.

/** One row: where in time, and its temperature in °C. */
export interface TemperatureRow {
  readonly line: number;
  /** Seconds since 1970. */
  readonly at: number;
  /** The wall clock's day; null: the file gives an instant. */
  readonly day: LocalDay | null;
  /** The file gives a time of the day. */
  readonly hasClock: boolean;
  readonly celsius: number;
}

interface DayMeans {
  readonly days: Readonly<Record<LocalDay, number>>;
  readonly leftOut: number;
}

const hourS = 3600;
const dayS = 86_400;
/** A day with fewer of its hours is no mean of it. */
const minShare = 0.75;
/** Six hours: four times a day at least. */
const maxStepS = 6 * hourS;

const textOf = (localS: number): LocalDay => new Date(localS * 1000).toISOString().slice(0, 10);
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const tenthsOf = (celsius: number): number => Math.round(celsius * 10) + 0;

/** Null: all are of one time. */
const medianStep = (rows: readonly TemperatureRow[]): number | null => {
  const times = rows.map(({ at }) => at).sort((a, b) => a - b);
  const steps = times
    .slice(1)
    .map((at, i) => at - (times[i] ?? 0))
    .filter((step) => step > 0)
    .sort((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? null;
};

/** A day twice with two temperatures is of two places: neither is taken for the other. */
const daily = (rows: readonly TemperatureRow[], dayOf: (row: TemperatureRow) => LocalDay): DayMeans => {
  const days: Record<LocalDay, number> = {};
  for (const row of rows) {
    const [day, tenths] = [dayOf(row), tenthsOf(row.celsius)];
    if (days[day] !== undefined && days[day] !== tenths) throw new TemperatureError('day-twice', day, row.line);
    days[day] = tenths;
  }
  return { days, leftOut: 0 };
};

/** Each hour (or longer step) counts once, however often it was measured in it: a sensor that only tells of changes does so unevenly. */
const byStep = (rows: readonly TemperatureRow[], stepS: number, offsetAt: OffsetAt): DayMeans => {
  const steps = new Map<LocalDay, Map<number, number[]>>();
  for (const { at, celsius } of rows) {
    const day = textOf(at + offsetAt(at));
    const own = steps.get(day) ?? new Map<number, number[]>();
    const step = Math.floor(at / stepS);
    const measured = own.get(step) ?? [];
    measured.push(celsius);
    steps.set(day, own.set(step, measured));
  }
  const days: Record<LocalDay, number> = {};
  let leftOut = 0;
  for (const [day, own] of steps) {
    const lengthS = dayS + offsetAt(Date.parse(day) / 1000) - offsetAt(Date.parse(addDays(day, 1)) / 1000);
    if (own.size < minShare * (lengthS / stepS)) leftOut += 1;
    else days[day] = tenthsOf(mean([...own.values()].map(mean)));
  }
  return { days, leftOut };
};

export const dayMeans = (rows: readonly TemperatureRow[], offsetAt: OffsetAt): DayMeans => {
  // A row for each day with the instant at which it begins: its noon lies in that day wherever it is read.
  const dayOf = ({ at, day }: TemperatureRow) => day ?? textOf(at + dayS / 2 + offsetAt(at + dayS / 2));
  if (rows.every(({ hasClock }) => !hasClock)) return daily(rows, dayOf);
  // A time that stands alone is of an hour.
  const stepS = medianStep(rows) ?? hourS;
  if (stepS >= dayS - hourS && stepS <= dayS + hourS) return daily(rows, dayOf);
  if (stepS > maxStepS) throw new TemperatureError('step-wrong', String(Math.round(stepS / hourS)));
  return byStep(rows, Math.max(hourS, stepS), offsetAt);
};
