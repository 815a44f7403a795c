/** A backup that is about to be restored: read to its end, and of a history that this Wattershed knows. */
import type { Sql } from 'postgres';
import { BackendError } from '../postgres/backend-error.ts';
import { appliedMigrations, applyMigrations, baseline, checkHistory, isOfBefore } from '../postgres/migrations.ts';
import { BackupError, inWords } from './backup-error.ts';
import { openOwner } from './catalogue.ts';
import { loadDatabase, type LoadProgress } from './load-database.ts';
import { type BackupContent, type BackupFile, readBackup } from './read-backup.ts';
import type { Manifest } from './records.ts';

export interface RestoreProgress {
  step: 'verifying' | LoadProgress['step'];
  title: string;
  rows: number;
}

export interface RestoreWish {
  file: BackupFile;
  migrationsDir: string;
  onProgress?(progress: RestoreProgress): void;
  signal?: AbortSignal;
}

export interface Restored {
  content: BackupContent;
  /** Of this Wattershed, and newer than the backup. */
  migrated: string[];
  /** Where what was there before lies now. */
  aside: string | null;
}

/** Reads the whole file before anything else happens. */
export async function verifyBackup({
  file,
  onProgress,
  signal,
}: Omit<RestoreWish, 'migrationsDir'>): Promise<BackupContent> {
  let rows = 0;
  const closed = (title: string, totals: { rows: number }): void => {
    rows += totals.rows;
    onProgress?.({ step: 'verifying', title, rows });
  };
  return readBackup(file, { closed }, signal);
}

/** The migration that makes the tables of a backup. */
export const lastOf = ({ migrations }: Pick<Manifest, 'migrations'>): string =>
  isOfBefore(migrations)
    ? baseline
    : (migrations
        .map(({ name }) => name)
        .sort()
        .at(-1) ?? '');

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

export async function verified(wish: RestoreWish, backend: Manifest['backend'] | null): Promise<BackupContent> {
  const content = await verifyBackup(wish);
  checkVersions(content.manifest, wish.migrationsDir);
  if (backend && content.manifest.backend !== backend) {
    const words = `This is a backup of a hosted backend: it goes into the empty database of another, by DATABASE_OWNER_URL.`;
    throw new BackupError('other-backend', words);
  }
  return content;
}

// A backup goes into an empty database that runs elsewhere.

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

/** Its rows in one transaction; documents stay out. */
export async function restoreDatabase({ ownerUrl, ...wish }: RestoreWish & { ownerUrl: string }): Promise<Restored> {
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
    await loadDatabase({
      ...wish,
      ownerUrl,
      place: 'of the database',
      totals: content.tables,
      takeDocument: async () => undefined,
    });
    const migrated = await applyMigrations(sql, wish.migrationsDir);
    return { content, migrated, aside: null };
  } catch (error) {
    if (wish.signal?.aborted) throw new BackupError('interrupted', 'Interrupted: nothing was restored.');
    throw inWords(error, wish.file.path);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
