/** A Green Button file: what a person sees before it is imported, and its readings. */
import { roomIn } from '#subjects/household/domain/room-words.ts';
import {
  type FileBill,
  type FileCost,
  type FileProblemCode,
  type ImportMapping,
  type ImportOptions,
  type ImportPreview,
  returnedColumn,
} from '../../../contract/imports.ts';
import { endReading, FileError, type FileResult, type OpenFile } from '../open-file.ts';
import { wholeAmounts } from '../whole-amounts.ts';
import { isBelow } from './feed-bills.ts';
import type { NumberMeaning } from './reading-type.ts';
import { type FeedScan, type FeedSeries, scanFeed } from './scan-feed.ts';
import { type FeedReading, walkFeed } from './walk-feed.ts';

const columns = ['meter', 'start', 'duration', 'value'] as const;
const instant = (at: number | null): string | null => (at === null ? null : new Date(at * 1000).toISOString());

export const previewFeed = (
  open: OpenFile,
  _fileName: string,
  timeZone: string,
): Promise<FileResult<Omit<ImportPreview, 'fileId' | 'bytes' | 'importedBefore'>>> =>
  endReading(async () => {
    const scan = await scanFeed(open, () => {});
    if (scan.readings === 0) throw new FileError('empty');
    if (scan.series.every(({ meaning }) => meaning === null)) throw new FileError('no-value-column');
    return {
      format: 'green-button',
      rows: scan.readings,
      layout: 'long',
      columns: [...columns],
      suggestion: {
        layout: 'long',
        timeColumn: 'start',
        timeFormat: 'unix-s',
        meterColumn: 'meter',
        valueColumn: 'value',
        timeZone,
        stamp: 'start',
        counterStamp: 'instant',
        mappings: scan.series.map((one) => mappingOf(one, scan.series)),
      },
      sample: sampleOf(scan),
      firstTime: instant(scan.firstAt),
      lastTime: instant(scan.lastAt),
      stepS: scan.stepS,
      problems: scan.series.flatMap((one) => problemsOf(one, scan.series)),
      costs: costsOf(scan.series),
      questions: [],
    };
  });

/** A series that nets both ways tells all where no other one tells what was drawn: it is split. Else one of them would count twice. */
const partOf = ({ meaning }: FeedSeries, all: readonly FeedSeries[]): 'taken' | 'split' | 'left-out' => {
  const others = all.flatMap((other) => (other.meaning?.utility === meaning?.utility ? (other.meaning ?? []) : []));
  const isDrawnTold = others.some(({ flow }) => flow === null);
  if (meaning?.flow === 'net') return isDrawnTold || meaning.kind === 'counter' ? 'left-out' : 'split';
  const isNetSplit = !isDrawnTold && others.some(({ flow, kind }) => flow === 'net' && kind !== 'counter');
  return meaning?.flow === 'returned' && isNetSplit ? 'left-out' : 'taken';
};

const problemsOf = (one: FeedSeries, all: readonly FeedSeries[]): ImportPreview['problems'] => {
  const { name: column, meaning, firstNegatives } = one;
  if (meaning === null) return [];
  const part = partOf(one, all);
  if (part === 'split') return [{ line: 0, column, code: 'net-split', detail: '' }];
  if (part === 'left-out') {
    return [{ line: 0, column, code: meaning.flow === 'net' ? 'net-left-out' : 'returned-left-out', detail: '' }];
  }
  const code = meaning.kind === 'counter' ? 'negative-counter' : 'negative-amount';
  return firstNegatives.map(({ line, value }) => ({ line, column, code, detail: `${value}` }));
};

/** What the file says that its series cost. */
const costsOf = (series: readonly FeedSeries[]): FileCost[] =>
  series.flatMap(({ name, cost }) => (cost === null ? [] : [{ column: name, ...cost }]));

/** The bills of the usage points that some of these series are of. */
const billsOf = ({ bills }: FeedScan, series: readonly FeedSeries[]): FileBill[] =>
  bills.filter(({ point }) => series.some(({ path }) => isBelow(path, point))).map(({ bill }) => bill);

/** What a feed tells of bills, whether or not it has readings. */
export const feedBills = (open: OpenFile): Promise<FileResult<FileBill[]>> =>
  endReading(async () => {
    const { bills } = await scanFeed(open, () => {});
    return bills.map(({ bill }) => bill);
  });

const mappingOf = (one: FeedSeries, all: readonly FeedSeries[]): ImportMapping => {
  const { name, meaning } = one;
  if (meaning === null) return { column: name, target: { skip: true }, unit: 'Wh', kind: 'interval' };
  const { utility, unit, kind, flow } = meaning;
  const passes = flow === 'returned' ? { flow } : {};
  const newDevice = { name, room: roomIn(name) || 'whole_home', utility, ...passes };
  const part = partOf(one, all);
  const target = part === 'left-out' ? { skip: true as const } : { newDevice };
  return { column: name, target, unit, kind, ...(part === 'split' ? { isNet: true } : {}) };
};

const sampleOf = ({ sample, series }: FeedScan): string[][] =>
  sample.map(({ series: path, start, duration, value }) => [
    series.find((one) => one.path === path)?.name ?? path,
    instant(start) ?? '',
    String(duration ?? ''),
    String(value ?? ''),
  ]);

// Streams a Green Button file as batches of readings: whole Wh or mL, each over its own interval.

interface Reading {
  readonly line: number;
  readonly column: string;
  readonly at: number;
  readonly value: number;
  readonly spanS: number | null;
}
interface Problem {
  readonly line: number;
  readonly column: string;
  readonly code: FileProblemCode;
}

export interface TakeReadings {
  readonly batchSize: number;
  onBytes(read: number): void;
  /** What the file says that the chosen series cost, and what was billed for them: once, before the readings. */
  onCosts?(costs: readonly FileCost[], bills: readonly FileBill[]): void;
  take(batch: { readings: readonly Reading[]; problems: readonly Problem[]; rows: number }): Promise<void>;
}

interface Taken {
  readonly name: string;
  readonly meaning: NumberMeaning;
  readonly toWhole: (amount: number) => number;
  readonly backToWhole: (amount: number) => number;
  readonly isNet: boolean;
}

const byColumnAndTime = (a: Reading, b: Reading): number =>
  a.column === b.column ? a.at - b.at : a.column < b.column ? -1 : 1;

export const readFeed = (open: OpenFile, options: ImportOptions, to: TakeReadings): Promise<FileResult<void>> =>
  endReading(async () => {
    let scanned = 0;
    const scan = await scanFeed(open, (read) => {
      scanned = read;
      to.onBytes(Math.floor(read / 2));
    });
    if (scan.readings === 0) throw new FileError('empty');
    const taken = takenSeries(scan.series, options);
    const chosen = scan.series.filter(({ path }) => taken.has(path));
    to.onCosts?.(costsOf(chosen), billsOf(scan, chosen));
    const batches: { readings: Reading[]; problems: Problem[]; rows: number }[] = [];
    let batch = newBatch();
    const keep = (reading: FeedReading): void => {
      batch.rows += 1;
      const series = taken.get(reading.series);
      if (series) {
        const read = readOne(series, reading, scan.stepS ?? 3600);
        if ('code' in read) batch.problems.push(read);
        else batch.readings.push(...read);
      }
      if (batch.rows < to.batchSize) return;
      batches.push(batch);
      batch = newBatch();
    };
    const flush = async (): Promise<void> => {
      for (const one of batches.splice(0)) await to.take({ ...one, readings: one.readings.sort(byColumnAndTime) });
    };
    await walkFeed(open, (read) => to.onBytes(Math.floor((scanned + read) / 2)), { reading: keep }, flush);
    batches.push(batch);
    await flush();
  });

const newBatch = (): { readings: Reading[]; problems: Problem[]; rows: number } => ({
  readings: [],
  problems: [],
  rows: 0,
});

const takenSeries = (series: readonly FeedSeries[], { mappings }: ImportOptions): ReadonlyMap<string, Taken> => {
  const chosen = new Map(mappings.filter(({ target }) => !('skip' in target)).map((one) => [one.column, one]));
  return new Map(
    series.flatMap(({ path, name, meaning }) => {
      const mapping = chosen.get(name);
      if (mapping === undefined || meaning === null) return [];
      const [toWhole, backToWhole] = [wholeAmounts(), wholeAmounts()];
      return [[path, { name, meaning, toWhole, backToWhole, isNet: mapping.isNet === true }] as const];
    }),
  );
};

const readOne = (
  { name: column, meaning, toWhole, backToWhole, isNet }: Taken,
  reading: FeedReading,
  usualS: number,
): Reading[] | Problem => {
  const { line, start, duration, value } = reading;
  if (start === null) return { line, column, code: 'time-malformed' };
  if (value === null) return { line, column, code: 'number-malformed' };
  const spanS = duration !== null && duration > 0 ? duration : usualS;
  const scaled = value * meaning.scale;
  if (meaning.kind !== 'counter') {
    if (value < 0 && !isNet) return { line, column, code: 'negative-amount' };
    const amount = meaning.kind === 'mean' ? (scaled * spanS) / 3600 : scaled;
    const drawn = { line, column, at: start, value: toWhole(Math.max(0, amount)), spanS };
    if (!isNet) return [drawn];
    return [drawn, { ...drawn, column: returnedColumn(column), value: backToWhole(Math.max(0, -amount)) }];
  }
  if (value < 0) return { line, column, code: 'negative-counter' };
  return [{ line, column, at: start + (duration ?? 0), value: Math.round(scaled), spanS: null }];
};
