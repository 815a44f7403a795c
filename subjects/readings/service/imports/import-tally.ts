/** What imports need of a file format, and the report that counts what came of a file. */
import type { Readable } from 'node:stream';
import type {
  FileBill,
  FileBills,
  FileCost,
  FileErrorCode,
  FileProblemCode,
  ImportOptions,
  ImportPreview,
  ImportProblemCode,
  ImportReport,
} from '../../contract/imports.ts';
import { counterStep } from '../../domain/meter-use.ts';
import type { Recording } from '../ingest/index.ts';
import type { ImportMeter } from './import-meters.ts';

// What a file format gives: its preview, its bills, its readings in batches.

type FileResult<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly code: FileErrorCode };

export interface FileReading {
  readonly line: number;
  readonly column: string;
  /** Seconds since 1970; of an interval its start. */
  readonly at: number;
  /** Whole Wh or mL. */
  readonly value: number;
  readonly spanS: number | null;
}

export interface FileBatch {
  readonly readings: readonly FileReading[];
  readonly problems: readonly { readonly line: number; readonly column: string; readonly code: FileProblemCode }[];
  readonly rows: number;
}

interface TakeBatches {
  readonly batchSize: number;
  onBytes(read: number): void;
  onCosts(costs: readonly FileCost[], bills: readonly FileBill[]): void;
  take(batch: FileBatch): Promise<void>;
}

/** Both read the file from its beginning, with bounded memory, by opening it as often as they need. */
export interface FileFormat {
  preview(
    open: () => Readable,
    fileName: string,
    timeZone: string,
  ): Promise<FileResult<Omit<ImportPreview, 'fileId' | 'bytes' | 'importedBefore'>>>;
  /** The same for the same content, packed or not. */
  fingerprint(open: () => Readable): Promise<string>;
  /** What it tells of a utility's bills. */
  bills(open: () => Readable): Promise<FileResult<FileBills>>;
  read(open: () => Readable, options: ImportOptions, to: TakeBatches): Promise<FileResult<void>>;
}

// Counts what became of each line, and adds up what was taken: the report of an import.

const maxProblems = 200;
/** What was accepted has been judged already: here any rise is use. */
const anyRise = { maxPerHour: Number.POSITIVE_INFINITY, maxGapS: 0 };

interface ColumnTotal {
  used: number;
  firstAt: number;
  lastAt: number;
  lastValue: number;
}

export interface ImportTally {
  readonly counts: { rows: number; accepted: number; duplicate: number; rejected: number; conflicts: number };
  readonly problems: ImportReport['problems'];
  reject(line: number, column: string, code: ImportProblemCode): void;
  /** In the order of time within a column. */
  judge(reading: FileReading, outcome: Recording['outcome']): void;
  totals(meters: ReadonlyMap<string, ImportMeter>): ImportReport['totals'];
  overlaps(meters: ReadonlyMap<string, ImportMeter>): ImportReport['overlaps'];
}

interface Overlap {
  firstAt: number;
  lastAt: number;
  same: number;
  different: number;
}

const add = (total: ColumnTotal | undefined, { at, value, spanS }: FileReading): ColumnTotal => {
  const end = at + (spanS ?? 0);
  if (!total) return { used: spanS === null ? 0 : value, firstAt: at, lastAt: end, lastValue: value };
  if (spanS !== null) total.used += value;
  else {
    const step = counterStep(total.lastValue, value, Math.max(at - total.lastAt, 1), anyRise);
    total.used += step.kind === 'jump' ? 0 : step.used;
    total.lastValue = value;
  }
  total.firstAt = Math.min(total.firstAt, at);
  total.lastAt = Math.max(total.lastAt, end);
  return total;
};

const widen = (overlap: Overlap | undefined, { at, spanS }: FileReading, isSame: boolean): Overlap => {
  const end = at + (spanS ?? 0);
  const wide = overlap ?? { firstAt: at, lastAt: end, same: 0, different: 0 };
  wide.firstAt = Math.min(wide.firstAt, at);
  wide.lastAt = Math.max(wide.lastAt, end);
  if (isSame) wide.same += 1;
  else wide.different += 1;
  return wide;
};

const instant = (at: number): string => new Date(at * 1000).toISOString();

export const importTally = (): ImportTally => {
  const counts = { rows: 0, accepted: 0, duplicate: 0, rejected: 0, conflicts: 0 };
  const problems: ImportReport['problems'] = [];
  const totals = new Map<string, ColumnTotal>();
  const overlaps = new Map<string, Overlap>();
  const reject: ImportTally['reject'] = (line, column, code) => {
    counts.rejected += 1;
    if (code === 'conflict' || code === 'time-twice') counts.conflicts += 1;
    if (problems.length < maxProblems) problems.push({ line, column, code });
  };
  return {
    counts,
    problems,
    reject,
    judge(reading, outcome) {
      if (outcome === 'duplicate' || outcome === 'conflict')
        overlaps.set(reading.column, widen(overlaps.get(reading.column), reading, outcome === 'duplicate'));
      if (outcome === 'accepted') {
        counts.accepted += 1;
        totals.set(reading.column, add(totals.get(reading.column), reading));
      } else if (outcome === 'duplicate') counts.duplicate += 1;
      else reject(reading.line, reading.column, outcome === null || outcome === 'late' ? 'invalid-reading' : outcome);
    },
    overlaps: (meters) =>
      [...overlaps].flatMap(([column, { firstAt, lastAt, same, different }]) => {
        const meter = meters.get(column);
        if (!meter) return [];
        return [{ column, meter: meter.key, firstTime: instant(firstAt), lastTime: instant(lastAt), same, different }];
      }),
    totals: (meters) =>
      [...totals].flatMap(([column, { used, firstAt, lastAt }]) => {
        const meter = meters.get(column);
        if (!meter) return [];
        const [firstTime, lastTime] = [instant(firstAt), instant(lastAt)];
        return [{ column, meter: meter.key, utility: meter.utility, used, firstTime, lastTime }];
      }),
  };
};
