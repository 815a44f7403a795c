/** Puts a backup's rows into a database whose tables are at the backup's migrations, in one transaction, and compares. */
import type { Sql, TransactionSql } from 'postgres';
import { BackupError, inWords } from './backup-error.ts';
import {
  backendOf,
  copyIn,
  copyInto,
  copyOut,
  copyOutOf,
  listTables,
  loadAsTheyWere,
  nameInSql,
  openOwner,
} from './catalogue.ts';
import { type ContentTotals, createTally, type DocumentName, type Manifest, type Table, titleOf } from './records.ts';
import { type BackupFile, readBackup } from './read-backup.ts';

export interface LoadProgress {
  step: 'loading' | 'comparing';
  title: string;
  rows: number;
}

export interface Load {
  ownerUrl: string;
  /** For words about what is full or not allowed. */
  place: string;
  file: BackupFile;
  /** Of its tables, as it was verified. */
  totals: ReadonlyMap<string, ContentTotals>;
  takeDocument(document: DocumentName, content: AsyncIterable<Buffer>): Promise<void>;
  onProgress?(progress: LoadProgress): void;
  signal?: AbortSignal;
}

async function switchRulesOff(sql: TransactionSql): Promise<void> {
  try {
    await sql.savepoint(loadAsTheyWere);
  } catch (cause) {
    const words = `This account of the database may not load rows as they were, without triggers and foreign keys. As its superuser: grant set on parameter session_replication_role to the account of DATABASE_OWNER_URL.`;
    throw new BackupError('target-not-ready', words, { cause });
  }
}

function checkColumns(manifest: Manifest, found: readonly Table[]): void {
  const here = new Map(found.map((table) => [titleOf(table), new Set(table.columns)]));
  for (const table of manifest.tables) {
    const columns = here.get(titleOf(table));
    const missing = table.columns.find((column) => !columns?.has(column));
    if (columns && missing === undefined) continue;
    const what = columns ? `the column ${missing} of ${titleOf(table)}` : `the table ${titleOf(table)}`;
    const words = `This database lacks ${what}, which the backup (Wattershed ${manifest.appVersion}) has: the two have other sign-in backends. Restore it on the kind it was made on.`;
    throw new BackupError('other-backend', words);
  }
}

/** From here on an index is made in less time than it is kept up row by row. */
const MANY_ROWS = 100_000;

/** Those of no constraint, of large tables that are ours; answers what makes them again. */
async function dropIndexes(sql: TransactionSql, { totals }: Load): Promise<string[]> {
  const large = [...totals].filter(([, { rows }]) => rows >= MANY_ROWS).map(([title]) => title);
  const found = await sql<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname || '.' || c.relname = any (${large}) and pg_has_role(c.relowner, 'usage')
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`;
  for (const { name } of found) await sql.unsafe(`drop index ${name}`);
  return found.map(({ definition }) => definition);
}

async function prepare(sql: TransactionSql, manifest: Manifest): Promise<void> {
  const tables = await listTables(sql, await backendOf(sql));
  checkColumns(manifest, tables);
  await switchRulesOff(sql);
  // What the migrations put in is in the backup as well, as it had become.
  await sql.unsafe(`truncate ${tables.map(nameInSql).join(', ')}`);
}

async function loadTable(
  sql: TransactionSql,
  table: Table,
  content: AsyncIterator<Buffer>,
  place: string,
): Promise<void> {
  const first = await content.next();
  // Most tables are empty, and a COPY of nothing waits for the network's delayed acknowledgement.
  if (first.done) return;
  async function* whole(): AsyncGenerator<Buffer> {
    for (let next = first; !next.done; next = await content.next()) yield next.value;
  }
  try {
    await copyIn(sql, copyInto(table), whole());
  } catch (cause) {
    const { code = '', message, where } = cause as Error & { code?: string; where?: string };
    // Five characters: said by the database of the rows, not by the disk or the line to it.
    if (cause instanceof BackupError || !/^(2[0-9A-Z]|42|P0)...$/.test(code)) throw inWords(cause, place);
    const words = `The database refuses rows of ${titleOf(table)}: ${message}${where ? ` (${where.split('\n')[0]})` : ''}. Nothing was restored.`;
    throw new BackupError('load-failed', words, { cause });
  }
}

async function setSequences(sql: TransactionSql, { sequences }: Manifest): Promise<void> {
  for (const sequence of sequences)
    await sql`select setval(${nameInSql(sequence)}::regclass, ${sequence.value}::bigint, ${sequence.isCalled})`;
}

async function compareTable(sql: TransactionSql, table: Table, wanted: ContentTotals | undefined): Promise<number> {
  const tally = createTally('table');
  for await (const chunk of copyOut(sql, copyOutOf(table))) tally.add(chunk);
  const { rows, sha256 } = tally.totals();
  if (rows === wanted?.rows && sha256 === wanted.sha256) return rows;
  const words = `${titleOf(table)} reads back otherwise than it is in the backup (${rows} rows of ${wanted?.rows}). Nothing was restored.`;
  throw new BackupError('load-failed', words);
}

async function loadAll(sql: TransactionSql, load: Load): Promise<void> {
  let rows = 0;
  let indexes: string[] = [];
  const { manifest, tables } = await readBackup(
    load.file,
    {
      manifest: async (found) => {
        await prepare(sql, found);
        indexes = await dropIndexes(sql, load);
      },
      table: (table, content) => loadTable(sql, table, content[Symbol.asyncIterator](), load.place),
      document: (document, content) =>
        load.takeDocument(document, content).catch((error) => {
          throw inWords(error, load.place);
        }),
      closed: (title, totals) => {
        rows += totals.rows;
        load.onProgress?.({ step: 'loading', title, rows });
      },
    },
    load.signal,
  );
  for (const definition of indexes) await sql.unsafe(definition);
  await setSequences(sql, manifest);
  rows = 0;
  for (const table of manifest.tables) {
    load.signal?.throwIfAborted();
    rows += await compareTable(sql, table, tables.get(titleOf(table)));
    load.onProgress?.({ step: 'comparing', title: titleOf(table), rows });
  }
}

async function within(sql: Sql, work: (tx: TransactionSql) => Promise<void>): Promise<void> {
  let failure: unknown;
  try {
    await sql.begin(async (tx) => {
      try {
        await work(tx);
      } catch (error) {
        // A COPY may still be on its way: only the end of the connection ends it, and takes everything back.
        failure = error;
        void sql.end({ timeout: 0 });
        throw error;
      }
    });
  } catch (error) {
    throw failure ?? error;
  }
}

export async function loadDatabase(load: Load): Promise<void> {
  const sql = openOwner(load.ownerUrl, 'wattershed-restore');
  const lose = () => void sql.end({ timeout: 0 });
  load.signal?.addEventListener('abort', lose);
  try {
    await within(sql, (tx) => loadAll(tx, load));
    await sql`analyze`;
  } finally {
    load.signal?.removeEventListener('abort', lose);
    await sql.end({ timeout: 5 });
  }
}
