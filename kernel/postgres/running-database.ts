import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSecrets } from './install-secrets.ts';

/** Where the embedded database of `dataDir` lies, running or not; undefined where there is none. */
export function existingCluster(dataDir: string): string | undefined {
  const pointer = join(dataDir, 'postgres.location');
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDir, 'postgres');
  return existsSync(folder) ? folder : undefined;
}

/** The superuser's address of the embedded database of `dataDir`, while its service runs; undefined when none does. */
export function runningOwnerUrl(dataDir: string): string | undefined {
  const secrets = readSecrets(dataDir);
  const pidFile = join(existingCluster(dataDir) ?? dataDir, 'postmaster.pid');
  if (!secrets || !existsSync(pidFile)) return undefined;
  const port = readFileSync(pidFile, 'utf8').split('\n')[3];
  return `postgres://postgres:${secrets.superuserPassword}@127.0.0.1:${port}/wattershed`;
}
