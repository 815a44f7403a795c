/** Writes a backup into one file; reads it again; then gives it its name. */
import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Sql, TransactionSql } from 'postgres';
import { appliedMigrations } from '../postgres/migrations.ts';
import { BackupError, damaged, inWords } from './backup-error.ts';
import { backendOf, copyOut, copyOutOf, listSequences, listTables, nameInSql, openOwner } from './catalogue.ts';
import { makeBeginning, sealParts } from './container.ts';
import {
  type ContentTotals,
  createTally,
  DATA_BYTES,
  type DocumentName,
  encodeRecord,
  type Manifest,
  titleOf,
} from './records.ts';
import { readBackup } from './read-backup.ts';

export interface BackupWish extends ContentWish {
  ownerUrl: string;
  path: string;
  mayReplace: boolean;
  /** Null: not encrypted. */
  passphrase: string | null;
  signal?: AbortSignal;
}

export interface BackupReport {
  path: string;
  fileBytes: number;
  contentBytes: number;
  rows: number;
  tables: number;
  documents: number;
  missing: string[];
  seconds: number;
}

/** Little is gained above: the arrays of packed days are short numbers. */
const LEVEL = 5;

async function writeFile(sql: Sql, part: string, wish: BackupWish): Promise<Written> {
  const written: Written = { rows: 0, bytes: 0, tables: new Map(), documents: new Map(), missing: [] };
  const beginning = await makeBeginning(wish.passphrase);
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  let failure: unknown;
  try {
    await sql.begin('isolation level repeatable read read only', async (tx) => {
      try {
        await pipeline(
          contentOf(tx, wish, written),
          createGzip({ level: LEVEL }),
          (content: AsyncIterable<Buffer>) => sealParts(beginning, content),
          async (parts: AsyncIterable<Buffer>) => {
            for await (const bytes of parts) await file.writeFile(bytes);
          },
          wish.signal ? { signal: wish.signal } : {},
        );
      } catch (error) {
        // A COPY may still be on its way: only the end of the connection ends it.
        failure = error;
        void sql.end({ timeout: 0 });
        throw error;
      }
    });
    await file.sync();
  } catch (error) {
    throw failure ?? error;
  } finally {
    await file.close();
  }
  return written;
}

const isEqual = (one: Map<string, ContentTotals>, other: Map<string, ContentTotals>): boolean =>
  one.size === other.size &&
  [...one].every(([key, { rows, sha256 }]) => other.get(key)?.rows === rows && other.get(key)?.sha256 === sha256);

async function checkAgain(part: string, wish: BackupWish, written: Written): Promise<void> {
  let [rows, bytes] = [0, 0];
  const read = await readBackup(
    { path: part, passphrase: async () => wish.passphrase },
    {
      closed: async (title, seen) => {
        rows += seen.rows;
        bytes += seen.bytes;
        await wish.onProgress?.({ step: 'verifying', title, rows, bytes });
      },
    },
    wish.signal,
  );
  if (!isEqual(read.tables, written.tables) || !isEqual(read.documents, written.documents))
    throw damaged('what was just written');
}

/** So that the rename, too, outlives a power cut. Windows cannot open a folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

function checkPlace({ path, mayReplace }: BackupWish): void {
  if (!existsSync(path) || mayReplace) return;
  throw new BackupError('file-exists', `${path} is there already: choose another name, or add --force.`);
}

export async function writeBackup(wish: BackupWish): Promise<BackupReport> {
  const { path, signal } = wish;
  const began = performance.now();
  const part = `${path}.part`;
  checkPlace(wish);
  const sql = openOwner(wish.ownerUrl);
  const lose = () => void sql.end({ timeout: 0 });
  signal?.addEventListener('abort', lose);
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const written = await writeFile(sql, part, wish);
    await checkAgain(part, wish, written);
    checkPlace(wish);
    await rename(part, path);
    await syncFolder(dirname(path));
    return {
      path,
      fileBytes: (await stat(path)).size,
      contentBytes: written.bytes,
      rows: written.rows,
      tables: written.tables.size,
      documents: written.documents.size,
      missing: written.missing,
      seconds: (performance.now() - began) / 1000,
    };
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (signal?.aborted) throw new BackupError('interrupted', 'Interrupted: no backup was made.');
    throw inWords(error, path);
  } finally {
    signal?.removeEventListener('abort', lose);
    await sql.end({ timeout: 5 });
  }
}

// What goes into a backup: the records of one snapshot of a database, and of the documents that it names.

interface BackupProgress {
  step: 'writing' | 'verifying';
  title: string;
  /** Of all before. */
  rows: number;
  bytes: number;
}

interface ContentWish {
  appVersion: string;
  secrets: Manifest['secrets'];
  /** A document by its version; null when it is gone. */
  openDocument(version: string): Promise<Readable | null>;
  /** Awaited after each table. */
  onProgress?(progress: BackupProgress): Promise<void> | void;
}

/** Filled while the content is read. */
interface Written {
  rows: number;
  bytes: number;
  tables: Map<string, ContentTotals>;
  documents: Map<string, ContentTotals>;
  missing: string[];
}

async function describe(sql: TransactionSql, { appVersion, secrets }: ContentWish): Promise<Manifest> {
  const backend = await backendOf(sql);
  const tables = await listTables(sql, backend);
  const migrations = await appliedMigrations(sql);
  if (migrations.length === 0)
    throw new BackupError('nothing-there', 'This database has no data of Wattershed: there is nothing to back up.');
  // Nobody may change a table between two rows of it.
  await sql.unsafe(`lock table ${tables.map(nameInSql).join(', ')} in access share mode`);
  const [server] = await sql<{ version: string }[]>`select current_setting('server_version') as version`;
  return {
    createdAt: new Date().toISOString(),
    appVersion,
    postgresVersion: server?.version ?? '',
    backend,
    migrations: migrations.map(({ name, checksum }) => ({ name, checksum })),
    secrets,
    tables,
    sequences: await listSequences(sql, tables),
  };
}

async function* dataRecords(
  kind: 'table' | 'document',
  content: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, ContentTotals> {
  const tally = createTally(kind);
  for await (const chunk of content) {
    tally.add(chunk);
    for (let at = 0; at < chunk.length; at += DATA_BYTES)
      yield encodeRecord('data', chunk.subarray(at, at + DATA_BYTES));
  }
  const totals = tally.totals();
  yield encodeRecord('close', totals);
  return totals;
}

async function* contentOf(sql: TransactionSql, wish: ContentWish, written: Written): AsyncGenerator<Buffer> {
  const manifest = await describe(sql, wish);
  yield encodeRecord('manifest', manifest);
  for (const table of manifest.tables) {
    const title = titleOf(table);
    yield encodeRecord('table', { title });
    const totals = yield* dataRecords('table', copyOut(sql, copyOutOf(table)));
    written.tables.set(title, totals);
    written.rows += totals.rows;
    written.bytes += totals.bytes;
    await wish.onProgress?.({ step: 'writing', title, rows: written.rows, bytes: written.bytes });
  }
  const documents = manifest.tables.some((table) => titleOf(table) === 'storage.objects')
    ? await sql<DocumentName[]>`
        select version, bucket_id || '/' || name as name from storage.objects where version is not null order by version`
    : [];
  for (const { version, name } of documents) {
    const content = await wish.openDocument(version);
    if (!content) {
      written.missing.push(name);
      continue;
    }
    yield encodeRecord('document', { version, name });
    const totals = yield* dataRecords('document', content);
    written.documents.set(version, totals);
    written.bytes += totals.bytes;
    await wish.onProgress?.({ step: 'writing', title: name, rows: written.rows, bytes: written.bytes });
  }
  const { rows, tables, missing } = written;
  yield encodeRecord('end', { rows, tables: tables.size, documents: written.documents.size, missing });
}
