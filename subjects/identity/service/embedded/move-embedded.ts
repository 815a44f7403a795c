/** An embedded installation goes to a PostgreSQL of its operator's: copied while it runs, then stopped for the rest. */
import { renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from 'postgres';
import { BackupError, inWords } from '#kernel/backup/backup-error.ts';
import { openOwner } from '#kernel/backup/catalogue.ts';
import { copyDifferences, type CopyProgress } from '#kernel/backup/copy-differences.ts';
import { stamp } from '#kernel/backup/half-made.ts';
import { openSource } from '#kernel/backup/open-source.ts';
import { silentLog } from '#kernel/postgres/backend-error.ts';
import { clusterAddress, isCluster } from '#kernel/postgres/cluster.ts';
import { outsideDatabase, prepareDatabase } from '#kernel/postgres/embedded-database.ts';
import { existingCluster, readSecrets } from '#kernel/postgres/installation.ts';
import { clusterOwner, isAlive } from '#kernel/postgres/orphan-postgres.ts';
import { checkOutside, outsideAddress, placeOf, writeOutsideAddress } from '#kernel/postgres/outside-database.ts';

export interface MoveWish {
  dataDir: string;
  /** Of the superuser there; its database is there and empty, or what a move that was cut off left. */
  address: string;
  migrationsDir: string;
  onProgress(progress: CopyProgress & { phase: 'running' | 'stopped' }): void;
  /** Told once everything but the last is copied, before the service is stopped; false: go no further. */
  mayStop(): Promise<boolean>;
  signal?: AbortSignal;
}

export interface Moved {
  rows: number;
  /** From the service's end to the last row compared. */
  stoppedMs: number;
  aside: string;
}

/** Rounds while it runs, until what is left is little. */
const MAX_ROUNDS = 5;
const FEW_ROWS = 20_000;
const STOP_PATIENCE_MS = 60_000;

async function checkTarget(to: Sql): Promise<void> {
  const [seen] = await to<{ moving: boolean; homes: boolean }[]>`
    select to_regclass('wattershed_moving.since') is not null as moving, to_regclass('public.households') is not null as homes`;
  if (seen?.moving || !seen?.homes) return;
  const words =
    'There is a Wattershed in this database already, and no move was begun into it. Make an empty one: create database wattershed;';
  throw new BackupError('target-not-empty', words);
}

/** A move that is cut off is known by it, and goes on. Of no schema that is copied. */
const begin = async (to: Sql): Promise<void> => {
  await to`create schema if not exists wattershed_moving`;
  await to`create table if not exists wattershed_moving.since (since timestamptz not null default now())`;
};

/** Answers whether there was one to stop. */
async function stopService(dataDir: string): Promise<void> {
  const cluster = existingCluster(dataDir) ?? '';
  const pid = clusterOwner(cluster);
  if (pid === undefined || pid === process.pid || !isAlive(pid)) return;
  process.kill(pid, 'SIGTERM');
  for (const end = Date.now() + STOP_PATIENCE_MS; isAlive(pid); await delay(20))
    if (Date.now() > end)
      throw new BackupError(
        'target-in-use',
        `Wattershed (process ${pid}) does not stop. Stop it, and begin again: what is copied is kept.`,
      );
}

/** Everything that changed while the round before ran, until little is left. */
async function copyRunning(to: Sql, wish: MoveWish): Promise<void> {
  const source = await openSource(wish.dataDir);
  const from = openOwner(source.ownerUrl, 'wattershed-move');
  try {
    for (let round = 0, rows = Number.POSITIVE_INFINITY; round < MAX_ROUNDS && rows > FEW_ROWS; round += 1)
      ({ copied: rows } = await copyDifferences(
        from,
        to,
        false,
        (progress) => wish.onProgress({ ...progress, phase: 'running' }),
        wish.signal,
      ));
    // What the target plans its questions by.
    await to`analyze`;
  } finally {
    await from.end({ timeout: 5 });
    await source.close();
  }
}

async function copyStopped(to: Sql, wish: MoveWish): Promise<number> {
  const source = await openSource(wish.dataDir);
  const from = openOwner(source.ownerUrl, 'wattershed-move');
  try {
    const tell = (progress: CopyProgress): void => wish.onProgress({ ...progress, phase: 'stopped' });
    return (await copyDifferences(from, to, true, tell, wish.signal)).checked;
  } finally {
    await from.end({ timeout: 5 });
    await source.close();
  }
}

/** The old cluster is kept, under a name that no start takes for one. */
function putAside(dataDir: string): string {
  const folder = existingCluster(dataDir) as string;
  const aside = `${folder}.before-move-${stamp()}`;
  renameSync(folder, aside);
  const pointer = join(dataDir, 'postgres.location');
  if (folder !== join(dataDir, 'postgres')) renameSync(pointer, `${pointer}.before-move`);
  return aside;
}

/** Null: not wanted after all. Whatever fails before the end leaves the installation as it was. */
export async function moveEmbedded(given: MoveWish): Promise<Moved | null> {
  const wish = { ...given, dataDir: resolve(given.dataDir) };
  const { dataDir, address, migrationsDir, signal } = wish;
  const secrets = readSecrets(dataDir);
  const already = outsideAddress(dataDir);
  if (already) throw new BackupError('nothing-there', `This installation is at ${placeOf(already)} already.`);
  if (!secrets || !existingCluster(dataDir))
    throw new BackupError(
      'nothing-there',
      `There is no embedded installation in ${dataDir}: set DATA_DIR to its folder.`,
    );
  await checkOutside(address);
  const to = openOwner(address, 'wattershed-move');
  try {
    await checkTarget(to);
    await begin(to);
    await prepareDatabase(outsideDatabase(address, secrets), { migrationsDir, log: silentLog });
    await copyRunning(to, wish);
    if (!(await wish.mayStop())) return null;
    const begun = performance.now();
    await stopService(dataDir);
    const rows = await copyStopped(to, wish);
    signal?.throwIfAborted();
    // From here on the next start goes there.
    writeOutsideAddress(dataDir, (await isCluster(to)) ? clusterAddress(address) : address);
    const stoppedMs = performance.now() - begun;
    const aside = putAside(dataDir);
    await to`drop schema wattershed_moving cascade`;
    return { rows, stoppedMs, aside };
  } catch (error) {
    if (signal?.aborted)
      throw new BackupError(
        'interrupted',
        'Interrupted: the installation is as it was. Begin again: what is copied is kept.',
      );
    throw inWords(error, dataDir);
  } finally {
    await to.end({ timeout: 5 });
  }
}
