export type { FileResult } from './file-error.ts';
export { previewTable, type TablePreview } from './preview-table.ts';
export { type FileBatch, type ReadTable, readTable } from './read-table.ts';
export type { FileProblem } from './scan-table.ts';
export type { FileReading } from './series-readings.ts';
export type { OpenFile } from './unpacked-chunks.ts';
