/** The content of a backup: records of a letter, a length and bytes. */
import { createHash } from 'node:crypto';
import { damaged, truncated } from './backup-error.ts';
import { z } from 'zod';

export type RecordKind = 'manifest' | 'table' | 'document' | 'data' | 'close' | 'end';

const letters: Record<RecordKind, string> = {
  manifest: 'M',
  table: 'T',
  document: 'F',
  data: 'D',
  close: 'C',
  end: 'E',
};
const kinds = new Map(Object.entries(letters).map(([kind, letter]) => [letter.charCodeAt(0), kind as RecordKind]));

export const DATA_BYTES = 256 * 1024;
/** Of what is JSON: the manifest of many tables. */
const LONGEST = 64 * 1024 * 1024;
const HEAD_BYTES = 5;

export function encodeRecord(kind: RecordKind, body: Buffer | object): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(HEAD_BYTES, letters[kind]);
  head.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

export async function* readRecords(content: AsyncIterable<Buffer>): AsyncGenerator<{ kind: RecordKind; body: Buffer }> {
  let pieces: Buffer[] = [];
  let size = 0;
  let wanted = HEAD_BYTES;
  for await (const piece of content) {
    pieces.push(piece);
    size += piece.length;
    if (size < wanted) continue;
    let rest = Buffer.concat(pieces);
    for (wanted = HEAD_BYTES; rest.length >= HEAD_BYTES; wanted = HEAD_BYTES) {
      const kind = kinds.get(rest.readUInt8(0));
      const length = rest.readUInt32BE(1);
      if (!kind || length > (kind === 'data' ? DATA_BYTES : LONGEST)) throw damaged('its content');
      wanted = HEAD_BYTES + length;
      if (rest.length < wanted) break;
      yield { kind, body: rest.subarray(HEAD_BYTES, wanted) };
      rest = rest.subarray(wanted);
    }
    pieces = [rest];
    size = rest.length;
  }
  if (size > 0) throw truncated();
}

/** Counts what passes: bytes, the hash, and rows of a table (a line end to each in COPY's text). */
export function createTally(kind: 'table' | 'document'): { add(piece: Buffer): void; totals(): ContentTotals } {
  const hash = createHash('sha256');
  let bytes = 0;
  let rows = 0;
  return {
    add(piece) {
      hash.update(piece);
      bytes += piece.length;
      if (kind === 'document') return;
      for (let at = piece.indexOf(10); at !== -1; at = piece.indexOf(10, at + 1)) rows += 1;
    },
    totals: () => ({ bytes, rows, sha256: hash.digest('hex') }),
  };
}

/** What a backup says of itself, first and last. */
const column = z.string().min(1);
const tableName = z.object({ schema: column, name: column });
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const total = z.int().min(0);

const tableShape = tableName.extend({ columns: z.array(column) });
const sequenceShape = tableName.extend({ value: z.string().regex(/^-?\d+$/), isCalled: z.boolean() });

export const manifestShape = z.object({
  createdAt: z.iso.datetime(),
  appVersion: z.string(),
  postgresVersion: z.string(),
  backend: z.enum(['embedded', 'hosted']),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Those of the embedded backend whose change would end every session. */
  secrets: z.object({ jwtSecret: z.string(), anonKey: z.string() }).nullable(),
  tables: z.array(tableShape),
  sequences: z.array(sequenceShape),
});

export const contentShape = z.object({ bytes: total, rows: total, sha256: digest });
export const documentShape = z.object({ version: z.uuid(), name: z.string() });
export const endShape = z.object({
  rows: total,
  tables: total,
  documents: total,
  /** Documents whose row is in the backup and whose file was gone. */
  missing: z.array(z.string()),
});

export type Table = z.infer<typeof tableShape>;
export type Sequence = z.infer<typeof sequenceShape>;
export type Manifest = z.infer<typeof manifestShape>;
export type ContentTotals = z.infer<typeof contentShape>;
export type DocumentName = z.infer<typeof documentShape>;
export type BackupEnd = z.infer<typeof endShape>;

export const titleOf = ({ schema, name }: { schema: string; name: string }): string => `${schema}.${name}`;
