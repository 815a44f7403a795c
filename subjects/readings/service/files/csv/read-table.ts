/** Streams a file as batches of readings, after one pass that learns its steps. */
import { type OffsetAt, zoneOffsets } from '#catalogue/zone-clock.ts';
import { type ImportMapping, type ImportOptions, returnedColumn } from '../../../contract/imports.ts';
import { endReading, type FileResult, type OpenFile, unpackedChunks } from '../open-file.ts';
import { amountOver, counterValue, wholeAmounts } from '../whole-amounts.ts';
import { csvRows } from './csv-rows.ts';
import { openTable, type ReadPlan, rowWalk } from './open-table.ts';
import { type FileProblem, medianStep, type Scan, scanTable } from './scan-table.ts';
import { rowSorter, type SortedRow, tellHoursApart } from './sort-rows.ts';
import { hoursIn, timeFormatOf } from './table-layout.ts';

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
    backColumn: isLong ? options.backColumn : undefined,
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
      if (value < 0 && reader.mapping.isNet !== true) {
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

// One column's numbers as readings: whole Wh or mL, each over the part of time that its row speaks of.

export interface FileReading {
  readonly line: number;
  readonly column: string;
  /** Seconds since 1970; of an interval its start. */
  readonly at: number;
  readonly value: number;
  readonly spanS: number | null;
}

interface SeriesReadings {
  take(line: number, at: number, value: number): void;
  /** The last row has no next one to end it: gives it the usual step. */
  end(): void;
}

/** Rows further apart than this many steps have a silence between them, which is nobody's use. */
const maxWidening = 1.5;

interface SeriesShape {
  readonly mapping: ImportMapping;
  readonly stepS: number;
  readonly stamp: 'start' | 'end';
  /** A counter's value stands at its row's time, or at the end of the interval that begins then. */
  readonly counterStamp: 'instant' | 'start';
  /** Rows last as long, unless the next one begins earlier; null: until the next one. */
  readonly rowS: number | null;
  readonly offsetAt: OffsetAt;
}

const dayS = 86_400;

/** How long the usual row at `at` lasts: where rows are days, a local one. */
const usualSpan = (at: number, stepS: number, direction: 1 | -1, offsetAt: OffsetAt): number => {
  if (stepS % dayS !== 0) return stepS;
  return stepS + direction * (offsetAt(at) - offsetAt(at + direction * stepS));
};

interface Row {
  readonly line: number;
  readonly at: number;
  readonly value: number;
}

/**
 * Rows come in order of time. Of several for one time the one with the least value counts, whichever came first; the others are
 * given on as what they are, repeats or contradictions.
 */
const seriesReadings = (
  shape: SeriesShape,
  give: (reading: FileReading) => void,
  contradicts: (line: number, value: number) => void,
): SeriesReadings => {
  const { mapping, stepS, stamp, counterStamp, rowS, offsetAt } = shape;
  const { column, unit, kind } = mapping;
  const [toWhole, backToWhole] = [wholeAmounts(), wholeAmounts()];
  const looksAhead = kind === 'counter' ? counterStamp === 'start' : stamp === 'start';

  const spanTo = (at: number, neighbour: number | null): number => {
    const distance = neighbour === null ? 0 : Math.abs(neighbour - at);
    if (rowS !== null) return distance > 0 ? Math.min(distance, rowS) : rowS;
    const usual = usualSpan(at, stepS, looksAhead ? 1 : -1, offsetAt);
    return distance > 0 && distance <= usual * maxWidening ? distance : usual;
  };
  const readingsOf = ({ line, at, value }: Row, neighbour: number | null): FileReading[] => {
    if (kind === 'counter') {
      const after = counterStamp === 'start' ? spanTo(at, neighbour) : 0;
      return [{ line, column, at: at + after, value: counterValue(value, unit), spanS: null }];
    }
    const spanS = spanTo(at, neighbour);
    const start = stamp === 'end' ? at - spanS : at;
    const amount = amountOver(value, unit, kind, spanS);
    const drawn = { line, column, at: start, value: toWhole(Math.max(0, amount)), spanS };
    if (mapping.isNet !== true) return [drawn];
    return [drawn, { ...drawn, column: returnedColumn(column), value: backToWhole(Math.max(0, -amount)) }];
  };

  let alike: Row[] = [];
  let before: number | null = null;
  const release = (next: number | null): void => {
    if (alike.length > 1) alike.sort((a, b) => a.value - b.value || a.line - b.line);
    const [first, ...others] = alike;
    if (!first) return;
    const readings = readingsOf(first, looksAhead ? next : before);
    for (const reading of readings) give(reading);
    for (const { line, value } of others) {
      if (value === first.value) for (const reading of readings) give({ ...reading, line });
      else contradicts(line, value);
    }
    before = first.at;
    alike = [];
  };
  return {
    take(line, at, value) {
      if (alike.length > 0 && (alike[0] as Row).at !== at) release(at);
      alike.push({ line, at, value });
    },
    end: () => release(null),
  };
};
