/** A table of prices (`time, price`) or of day colours (`date, colour`), with or without a head. */
import { instantOf, zoneOffsets } from '#catalogue/zone-clock.ts';
import type { PricePoint } from '../../domain/tariff/price-series.ts';
import type { PriceTax } from '../../domain/tariff/plan.ts';
import { plainPrice, type PriceFile, type PriceFileOptions, refuse, seriesOfPoints } from './price-file.ts';

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

interface Row {
  readonly line: number;
  readonly first: string;
  readonly second: string;
}

const rowsOf = (text: string): Row[] => {
  const lines = text.split(/\r?\n/);
  const separator = separatorOf(lines.find((line) => line.trim() !== '') ?? '');
  return lines.flatMap((line, i) => {
    const [first = '', second = ''] = cellsOf(line, separator);
    return first === '' && second === '' ? [] : [{ line: i + 1, first, second }];
  });
};

const readColours = (rows: readonly Row[], series: string): PriceFile => {
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

const readPrices = (
  rows: readonly Row[],
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
  const isHead = ({ first }: Row): boolean => !/^\d{4}-\d{2}-\d{2}/.test(first);
  const head = all[0] && isHead(all[0]) ? all[0] : undefined;
  const rows = head ? all.slice(1) : all;
  const [row] = rows;
  if (!row) return refuse('prices-empty', '');
  if (options.series === undefined) return refuse('series-missing', '');
  return isDay(row.first) && plainPrice(row.second) === null
    ? readColours(rows, options.series)
    : readPrices(rows, options.series, options, options.tax ?? taxOf(head?.second ?? ''));
};
