/** Streams a file as batches of readings, after one pass that learns its steps. */
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import type { ImportMapping, ImportOptions } from '../../../contract/imports.ts';
import { csvRows } from './csv-rows.ts';
import { endReading, type FileResult } from '../file-error.ts';
import { openTable } from './open-table.ts';
import { type ReadPlan, rowWalk } from './read-plan.ts';
import { type FileProblem, type Scan, scanTable } from './scan-table.ts';
import { type FileReading, type SeriesReadings, seriesReadings } from './series-readings.ts';
import { medianStep } from './step-histogram.ts';
import { rowSorter, type SortedRow, tellHoursApart } from './sort-rows.ts';
import { hoursIn, timeFormatOf } from './table-layout.ts';
import { type OpenFile, unpackedChunks } from '../unpacked-chunks.ts';

interface FileBatch {
  /** By column, then by time. */
  readonly readings: readonly FileReading[];
  readonly problems: readonly FileProblem[];
  /** Rows read since the batch before. */
  readonly rows: number;
}

interface ReadTable {
  readonly batchSize: number;
  /** Bytes of the stored file, as far as the reading has come (both passes together count as one). */
  onBytes(read: number): void;
  take(batch: FileBatch): Promise<void>;
}

const lonelyStepS = 3600;

const byColumnAndTime = (a: FileReading, b: FileReading): number =>
  a.column === b.column ? a.at - b.at : a.column < b.column ? -1 : 1;

const isMapped = (mapping: ImportMapping): boolean => !('skip' in mapping.target);

const planFor = async (open: OpenFile, options: ImportOptions): Promise<ReadPlan> => {
  const { layout, head, ...found } = await openTable(open);
  const isLong = options.layout === 'long';
  return {
    ...found,
    timeColumn: options.timeColumn,
    clockColumn: options.clockColumn,
    hours: hoursIn(head, options.clockColumn),
    timeFormat: options.timeFormat ?? timeFormatOf(head, options.timeColumn),
    isFormatChosen: options.timeFormat !== undefined,
    meterColumn: isLong ? (options.meterColumn ?? layout.meterColumn ?? '') : undefined,
    valueColumn: isLong ? (options.valueColumn ?? layout.valueColumn ?? '') : undefined,
    series: options.mappings.filter(isMapped).map(({ column }) => column),
    offsetAt: zoneOffsets(options.timeZone),
    mark: '.',
  };
};

interface Reader {
  readonly mapping: ImportMapping;
  readonly readings: SeriesReadings;
  /** Its place among the readers. */
  readonly place: number;
}

const readersFor = (
  options: ImportOptions,
  scan: Scan,
  give: (reading: FileReading) => void,
  problem: (problem: FileProblem) => void,
): ReadonlyMap<string, Reader> =>
  new Map(
    options.mappings.filter(isMapped).map((mapping, place) => {
      const { column } = mapping;
      const steps = scan.series.get(column)?.steps;
      const stepS = (steps && medianStep([steps])) ?? scan.stepS ?? lonelyStepS;
      const { stamp, counterStamp, rowS = null } = options;
      const shape = { mapping, stepS, stamp, counterStamp, rowS, offsetAt: scan.plan.offsetAt };
      const contradicts = (line: number, value: number): void =>
        problem({ line, column, code: 'time-twice', detail: `${value}` });
      return [column, { mapping, place, readings: seriesReadings(shape, give, contradicts) }];
    }),
  );

const readAll = async (open: OpenFile, options: ImportOptions, to: ReadTable): Promise<void> => {
  let furthest = 0;
  const progress = (bytes: number): void => {
    furthest = Math.max(furthest, bytes);
    to.onBytes(Math.floor(furthest));
  };
  const scan = await scanTable(open, await planFor(open, options), (read) => progress(read / 2));
  const scanned = furthest;

  let readings: FileReading[] = [];
  let problems: FileProblem[] = [];
  let rows = 0;
  const readers = readersFor(
    options,
    scan,
    (reading) => readings.push(reading),
    (problem) => problems.push(problem),
  );
  const flush = async (): Promise<void> => {
    const sorted = readings.sort(byColumnAndTime);
    readings = [];
    const [faults, count] = [problems, rows];
    [problems, rows] = [[], 0];
    for (let from = 0; from === 0 || from < sorted.length; from += to.batchSize) {
      const first = from === 0;
      await to.take({
        readings: sorted.slice(from, from + to.batchSize),
        problems: first ? faults : [],
        rows: first ? count : 0,
      });
    }
  };
  const { plan } = scan;
  const sorter = plan.order === 'oldest-first' ? null : rowSorter();
  const walk = rowWalk(plan, {
    value(series, line, at, value, _text, _row, isLocal) {
      const reader = readers.get(series);
      if (!reader || Number.isNaN(value)) return;
      if (value < 0) {
        const code = reader.mapping.kind === 'counter' ? 'negative-counter' : 'negative-amount';
        problems.push({ line, column: series, code, detail: `${value}` });
      } else if (sorter) sorter.add({ series: reader.place, at, line, value, isLocal });
      else reader.readings.take(line, at, value);
    },
    problem: (line, column, code, detail) => problems.push({ line, column, code, detail }),
  });
  try {
    for await (const some of csvRows(
      unpackedChunks(open, (read) => progress(scanned + read / 2)),
      plan.table.delimiter,
    )) {
      for (const row of some) {
        if (row.line <= plan.table.titleLine) continue;
        rows += 1;
        walk(row);
      }
      await sorter?.spill();
      if (readings.length >= to.batchSize || problems.length >= to.batchSize) await flush();
    }
    if (sorter) await readSorted(sorter.rows(), plan, readers, () => readings.length >= to.batchSize && flush());
  } finally {
    await sorter?.end();
  }
  for (const { readings: series } of readers.values()) series.end();
  await flush();
};

const readSorted = async (
  sorted: AsyncIterable<SortedRow[]>,
  plan: ReadPlan,
  readers: ReadonlyMap<string, Reader>,
  flush: () => Promise<void> | false,
): Promise<void> => {
  const all = [...readers.values()];
  // Where rows run backwards evenly, their order has told the repeated hours apart already.
  const told = plan.order === 'mixed' ? tellHoursApart(sorted, plan.offsetAt) : sorted;
  for await (const some of told) {
    for (const { series, line, at, value } of some) (all[series] as Reader).readings.take(line, at, value);
    await flush();
  }
};

export const readTable = (open: OpenFile, options: ImportOptions, to: ReadTable): Promise<FileResult<void>> =>
  endReading(() => readAll(open, options, to));
