/** The database of an installation, whether its service runs or not. */
import { silentLog } from '../postgres/backend-error.ts';
import { openCluster } from '../postgres/embedded-database.ts';
import { existingCluster, readSecrets, runningOwnerUrl } from '../postgres/installation.ts';
import { checkOutside, outsideAddress } from '../postgres/outside-database.ts';
import { BackupError, inWords } from './backup-error.ts';
import { openOwner } from './catalogue.ts';
import type { Manifest } from './records.ts';

export interface BackupSource {
  ownerUrl: string;
  secrets: Manifest['secrets'];
  close(): Promise<void>;
}

async function answers(url: string): Promise<boolean> {
  const sql = openOwner(url);
  try {
    await sql`select 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function open(dataDir: string): Promise<BackupSource> {
  const kept = readSecrets(dataDir);
  const outside = outsideAddress(dataDir);
  if (kept && outside) {
    await checkOutside(outside);
    return {
      ownerUrl: outside,
      secrets: { jwtSecret: kept.jwtSecret, anonKey: kept.anonKey },
      close: async () => undefined,
    };
  }
  if (!kept || !existingCluster(dataDir)) {
    const words = `There is no database of Wattershed in ${dataDir}: set DATA_DIR to its folder, or DATABASE_OWNER_URL to a hosted one.`;
    throw new BackupError('nothing-there', words);
  }
  const secrets = { jwtSecret: kept.jwtSecret, anonKey: kept.anonKey };
  const running = runningOwnerUrl(dataDir);
  if (running && (await answers(running))) return { ownerUrl: running, secrets, close: async () => undefined };
  const cluster = await openCluster({ dataDir, log: silentLog });
  return { ownerUrl: cluster.url('postgres'), secrets, close: () => cluster.postgres.stop() };
}

/** Starts a stopped database for as long as it is read. */
export async function openSource(dataDir: string): Promise<BackupSource> {
  try {
    return await open(dataDir);
  } catch (error) {
    throw inWords(error, dataDir);
  }
}
