/** Another clock for a process: libfaketime, the system's or Debian's package unpacked beside the modules, without being installed. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/faketime/', import.meta.url));
const libraryIn = (root: string): string | null => {
  const folder = join(root, 'usr/lib');
  if (!existsSync(folder)) return null;
  const places = readdirSync(folder).map((name) => join(folder, name, 'faketime/libfaketime.so.1'));
  return places.find((place) => existsSync(place)) ?? null;
};

const unpack = (): void => {
  mkdirSync(join(cache, '..'), { recursive: true });
  const folder = mkdtempSync(join(cache, '..', 'faketime-'));
  execFileSync('apt-get', ['download', 'libfaketime'], { cwd: folder, stdio: 'pipe' });
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.deb')))
    execFileSync('dpkg-deb', ['-x', name, 'root'], { cwd: folder });
  // Of two that unpack at once, the first one stays.
  if (existsSync(cache)) rmSync(folder, { recursive: true });
  else renameSync(folder, cache);
};

/** The environment of a process whose clock is off by so much; null: there is none to be had. */
export const openFakeClock = (offset: string): Record<string, string> | null => {
  let library = libraryIn('/');
  try {
    if (library === null && !existsSync(cache)) unpack();
    library ??= libraryIn(join(cache, 'root'));
  } catch {
    return null;
  }
  if (library === null) return null;
  return { LD_PRELOAD: library, FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1' };
};
