/** The formats in which markets give their prices: ESIOS in EUR/MWh, Octopus, Tibber, tables. */
import { z } from 'zod';
import { instantOf, zoneOffsets } from '#catalogue/zone-clock.ts';
import { daysOf } from '#catalogue/local-day.ts';
import { dayStartS } from '../../domain/tariff/interval-use.ts';
import type { PriceTax } from '../../domain/tariff/plan.ts';
import type { PricePoint } from '../../domain/tariff/price-series.ts';
import { plainPrice, type PriceFile, type PriceFileOptions, refuse, seriesOfPoints } from './price-file.ts';

// Prices of the Spanish grid operator's ESIOS, in EUR/MWh and without taxes: an indicator (api.esios.ree.es) or the daily PVPC archive.

export const indicatorForm = z.object({
  indicator: z.object({
    id: z.number(),
    // Rows are read one by one, so that a wrong one is named.
    values: z.array(z.looseObject({ datetime: z.unknown(), geo_name: z.unknown() })),
  }),
});

export const archiveForm = z.object({
  PVPC: z.array(z.looseObject({ Dia: z.unknown() })),
});

/** `Península` → `peninsula`. */
const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

const allSeries = (byName: ReadonlyMap<string, readonly PricePoint[]>): PriceFile => {
  const results = [...byName].map(([name, points]) => seriesOfPoints(name, points, []));
  const series = [];
  for (const result of results) {
    if (!result.ok) return result;
    series.push(result.series);
  }
  return series.length === 0 ? refuse('prices-empty', '') : { ok: true, kind: 'prices', series };
};

/** The instant is read from `datetime` and its offset: `datetime_utc` is wrong in the hour that comes twice. */
export const readIndicator = ({ indicator }: z.infer<typeof indicatorForm>): PriceFile => {
  const byName = new Map<string, PricePoint[]>();
  for (const [i, { value, datetime, geo_name: geo }] of indicator.values.entries()) {
    const time = String(datetime);
    const at = Date.parse(time);
    const price = plainPrice(String(value), 3);
    if (Number.isNaN(at) || !/([+-]\d\d:?\d\d|Z)$/.test(time)) return refuse('time-wrong', time, i + 1);
    if (price === null) return refuse('price-wrong', String(value), i + 1);
    const name = `esios-${indicator.id}-${slugOf(String(geo))}`;
    const points = byName.get(name) ?? [];
    points.push({ startS: at / 1000, price, tax: 'excluded' });
    byName.set(name, points);
  }
  return allSeries(byName);
};

const madridOffset = zoneOffsets('Europe/Madrid');
const columns = { PCB: 'esios-1001-peninsula', CYM: 'esios-1001-ceuta-melilla' } as const;

/** Rows are the hours of the day one after the other, 23 to 25 of them: what they are called is not the clock's hour in autumn. */
export const readArchive = ({ PVPC: rows }: z.infer<typeof archiveForm>): PriceFile => {
  const byName = new Map<string, PricePoint[]>();
  const seen = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const [, date = '', month = '', year = ''] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(String(row.Dia)) ?? [];
    const day = `${year}-${month}-${date}`;
    if (Number.isNaN(Date.parse(day))) return refuse('day-wrong', String(row.Dia), i + 1);
    const hour = seen.get(day) ?? 0;
    seen.set(day, hour + 1);
    for (const column of ['PCB', 'CYM'] as const) {
      const text = String(row[column]);
      const price = plainPrice(text, 3);
      if (price === null) return refuse('price-wrong', text, i + 1);
      const points = byName.get(columns[column]) ?? [];
      points.push({ startS: dayStartS(day, madridOffset) + hour * 3600, price, tax: 'excluded' });
      byName.set(columns[column], points);
    }
  }
  return allSeries(byName);
};

// Prices of any market in its own series, for MWh and without taxes: what is fetched is brought so.

export const seriesForm = z.object({
  series: z.string().trim().min(1).max(60),
  stepS: z.literal([900, 1800, 3600]).optional(),
  prices: z.array(z.looseObject({ from: z.unknown(), price: z.unknown() })),
});

// Unit rates as suppliers' interfaces give them: Octopus Energy in pence with and without VAT, Tibber in all that a kWh costs.

/** Rows are read one by one, so that a wrong one is named. */
export const ratesForm = z.object({ results: z.array(z.looseObject({ valid_from: z.unknown() })) });

const textOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : JSON.stringify(value ?? null);

const isInstant = (value: unknown): value is string => z.iso.datetime({ offset: true }).safeParse(value).success;

/** What a row says, or what of it cannot be read. */
type ReadPoint = PricePoint | { readonly wrong: 'price-wrong' | 'time-wrong'; readonly value: unknown };

const readRows = <Row>(
  rows: readonly Row[],
  { series }: PriceFileOptions,
  pointOf: (row: Row) => ReadPoint,
  stepS?: number,
): PriceFile => {
  if (series === undefined) return refuse('series-missing', '');
  const points: PricePoint[] = [];
  for (const [i, row] of rows.entries()) {
    const point = pointOf(row);
    if ('wrong' in point) return refuse(point.wrong, textOf(point.value), i + 1);
    points.push(point);
  }
  const result = seriesOfPoints(series, points, undefined, stepS);
  return result.ok ? { ok: true, kind: 'prices', series: [result.series] } : result;
};

/** Both prices are kept where both are given, so that a tariff takes the one that goes with its tax. */
export const readRates = ({ results }: z.infer<typeof ratesForm>, options: PriceFileOptions): PriceFile =>
  readRows(results, options, ({ value_exc_vat: excluded, value_inc_vat: included, valid_from: from }) => {
    if (!isInstant(from)) return { wrong: 'time-wrong', value: from };
    const startS = Date.parse(from) / 1000;
    const [without, withTax] = [excluded, included].map((pence) =>
      pence === undefined || pence === null ? undefined : plainPrice(textOf(pence), 2),
    );
    if (without === null || withTax === null || (without ?? withTax) === undefined)
      return { wrong: 'price-wrong', value: without === null ? excluded : included };
    return without === undefined
      ? { startS, price: withTax ?? '0', tax: 'included' }
      : { startS, price: without, tax: 'excluded', ...(withTax !== undefined && { withTax }) };
  });

export const readSeries = (
  { series, stepS, prices }: z.infer<typeof seriesForm>,
  options: PriceFileOptions,
): PriceFile =>
  readRows(
    prices,
    { ...options, series },
    ({ from, price: given }) => {
      if (!isInstant(from)) return { wrong: 'time-wrong', value: from };
      const price = plainPrice(textOf(given), 3);
      return price === null
        ? { wrong: 'price-wrong', value: given }
        : { startS: Date.parse(from) / 1000, price, tax: 'excluded' };
    },
    stepS,
  );

const tibberRow = z.looseObject({ total: z.unknown(), startsAt: z.string() });
type TibberRow = z.infer<typeof tibberRow>;

/** Lists of prices wherever in an answer they stand: of today, tomorrow, or a range of days. */
export const tibberRows = (value: unknown): TibberRow[] => {
  if (Array.isArray(value) && tibberRow.safeParse(value[0]).success) return value as TibberRow[];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(tibberRows) : [];
};

export const readTibber = (rows: readonly TibberRow[], options: PriceFileOptions): PriceFile => {
  // A range of days may hold today's too.
  const byStart = new Map(rows.map((row) => [row?.startsAt, row]));
  return readRows([...byStart.values()], options, (row) => {
    if (!isInstant(row?.startsAt)) return { wrong: 'time-wrong', value: row?.startsAt };
    const price = plainPrice(textOf(row.total));
    if (price === null) return { wrong: 'price-wrong', value: row.total };
    return { startS: Date.parse(row.startsAt) / 1000, price, tax: 'included' };
  });
};

// A table of prices (`time, price`), of day colours (`date, colour`) or of rates of exchange (`date, rate`), with or without a head.

const separatorOf = (text: string): string => {
  const counts = [';', '\t', ','].map((mark) => [mark, text.split(mark).length] as const);
  return counts.reduce((best, one) => (one[1] > best[1] ? one : best))[0];
};

const unquoted = (cell: string): string => cell.trim().replace(/^"(.*)"$/, '$1');
/** A separator between quotes is a part of its cell: `2026-01-01;"0,1"`. */
const cellsOf = (line: string, separator: string): string[] =>
  (line.includes('"') ? line.split(new RegExp(`${separator}(?=(?:[^"]*"[^"]*")*[^"]*$)`)) : line.split(separator)).map(
    unquoted,
  );
const isDay = (cell: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(cell) && !Number.isNaN(Date.parse(cell));
const hasOffset = (time: string): boolean => /([+-]\d\d:?\d\d|Z)$/i.test(time);

interface TableRow {
  readonly line: number;
  readonly first: string;
  readonly second: string;
}

const rowsOf = (text: string): TableRow[] => {
  const lines = text.split(/\r?\n/);
  const separator = separatorOf(lines.find((line) => line.trim() !== '') ?? '');
  return lines.flatMap((line, i) => {
    const [first = '', second = ''] = cellsOf(line, separator);
    return first === '' && second === '' ? [] : [{ line: i + 1, first, second }];
  });
};

const readColours = (rows: readonly TableRow[], series: string): PriceFile => {
  const days: Record<string, string> = {};
  for (const { line, first, second } of rows) {
    if (!isDay(first)) return refuse('day-wrong', first, line);
    if (second === '' || second.length > 60) return refuse('price-wrong', second, line);
    if (days[first] !== undefined && days[first] !== second) return refuse('time-twice', first, line);
    days[first] = second;
  }
  return { ok: true, kind: 'colours', series: [{ series, days }] };
};

/** What a column is called says whether it holds tax: `value_inc_vat`, `sin IVA`. Undefined: it does not. */
const taxOf = (head: string): PriceTax | undefined => {
  if (/\b(exc|excl|excluding|ex|without|net|sin|before|hors|ohne|netto)\b/i.test(head.replaceAll('_', ' ')))
    return 'excluded';
  return /\b(inc|incl|including|with|gross|con|ttc|mit|brutto)\b/i.test(head.replaceAll('_', ' '))
    ? 'included'
    : undefined;
};

/** Rates of exchange by the day, or by the month for all of its days. */
const readRatesByDay = (rows: readonly TableRow[], series: string): PriceFile => {
  const days: Record<string, string> = {};
  for (const { line, first, second } of rows) {
    if (!isDay(first) && !isMonth(first)) return refuse('day-wrong', first, line);
    const rate = plainPrice(second);
    if (rate === null || Number(rate) <= 0 || rate.length > 60) return refuse('price-wrong', second, line);
    for (const day of isDay(first) ? [first] : daysOf(`${first}-01`, monthAfter(first))) {
      if (days[day] !== undefined && days[day] !== rate) return refuse('time-twice', first, line);
      days[day] = rate;
    }
  }
  return { ok: true, kind: 'colours', series: [{ series, days }] };
};

const isMonth = (cell: string): boolean => /^\d{4}-(0[1-9]|1[0-2])$/.test(cell);

const monthAfter = (month: string): string => {
  const [year = 0, count = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, count, 1)).toISOString().slice(0, 10);
};

const readPrices = (
  rows: readonly TableRow[],
  series: string,
  { per, timeZone }: PriceFileOptions,
  tax: PriceTax | undefined,
): PriceFile => {
  const offsetAt = zoneOffsets(timeZone);
  const memory = { last: null as number | null };
  const points: PricePoint[] = [];
  for (const { line, first, second } of rows) {
    const time = first.replace(/\s+/u, 'T');
    const local = Date.parse(hasOffset(time) ? time : `${time}Z`) / 1000;
    if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(time) || Number.isNaN(local)) return refuse('time-wrong', first, line);
    const startS = hasOffset(time) ? local : instantOf(local, offsetAt, memory, false);
    if (startS === null) return refuse('time-wrong', first, line);
    memory.last = startS;
    const price = plainPrice(second, per === 'MWh' ? 3 : 0);
    if (price === null) return refuse('price-wrong', second, line);
    points.push({ startS, price, ...(tax && { tax }) });
  }
  const result = seriesOfPoints(
    series,
    points,
    rows.map(({ line }) => line),
  );
  return result.ok ? { ok: true, kind: 'prices', series: [result.series] } : result;
};

/** A first row that holds no price is its head. */
export const readPriceCsv = (text: string, options: PriceFileOptions): PriceFile => {
  const all = rowsOf(text);
  const isHead = ({ first }: TableRow): boolean => !/^\d{4}-\d{2}(-\d{2})?/.test(first);
  const head = all[0] && isHead(all[0]) ? all[0] : undefined;
  const rows = head ? all.slice(1) : all;
  const [row] = rows;
  if (!row) return refuse('prices-empty', '');
  if (options.series === undefined) return refuse('series-missing', '');
  if (isDay(row.first) || isMonth(row.first))
    return plainPrice(row.second) === null ? readColours(rows, options.series) : readRatesByDay(rows, options.series);
  return readPrices(rows, options.series, options, options.tax ?? taxOf(head?.second ?? ''));
};
