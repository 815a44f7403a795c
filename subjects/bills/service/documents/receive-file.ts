/** Takes the body of an upload, bare or as a form, to the disk, and says what it is. */
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { documentLimits, documentName, documentType, documentTypes } from '../../contract/documents.ts';
import { StorageRefusal, type StoredFile, type StoredFiles } from './document-store.ts';

export interface ReceivedFile {
  readonly version: string;
  readonly metadata: object;
  readonly userMetadata: object | null;
}

interface Brought {
  readonly file: StoredFile;
  readonly type: string;
  readonly cacheControl: string;
  readonly userMetadata: string;
}

const header = (request: FastifyRequest, name: string): string => String(request.headers[name] ?? '');

const readForm = async (parts: AsyncGenerator<Part>, take: (part: Part) => Promise<StoredFile>): Promise<Brought> => {
  const fields = new Map<string, string>();
  for await (const part of parts) {
    if (!part.isFile) {
      fields.set(part.name, await readField(part));
      continue;
    }
    const file = await take(part);
    const cacheControl = `max-age=${fields.get('cacheControl') ?? ''}`;
    return { file, type: part.type, cacheControl, userMetadata: fields.get('metadata') ?? '' };
  }
  throw new StorageRefusal('invalid-body', 'The form has no file');
};

const parseMetadata = (text: string): object | null => {
  if (text === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {}
  throw new StorageRefusal('invalid-body', 'The metadata is not a JSON object');
};

/** A type that says nothing (a browser's for what it does not know) is left to the bytes. */
const isTaken = (declared: string): boolean => {
  const bare = declared.split(';')[0]?.trim().toLowerCase() ?? '';
  return bare === '' || bare === 'application/octet-stream' || bare in documentTypes;
};

export const receiveFile = async (
  request: FastifyRequest,
  files: StoredFiles,
  key: string,
  room: number,
): Promise<ReceivedFile> => {
  const body = request.body as Readable | undefined;
  if (!body) throw new StorageRefusal('invalid-body', 'The body is empty: send the file itself');
  // Not destroyed: the sender of too much can finish, and hear the answer.
  const pieces = body.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Uint8Array>;
  const limit = Math.min(room, documentLimits.fileBytes);
  let saved: StoredFile | null = null;
  const take = async (source: AsyncIterable<Uint8Array>): Promise<StoredFile> =>
    (saved = await files.save(source, limit));
  try {
    const boundary = boundaryOf(header(request, 'content-type'));
    const brought: Brought = boundary
      ? await readForm(readParts(pieces, boundary), (part) => take(part.content))
      : {
          file: await take(pieces),
          type: header(request, 'content-type'),
          cacheControl: header(request, 'cache-control'),
          userMetadata: Buffer.from(header(request, 'x-metadata'), 'base64').toString('utf8'),
        };
    const { file } = brought;
    const mimetype = isTaken(brought.type) ? documentType(file.head, documentName(key)) : null;
    if (mimetype === null || (mimetype.startsWith('text/') && file.hasZeroByte))
      throw new StorageRefusal('invalid-type');
    if (file.size === 0) throw new StorageRefusal('invalid-body', 'The file is empty');
    const cacheControl = /^max-age=\d{1,9}$/.test(brought.cacheControl) ? brought.cacheControl : 'no-cache';
    const metadata = {
      eTag: file.eTag,
      size: file.size,
      mimetype,
      cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: file.size,
      httpStatusCode: 200,
    };
    return { version: file.version, metadata, userMetadata: parseMetadata(brought.userMetadata) };
  } catch (error) {
    if (saved) await files.remove([(saved as StoredFile).version]);
    const tooLarge = error instanceof StorageRefusal && error.refusal === 'file-too-large';
    throw tooLarge && room < documentLimits.fileBytes ? new StorageRefusal('household-full') : error;
  } finally {
    body.resume();
  }
};

// Reads `multipart/form-data` part by part while it arrives; nothing but the part at hand is in memory.

interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly type: string;
  /** To be read to its end before the next part. */
  readonly content: AsyncGenerator<Uint8Array>;
}

const maxHead = 16 * 1024;
const maxParts = 20;

const cut = (): StorageRefusal => new StorageRefusal('invalid-body', 'The form ends before its last part does');

const boundaryOf = (contentType: string): string | null => {
  const [, quoted, bare] =
    /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  return quoted ?? bare ?? null;
};

const readHead = (text: string): Omit<Part, 'content'> => {
  const disposition = /^content-disposition:(.*)$/im.exec(text)?.[1] ?? '';
  return {
    name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    isFile: /;\s*filename\*?=/i.test(disposition),
    type: /^content-type:\s*(\S[^\r\n]*)$/im.exec(text)?.[1]?.trim() ?? '',
  };
};

async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const source = body[Symbol.asyncIterator]();
  // The first delimiter then begins as all others do.
  let waiting: Buffer = Buffer.from('\r\n');
  const more = async (): Promise<void> => {
    const { done, value } = await source.next();
    if (done) throw cut();
    waiting = Buffer.concat([waiting, value]);
  };
  async function* until(mark: string): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = waiting.indexOf(mark);
      const end = at === -1 ? waiting.length - mark.length + 1 : at;
      if (end > 0) yield waiting.subarray(0, end);
      if (at !== -1) {
        waiting = waiting.subarray(at + mark.length);
        return;
      }
      if (end > 0) waiting = waiting.subarray(end);
      await more();
    }
  }
  const delimiter = `\r\n--${boundary}`;
  // What comes before the first part means nothing.
  for (const before = until(delimiter); !(await before.next()).done; );
  for (let parts = 0; ; parts += 1) {
    while (waiting.length < 2) await more();
    if (waiting.subarray(0, 2).toString('latin1') === '--') return;
    let head = '';
    for await (const piece of until('\r\n\r\n')) {
      head += Buffer.from(piece).toString('utf8');
      if (head.length > maxHead) throw new StorageRefusal('invalid-body');
    }
    if (parts >= maxParts) throw new StorageRefusal('invalid-body');
    yield { ...readHead(head), content: until(delimiter) };
  }
}

/** The text of a short field. */
const readField = async (part: Part, longest = 8 * 1024): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of part.content) {
    bytes += piece.length;
    if (bytes > longest) throw new StorageRefusal('invalid-body');
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces).toString('utf8');
};
