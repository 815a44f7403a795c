import { previewTable } from './preview-table.ts';
import { readTable } from './read-table.ts';

export type { TablePreview } from './preview-table.ts';
export type { FileProblem } from './scan-table.ts';
export type { FileReading } from './series-readings.ts';
export type { OpenFile } from '../unpacked-chunks.ts';

/** Delimited text, plain or gzip. */
export const csvFormat = { preview: previewTable, read: readTable };
