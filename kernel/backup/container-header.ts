/** How a backup file begins: magic, version, how it is sealed, and a check of all that. Described in ADR 0017. */
import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BackupError, truncated } from './backup-error.ts';

const MAGIC = Buffer.from('WATTERSHED BACKUP\n');
const VERSION = 1;
const PREFIX_BYTES = MAGIC.length + 3;
const CHECK_BYTES = 32;
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

export interface Seal {
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
export async function readBeginning(
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
  const rest = await take(length + CHECK_BYTES);
  if (rest.length < length + CHECK_BYTES) throw truncated();
  const header = parseHeader(rest.subarray(0, length));
  const words = header.cipher === 'none' ? null : await passphrase();
  if (header.cipher !== 'none' && words === null)
    throw new BackupError('passphrase-needed', 'The backup is encrypted: set BACKUP_PASSPHRASE to its passphrase.');
  const seal = await sealOf(Buffer.concat([prefix, rest.subarray(0, length)]), header, words);
  if (timingSafeEqual(seal.check, rest.subarray(length))) return seal;
  if (!seal.key) parseHeader(Buffer.alloc(0));
  throw new BackupError('passphrase-wrong', 'The passphrase is wrong, or the beginning of the backup is damaged.');
}
