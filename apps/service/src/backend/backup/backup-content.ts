/** What goes into a backup: the records of one snapshot of a database, and of the documents that it names. */
import type { Readable } from 'node:stream';
import type { TransactionSql } from 'postgres';
import { appliedMigrations } from '../migrations.ts';
import { BackupError } from './backup-error.ts';
import { backendOf, copyOutOf, listSequences, listTables, nameInSql } from './catalogue.ts';
import { copyOut } from './copy-streams.ts';
import { type ContentTotals, type DocumentName, type Manifest, titleOf } from './manifest.ts';
import { createTally, DATA_BYTES, encodeRecord } from './records.ts';

export interface BackupProgress {
  step: 'writing' | 'verifying';
  title: string;
  /** Of all before. */
  rows: number;
  bytes: number;
}

export interface ContentWish {
  appVersion: string;
  secrets: Manifest['secrets'];
  /** A document by its version; null when it is gone. */
  openDocument(version: string): Promise<Readable | null>;
  /** Awaited after each table. */
  onProgress?(progress: BackupProgress): Promise<void> | void;
}

/** Filled while the content is read. */
export interface Written {
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

export async function* contentOf(sql: TransactionSql, wish: ContentWish, written: Written): AsyncGenerator<Buffer> {
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
