/** What must be known to turn rows into times and numbers, and the walk over them that scan and import share. */
import { type ClockMemory, dayBounds, instantOf, type OffsetAt } from '#catalogue/zone-clock.ts';
import type { FileProblemCode, TimeFormat } from '../../../contract/imports.ts';
import type { Row } from './csv-rows.ts';
import { FileError } from '../file-error.ts';
import { type DecimalMark, isBlank, parseNumber } from './parse-number.ts';
import { parseTime } from './parse-time.ts';
import type { HourNumbers, Table } from './table-layout.ts';

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
  /** Wide: the columns to read. Long: the meters to read, or null for all. */
  readonly series: readonly string[] | null;
  readonly offsetAt: OffsetAt;
  readonly order: RowOrder;
  /** Null: the clock column, if there is one, shows times of day. */
  readonly hours: HourNumbers | null;
  readonly mark: DecimalMark;
}

const maxSeries = 300;

export interface Walker {
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
    const number = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
    const { first, short, long } = plan.hours as HourNumbers;
    const [from, to] = dayBounds(local, plan.offsetAt);
    const hours = (to - from) / 3600;
    walker.hour?.(series, number, hours, from);
    const since = number - first;
    if (Number.isNaN(number) || since < 0) return null;
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
  const wanted = plan.series && new Set(plan.series);
  const memories = new Map<string, ClockMemory>();
  let overflowed = false;
  return (row) => {
    const series = row.cells[meter] ?? '';
    if (wanted && !wanted.has(series)) return;
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
    if (at !== null) read(row, series, valueColumn, value, at);
  };
};
