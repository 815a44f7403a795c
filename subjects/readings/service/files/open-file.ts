/** A file on its way in: its bytes, unpacked when they are gzip, and what is wrong with it. */
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { FileErrorCode } from '../../contract/imports.ts';

/** What a small archive may unpack to at most. */
const maxUnpacked = 4 * 1024 ** 3;

export type OpenFile = () => Readable;

async function* withFirst(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (;;) {
    const next = await rest.next();
    if (next.done) return;
    yield next.value;
  }
}

async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip();
  let cause: unknown;
  pipeline(packed, gunzip, (error) => {
    cause = error;
  });
  let unpacked = 0;
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      unpacked += chunk.length;
      if (unpacked > maxUnpacked) throw new FileError('too-large');
      yield chunk;
    }
  } catch (error) {
    const code = ((cause ?? error) as NodeJS.ErrnoException).code ?? '';
    throw code.startsWith('Z_') ? new FileError('compression-damaged') : error;
  }
}

/** `onBytes` hears how much of the file as stored was read so far. */
export async function* unpackedChunks(open: OpenFile, onBytes: (read: number) => void): AsyncGenerator<Uint8Array> {
  let read = 0;
  const file = open();
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of file as AsyncIterable<Uint8Array>) {
      read += chunk.length;
      onBytes(read);
      yield chunk;
    }
  }
  const chunks = counted();
  try {
    const first = await chunks.next();
    if (first.done) return;
    const all = withFirst(first.value, chunks);
    yield* first.value[0] === 0x1f && first.value[1] === 0x8b ? gunzipped(all) : all;
  } finally {
    file.destroy();
  }
}

/** Ends the reading of a file from deep within; `endReading` turns it into a value at the door. */
export class FileError extends Error {
  readonly code: FileErrorCode;
  constructor(code: FileErrorCode) {
    super(code);
    this.code = code;
  }
}

export type FileResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: FileErrorCode };

export const endReading = async <T>(read: () => Promise<T>): Promise<FileResult<T>> => {
  try {
    return { ok: true, value: await read() };
  } catch (error) {
    if (error instanceof FileError) return { ok: false, code: error.code };
    throw error;
  }
};
