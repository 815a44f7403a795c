/** Installations that are being made beside the one of a data folder, and what killed makers left of theirs. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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

/** Where its cluster had to be made outside of it, that goes too. */
export function discardMade(folder: string): void {
  const pointer = join(folder, 'postgres.location');
  if (existsSync(pointer)) rmSync(readFileSync(pointer, 'utf8').trim(), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Ends the PostgreSQL of a maker that was killed, and removes what it had made. */
export async function clearHalfMade(dataDir: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(PREFIX))) {
    const [folder, maker] = [join(dataDir, name), makerOf(name)];
    if (Number.isNaN(maker) || ours.has(folder) || (maker !== process.pid && isAlive(maker))) continue;
    const pointer = join(folder, 'postgres.location');
    const cluster = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(folder, 'postgres');
    await clearPreviousPostgres(cluster);
    discardMade(folder);
  }
}
