/** Reads text as a file, all at once, for tests. */
import { Readable } from 'node:stream';
import type { ImportMapping, ImportOptions } from '../../../contract/imports.ts';
import { csvFormat, type FileProblem, type FileReading, type OpenFile, type TablePreview } from './index.ts';

export { type OpenFile };

export interface WholeFile {
  readonly readings: readonly FileReading[];
  readonly problems: readonly FileProblem[];
  readonly rows: number;
}

/** `chunk`: bytes that arrive at once. */
export const fileOf =
  (content: string | Uint8Array, chunk = 64 * 1024): OpenFile =>
  () => {
    const bytes = Buffer.from(content as string);
    const chunks: Buffer[] = [];
    for (let i = 0; i < bytes.length; i += chunk) chunks.push(bytes.subarray(i, i + chunk));
    return Readable.from(chunks);
  };

export const readWhole = async (open: OpenFile, options: ImportOptions): Promise<WholeFile> => {
  const whole = { readings: [] as FileReading[], problems: [] as FileProblem[], rows: 0 };
  const read = await csvFormat.read(open, options, {
    batchSize: 5000,
    onBytes: () => {},
    take: async (batch) => {
      for (const reading of batch.readings) whole.readings.push(reading);
      whole.problems.push(...batch.problems);
      whole.rows += batch.rows;
    },
  });
  if (!read.ok) throw new Error(read.code);
  return whole;
};

export const previewOf = async (open: OpenFile, name = 'file.csv', timeZone = 'UTC'): Promise<TablePreview> => {
  const seen = await csvFormat.preview(open, name, timeZone);
  if (!seen.ok) throw new Error(seen.code);
  return seen.value;
};

export const mapTo = (column: string, unit: ImportMapping['unit'], kind: ImportMapping['kind']): ImportMapping => ({
  column,
  target: { meter: column },
  unit,
  kind,
});

export const wide = (mappings: ImportMapping[], more: Partial<ImportOptions> = {}): ImportOptions => ({
  layout: 'wide',
  timeColumn: 'time',
  timeZone: 'UTC',
  stamp: 'start',
  counterStamp: 'instant',
  mappings,
  ...more,
});

export const iso = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z');
