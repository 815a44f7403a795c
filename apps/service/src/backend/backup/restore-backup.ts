/** A backup becomes an installation again: of the embedded backend beside the one that is there, or in an empty database. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Sql } from 'postgres';
import { BackendError } from '../backend-error.ts';
import { silentLog } from '../backend-log.ts';
import { type EmbeddedDatabase, openCluster, prepareDatabase, withOwner } from '../embedded-database.ts';
import { makeSecrets, writeSecrets } from '../install-secrets.ts';
import { closeLiteThread, openLiteThread } from '../lite-thread.ts';
import { appliedMigrations, applyMigrations, checkHistory } from '../migrations.ts';
import { clearPreviousPostgres } from '../orphan-postgres.ts';
import { existingCluster } from '../running-database.ts';
import { BackupError, inWords } from './backup-error.ts';
import { openOwner } from './catalogue.ts';
import { type LoadProgress, loadDatabase } from './load-database.ts';
import type { Manifest } from './manifest.ts';
import { type BackupContent, type BackupFile, readBackup } from './read-backup.ts';
import { partsIn, swapFolders } from './swap-folders.ts';

export interface RestoreProgress {
  step: 'verifying' | LoadProgress['step'];
  title: string;
  rows: number;
}

interface Wish {
  file: BackupFile;
  migrationsDir: string;
  onProgress?(progress: RestoreProgress): void;
  signal?: AbortSignal;
}

export interface EmbeddedRestore extends Wish {
  dataDir: string;
  /** Keeps a document below `dataDir`, the folder that is given. */
  saveDocument(dataDir: string, version: string, content: AsyncIterable<Buffer>): Promise<void>;
}

export interface Restored {
  content: BackupContent;
  /** Of this Wattershed, and newer than the backup. */
  migrated: string[];
  /** Where what was there before lies now. */
  aside: string | null;
}

/** Reads the whole file before anything else happens. */
export async function verifyBackup({ file, onProgress, signal }: Omit<Wish, 'migrationsDir'>): Promise<BackupContent> {
  let rows = 0;
  const closed = (title: string, totals: { rows: number }): void => {
    rows += totals.rows;
    onProgress?.({ step: 'verifying', title, rows });
  };
  return readBackup(file, { closed }, signal);
}

const lastOf = ({ migrations }: Manifest): string =>
  migrations
    .map(({ name }) => name)
    .sort()
    .at(-1) ?? '';

function checkVersions(manifest: Manifest, migrationsDir: string): void {
  try {
    checkHistory(manifest.migrations, migrationsDir);
  } catch (cause) {
    if (!(cause instanceof BackendError)) throw cause;
    const made = `The backup is of Wattershed ${manifest.appVersion} (${lastOf(manifest)})`;
    if (cause.code === 'migration-missing')
      throw new BackupError('newer-backup', `${made}, which is newer than this one. Update Wattershed, then restore.`, {
        cause,
      });
    const words = `${made}, whose tables were made otherwise than this one makes them. ${cause.message}`;
    throw new BackupError('other-history', words, { cause });
  }
}

async function verified(wish: Wish, backend: Manifest['backend'] | null): Promise<BackupContent> {
  const content = await verifyBackup(wish);
  checkVersions(content.manifest, wish.migrationsDir);
  if (backend && content.manifest.backend !== backend) {
    const words = `This is a backup of a hosted backend: it goes into the empty database of another, by DATABASE_OWNER_URL.`;
    throw new BackupError('other-backend', words);
  }
  return content;
}

/** Throws while a service runs there; ends a PostgreSQL that a killed one left. */
async function checkStopped(dataDir: string): Promise<void> {
  const cluster = existingCluster(dataDir);
  if (!cluster) return;
  try {
    await clearPreviousPostgres(cluster);
  } catch (cause) {
    if (!(cause instanceof BackendError) || cause.code !== 'data-in-use') throw cause;
    const words = `Wattershed runs on ${dataDir}: stop it, then restore. Nothing was changed.`;
    throw new BackupError('target-in-use', words, { cause });
  }
}

/** What is in the way; empty where a restore replaces nothing. */
export async function inTheWay(dataDir: string): Promise<string[]> {
  await checkStopped(dataDir);
  return partsIn(dataDir);
}

async function fill(cluster: EmbeddedDatabase, wish: EmbeddedRestore, folder: string, last: string): Promise<string[]> {
  const thread = openLiteThread(silentLog);
  try {
    await prepareDatabase(cluster, { migrationsDir: wish.migrationsDir, thread, log: silentLog, lastMigration: last });
  } finally {
    await closeLiteThread(thread);
  }
  const ownerUrl = cluster.url('postgres');
  await loadDatabase({
    ...wish,
    ownerUrl,
    takeDocument: ({ version }, content) => wish.saveDocument(folder, version, content),
  });
  return withOwner(ownerUrl, (sql: Sql) => applyMigrations(sql, wish.migrationsDir));
}

/** A cluster that had to be made outside. */
async function discard(folder: string): Promise<void> {
  const pointer = join(folder, 'postgres.location');
  if (existsSync(pointer)) await rm((await readFile(pointer, 'utf8')).trim(), { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
}

const stamp = (): string => new Date().toISOString().replace(/[-:]|\.\d+/g, '');

/** A failure before the end leaves what was there as it was. */
export async function restoreEmbedded(wish: EmbeddedRestore): Promise<Restored> {
  const dataDir = resolve(wish.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  await checkStopped(dataDir);
  const content = await verified(wish, 'embedded');
  const { manifest } = content;
  const now = stamp();
  const fresh = join(dataDir, `restoring-${now}`);
  const aside = join(dataDir, `before-restore-${now}`);
  try {
    await mkdir(fresh, { mode: 0o755 });
    writeSecrets(fresh, { ...makeSecrets(), ...manifest.secrets });
    // Nothing of it counts before it is whole and on the disk: until then it need not be durable.
    const cluster = await openCluster({ dataDir: fresh, log: silentLog, isDurable: false });
    let migrated: string[];
    try {
      migrated = await fill(cluster, wish, fresh, lastOf(manifest));
    } finally {
      await cluster.postgres.stop();
    }
    await cluster.postgres.sync();
    wish.signal?.throwIfAborted();
    await checkStopped(dataDir);
    const isReplaced = partsIn(dataDir).length > 0;
    swapFolders(dataDir, fresh, aside);
    return { content, migrated, aside: isReplaced ? aside : null };
  } catch (error) {
    await discard(fresh);
    if (wish.signal?.aborted) throw new BackupError('interrupted', 'Interrupted: what was there is as it was.');
    throw inWords(error, dataDir);
  }
}

async function checkEmpty(sql: Sql): Promise<void> {
  const [ready] = await sql<{ accounts: boolean; roles: boolean; homes: boolean }[]>`
    select to_regclass('auth.users') is not null as accounts, to_regclass('public.households') is not null as homes,
      exists (select from pg_roles where rolname = 'wattershed_engine') as roles`;
  if (!ready?.accounts || !ready.roles) {
    const words =
      'This database is no backend yet: it lacks the table auth.users or the roles of Wattershed. Make them first (docs/operate/hosted.md).';
    throw new BackupError('target-not-ready', words);
  }
  const [found] = ready.homes
    ? await sql<{ used: boolean }[]>`
        select exists (select from auth.users) or exists (select from public.households) as used`
    : [];
  if (!found?.used) return;
  const words =
    'This database has accounts or households. A restore needs an empty one: make another, and point Wattershed there.';
  throw new BackupError('target-not-empty', words);
}

/** Into an empty database that runs elsewhere; its rows in one transaction. Documents stay out. */
export async function restoreDatabase({ ownerUrl, ...wish }: Wish & { ownerUrl: string }): Promise<Restored> {
  const sql = openOwner(ownerUrl, 'wattershed-restore');
  try {
    await checkEmpty(sql);
    const content = await verified(wish, null);
    const last = lastOf(content.manifest);
    const newer = (await appliedMigrations(sql)).find(({ name }) => name > last);
    if (newer) {
      const words = `This database has had ${newer.name}, and the backup ends at ${last}. Restore into one without tables of Wattershed; it is brought up to date afterwards.`;
      throw new BackupError('target-not-ready', words);
    }
    await applyMigrations(sql, wish.migrationsDir, undefined, last);
    await loadDatabase({ ...wish, ownerUrl, takeDocument: async () => undefined });
    const migrated = await applyMigrations(sql, wish.migrationsDir);
    return { content, migrated, aside: null };
  } catch (error) {
    if (wish.signal?.aborted) throw new BackupError('interrupted', 'Interrupted: nothing was restored.');
    throw inWords(error, wish.file.path);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
