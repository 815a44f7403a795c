/** The door of files: which format one is of, its first bytes say. */
import { createHash } from 'node:crypto';
import type { FileBills, ImportOptions, ImportPreview } from '@wattershed/contracts';
import { csvFormat } from './csv/index.ts';
import type { FileResult } from './file-error.ts';
import { greenButton } from './green-button/index.ts';
import { type OpenFile, unpackedChunks } from './unpacked-chunks.ts';

export type { FileReading } from './csv/index.ts';

type TakeBatches = Parameters<typeof greenButton.read>[2];

const headBytes = 200;

const formatOf = async (open: OpenFile) => {
  const head: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of unpackedChunks(open, () => {})) {
    head.push(chunk);
    length += chunk.length;
    if (length >= headBytes) break;
  }
  // After what may mark the text as UTF-8, and empty lines.
  const begin = Buffer.concat(head)
    .toString('latin1')
    .replace(/^(?:\xEF\xBB\xBF)?\s*/, '');
  return /^<(?:\?xml|!--|[a-z])/i.test(begin) ? greenButton : csvFormat;
};

export const fileFormat = {
  preview: async (
    open: OpenFile,
    fileName: string,
    timeZone: string,
  ): Promise<FileResult<Omit<ImportPreview, 'fileId' | 'bytes' | 'importedBefore'>>> => {
    const format = await formatOf(open);
    return format.preview(open, fileName, timeZone);
  },
  /** Of what it says, packed or not. */
  fingerprint: async (open: OpenFile): Promise<string> => {
    const hash = createHash('sha256');
    for await (const chunk of unpackedChunks(open, () => {})) hash.update(chunk);
    return hash.digest('hex');
  },
  /** What a file tells of a utility's bills: no table does. */
  bills: async (open: OpenFile): Promise<FileResult<FileBills>> => {
    if ((await formatOf(open)) !== greenButton) return { ok: true, value: { format: 'csv', bills: [] } };
    const read = await greenButton.bills(open);
    return read.ok ? { ok: true, value: { format: 'green-button', bills: read.value } } : read;
  },
  read: async (open: OpenFile, options: ImportOptions, to: TakeBatches): Promise<FileResult<void>> => {
    const format = await formatOf(open);
    return format.read(open, options, to);
  },
};
