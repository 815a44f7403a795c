/** The door of files: which format one is of, its first bytes say. */
import { createHash } from 'node:crypto';
import { type FileFormat, sources } from '#subjects/hardware/sources/index.ts';
import type { FileBills } from '../../contract/imports.ts';
import { endReading, FileError, type FileResult, type OpenFile, unpackedChunks } from './open-file.ts';

export type { FileReading } from './csv/index.ts';

const headBytes = 200;

const formatOf = async (open: OpenFile): Promise<FileFormat> => {
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
  const format = sources.flatMap(({ file }) => file ?? []).find(({ recognises }) => recognises(begin));
  if (format === undefined) throw new FileError('empty');
  return format;
};

export const fileFormat = {
  preview: async (open: OpenFile, fileName: string, timeZone: string) => {
    const format = await endReading(() => formatOf(open));
    return format.ok ? format.value.preview(open, fileName, timeZone) : format;
  },
  /** Of what it says, packed or not. */
  fingerprint: async (open: OpenFile): Promise<string> => {
    const hash = createHash('sha256');
    for await (const chunk of unpackedChunks(open, () => {})) hash.update(chunk);
    return hash.digest('hex');
  },
  /** What a file tells of a utility's bills: no table does. */
  bills: async (open: OpenFile): Promise<FileResult<FileBills>> => {
    const { bills } = await formatOf(open);
    if (bills === undefined) return { ok: true, value: { format: 'csv', bills: [] } };
    const read = await bills(open);
    return read.ok ? { ok: true, value: { format: 'green-button', bills: read.value } } : read;
  },
  read: async (...[open, options, to]: Parameters<FileFormat['read']>) =>
    (await formatOf(open)).read(open, options, to),
};
