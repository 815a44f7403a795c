/** PostgreSQL as a process of ours: as whom it runs, with which settings, and what it says when it starts and ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { BackendError, diskFull, saysDiskFull } from './backend-error.ts';

// As whom it runs, and what that user can reach.

export interface RunIdentity {
  uid: number;
  gid: number;
}

const NOBODY: RunIdentity = { uid: 65534, gid: 65534 };

/** PostgreSQL refuses to run as root; everyone else runs it as themselves. */
export function postgresIdentity(): RunIdentity | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

export function giveTo(identity: RunIdentity | undefined, path: string): void {
  if (identity) chownSync(path, identity.uid, identity.gid);
}

const READ = 4;
const ENTER = 1;

function allows(identity: RunIdentity, path: string, bits: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

export function canReach(identity: RunIdentity | undefined, folder: string): boolean {
  if (!identity) return true;
  for (let at = folder; ; at = dirname(at)) {
    if (!allows(identity, at, ENTER)) return false;
    if (at === dirname(at)) return true;
  }
}

export function canRun(identity: RunIdentity | undefined, program: string): boolean {
  return !identity || (canReach(identity, dirname(program)) && allows(identity, program, READ | ENTER));
}

// How it is started, and why it ended.

const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '80',
  // Nothing follows this database by itself: the process that would look after that is not started.
  max_logical_replication_workers: '0',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  jit: 'off',
  // Parallel queries need /dev/shm, of which containers have little.
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  fsync: 'on',
  synchronous_commit: 'on',
  password_encryption: 'scram-sha-256',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

const mega = 1024 * 1024;

/** What it may hold of its pages: a sixteenth of a small machine's memory, or of a container's limit. Pages stay in the system's own cache besides. */
export const sharedBuffers = (memory = process.constrainedMemory() || totalmem(), total = totalmem()): string =>
  `${Math.max(32, Math.min(128, Math.floor(Math.min(memory, total) / 16 / mega)))}MB`;

const THROW_AWAY: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // What is loaded into a table that is new or emptied is not written twice.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_connections: '200',
};

export interface PostgresProcess {
  child: ChildProcess;
  /** The server's last lines, for words about why it ended. */
  lastLines: string[];
  ended: Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (!address || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

export function whyItEnded(lines: string[], folder: string): BackendError {
  const text = lines.join('\n');
  if (saysDiskFull(text)) return diskFull(folder);
  return new BackendError(
    'postgres-start-failed',
    `PostgreSQL ended unexpectedly. Its last words:\n${text || '(none)'}`,
  );
}

interface Launch {
  program: string;
  folder: string;
  port: number;
  identity: RunIdentity | undefined;
  isDurable: boolean;
  onLine: (line: string) => void;
}

/** Resolves when the server accepts connections; rejects with what it said when it ends before that. */
export async function launchPostgres(launch: Launch): Promise<PostgresProcess> {
  const { program, folder, port, identity, isDurable, onLine } = launch;
  const settings = {
    ...SETTINGS,
    shared_buffers: sharedBuffers(),
    ...(isDurable ? {} : THROW_AWAY),
    port: String(port),
  };
  const args = ['-D', folder, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Detached: Ctrl-C in a terminal reaches us alone, and we stop the server in order.
  const child = spawn(program, args, {
    ...identity,
    cwd: folder,
    env: {
      LC_ALL: 'C',
      PATH: process.env.PATH,
      ...(process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {}),
    },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lastLines: string[] = [];
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) =>
      reject(new BackendError('postgres-start-failed', `PostgreSQL could not be run: ${cause.message}`, { cause })),
    );
    createInterface({ input: child.stderr as NodeJS.ReadableStream }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 40) lastLines.shift();
      onLine(line);
      if (line.includes('database system is ready to accept connections')) resolve();
    });
    child.once('close', () => reject(whyItEnded(lastLines, folder)));
  });
  await ready;
  return { child, lastLines, ended };
}
