/** What imports need of a file format: `main` gives them the CSV source. */
import type { Readable } from 'node:stream';
import type {
  FileBill,
  FileBills,
  FileCost,
  FileErrorCode,
  FileProblemCode,
  ImportOptions,
  ImportPreview,
} from '../../contract/imports.ts';

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
