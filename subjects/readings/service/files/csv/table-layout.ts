/** How a file is laid out, from its first rows: delimiter, title line, and which columns hold times, meters and values. */
import {
  type Flow,
  type ImportKind,
  type ImportUnit,
  interchangeOf,
  kindsOf,
  type Utility,
  utilityIds,
} from '#catalogue/index.ts';
import { roomIn } from '#subjects/household/domain/room-words.ts';
import type { TimeFormat } from '../../../contract/imports.ts';
import { counterUnitLabels, flowNamed } from '../../../domain/device-words.ts';
import { FileError } from '../open-file.ts';
import { firstRows, isBlank, parseNumber, parseTime, provenOrder, type Row } from './csv-rows.ts';

/** What holds for a file whatever the person chooses. */
export interface Table {
  readonly delimiter: string;
  readonly columns: readonly string[];
  /** Rows begin after this line (0: no title line). */
  readonly titleLine: number;
}

/** Hours that stand as numbers beside their day. */
export interface HourNumbers {
  /** 1: number n is the hour that ends at n:00; 0: the one that begins then. */
  readonly first: 0 | 1;
  /** Of a day of 23 hours and of one of 25: the n-th hour since midnight, or what the clock shows. */
  readonly short: 'elapsed' | 'clock';
  readonly long: 'elapsed' | 'clock';
}

export interface Layout {
  readonly layout: 'long' | 'wide';
  readonly timeColumn: string;
  readonly clockColumn?: string;
  readonly timeFormat: TimeFormat;
  readonly meterColumn?: string;
  readonly valueColumn?: string;
  /** Long: beside the values, what each meter gave back. */
  readonly backColumn?: string;
  /** Columns of numbers other than times. */
  readonly valueColumns: readonly string[];
  /** Rows are Home Assistant's statistics. */
  readonly isStatistics: boolean;
  /** Columns that could tell meters apart, whatever they are called. */
  readonly candidates: readonly string[];
}

const delimiters = [',', ';', '\t'];
const searched = 60;

const commonWidth = (rows: readonly Row[]): { width: number; share: number } => {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width, count] = [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), [0, 0]);
  return { width, share: rows.length === 0 ? 0 : count / rows.length };
};

const isNumber = (cell: string): boolean => parseNumber(cell, '.') !== null || parseNumber(cell, ',') !== null;
const isCalendar = (cell: string): boolean =>
  parseTime(cell, 'iso') !== null || parseTime(cell, 'dmy') !== null || parseTime(cell, 'mdy') !== null;
export const isTime = (cell: string): boolean =>
  isCalendar(cell) || parseTime(cell, 'unix-s') !== null || parseTime(cell, 'unix-ms') !== null;

const isData = ({ cells }: Row): boolean =>
  cells.some((cell, i) => isTime(cell) && cells.some((one, j) => j !== i && isNumber(one)));

const titlesOf = (row: Row | undefined, width: number): string[] => {
  const seen = new Map<string, number>();
  return Array.from({ length: Math.max(width, row?.cells.length ?? 0) }, (_, i) => {
    const title = row?.cells[i] || `column ${i + 1}`;
    const times = (seen.get(title) ?? 0) + 1;
    seen.set(title, times);
    return times === 1 ? title : `${title} (${times})`;
  });
};

const isTitle = (row: Row | undefined): row is Row =>
  row !== undefined && row.cells.length > 1 && !row.cells.some(isNumber);

/** Rows with fewer cells may stand between the titles and the first whole row. */
const firstBelowTitle = (rows: readonly Row[], first: number, width: number): number => {
  let below = first;
  while (below > 0 && rows[below - 1]?.cells.some((cell) => isTime(cell))) below -= 1;
  const title = rows[below - 1];
  return isTitle(title) && title.cells.length >= width - 1 ? below : first;
};

export interface Head {
  readonly table: Table;
  /** The first rows below the titles. */
  readonly rows: readonly Row[];
  /** What lines above the titles say that all of it is measured in (Enedis); empty: nothing. */
  readonly unit: string;
}

const unitTitle = /^unit(e|é|s|y)?$/i;

const unitAbove = (rows: readonly Row[]): string => {
  for (const [i, { cells }] of rows.entries()) {
    const place = cells.findIndex((cell) => unitTitle.test(cell));
    if (place >= 0) return rows[i + 1]?.cells[place] ?? '';
  }
  return '';
};

export const readHead = (text: string): Head => {
  const tried = delimiters.map((delimiter) => {
    const rows = firstRows(text, delimiter);
    const { width, share } = commonWidth(rows);
    return { delimiter, rows, width, score: width < 2 ? 0 : share * Math.min(width, 8) };
  });
  const best = tried.reduce((one, other) => (other.score > one.score ? other : one));
  if (best.score === 0) throw new FileError(best.rows.length === 0 ? 'empty' : 'no-value-column');
  // Above the titles some tell of themselves, with times and numbers too, in rows of another width.
  const isWide = ({ cells }: Row): boolean => Math.abs(cells.length - best.width) <= 1;
  const first = best.rows.findIndex((row, i) => i < searched && isWide(row) && isData(row));
  if (first < 0) throw new FileError(best.rows.length < 2 ? 'empty' : 'no-time-column');
  const below = firstBelowTitle(best.rows, first, best.width);
  const title = best.rows[below - 1];
  const hasTitle = isTitle(title);
  return {
    table: {
      delimiter: best.delimiter,
      columns: titlesOf(hasTitle ? title : undefined, best.width),
      titleLine: hasTitle ? title.line : 0,
    },
    rows: best.rows.slice(hasTitle ? below : first),
    unit: unitAbove(best.rows.slice(0, Math.max(0, below - 1))),
  };
};

/**
 * Hours that stand as numbers beside their day, or as 1:00 to 24:00 (Datadis), which are no times of a clock: the last one of autumn's repeated hour
 * would be named by an end that comes once. From which one on and how they are told apart the whole file says.
 */
export const hoursIn = ({ table, rows }: Head, clockColumn: string | undefined): HourNumbers | null => {
  const index = clockColumn === undefined ? -1 : table.columns.indexOf(clockColumn);
  const cells = rows.map(({ cells: all }) => all[index] ?? '').filter((cell) => cell !== '');
  const isHours = cells.length > 0 && cells.every((cell) => hourNumber.test(cell));
  const areEnds = cells.some((cell) => cell === '24:00') && cells.every((cell) => hourEnd.test(cell));
  return isHours || areEnds ? { first: 1, short: 'elapsed', long: 'elapsed' } : null;
};

const formatOf = (cells: readonly string[]): TimeFormat => {
  const cell = cells[0] ?? '';
  for (const format of ['unix-ms', 'unix-s', 'iso'] as const) if (parseTime(cell, format)) return format;
  for (const one of cells) {
    const proven = provenOrder(one);
    if (proven) return proven;
  }
  return 'dmy';
};

export const timeFormatOf = ({ table, rows }: Head, column: string): TimeFormat => {
  const index = table.columns.indexOf(column);
  return formatOf(rows.map(({ cells }) => cells[index] ?? '').filter((cell) => cell !== ''));
};

const clock = /^\d\d?:\d\d(:\d\d)?( ?[ap]m)?$/i;
const hourNumber = /^(1?\d|2[0-5]|0\d)$/;
const hourEnd = /^(1?\d|2[0-5]|0\d):00$/;
const hourTitle = /^(hora|horas|hour|hours|stunde|heure|ora|hr)$/;
const meterTitle =
  /\b(meter|sensor|device|entity|statistic|channel|name|key|household|appliance|fixture|circuit|outlet|socket|plug|tap|zone|room|type|cups|contador|medidor|dispositivo|zähler|gerät|raum)\b/;
const meterNumberTitle =
  /^((meter|sensor|device|entity|channel|household)( (id|key|no|number))?|(statistic|metadata) id)$/;
const valueTitles = [
  /\bvalue\b/,
  /\b(reading|counter)\b/,
  /\bsum\b/,
  /\bstate\b/,
  /\b(mean|average)\b/,
  /\b(usage|consumption|energy|volume|amount|consumo)\b|^ae( k?wh)?$/,
];

/** Home Assistant's long-term statistics: what stands in a row is of the hour that begins at its start. */
const isStatistics = (columns: readonly string[]): boolean =>
  columns.some((title) => mentions(title, /^start( ts)?$/)) &&
  columns.some((title) => mentions(title, /^(statistic|metadata) id$/) || mentions(title, /^(sum|state|delta)$/));

const placeTitle = /^(id|no|nr|number|meter|sensor|device|channel|circuit|zone|outlet|tap)$/;

const couldTellMeters = (title: string, cells: readonly string[]): boolean =>
  cells.length > 0 &&
  (!cells.some(isNumber) || (mentions(title, placeTitle) && cells.every((cell) => /^\d{1,9}$/.test(cell))));

/** `meterTitled`: the column that is known to tell meters apart. */
export const findLayout = ({ table, rows }: Head, meterTitled?: string): Layout => {
  const cellsOf = (i: number): string[] => rows.map(({ cells }) => cells[i] ?? '').filter((cell) => !isBlank(cell));
  const most = (i: number, test: (cell: string) => boolean): boolean => {
    const cells = cellsOf(i);
    return cells.length > 0 && cells.filter(test).length * 2 > cells.length;
  };
  const all = table.columns.map((title, i) => ({ title, i }));
  const calendar = all.filter(({ i }) => most(i, isCalendar));
  const times = calendar.length > 0 ? calendar : all.filter(({ i }) => most(i, isTime));
  const time = times.find(({ title }) => mentions(title, /\b(start|from|begin|timestamp)\b/)) ?? times[0];
  if (!time) throw new FileError('no-time-column');
  const dayOnly = most(time.i, (cell) => !cell.includes(':') && isCalendar(cell));
  const isHours = ({ title, i }: (typeof all)[number]): boolean =>
    dayOnly && mentions(title, hourTitle) && cellsOf(i).length > 0 && cellsOf(i).every((cell) => hourNumber.test(cell));
  const clocks = all.filter((column) => most(column.i, (cell) => clock.test(cell)) || isHours(column));
  const numbers = all.filter(
    (column) => !times.includes(column) && !clocks.includes(column) && most(column.i, isNumber),
  );
  const text = all.filter((column) => !times.includes(column) && !clocks.includes(column));
  const meter = text.find(({ title, i }) =>
    meterTitled === undefined
      ? mentions(title, most(i, isNumber) ? meterNumberTitle : meterTitle)
      : title === meterTitled,
  );
  const values = numbers.filter((column) => column !== meter);
  if (values.length === 0) throw new FileError('no-value-column');
  // A running sum that began below zero is no counter; the state beside it is.
  const isBelowZero = (i: number): boolean => cellsOf(i).some((cell) => cell.startsWith('-'));
  const fits = ({ title, i }: (typeof values)[number], wanted: RegExp): boolean =>
    mentions(title, wanted) && !(mentions(title, /\bsum\b/) && isBelowZero(i));
  const drawn = values.filter(({ title }) => titleHints(title).flow === null);
  const value =
    valueTitles.flatMap((wanted) => drawn.filter((column) => fits(column, wanted)))[0] ?? drawn[0] ?? values[0];
  const back = values.find(({ title }) => titleHints(title).flow === 'returned');
  return {
    layout: meter ? 'long' : 'wide',
    timeColumn: time.title,
    ...(dayOnly && clocks[0] ? { clockColumn: clocks[0].title } : {}),
    timeFormat: formatOf(cellsOf(time.i)),
    ...(meter && value ? { meterColumn: meter.title, valueColumn: value.title } : {}),
    ...(meter && back && back !== value ? { backColumn: back.title } : {}),
    valueColumns: values.map(({ title }) => title),
    isStatistics: isStatistics(table.columns),
    candidates: text.filter(({ title, i }) => couldTellMeters(title, cellsOf(i))).map(({ title }) => title),
  };
};

// What a column's title (or a meter's or file's name) gives away: unit, kind, utility, room. Suggestions only.

export interface TitleHints {
  readonly unit: ImportUnit | null;
  readonly kind: ImportKind | null;
  /** By its words alone, whatever its unit. */
  readonly utility: Utility | null;
  readonly room: string;
  /** The title without unit and kind, as a device's name; may be empty. */
  readonly name: string;
  /** Money, weather, remarks: not a meter. */
  readonly other: boolean;
  /** What passes its meter, where it is told; both ways netted, or what was used of own production, which others tell too. */
  readonly flow: Exclude<Flow, 'drawn'> | 'net' | 'own' | null;
}

const unitLabels: Readonly<Record<string, ImportUnit>> = {
  ...counterUnitLabels,
  mwh: 'MWh',
  w: 'W',
  watt: 'W',
  watts: 'W',
  kw: 'kW',
  lpm: 'L/min',
};
const kindLabels: readonly (readonly [RegExp, ImportKind])[] = [
  [
    /\b(counter|cumulative|reading|index|register|total increasing|sum|state|odometer|lectura|zaehlerstand|zählerstand)\b/,
    'counter',
  ],
  [/\b(power|mean|average|avg|flow|leistung|potencia)\b/, 'mean'],
  [
    /\b(consumption|usage|used|use|diff|delta|amount|energy|volume|import|verbrauch|consumo)\b|\b(in|per) (minute|hour|day)\b/,
    'interval',
  ],
];
const other =
  /\b(cost|price|tariff|rate|euro?|usd|gbp|inr|coste?|precio|temp|temperature|humidity|notes?|remarks?|quality|status|minutes|count|samples|duration|lat|lon|id)\b|[$€£₹°%]/;
const own = /\b(auto ?cons\w*|autoconsumid[ao]|self ?(use|used|consumption|consumed)|eigenverbrauch)\b/;
/** Datadis: the energy that went out. */
const outgoing = /^as( k?wh)?$/;
const flowIn = (text: string, inWords: string): TitleHints['flow'] => {
  if (own.test(text)) return 'own';
  if (net.test(text)) return 'net';
  const named = flowNamed(inWords);
  return named === 'drawn' ? null : (named ?? (outgoing.test(text) ? 'returned' : null));
};
const net = /\b(net|netto|neto|neta|saldo|balance)\b/;
const filler = /\b(in|per|the|of|total|value|minute|hour|hourly|day|daily|sensor|kw h)\b/g;

const plain = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/l\s*\/\s*min\b/g, 'lpm')
    .replace(/m3\s*\/\s*h\b/g, 'm3h')
    .replace(/[^\p{L}\p{M}\p{N}$€£₹°%]+/gu, ' ')
    .trim();

const unitOf = (words: readonly string[]): ImportUnit | null => {
  if (words.includes('m3h')) return 'm3/h';
  for (const word of words.toReversed()) if (Object.hasOwn(unitLabels, word)) return unitLabels[word] ?? null;
  return null;
};

const nameOf = (title: string, words: readonly string[]): string => {
  let name = ` ${words.filter((word) => !Object.hasOwn(unitLabels, word) && word !== 'm3h').join(' ')} `;
  for (const [pattern] of kindLabels) name = name.replace(pattern, ' ');
  name = name.replace(filler, ' ').replace(/\s+/g, ' ').trim();
  const asWritten = name.replace(/\S+/g, (word) => (title.includes(word.toUpperCase()) ? word.toUpperCase() : word));
  return asWritten.slice(0, 1).toUpperCase() + asWritten.slice(1);
};

const utilityNamed = (text: string): Utility | null =>
  utilityIds.findLast((utility) => interchangeOf(utility).titleWords.test(text)) ?? null;

export const titleHints = (title: string): TitleHints => {
  const text = plain(title);
  const words = text.split(' ');
  const unit = unitOf(words);
  const kind = kindLabels.find(([pattern]) => pattern.test(text))?.[1] ?? null;
  return {
    unit,
    kind: unit && !kindsOf(unit).includes(kind as ImportKind) ? null : kind,
    utility: utilityNamed(text),
    room: roomIn(title),
    name: nameOf(title, words),
    other: other.test(text) && unit === null,
    flow: flowIn(text, plain(title.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))),
  };
};

export const mentions = (title: string, pattern: RegExp): boolean => pattern.test(plain(title));
