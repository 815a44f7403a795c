/** A backup goes into an empty database that runs elsewhere. */
import type { Sql } from 'postgres';
import { appliedMigrations, applyMigrations } from '../postgres/migrations.ts';
import { BackupError, inWords } from './backup-error.ts';
import { openOwner } from './catalogue.ts';
import { loadDatabase } from './load-database.ts';
import { lastOf, type Restored, type RestoreWish, verified } from './verify-backup.ts';

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
    await loadDatabase({ ...wish, ownerUrl, place: 'of the database', takeDocument: async () => undefined });
    const migrated = await applyMigrations(sql, wish.migrationsDir);
    return { content, migrated, aside: null };
  } catch (error) {
    if (wish.signal?.aborted) throw new BackupError('interrupted', 'Interrupted: nothing was restored.');
    throw inWords(error, wish.file.path);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
