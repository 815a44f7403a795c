/** Reads `multipart/form-data` part by part while it arrives; nothing but the part at hand is in memory. */
import { StorageRefusal } from './storage-error.ts';

export interface Part {
  readonly name: string;
  readonly isFile: boolean;
  readonly type: string;
  /** To be read to its end before the next part. */
  readonly content: AsyncGenerator<Uint8Array>;
}

const longestHead = 16 * 1024;
const mostParts = 20;

const cut = (): StorageRefusal => new StorageRefusal('invalid-body', 'The form ends before its last part does');

export const boundaryOf = (contentType: string): string | null => {
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

export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<Part> {
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
      if (head.length > longestHead) throw new StorageRefusal('invalid-body');
    }
    if (parts >= mostParts) throw new StorageRefusal('invalid-body');
    yield { ...readHead(head), content: until(delimiter) };
  }
}

/** The text of a short field. */
export const readField = async (part: Part, longest = 8 * 1024): Promise<string> => {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of part.content) {
    bytes += piece.length;
    if (bytes > longest) throw new StorageRefusal('invalid-body');
    pieces.push(Buffer.from(piece));
  }
  return Buffer.concat(pieces).toString('utf8');
};
