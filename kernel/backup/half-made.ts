/** Installations that are being made beside the one of a data folder, and what killed makers left of theirs. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { clearPreviousPostgres, isAlive } from '../postgres/orphan-postgres.ts';

const PREFIX = 'restoring-';
/** Who makes it stands in its name: it is there at once with it, whenever the maker is killed. */
const makerOf = (name: string): number => Number(/-(\d+)$/.exec(name)?.[1] ?? Number.NaN);

/** What this very process makes. A former one may have had its number, as in a container. */
const ours = new Set<string>();

export const stamp = (): string => new Date().toISOString().replace(/[-:]|\.\d+/g, '');

export function beginMaking(dataDir: string, at: string): string {
  const folder = join(dataDir, `${PREFIX}${at}-${process.pid}`);
  ours.add(folder);
  mkdirSync(folder, { mode: 0o755 });
  return folder;
}

/** How often a folder is tried that somebody still writes to, and how long is waited in between. */
const TRIES = { most: 100, waitMs: 200 };

/** An `initdb` outlives a maker that was killed, and writes on for some seconds: that goes with the next try. */
async function remove(path: string): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await rm(path, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || tried === TRIES.most) throw error;
    }
    await delay(TRIES.waitMs);
  }
}

/** Where its cluster had to be made outside of it, that goes too. */
export async function discardMade(folder: string): Promise<void> {
  const pointer = join(folder, 'postgres.location');
  if (existsSync(pointer)) await remove(readFileSync(pointer, 'utf8').trim());
  await remove(folder);
}

/** Ends the PostgreSQL of a maker that was killed, and removes what it had made. */
export async function clearHalfMade(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(PREFIX))) {
    const [folder, maker] = [join(dataDir, name), makerOf(name)];
    if (Number.isNaN(maker) || ours.has(folder) || (maker !== process.pid && isAlive(maker))) continue;
    const pointer = join(folder, 'postgres.location');
    const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(folder, 'postgres');
    await clearPreviousPostgres(cluster);
    await discardMade(folder);
  }
}
