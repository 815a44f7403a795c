/** The container of a backup: its beginning, and the sealed parts that follow. Described in ADR 0017. */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { z } from 'zod';
import { BackupError, damaged, truncated } from './backup-error.ts';

// How the file begins: magic, version, how it is sealed, and a check of all that.

const MAGIC = Buffer.from('WATTERSHED BACKUP\n');
const VERSION = 1;
const PREFIX_BYTES = MAGIC.length + 3;
/** Of SHA-256, by which the beginning and plain parts are checked. */
const HASH_BYTES = 32;
const LONGEST_HEADER = 4096;

/** scrypt's cost: 128 MiB and about half a second for each guess. */
const COST = { n: 2 ** 17, r: 8, p: 1 };

const headerShape = z.discriminatedUnion('cipher', [
  z.object({ cipher: z.literal('none') }),
  z
    .object({
      cipher: z.literal('aes-256-gcm'),
      kdf: z.literal('scrypt'),
      n: z
        .int()
        .min(2)
        .max(2 ** 20),
      r: z.int().min(1).max(16),
      p: z.int().min(1).max(4),
      salt: z.string().regex(/^[0-9a-f]{64}$/),
    })
    .refine(({ n, r }) => Number.isInteger(Math.log2(n)) && n < 2 ** (16 * r), 'a cost that scrypt does not know'),
]);
type Header = z.infer<typeof headerShape>;

interface Seal {
  /** Null: what follows is checked, not hidden. */
  key: Buffer | null;
  /** Bound to every part that follows. */
  check: Buffer;
}

async function deriveKeys(
  header: Header,
  passphrase: string | null,
): Promise<{ key: Buffer; checkKey: Buffer } | null> {
  if (header.cipher === 'none') return null;
  const { n, r, p, salt } = header;
  const words = Buffer.from((passphrase ?? '').normalize('NFC'), 'utf8');
  const keys = await new Promise<Buffer>((resolve, reject) =>
    scrypt(words, Buffer.from(salt, 'hex'), 64, { N: n, r, p, maxmem: 160 * n * r * p + 2 ** 20 }, (error, made) =>
      error ? reject(error) : resolve(made),
    ),
  );
  return { key: keys.subarray(0, 32), checkKey: keys.subarray(32) };
}

async function sealOf(beginning: Buffer, header: Header, passphrase: string | null): Promise<Seal> {
  const keys = await deriveKeys(header, passphrase);
  const check = keys ? createHmac('sha256', keys.checkKey) : createHash('sha256');
  return { key: keys?.key ?? null, check: check.update(beginning).digest() };
}

/** `cost` is for tests of everything but the cost. */
export async function makeBeginning(passphrase: string | null, cost = COST): Promise<{ bytes: Buffer; seal: Seal }> {
  const salt = randomBytes(32).toString('hex');
  const header: Header =
    passphrase === null ? { cipher: 'none' } : { cipher: 'aes-256-gcm', kdf: 'scrypt', ...cost, salt };
  const text = Buffer.from(JSON.stringify(header));
  const bytes = Buffer.alloc(3);
  bytes.writeUInt8(VERSION, 0);
  bytes.writeUInt16BE(text.length, 1);
  const beginning = Buffer.concat([MAGIC, bytes, text]);
  const seal = await sealOf(beginning, header, passphrase);
  return { bytes: Buffer.concat([beginning, seal.check]), seal };
}

function parseHeader(text: Buffer): Header {
  try {
    return headerShape.parse(JSON.parse(text.toString('utf8')));
  } catch (cause) {
    const words = 'The backup is damaged at its beginning. Take another copy, or an earlier backup.';
    throw new BackupError('damaged', words, { cause });
  }
}

/** `take` answers fewer bytes than asked for only where the file ends; `passphrase` is asked for only when one is needed. */
async function readBeginning(
  take: (bytes: number) => Promise<Buffer>,
  passphrase: () => Promise<string | null>,
): Promise<Seal> {
  const prefix = await take(PREFIX_BYTES);
  if (!prefix.subarray(0, MAGIC.length).equals(MAGIC)) {
    const isCut = prefix.length > 0 && MAGIC.subarray(0, prefix.length).equals(prefix);
    throw isCut ? truncated() : new BackupError('not-a-backup', 'This is no backup of Wattershed.');
  }
  if (prefix.length < PREFIX_BYTES) throw truncated();
  const version = prefix.readUInt8(MAGIC.length);
  if (version !== VERSION) {
    const words = `The backup's format is version ${version}; this Wattershed knows version ${VERSION}. Restore it with a newer Wattershed.`;
    throw new BackupError('unknown-version', words);
  }
  const length = prefix.readUInt16BE(MAGIC.length + 1);
  if (length > LONGEST_HEADER) parseHeader(Buffer.alloc(0));
  const rest = await take(length + HASH_BYTES);
  if (rest.length < length + HASH_BYTES) throw truncated();
  const header = parseHeader(rest.subarray(0, length));
  const words = header.cipher === 'none' ? null : await passphrase();
  if (header.cipher !== 'none' && words === null)
    throw new BackupError('passphrase-needed', 'The backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.');
  const seal = await sealOf(Buffer.concat([prefix, rest.subarray(0, length)]), header, words);
  if (timingSafeEqual(seal.check, rest.subarray(length))) return seal;
  if (!seal.key) parseHeader(Buffer.alloc(0));
  throw new BackupError('passphrase-wrong', 'The passphrase is wrong, or the beginning of the backup is damaged.');
}

// The sealed parts of a backup file: each bound to the beginning, to its place and to being the last or not.

const PART_BYTES = 128 * 1024;
const LONGEST_PART = 1024 * 1024;
const LAST = 0x8000_0000;
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
