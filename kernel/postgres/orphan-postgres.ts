import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BackendError } from './backend-error.ts';

interface ProcessFacts {
  parent: number;
  command: string;
}

function processFacts(pid: number): ProcessFacts | undefined {
  try {
    if (process.platform === 'linux') {
      const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
      return { parent: Number(parent), command };
    }
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    const [parent = '', ...words] = line.split(/\s+/);
    return { parent: Number(parent), command: words.join(' ') };
  } catch {
    return undefined;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A process that has ended but is not yet reaped still takes signals; it has no command any more.
    return process.platform !== 'linux' || Boolean(processFacts(pid)?.command);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ownerFile(folder: string): string {
  return `${folder}.owner`;
}

export function claimCluster(folder: string): void {
  writeFileSync(ownerFile(folder), `${process.pid}\n`);
}

export function releaseCluster(folder: string): void {
  rmSync(ownerFile(folder), { force: true });
}

export function clusterOwner(folder: string): number | undefined {
  return existsSync(ownerFile(folder)) ? Number(readFileSync(ownerFile(folder), 'utf8')) : undefined;
}

function postmasterOf(folder: string): number | undefined {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

async function isGoneWithin(pid: number, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > end) return false;
    await delay(20);
  }
  return true;
}

export type PreviousPostgres = 'none' | 'stale-file-removed' | 'orphan-stopped';

/** Clears what an earlier service left: a pid file of a dead server, or a server whose service was killed. */
export async function clearPreviousPostgres(folder: string): Promise<PreviousPostgres> {
  const pid = postmasterOf(folder);
  if (pid === undefined) return 'none';
  const facts = isAlive(pid) ? processFacts(pid) : undefined;
  if (!facts?.command.includes(folder)) {
    rmSync(join(folder, 'postmaster.pid'), { force: true });
    return 'stale-file-removed';
  }
  // A living owner is still the parent; a killed one has been replaced by the system's reaper.
  if (facts.parent === clusterOwner(folder)) {
    const words = `Another Wattershed (process ${facts.parent}) is already using the data in ${folder}. Stop it first, or set DATA_DIR to another folder.`;
    throw new BackendError('data-in-use', words);
  }
  process.kill(pid, 'SIGINT');
  if (await isGoneWithin(pid, 20_000)) return 'orphan-stopped';
  process.kill(pid, 'SIGQUIT');
  if (await isGoneWithin(pid, 10_000)) return 'orphan-stopped';
  throw new BackendError(
    'orphan-stuck',
    `A PostgreSQL that an earlier Wattershed left (process ${pid}) does not stop. End it, then start again.`,
  );
}
