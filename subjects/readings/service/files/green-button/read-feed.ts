/** Streams a Green Button file as batches of readings: whole Wh or mL, each over its own interval. */
import type { FileBill, FileCost, FileProblemCode, ImportOptions } from '../../../contract/imports.ts';
import { endReading, FileError, type FileResult } from '../file-error.ts';
import type { OpenFile } from '../unpacked-chunks.ts';
import { wholeAmounts } from '../whole-amounts.ts';
import { billsOf, costsOf } from './preview-feed.ts';
import type { NumberMeaning } from './reading-type.ts';
import { type FeedSeries, scanFeed } from './scan-feed.ts';
import { type FeedReading, walkFeed } from './walk-feed.ts';

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
        else batch.readings.push(read);
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
  const chosen = new Set(mappings.filter(({ target }) => !('skip' in target)).map(({ column }) => column));
  return new Map(
    series.flatMap(({ path, name, meaning }) =>
      chosen.has(name) && meaning !== null ? [[path, { name, meaning, toWhole: wholeAmounts() }] as const] : [],
    ),
  );
};

const readOne = (
  { name: column, meaning, toWhole }: Taken,
  reading: FeedReading,
  usualS: number,
): Reading | Problem => {
  const { line, start, duration, value } = reading;
  if (start === null) return { line, column, code: 'time-malformed' };
  if (value === null) return { line, column, code: 'number-malformed' };
  const spanS = duration !== null && duration > 0 ? duration : usualS;
  const scaled = value * meaning.scale;
  if (meaning.kind !== 'counter') {
    if (value < 0) return { line, column, code: 'negative-amount' };
    const amount = meaning.kind === 'mean' ? (scaled * spanS) / 3600 : scaled;
    return { line, column, at: start, value: toWhole(amount), spanS };
  }
  if (value < 0) return { line, column, code: 'negative-counter' };
  return { line, column, at: start + (duration ?? 0), value: Math.round(scaled), spanS: null };
};
