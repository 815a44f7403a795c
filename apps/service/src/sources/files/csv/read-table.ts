/** Streams a file as batches of readings, after one pass that learns its steps. */
import { zoneOffsets } from '@wattershed/domain';
import type { ImportMapping, ImportOptions } from '@wattershed/contracts';
import { csvRows } from './csv-rows.ts';
import { endReading, type FileResult } from '../file-error.ts';
import { openTable } from './open-table.ts';
import { type ReadPlan, rowWalk } from './read-plan.ts';
import { type FileProblem, type Scan, scanTable } from './scan-table.ts';
import { type FileReading, type SeriesReadings, seriesReadings } from './series-readings.ts';
import { medianStep } from './step-histogram.ts';
import { timeFormatOf } from './table-layout.ts';
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
    timeFormat: options.timeFormat ?? timeFormatOf(head, options.timeColumn),
    isFormatChosen: options.timeFormat !== undefined,
    meterColumn: isLong ? (options.meterColumn ?? layout.meterColumn ?? '') : undefined,
    valueColumn: isLong ? (options.valueColumn ?? layout.valueColumn ?? '') : undefined,
    series: options.mappings.filter(isMapped).map(({ column }) => column),
    offsetAt: zoneOffsets(options.timeZone),
    mark: '.',
  };
};

const readersFor = (
  options: ImportOptions,
  scan: Scan,
  give: (reading: FileReading) => void,
): ReadonlyMap<string, { mapping: ImportMapping; readings: SeriesReadings }> =>
  new Map(
    options.mappings.filter(isMapped).map((mapping) => {
      const steps = scan.series.get(mapping.column)?.steps;
      const stepS = (steps && medianStep([steps])) ?? scan.stepS ?? lonelyStepS;
      const shape = { mapping, stepS, stamp: options.stamp, newestFirst: scan.plan.newestFirst };
      return [mapping.column, { mapping, readings: seriesReadings(shape, give) }];
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
  const readers = readersFor(options, scan, (reading) => readings.push(reading));
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
  const walk = rowWalk(scan.plan, {
    value(series, line, at, value) {
      const reader = readers.get(series);
      if (!reader || Number.isNaN(value)) return;
      if (reader.mapping.kind === 'counter' && value < 0) {
        problems.push({ line, column: series, code: 'negative-counter', detail: `${value}` });
      } else reader.readings.take(line, at, value);
    },
    problem: (line, column, code, detail) => problems.push({ line, column, code, detail }),
  });
  for await (const some of csvRows(
    unpackedChunks(open, (read) => progress(scanned + read / 2)),
    scan.plan.table.delimiter,
  )) {
    for (const row of some) {
      if (row.line <= scan.plan.table.titleLine) continue;
      rows += 1;
      walk(row);
    }
    if (readings.length >= to.batchSize) await flush();
  }
  for (const { readings: series } of readers.values()) series.end();
  await flush();
};

export const readTable = (open: OpenFile, options: ImportOptions, to: ReadTable): Promise<FileResult<void>> =>
  endReading(() => readAll(open, options, to));
