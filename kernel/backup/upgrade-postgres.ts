/** A cluster of a former major version of PostgreSQL becomes one of today's: copied beside it, compared, and put in its place. */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackendError, type BackendLog } from '../postgres/backend-error.ts';
import { madeBy } from '../postgres/cluster-files.ts';
import { type EmbeddedDatabase, openCluster, prepareDatabase, withOwner } from '../postgres/embedded-database.ts';
import { fetchFormer } from '../postgres/former-postgres.ts';
import { existingCluster, type InstallSecrets, readSecrets, writeSecrets } from '../postgres/installation.ts';
import { appliedMigrations } from '../postgres/migrations.ts';
import { clearPreviousPostgres } from '../postgres/orphan-postgres.ts';
import { outsideAddress } from '../postgres/outside-database.ts';
import { locatePackage, majorOf, type PostgresPackage } from '../postgres/postgres-binaries.ts';
import { BackupError } from './backup-error.ts';
import { openOwner } from './catalogue.ts';
import { copyDifferences } from './copy-differences.ts';
import { beginMaking, clearHalfMade, discardMade, stamp } from './half-made.ts';
import { lastOf } from './restore-database.ts';
import { checkRoom } from './room.ts';
import { DATABASE_PARTS, finishSwap, swapFolders } from './swap-folders.ts';

export interface PostgresUpgrade {
  dataDir: string;
  migrationsDir: string;
  log: BackendLog;
  /** Other programs than those that are installed with us. */
  programs?: PostgresPackage;
}

const TELL_EVERY_MS = 10_000;

function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? sizeOf(path) : (statSync(path, { throwIfNoEntry: false })?.size ?? 0));
  }, 0);
}

async function copyOver(old: EmbeddedDatabase, fresh: EmbeddedDatabase, upgrade: PostgresUpgrade): Promise<number> {
  const { migrationsDir, log } = upgrade;
  const migrations = await withOwner(old.url('postgres'), (sql) => appliedMigrations(sql));
  // As the old one has them: the start that follows brings both up to date alike.
  await prepareDatabase(fresh, { migrationsDir, log, lastMigration: lastOf({ migrations }) });
  const [from, to] = [
    openOwner(old.url('postgres'), 'wattershed-upgrade'),
    openOwner(fresh.url('postgres'), 'wattershed-upgrade'),
  ];
  let toldAt = Date.now();
  try {
    const { checked } = await copyDifferences(from, to, true, ({ title, rows }) => {
      if (Date.now() - toldAt < TELL_EVERY_MS) return;
      toldAt = Date.now();
      log.warn(`… ${rows.toLocaleString('en')} rows, at ${title}`);
    });
    await to`analyze`;
    return checked;
  } finally {
    await Promise.all([from.end({ timeout: 5 }), to.end({ timeout: 5 })]);
  }
}

async function make(
  folder: string,
  former: PostgresPackage,
  secrets: InstallSecrets,
  upgrade: PostgresUpgrade,
): Promise<number> {
  const { dataDir, log, programs } = upgrade;
  writeSecrets(folder, secrets);
  const old = await openCluster({ dataDir, log, programs: former });
  try {
    // Nothing of it counts before it is whole and on the disk.
    const fresh = await openCluster({ dataDir: folder, log, isDurable: false, ...(programs && { programs }) });
    let rows: number;
    try {
      rows = await copyOver(old, fresh, upgrade);
    } finally {
      await fresh.postgres.stop();
    }
    await fresh.postgres.sync();
    return rows;
  } finally {
    await old.postgres.stop();
  }
}

/** Nothing to do is the usual case. Whatever ends it before its end leaves the old cluster as it was, for the next start. */
export async function upgradePostgres(given: PostgresUpgrade): Promise<void> {
  const upgrade = { ...given, dataDir: resolve(given.dataDir) };
  const { dataDir, log } = upgrade;
  if (!readSecrets(dataDir) || outsideAddress(dataDir)) return;
  finishSwap(dataDir);
  const cluster = existingCluster(dataDir);
  const major = majorOf(upgrade.programs ?? locatePackage());
  const programs = join(dataDir, 'former-postgresql');
  if (!cluster || Number(madeBy(cluster)) >= Number(major)) return rmSync(programs, { recursive: true, force: true });
  const former = madeBy(cluster);
  try {
    await clearPreviousPostgres(cluster);
    await clearHalfMade(dataDir);
    await checkRoom(dataDir, sizeOf(cluster) * 1.2, `the change from PostgreSQL ${former} to ${major}`);
    log.warn(`The database is brought from PostgreSQL ${former} to ${major}; the old one is kept.`);
    const secrets = readSecrets(dataDir) as InstallSecrets;
    const found = await fetchFormer(former, programs);
    const at = stamp();
    const folder = beginMaking(dataDir, at);
    try {
      const rows = await make(folder, found, secrets, upgrade);
      const aside = join(dataDir, `before-postgres-${major}-${at}`);
      swapFolders(dataDir, folder, aside, DATABASE_PARTS);
      log.warn(
        `PostgreSQL ${major} has all ${rows.toLocaleString('en')} rows, each compared. The old database is in ${aside}: remove it when all is well.`,
      );
    } catch (error) {
      await discardMade(folder);
      throw error;
    } finally {
      rmSync(programs, { recursive: true, force: true });
    }
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    throw new BackendError('upgrade-failed', error.message, { cause: error });
  }
}
