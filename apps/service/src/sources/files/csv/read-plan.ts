/** What must be known to turn rows into times and numbers, and the walk over them that scan and import share. */
import { type ClockMemory, instantOf, type OffsetAt } from '@wattershed/domain';
import type { FileProblemCode, TimeFormat } from '@wattershed/contracts';
import type { Row } from './csv-rows.ts';
import { FileError } from '../file-error.ts';
import { type DecimalMark, isBlank, parseNumber } from './parse-number.ts';
import { parseTime } from './parse-time.ts';
import type { Table } from './table-layout.ts';

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
  readonly newestFirst: boolean;
  readonly mark: DecimalMark;
}

const maxSeries = 300;

export interface Walker {
  time?(text: string): void;
  value(series: string, line: number, at: number, value: number, text: string, row: Row): void;
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

  const timeOf = (row: Row, memory: ClockMemory): number | null => {
    const text = clock === null ? (row.cells[time] ?? '') : `${row.cells[time]} ${row.cells[clock] ?? ''}`;
    walker.time?.(text);
    const parsed = parseTime(text, plan.timeFormat);
    if (!parsed) {
      walker.problem(row.line, plan.timeColumn, 'time-malformed', text);
      return null;
    }
    const at = 'at' in parsed ? parsed.at : instantOf(parsed.local, plan.offsetAt, memory, plan.newestFirst);
    if (at === null) walker.problem(row.line, plan.timeColumn, 'time-missing', text);
    else memory.last = at;
    return at;
  };

  const read = (row: Row, series: string, column: string, index: number, at: number): void => {
    const text = row.cells[index];
    if (text === undefined) walker.problem(row.line, column, 'cells-missing', `${row.cells.length}`);
    else if (!isBlank(text)) {
      const value = parseNumber(text, plan.mark);
      if (value === null) walker.problem(row.line, column, 'number-malformed', text);
      walker.value(series, row.line, at, value ?? Number.NaN, text, row);
    }
  };

  if (plan.meterColumn === undefined) {
    const columns = (plan.series ?? []).map((title) => ({ title, index: columnIndex(plan.table, title) }));
    const memory: ClockMemory = { last: null };
    return (row) => {
      const at = timeOf(row, memory);
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
    const at = timeOf(row, memory);
    if (at !== null) read(row, series, valueColumn, value, at);
  };
};
