/** A table that is opened: what its beginning shows, which column tells meters apart, and the walk over its rows. */
import { type ClockMemory, dayBounds, instantOf, type OffsetAt } from '#catalogue/zone-clock.ts';
import { type FileProblemCode, returnedColumn, type TimeFormat } from '../../../contract/imports.ts';
import { FileError, type OpenFile, unpackedChunks } from '../open-file.ts';
import { csvRows, type DecimalMark, decoderFor, isBlank, parseNumber, parseTime, type Row } from './csv-rows.ts';
import { findLayout, type Head, type HourNumbers, type Layout, readHead, type Table } from './table-layout.ts';

// The first part of a file: enough to see how it is laid out and whether it runs backwards.

const headBytes = 64 * 1024;

interface OpenedTable {
  readonly table: Table;
  readonly layout: Layout;
  /** As far as its beginning shows. */
  readonly order: RowOrder;
}

const readText = async (open: OpenFile): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpackedChunks(open, () => {})) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= headBytes) break;
  }
  const first = chunks[0];
  if (!first) throw new FileError('empty');
  const text = decoderFor(first).decode(Buffer.concat(chunks));
  return length < headBytes ? text : text.slice(0, text.lastIndexOf('\n') + 1) || text;
};

const orderOf = ({ table, rows }: Head, layout: Layout): RowOrder => {
  const time = table.columns.indexOf(layout.timeColumn);
  const meter = layout.meterColumn === undefined ? -1 : table.columns.indexOf(layout.meterColumn);
  const last = new Map<string, number>();
  let direction = 0;
  for (const { cells } of rows) {
    const parsed = parseTime(cells[time] ?? '', layout.timeFormat);
    if (!parsed) continue;
    const at = 'at' in parsed ? parsed.at : parsed.local;
    const series = cells[meter] ?? '';
    direction += Math.sign(at - (last.get(series) ?? at));
    last.set(series, at);
  }
  return direction < 0 ? 'newest-first' : 'oldest-first';
};

/** The layout with the column that tells meters apart, where only the rows of the whole file show which one that is. */
export const withMeterColumn = async (open: OpenFile, head: Head, layout: Layout): Promise<Layout> => {
  if (layout.layout === 'long' || layout.candidates.length === 0) return layout;
  const meter = await meterColumnIn(open, head.table, layout);
  const isValue = layout.valueColumns.length === 1 && layout.valueColumns[0] === meter;
  return meter === null || isValue ? layout : findLayout(head, meter);
};

export const openTable = async (open: OpenFile): Promise<OpenedTable & { readonly head: Head }> => {
  const head = readHead(await readText(open));
  const layout = findLayout(head);
  return { table: head.table, layout, order: orderOf(head, layout), head };
};

// Which column tells meters apart where no title says it: the one without which many rows would speak of the same time.

/** Of so many times all rows are looked at; of longer files, of a share of the times. */
const maxTimes = 10_000;
const maxNames = 300;
const maxRowsPerTime = 400;
/** Of rows beyond the first of their time: fewer are mistakes, or autumn's repeated hour. */
const minShare = 0.01;

interface Candidate {
  readonly index: number;
  readonly title: string;
  readonly names: Set<string>;
}

const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
};

/** All rows of a share of the file's times; the same row twice is one. */
const timeSample = (): { add(time: string, row: string): void; readonly times: ReadonlyMap<string, Set<string>> } => {
  const times = new Map<string, Set<string>>();
  let share = 1;
  return {
    times,
    add(time, row) {
      if (hashOf(time) % share !== 0) return;
      const rows = times.get(time);
      if (rows && rows.size < maxRowsPerTime) rows.add(row);
      if (rows) return;
      times.set(time, new Set([row]));
      if (times.size <= maxTimes) return;
      share *= 2;
      for (const one of times.keys()) if (hashOf(one) % share !== 0) times.delete(one);
    },
  };
};

const meterColumnIn = async (open: OpenFile, table: Table, layout: Layout): Promise<string | null> => {
  const place = (title: string): number => table.columns.indexOf(title);
  const time = place(layout.timeColumn);
  const clock = layout.clockColumn === undefined ? -1 : place(layout.clockColumn);
  let candidates = layout.candidates.map((title): Candidate => ({ index: place(title), title, names: new Set() }));
  const sample = timeSample();
  for await (const some of csvRows(
    unpackedChunks(open, () => {}),
    table.delimiter,
  )) {
    for (const { line, cells } of some) {
      if (line <= table.titleLine) continue;
      for (const { index, names } of candidates) names.add(cells[index] ?? '');
      sample.add(`${cells[time]} ${cells[clock] ?? ''}`, cells.join('\t'));
    }
    candidates = candidates.filter(({ names }) => names.size <= maxNames);
    if (candidates.length === 0) return null;
  }
  let [rows, beyond] = [0, 0];
  const alike = new Map(candidates.map(({ title }) => [title, 0]));
  for (const some of sample.times.values()) {
    rows += some.size;
    beyond += some.size - 1;
    if (some.size === 1) continue;
    const all = [...some].map((row) => row.split('\t'));
    for (const { index, title } of candidates) {
      const names = new Set(all.map((cells) => cells[index]));
      alike.set(title, (alike.get(title) ?? 0) + some.size - names.size);
    }
  }
  if (beyond <= rows * minShare) return null;
  const apart = candidates
    .filter(({ title, names }) => names.size > 1 && (alike.get(title) ?? 0) * 10 <= beyond)
    .sort((a, b) => (alike.get(a.title) ?? 0) - (alike.get(b.title) ?? 0));
  return apart[0]?.title ?? null;
};

// What must be known to turn rows into times and numbers, and the walk over them that scan and import share.

/** How the rows of a series follow each other in time. */
export type RowOrder = 'oldest-first' | 'newest-first' | 'mixed';

export interface ReadPlan {
  readonly table: Table;
  readonly timeColumn: string;
  readonly clockColumn?: string | undefined;
  readonly timeFormat: TimeFormat;
  /** The person said how times are written: the file is not asked about day and month. */
  readonly isFormatChosen: boolean;
  readonly meterColumn?: string | undefined;
  readonly valueColumn?: string | undefined;
  readonly backColumn?: string | undefined;
  /** Wide: the columns to read. Long: the meters to read, or null for all. */
  readonly series: readonly string[] | null;
  readonly offsetAt: OffsetAt;
  readonly order: RowOrder;
  /** Null: the clock column, if there is one, shows times of day. */
  readonly hours: HourNumbers | null;
  readonly mark: DecimalMark;
}

const maxSeries = 300;

interface Walker {
  time?(text: string): void;
  /** An hour by its number, and how many hours its day has. */
  hour?(series: string, hour: number, hours: number, midnight: number): void;
  /** `isLocal`: a wall clock's time, which autumn's repeated hour shows twice. */
  value(series: string, line: number, at: number, value: number, text: string, row: Row, isLocal: boolean): void;
  problem(line: number, column: string, code: FileProblemCode, detail: string): void;
}

const columnIndex = (table: Table, column: string): number => {
  const index = table.columns.indexOf(column);
  if (index < 0) throw new FileError('unknown-column');
  return index;
};

/** Gives each row's readings to `walker`, and says what is wrong with the others. */
export const rowWalk = (plan: ReadPlan, walker: Walker): ((row: Row) => void) => {
  const time = columnIndex(plan.table, plan.timeColumn);
  const clock = plan.clockColumn === undefined ? null : columnIndex(plan.table, plan.clockColumn);

  const isMixed = plan.order === 'mixed';
  const newestFirst = plan.order === 'newest-first';
  let isLocal = false;

  const localToInstant = (local: number, memory: ClockMemory): number | null => {
    isLocal = true;
    const at = instantOf(local, plan.offsetAt, memory, newestFirst);
    // Where rows follow no order, none says anything of the next one.
    if (at !== null && !isMixed) memory.last = at;
    return at;
  };

  const hourToInstant = (local: number, text: string, series: string, memory: ClockMemory): number | null => {
    const number = Number(/^(\d{1,2})(?::00)?$/.exec(text)?.[1] ?? Number.NaN);
    const { first, short, long } = plan.hours as HourNumbers;
    const [from, to] = dayBounds(local, plan.offsetAt);
    const hours = (to - from) / 3600;
    walker.hour?.(series, number, hours, from);
    const since = number - first;
    if (Number.isNaN(number)) return null;
    // Where hours are named by their end, 0 is the midnight that ended the day before.
    if (since < 0) return from - 3600;
    const elapsed = hours < 24 ? short === 'elapsed' : long === 'elapsed';
    if (hours !== 24 && !elapsed) return since < 24 ? localToInstant(local + since * 3600, memory) : null;
    isLocal = false;
    const at = from + since * 3600;
    return at < to ? at : null;
  };

  const timeOf = (row: Row, series: string, memory: ClockMemory): number | null => {
    const day = row.cells[time] ?? '';
    const text = clock === null ? day : `${day} ${row.cells[clock] ?? ''}`;
    const isHours = plan.hours !== null && clock !== null;
    walker.time?.(isHours ? day : text);
    const parsed = parseTime(isHours ? day : text, plan.timeFormat);
    if (!parsed || (isHours && 'at' in parsed)) {
      walker.problem(row.line, plan.timeColumn, 'time-malformed', text);
      return null;
    }
    let at: number | null;
    if ('at' in parsed) {
      isLocal = false;
      at = memory.last = parsed.at;
    } else if (isHours) at = hourToInstant(parsed.local, row.cells[clock] ?? '', series, memory);
    else at = localToInstant(parsed.local, memory);
    if (at === null) walker.problem(row.line, plan.timeColumn, 'time-missing', text);
    return at;
  };

  const read = (row: Row, series: string, column: string, index: number, at: number): void => {
    const text = row.cells[index];
    if (text === undefined) walker.problem(row.line, column, 'cells-missing', `${row.cells.length}`);
    else if (!isBlank(text)) {
      const value = parseNumber(text, plan.mark);
      if (value === null) walker.problem(row.line, column, 'number-malformed', text);
      walker.value(series, row.line, at, value ?? Number.NaN, text, row, isLocal);
    }
  };

  if (plan.meterColumn === undefined) {
    const columns = (plan.series ?? []).map((title) => ({ title, index: columnIndex(plan.table, title) }));
    const memory: ClockMemory = { last: null };
    return (row) => {
      const at = timeOf(row, '', memory);
      if (at === null) return;
      for (const { title, index } of columns) read(row, title, title, index, at);
    };
  }

  const meter = columnIndex(plan.table, plan.meterColumn);
  const valueColumn = plan.valueColumn ?? '';
  const value = columnIndex(plan.table, valueColumn);
  const { backColumn } = plan;
  const back = backColumn === undefined ? null : columnIndex(plan.table, backColumn);
  const wanted = plan.series && new Set(plan.series);
  const isWanted = (series: string): boolean => wanted === null || wanted.has(series);
  const memories = new Map<string, ClockMemory>();
  let overflowed = false;
  return (row) => {
    const series = row.cells[meter] ?? '';
    const isBackWanted = back !== null && isWanted(returnedColumn(series));
    if (!isWanted(series) && !isBackWanted) return;
    let memory = memories.get(series);
    if (!memory) {
      if (memories.size >= maxSeries) {
        if (!overflowed) walker.problem(row.line, plan.meterColumn ?? '', 'too-many-meters', series);
        overflowed = true;
        return;
      }
      memory = { last: null };
      memories.set(series, memory);
    }
    const at = timeOf(row, series, memory);
    if (at === null) return;
    if (isWanted(series)) read(row, series, valueColumn, value, at);
    if (isBackWanted) read(row, returnedColumn(series), backColumn ?? '', back, at);
  };
};
