/** The sealed parts of a backup file: each bound to the beginning, to its place and to being the last or not. */
import { createCipheriv, createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { damaged, truncated } from './backup-error.ts';
import { readBeginning, type Seal } from './container-header.ts';

const PART_BYTES = 128 * 1024;
const LONGEST_PART = 1024 * 1024;
const LAST = 0x8000_0000;
const HASH_BYTES = 32;
const GCM_TAG_BYTES = 16;

function lengthWord(length: number, isLast: boolean): Buffer {
  const word = Buffer.alloc(4);
  word.writeUInt32BE(((isLast ? LAST : 0) | length) >>> 0);
  return word;
}

/** One key is used for one file only, so that the part's number is a nonce. */
function nonceOf(part: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(part), 4);
  return nonce;
}

const chain = (previous: Buffer, word: Buffer, payload: Buffer): Buffer =>
  createHash('sha256').update(previous).update(word).update(payload).digest();

function createSealer({ key, check }: Seal): (payload: Buffer, isLast: boolean) => Buffer {
  let part = 0;
  let previous = check;
  return (payload, isLast) => {
    const word = lengthWord(payload.length, isLast);
    part += 1;
    if (key) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(part)).setAAD(Buffer.concat([check, word]));
      return Buffer.concat([word, cipher.update(payload), cipher.final(), cipher.getAuthTag()]);
    }
    previous = chain(previous, word, payload);
    return Buffer.concat([word, payload, previous]);
  };
}

function createOpener({ key, check }: Seal): (word: Buffer, payload: Buffer, tag: Buffer) => Buffer {
  let part = 0;
  let previous = check;
  return (word, payload, tag) => {
    part += 1;
    if (!key) {
      previous = chain(previous, word, payload);
      if (!timingSafeEqual(previous, tag)) throw damaged(`part ${part}`);
      return payload;
    }
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(part)).setAAD(Buffer.concat([check, word]));
    try {
      return Buffer.concat([decipher.setAuthTag(tag).update(payload), decipher.final()]);
    } catch {
      throw damaged(`part ${part}`);
    }
  };
}

export async function* sealParts(
  { bytes, seal }: { bytes: Buffer; seal: Seal },
  content: AsyncIterable<Buffer>,
  partBytes = PART_BYTES,
): AsyncGenerator<Buffer> {
  yield bytes;
  const sealed = createSealer(seal);
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const piece of content) {
    waiting.push(piece);
    size += piece.length;
    if (size <= partBytes) continue;
    let rest = Buffer.concat(waiting);
    // One byte at least stays, so that the last part is known when it comes.
    for (; rest.length > partBytes; rest = rest.subarray(partBytes)) yield sealed(rest.subarray(0, partBytes), false);
    waiting = [rest];
    size = rest.length;
  }
  yield sealed(Buffer.concat(waiting), true);
}

function reader(file: FileHandle): (bytes: number) => Promise<Buffer> {
  return async (bytes) => {
    const taken = Buffer.alloc(bytes);
    let filled = 0;
    while (filled < bytes) {
      const { bytesRead } = await file.read(taken, filled, bytes - filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return taken.subarray(0, filled);
  };
}

/** Yields only what has been checked; throws where the file is not, to the last bit, what was written. */
export async function* openParts(file: FileHandle, passphrase: () => Promise<string | null>): AsyncGenerator<Buffer> {
  const take = reader(file);
  const seal = await readBeginning(take, passphrase);
  const opened = createOpener(seal);
  const tagBytes = seal.key ? GCM_TAG_BYTES : HASH_BYTES;
  for (let part = 1, isLast = false; !isLast; part += 1) {
    const word = await take(4);
    if (word.length < 4) throw truncated();
    const length = word.readUInt32BE() & ~LAST;
    isLast = word.readUInt32BE() >= LAST;
    if (length > LONGEST_PART) throw damaged(`part ${part}`);
    const body = await take(length + tagBytes);
    if (body.length < length + tagBytes) throw truncated();
    yield opened(word, body.subarray(0, length), body.subarray(length));
  }
  if ((await take(1)).length > 0) throw damaged('its end');
}
