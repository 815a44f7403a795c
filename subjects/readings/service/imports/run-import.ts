/** Streams a file into a household's meters, a batch a transaction: what was taken stays, and a second run adds the rest. */
import type { Sql } from '#kernel/db.ts';
import type { FileBill, FileCost, ImportErrorCode, ImportOptions } from '../../contract/imports.ts';
import { advanceMeter, emptyUpdate, isAhead, newMeterState, settleEnd } from '../../domain/meter-use.ts';
import { correctLate } from '../../domain/correct-late.ts';
import { dipWindowS } from '../../domain/counter-dips.ts';
import { isOfFuture, isSound, type Reading, source } from '../../domain/reading.ts';
import { type Ingest, readJudged, type ReadMeter, readMeters, type Recording } from '../ingest/index.ts';
import type { ImportMeter } from './import-meters.ts';
import type { FileBatch, FileFormat, FileReading, ImportTally } from './import-tally.ts';
import type { KeptImport } from './kept-import.ts';
import type { Upload } from './uploads.ts';

const batchSize = 10_000;

interface ImportRun {
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

/** A batch is recorded while the next one is read: one after the other, and never more than one ahead. */
const overlapping = (record: (batch: FileBatch) => Promise<void>) => {
  let last: Promise<void> = Promise.resolve();
  return {
    take: async (batch: FileBatch): Promise<void> => {
      await last;
      last = record(batch);
      // Thrown where it is waited for.
      last.catch(() => {});
    },
    end: () => last,
  };
};

/** Null: read to its end. */
export const runImport = async (run: ImportRun, deps: RunDeps): Promise<ImportErrorCode | null> => {
  const { upload, options } = run;
  const batches = overlapping((batch) => takeBatch(batch, run, deps));
  try {
    const ended = await deps.format.read(() => upload.open(), options, {
      batchSize,
      onBytes: (read) => {
        if (run.signal.aborted) throw new Ended('stopped');
        run.onBytes(read);
      },
      onCosts: (costs, bills) => run.onCosts(costs, bills),
      take: batches.take,
    });
    await batches.end();
    return ended.ok ? null : ended.code;
  } catch (error) {
    await batches.end().catch(() => {});
    if (error instanceof Ended) return error.code;
    throw error;
  }
};

// Judges an import's readings as recording them would, and writes nothing: what a person sees before they begin.

interface Judged {
  readonly meter: ReadMeter;
  /** It would be made for the import: nothing is kept of it. */
  readonly isNew: boolean;
  /** The latest readings that would be kept: all that the next batch can touch, as a column's readings come in order. */
  tail: Reading[];
}

const tailLength = 3;
/** Where a counter fell, whatever it may come back to; no more than this of a meter that reports by the second. */
const maxTailLength = 5000;
const inTime = (a: Reading, b: Reading): number => a.at - b.at;

export const nothingKept: KeptImport = { keep: async () => {}, end: async () => {} };

const stateOf = async (sql: Sql, { id, utility }: ImportMeter, household: string): Promise<Judged | null> => {
  if (id > 0) {
    const [meter] = await readMeters(sql, [id]);
    return meter ? { meter, isNew: false, tail: [] } : null;
  }
  const [limits] = await sql<{ most: number }[]>`select private.default_max_per_hour(${utility})::float8 as most`;
  const state = newMeterState({ maxPerHour: limits?.most ?? 0, maxGapS: 0 });
  return {
    meter: { id, household, revision: 0, storedKind: null, state, keptFrom: null, shard: null },
    isNew: true,
    tail: [],
  };
};

const judgeLate = async (
  sql: Sql,
  judged: Judged,
  all: readonly Recording[],
  kept: readonly Reading[],
): Promise<void> => {
  const { meter, tail, isNew } = judged;
  const [from, to] = [all[0]?.reading.at ?? 0, all.at(-1)?.reading.at ?? 0];
  const inFile = [...tail, ...kept, ...all.map(({ reading }) => reading)];
  const known = { household: meter.household, id: meter.id, fellAt: meter.state.fellAt };
  const stored = isNew ? [] : await readJudged(sql, known, inFile, from, to);
  const first = stored[0]?.at ?? Number.POSITIVE_INFINITY;
  const isForgotten = ({ reading }: Recording): boolean => meter.keptFrom !== null && reading.at < first;
  for (const one of all) if (isForgotten(one)) one.outcome = 'too-old';
  const late = all.filter((one) => !isForgotten(one));
  const together = new Map([...stored, ...tail, ...kept].map((reading) => [reading.at, reading]));
  const before = [...together.values()].sort(inTime);
  const fitted = late.map(({ reading }) => reading);
  const correction = correctLate(before, fitted, meter.state.limits);
  correction.outcomes.forEach((outcome, i) => {
    (late[i] as Recording).outcome = outcome;
  });
  if (correction.kept.some(({ spanS }) => spanS === null))
    settleEnd(meter.state, before, correction.readings, meter.state.limits);
};

const tailOf = (readings: readonly Reading[], hasFallen: boolean): Reading[] => {
  if (!hasFallen) return readings.slice(-tailLength);
  const from = (readings.at(-1)?.at ?? 0) - 2 * dipWindowS;
  const near = readings.filter(({ at }, i) => at >= from || i >= readings.length - tailLength);
  return near.slice(-maxTailLength);
};

const judge = async (sql: Sql, judged: Judged, group: readonly Recording[]): Promise<void> => {
  const { meter } = judged;
  const advance = emptyUpdate();
  const late: Recording[] = [];
  let isBack = false;
  for (const one of group) {
    one.outcome = isBack ? 'late' : advanceMeter(meter.state, one.reading, advance);
    if (one.outcome !== 'late') continue;
    late.push(one);
    isBack ||= isAhead(meter.state, one.reading);
  }
  if (late.length > 0) await judgeLate(sql, judged, late, advance.kept);
  const kept = group.filter(({ outcome }) => outcome === 'accepted').map(({ reading }) => reading);
  judged.tail = tailOf([...judged.tail, ...kept].sort(inTime), meter.state.fellAt !== null);
};

/** `meters`: those of the household that the columns go to; made ones have ids below zero. */
export const dryRun = (
  sql: Sql,
  household: string,
  meters: ReadonlyMap<string, ImportMeter>,
): Pick<Ingest, 'record'> => {
  const byId = new Map([...meters.values()].map((meter) => [meter.id, meter]));
  const known = new Map<number, Judged | null>();
  return {
    record: async (recordings) => {
      const groups = new Map<number, Recording[]>();
      for (const one of recordings) {
        const group = groups.get(one.meterId);
        if (group) group.push(one);
        else groups.set(one.meterId, [one]);
      }
      for (const [id, group] of groups) {
        const meter = byId.get(id);
        if (!known.has(id)) known.set(id, meter ? await stateOf(sql, meter, household) : null);
        const judged = known.get(id);
        if (judged) await judge(sql, judged, group);
        else for (const one of group) one.outcome = 'unknown-meter';
      }
    },
  };
};
