/** Walks through a backup file, and checks every bit of it on the way. */
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { BackupError, damaged, inWords, truncated } from './backup-error.ts';
import { openParts } from './container.ts';
import {
  type BackupEnd,
  contentShape,
  type ContentTotals,
  createTally,
  type DocumentName,
  documentShape,
  endShape,
  type Manifest,
  manifestShape,
  readRecords,
  type Table,
  titleOf,
} from './records.ts';

export interface BackupFile {
  path: string;
  /** Asked only of an encrypted one; null when nobody knows it. */
  passphrase: () => Promise<string | null>;
}

/** What is done with each part; the content is read to its end whatever they leave. */
export interface BackupVisitor {
  manifest?(manifest: Manifest): Promise<void> | void;
  table?(table: Table, content: AsyncIterable<Buffer>): Promise<void> | void;
  document?(document: DocumentName, content: AsyncIterable<Buffer>): Promise<void> | void;
  closed?(title: string, totals: ContentTotals): Promise<void> | void;
}

export interface BackupContent {
  manifest: Manifest;
  /** By `schema.name`. */
  tables: Map<string, ContentTotals>;
  /** By version. */
  documents: Map<string, ContentTotals>;
  end: BackupEnd;
}

type Records = ReturnType<typeof readRecords>;

function parse<T>(shape: z.ZodType<T>, body: Buffer): T {
  try {
    return shape.parse(JSON.parse(body.toString('utf8')));
  } catch {
    throw damaged('its content');
  }
}

async function next(records: Records): Promise<{ kind: string; body: Buffer }> {
  const { value, done } = await records.next();
  if (done) throw truncated();
  return value;
}

async function readContent(
  records: Records,
  title: string,
  kind: 'table' | 'document',
  visit: (content: AsyncIterable<Buffer>) => Promise<void> | void,
): Promise<ContentTotals> {
  const tally = createTally(kind);
  let closing: Buffer | undefined;
  async function* content(): AsyncGenerator<Buffer> {
    while (!closing) {
      const { kind: found, body } = await next(records);
      if (found === 'close') closing = body;
      else if (found !== 'data') throw damaged(title);
      else {
        tally.add(body);
        yield body;
      }
    }
  }
  await visit(content());
  for await (const _ of content());
  const told = parse(contentShape, closing ?? Buffer.alloc(0));
  const seen = tally.totals();
  if (told.sha256 !== seen.sha256 || told.rows !== seen.rows || told.bytes !== seen.bytes) throw damaged(title);
  return seen;
}

async function walk(records: Records, visitor: BackupVisitor): Promise<BackupContent> {
  const first = await next(records);
  if (first.kind !== 'manifest') throw damaged('its content');
  const manifest = parse(manifestShape, first.body);
  await visitor.manifest?.(manifest);
  const waiting = [...manifest.tables];
  const tables = new Map<string, ContentTotals>();
  const documents = new Map<string, ContentTotals>();
  for (;;) {
    const { kind, body } = await next(records);
    if (kind === 'end') {
      const end = parse(endShape, body);
      if (waiting.length > 0 || end.documents !== documents.size) throw damaged('its end');
      return { manifest, tables, documents, end };
    }
    if (kind === 'table') {
      const table = waiting.shift();
      if (!table) throw damaged('its content');
      const title = titleOf(table);
      const seen = await readContent(records, title, 'table', (content) => visitor.table?.(table, content));
      tables.set(title, seen);
      await visitor.closed?.(title, seen);
    } else if (kind === 'document') {
      const document = parse(documentShape, body);
      const { name } = document;
      const seen = await readContent(records, name, 'document', (content) => visitor.document?.(document, content));
      documents.set(document.version, seen);
      await visitor.closed?.(name, seen);
    } else throw damaged('its content');
  }
}

/** Throws where the file is not, to the last bit, what was written. Without a visitor it only verifies. */
export async function readBackup(
  { path, passphrase }: BackupFile,
  visitor: BackupVisitor = {},
  signal?: AbortSignal,
): Promise<BackupContent> {
  const file = await open(path, 'r').catch((error) => {
    throw inWords(error, path);
  });
  try {
    let found: BackupContent | undefined;
    await pipeline(
      openParts(file, passphrase),
      createGunzip(),
      async (content: AsyncIterable<Buffer>) => {
        const records = readRecords(content);
        found = await walk(records, visitor);
        if (!(await records.next()).done) throw damaged('its end');
      },
      signal ? { signal } : {},
    );
    if (!found) throw truncated();
    return found;
  } catch (error) {
    if (signal?.aborted) throw new BackupError('interrupted', 'Interrupted.');
    const { code } = error as { code?: string };
    if (code?.startsWith('Z_')) throw code === 'Z_BUF_ERROR' ? truncated() : damaged('its content');
    throw inWords(error, path);
  } finally {
    await file.close();
  }
}
