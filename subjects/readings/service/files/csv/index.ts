import { defineSource } from '#subjects/hardware/sources/source.ts';
import { previewTable } from './preview-table.ts';
import { readTable } from './read-table.ts';

export type { TablePreview } from './preview-table.ts';
export type { FileProblem } from './scan-table.ts';
export type { FileReading } from './read-table.ts';
export type { OpenFile } from '../open-file.ts';

/** Whatever is nothing else, it may be. */
export const csvFormat = { recognises: () => true, preview: previewTable, read: readTable };

export const csv = defineSource({
  id: 'csv',
  label: 'CSV',
  reads: 'delimited text, plain or gzip: counters, amounts or means, in columns or in rows',
  file: csvFormat,
});
