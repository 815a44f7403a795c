/** A backup that is about to be restored: read to its end, and of a history that this Wattershed knows. */
import { BackendError } from '../postgres/backend-error.ts';
import { baseline, isOfBefore } from '../postgres/history-before.ts';
import { checkHistory } from '../postgres/migrations.ts';
import { BackupError } from './backup-error.ts';
import type { LoadProgress } from './load-database.ts';
import type { Manifest } from './records.ts';
import { type BackupContent, type BackupFile, readBackup } from './read-backup.ts';

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
export const lastOf = ({ migrations }: Manifest): string =>
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
