/** The door of files of outdoor temperatures: tables of days, hours or shorter steps, plain or gzip, to means of local days. */
import { gunzipSync } from 'node:zlib';
import { type ClockMemory, instantOf, type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import {
  type DecimalMark,
  decoderFor,
  isBlank,
  parseNumber,
  parseTime,
  provenMark,
  type Row,
  splitRows,
} from '../csv/csv-rows.ts';
import { type Head, readHead, timeFormatOf } from '../csv/table-layout.ts';
import { FileError } from '../open-file.ts';
import {
  dayMeans,
  type TemperatureColumns,
  temperatureColumns,
  TemperatureError,
  type TemperatureFile,
  type TemperatureFileOptions,
  type TemperatureRow,
  type Temperatures,
  type TemperatureUnit,
} from './temperature-file.ts';

export type { TemperatureFile, TemperatureFileOptions } from './temperature-file.ts';

const maxUnpacked = 20_000_000;
const headLength = 64 * 1024;
const firstDay = '2000-01-01';
/** What GHCN, GSOD and others write for nothing: none of it is a temperature in any unit. */
const nothing = new Set(['-9999', '9999', '9999.9', '-9999.9', '999.9', '-999', '-999.9', 'm', 'nd', 'nan']);
const coldestC = -90;
const warmestC = 60;

const textOf = (bytes: Uint8Array): string => {
  const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isPacked ? gunzipSync(bytes, { maxOutputLength: maxUnpacked }) : bytes;
    return decoderFor(plain).decode(plain);
  } catch {
    throw new TemperatureError('file-unreadable');
  }
};

const celsiusOf = (value: number, unit: TemperatureUnit): number => {
  if (unit === 'fahrenheit') return ((value - 32) * 5) / 9;
  return unit === 'tenths' ? value / 10 : value;
};

/** Open-Meteo's first lines name the offset of its times, the same in summer and in winter. */
const metadataOffset = (rows: readonly Row[]): number | null => {
  const at = rows[0]?.cells.indexOf('utc_offset_seconds') ?? -1;
  const seconds = at < 0 ? Number.NaN : Number(rows[1]?.cells[at]);
  return Number.isInteger(seconds) ? seconds : null;
};

/** The rows below the titles, until another table begins (Open-Meteo writes days below hours). */
const tableRows = (rows: readonly Row[], { table }: Head, { time }: TemperatureColumns): Row[] => {
  const below = rows.filter(({ line }) => line > table.titleLine);
  const end = below.findIndex(({ cells }) => cells[time] === table.columns[time]);
  return end < 0 ? below : below.slice(0, end);
};

interface Reading {
  readonly columns: TemperatureColumns;
  readonly mark: DecimalMark;
  readonly unit: TemperatureUnit;
}

const isNothing = (cell: string): boolean => isBlank(cell) || nothing.has(cell.toLowerCase());

const temperatureIn = (row: Row, column: number, { mark, unit }: Reading): number | null => {
  const cell = row.cells[column] ?? '';
  if (isNothing(cell)) return null;
  const value = parseNumber(cell, mark);
  if (value === null) throw new TemperatureError('temperature-wrong', cell, row.line);
  const celsius = celsiusOf(value, unit);
  if (celsius < coldestC || celsius > warmestC) throw new TemperatureError('temperature-impossible', cell, row.line);
  return celsius;
};

const rowTemperature = (row: Row, reading: Reading): number | null => {
  const { mean, range } = reading.columns;
  const own = mean === null ? null : temperatureIn(row, mean, reading);
  if (own !== null || range === null) return own;
  const [low, high] = range.map((column) => temperatureIn(row, column, reading));
  return typeof low === 'number' && typeof high === 'number' ? (low + high) / 2 : null;
};

/** Instants of rows; null in the hour that a clock skips. */
const clockOf = (head: Head, { time, clock }: TemperatureColumns, fixedOffset: number | null, offsetAt: OffsetAt) => {
  const format = timeFormatOf(head, head.table.columns[time] ?? '');
  const memory: ClockMemory = { last: null };
  return ({ cells, line }: Row): Pick<TemperatureRow, 'at' | 'day' | 'hasClock'> | null => {
    const text = clock === null ? (cells[time] ?? '') : `${cells[time] ?? ''} ${cells[clock] ?? ''}`;
    const parsed = parseTime(text.trim(), format);
    if (!parsed) throw new TemperatureError('time-wrong', text, line);
    const hasClock = text.includes(':') || format.startsWith('unix');
    if ('at' in parsed) return { at: parsed.at, day: null, hasClock };
    const day = new Date(parsed.local * 1000).toISOString().slice(0, 10);
    const at = fixedOffset === null ? instantOf(parsed.local, offsetAt, memory, false) : parsed.local - fixedOffset;
    // Where midnight is skipped the day begins later; of a day no more than its name is needed.
    if (at === null) return hasClock ? null : { at: parsed.local, day, hasClock };
    memory.last = at;
    return { at, day, hasClock };
  };
};

const onePlace = (rows: readonly Row[], place: number | null): void => {
  const names = new Set(place === null ? [] : rows.map(({ cells }) => cells[place] ?? ''));
  if (names.size > 1) throw new TemperatureError('places-several', [...names].slice(0, 3).join(', '));
};

const markOf = (rows: readonly Row[], { mean, range }: TemperatureColumns): DecimalMark => {
  const columns = [...(mean === null ? [] : [mean]), ...(range ?? [])];
  for (const { cells } of rows)
    for (const column of columns) {
      const mark = provenMark(cells[column] ?? '');
      if (mark) return mark;
    }
  return '.';
};

const read = (text: string, { unit: chosen, timeZone, today }: TemperatureFileOptions): Temperatures => {
  const head = readHead(text.slice(0, headLength));
  if (head.table.titleLine === 0) throw new TemperatureError('temperature-missing', head.table.columns.join(', '));
  const columns = temperatureColumns(head);
  const all = splitRows(text, head.table.delimiter, 1);
  const rows = tableRows(all, head, columns);
  onePlace(rows, columns.place);
  const unit = columns.unit ?? chosen;
  if (unit === undefined) throw new TemperatureError('unit-missing');
  const reading = { columns, mark: markOf(rows, columns), unit };
  const offsetAt = zoneOffsets(timeZone);
  const placeRow = clockOf(head, columns, metadataOffset(all), offsetAt);
  const known = rows.flatMap((row): TemperatureRow[] => {
    const celsius = rowTemperature(row, reading);
    const placed = celsius === null ? null : placeRow(row);
    return celsius === null || placed === null ? [] : [{ line: row.line, celsius, ...placed }];
  });
  const { days, leftOut } = dayMeans(known, offsetAt);
  const kept = Object.entries(days).filter(([day]) => day >= firstDay);
  const over = kept.filter(([day]) => day < today);
  if (over.length === 0) throw new TemperatureError('days-none');
  const used = [...(columns.mean === null ? [] : [columns.mean]), ...(columns.range ?? [])];
  return {
    ok: true,
    days: Object.fromEntries(over),
    leftOut,
    ahead: kept.length - over.length,
    columns: used.map((i) => head.table.columns[i] ?? ''),
    unit,
    isUnitTold: columns.unit !== null,
  };
};

const codeOf: Partial<Record<FileError['code'], 'file-empty' | 'time-missing' | 'temperature-missing'>> = {
  empty: 'file-empty',
  'no-time-column': 'time-missing',
  'no-value-column': 'temperature-missing',
};

/** Whatever the bytes are, they are read or refused with the place. */
export const readTemperatureFile = (bytes: Uint8Array, options: TemperatureFileOptions): TemperatureFile => {
  try {
    return read(textOf(bytes), options);
  } catch (error) {
    if (error instanceof TemperatureError) return { ok: false, fault: error.fault };
    if (error instanceof FileError)
      return { ok: false, fault: { code: codeOf[error.code] ?? 'file-unreadable', value: '' } };
    throw error;
  }
};
