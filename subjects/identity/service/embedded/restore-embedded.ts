/** A backup becomes an installation of the embedded backend, beside the one that is there, and takes its place when it is whole. */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { BackendError, silentLog } from '#kernel/postgres/backend-error.ts';
import { type EmbeddedDatabase, openCluster, prepareDatabase, withOwner } from '#kernel/postgres/embedded-database.ts';
import { existingCluster, makeSecrets, writeSecrets } from '#kernel/postgres/installation.ts';
import { applyMigrations } from '#kernel/postgres/migrations.ts';
import { clearPreviousPostgres, clusterOwner, isAlive } from '#kernel/postgres/orphan-postgres.ts';
import { addressFile, outsideAddress } from '#kernel/postgres/outside-database.ts';
import { BackupError, inWords } from '#kernel/backup/backup-error.ts';
import { beginMaking, clearHalfMade, discardMade, stamp } from '#kernel/backup/half-made.ts';
import type { BackupContent } from '#kernel/backup/read-backup.ts';
import { loadDatabase } from '#kernel/backup/load-database.ts';
import { checkRoom } from '#kernel/backup/room.ts';
import { partsIn, swapFolders } from '#kernel/backup/swap-folders.ts';
import { lastOf, type Restored, type RestoreWish, verified } from '#kernel/backup/restore-database.ts';

export interface EmbeddedRestore extends RestoreWish {
  dataDir: string;
  /** Keeps a document below `dataDir`, the folder that is given. */
  saveDocument(dataDir: string, version: string, content: AsyncIterable<Buffer>): Promise<void>;
}

/** Throws while a service runs there; ends a PostgreSQL that a killed one left. */
async function checkStopped(dataDir: string): Promise<void> {
  const inUse = `Wattershed runs on ${dataDir}: stop it, then restore. Nothing was changed.`;
  const user = outsideAddress(dataDir) === undefined ? undefined : clusterOwner(addressFile(dataDir));
  if (user !== undefined && isAlive(user)) throw new BackupError('target-in-use', inUse);
  const cluster = existingCluster(dataDir);
  if (!cluster) return;
  try {
    await clearPreviousPostgres(cluster);
  } catch (cause) {
    if (!(cause instanceof BackendError) || cause.code !== 'data-in-use') throw cause;
    throw new BackupError('target-in-use', inUse, { cause });
  }
}

/** What is in the way; empty where a restore replaces nothing. */
export async function inTheWay(dataDir: string): Promise<string[]> {
  try {
    await checkStopped(dataDir);
  } catch (error) {
    throw inWords(error, dataDir);
  }
  return partsIn(dataDir);
}

async function fill(
  cluster: EmbeddedDatabase,
  wish: EmbeddedRestore,
  folder: string,
  { manifest, tables }: BackupContent,
): Promise<string[]> {
  const last = lastOf(manifest);
  await prepareDatabase(cluster, { migrationsDir: wish.migrationsDir, log: silentLog, lastMigration: last });
  const ownerUrl = cluster.url('postgres');
  await loadDatabase({
    ...wish,
    ownerUrl,
    place: wish.dataDir,
    totals: tables,
    takeDocument: ({ version }, content) => wish.saveDocument(folder, version, content),
  });
  return withOwner(ownerUrl, (sql) => applyMigrations(sql, wish.migrationsDir));
}

/** A failure before the end leaves what was there as it was. */
export async function restoreEmbedded(wish: EmbeddedRestore): Promise<Restored> {
  const dataDir = resolve(wish.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  await checkStopped(dataDir);
  await clearHalfMade(dataDir);
  const content = await verified(wish, 'embedded');
  const { manifest } = content;
  const bytes = [...content.tables.values(), ...content.documents.values()].reduce((sum, one) => sum + one.bytes, 0);
  // A table takes about twice its text, with its indexes.
  await checkRoom(dataDir, bytes * 2, 'what is restored');
  const now = stamp();
  const aside = join(dataDir, `before-restore-${now}`);
  const fresh = beginMaking(dataDir, now);
  try {
    writeSecrets(fresh, { ...makeSecrets(), ...manifest.secrets });
    // Nothing of it counts before it is whole and on the disk: until then it need not be durable.
    const cluster = await openCluster({ dataDir: fresh, log: silentLog, isDurable: false });
    let migrated: string[];
    try {
      migrated = await fill(cluster, wish, fresh, content);
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
    await discardMade(fresh);
    if (wish.signal?.aborted) throw new BackupError('interrupted', 'Interrupted: what was there is as it was.');
    throw inWords(error, dataDir);
  }
}
