/** The files of a PostgreSQL cluster: where they lie, who may read them, and how they are made. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { BackendError, diskFull, saysDiskFull } from './backend-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { canReach, giveTo, type RunIdentity } from './postgres-process.ts';

const REACHABLE_HOME = '/var/lib/wattershed';

/** A folder outside DATA_DIR that PostgreSQL's user can reach, for when DATA_DIR lies below a private home. */
export function reachableHome(identity: RunIdentity | undefined, dataDir: string): string {
  if (!identity) return dataDir;
  try {
    mkdirSync(REACHABLE_HOME, { recursive: true, mode: 0o755 });
  } catch (error) {
    if (saysDiskFull(String(error))) throw diskFull(REACHABLE_HOME, error);
  }
  if (existsSync(REACHABLE_HOME) && canReach(identity, REACHABLE_HOME)) return REACHABLE_HOME;
  const words = `PostgreSQL does not run as root, and its own user can reach neither ${dataDir} nor ${REACHABLE_HOME}. Set DATA_DIR to a folder below one that others may enter (such as /srv), or start Wattershed as an ordinary user.`;
  throw new BackendError('no-reachable-folder', words);
}

/** Nobody else on the machine reads the data folder; as root, PostgreSQL's own user passes through to its part of it. */
export function closeToOthers(identity: RunIdentity | undefined, dataDir: string): void {
  const { mode, uid } = statSync(dataDir);
  const names = readdirSync(dataDir);
  // A folder of all, such as /tmp, stays one.
  const isOurs = (mode & 0o1000) === 0 && (names.length === 0 || names.includes('backend-secrets.json'));
  if (!isOurs) return;
  const closed = mode & (identity ? 0o711 : 0o700);
  if (closed !== (mode & 0o777) && uid === process.getuid?.()) chmodSync(dataDir, closed);
}

/** A data folder that is ours alone and still empty may be passed through, so that the cluster can stay in it. */
function openFreshFolder(identity: RunIdentity | undefined, dataDir: string): void {
  if (canReach(identity, dataDir) || !canReach(identity, dirname(dataDir))) return;
  const isFresh = readdirSync(dataDir).every((name) => name === 'backend-secrets.json');
  if (isFresh) chmodSync(dataDir, 0o711);
}

/** Where the cluster is, or is to be made. A cluster outside DATA_DIR is remembered by a file in it. */
export function clusterFolder(
  identity: RunIdentity | undefined,
  dataDir: string,
): { folder: string; isOutside: boolean } {
  const pointer = join(dataDir, 'postgres.location');
  if (existsSync(pointer)) return { folder: readFileSync(pointer, 'utf8').trim(), isOutside: true };
  const inside = join(dataDir, 'postgres');
  openFreshFolder(identity, dataDir);
  if (existsSync(inside) || canReach(identity, dataDir)) return { folder: inside, isOutside: false };
  const folder = join(reachableHome(identity, dataDir), `cluster-${randomBytes(6).toString('hex')}`);
  writeFileSync(pointer, `${folder}\n`, { mode: 0o644 });
  return { folder, isOutside: true };
}

/** The major version that made the cluster. */
export const madeBy = (folder: string): string => readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim();

export function checkVersion(folder: string, major: string): void {
  const version = madeBy(folder);
  if (version === major) return;
  const way = Number(version) < Number(major) ? 'npm start brings it over' : 'Start the Wattershed that made it';
  const words = `The data in ${folder} was made by PostgreSQL ${version}, and this Wattershed brings PostgreSQL ${major}. ${way}, or set DATA_DIR to another folder.`;
  throw new BackendError('data-version-mismatch', words);
}

function run(
  program: string,
  args: string[],
  identity: RunIdentity | undefined,
  cwd: string,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...identity,
      cwd,
      env: { LC_ALL: 'C', PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
  '--no-sync',
];

/** Makes the cluster beside its final place and moves it there, so that a half-made one is never taken for whole. */
export async function createCluster(
  binaries: PostgresBinaries,
  identity: RunIdentity | undefined,
  folder: string,
  superuserPassword: string,
): Promise<void> {
  const partial = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  try {
    rmSync(partial, { recursive: true, force: true });
    mkdirSync(partial, { recursive: true, mode: 0o700 });
    giveTo(identity, partial);
    writeFileSync(passwordFile, superuserPassword, { mode: 0o600 });
    giveTo(identity, passwordFile);
    const args = [...INITDB_OPTIONS, `--pgdata=${partial}`, `--pwfile=${passwordFile}`];
    const { code, output } = await run(binaries.initdb, args, identity, partial);
    if (saysDiskFull(output)) throw diskFull(folder);
    if (code !== 0)
      throw new BackendError(
        'cluster-creation-failed',
        `PostgreSQL could not make its data folder ${folder}:\n${output.trim()}`,
      );
    renameSync(partial, folder);
  } catch (error) {
    if (error instanceof BackendError) throw error;
    if (saysDiskFull(String(error))) throw diskFull(folder, error);
    throw new BackendError(
      'cluster-creation-failed',
      `PostgreSQL could not make its data folder ${folder}: ${String(error)}`,
      { cause: error },
    );
  } finally {
    rmSync(partial, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}

/** initdb skipped its sync to be quick; this catches up while the server already runs. */
export async function syncCluster(
  binaries: PostgresBinaries,
  identity: RunIdentity | undefined,
  folder: string,
): Promise<void> {
  const { code, output } = await run(binaries.initdb, ['--sync-only', `--pgdata=${folder}`], identity, folder);
  if (code !== 0) throw new Error(`${folder} could not be brought to the disk: ${output.trim()}`);
}
