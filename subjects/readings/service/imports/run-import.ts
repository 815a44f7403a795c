/** Streams a file into a household's meters, a batch a transaction: what was taken stays, and a second run adds the rest. */
import type { FileBill, FileCost, ImportErrorCode, ImportOptions } from '../../contract/imports.ts';
import { isOfFuture, isSound, source } from '../../domain/reading.ts';
import type { Ingest, Recording } from '../ingest/index.ts';
import type { ImportMeter } from './import-meters.ts';
import type { ImportTally } from './import-tally.ts';
import type { KeptImport } from './kept-import.ts';
import type { FileBatch, FileFormat, FileReading } from './ports.ts';
import type { Upload } from './uploads.ts';

const batchSize = 5000;

export interface ImportRun {
  readonly upload: Upload;
  readonly userId: string;
  readonly kept: KeptImport;
  readonly options: ImportOptions;
  readonly meters: ReadonlyMap<string, ImportMeter>;
  readonly tally: ImportTally;
  readonly signal: AbortSignal;
  onBytes(read: number): void;
  onCosts(costs: readonly FileCost[], bills: readonly FileBill[]): void;
}

export interface RunDeps {
  readonly format: FileFormat;
  readonly ingest: Pick<Ingest, 'record'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

class Ended extends Error {
  readonly code: ImportErrorCode;
  constructor(code: ImportErrorCode) {
    super(code);
    this.code = code;
  }
}

const takeBatch = async (batch: FileBatch, run: ImportRun, { ingest, now }: RunDeps): Promise<void> => {
  if (run.signal.aborted) throw new Ended('stopped');
  const { tally } = run;
  tally.counts.rows += batch.rows;
  for (const { line, column, code } of batch.problems) tally.reject(line, column, code);
  const nowS = now() / 1000;
  const sent: FileReading[] = [];
  const recordings: Recording[] = [];
  for (const reading of batch.readings) {
    const meter = run.meters.get(reading.column);
    const fault = isOfFuture(reading, nowS) ? 'in-the-future' : isSound(reading) ? null : 'invalid-reading';
    if (fault || !meter) tally.reject(reading.line, reading.column, fault ?? 'unknown-meter');
    else {
      const { at, value, spanS } = reading;
      sent.push(reading);
      recordings.push({
        meterId: meter.id,
        tokenId: 0,
        reading: { at, value, spanS, source: source.imported },
        outcome: null,
      });
    }
  }
  if (recordings.length === 0) return;
  await ingest.record(recordings, { userId: run.userId, also: (sql) => run.kept.keep(sql, recordings) });
  if (recordings.every(({ outcome }) => outcome === 'unknown-meter')) throw new Ended('forbidden');
  recordings.forEach(({ outcome }, i) => tally.judge(sent[i] as FileReading, outcome));
};

/** Null: read to its end. */
export const runImport = async (run: ImportRun, deps: RunDeps): Promise<ImportErrorCode | null> => {
  const { upload, options } = run;
  try {
    const ended = await deps.format.read(() => upload.open(), options, {
      batchSize,
      onBytes: (read) => {
        if (run.signal.aborted) throw new Ended('stopped');
        run.onBytes(read);
      },
      onCosts: (costs, bills) => run.onCosts(costs, bills),
      take: (batch) => takeBatch(batch, run, deps),
    });
    return ended.ok ? null : ended.code;
  } catch (error) {
    if (error instanceof Ended) return error.code;
    throw error;
  }
};
