/** Keeps PostgreSQL running: starts it, starts it again when it ends by itself, and stops it in order. */
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BackendError, type BackendLog, diskFull, saysDiskFull } from './backend-error.ts';
import {
  checkVersion,
  closeToOthers,
  clusterFolder,
  createCluster,
  reachableHome,
  syncCluster,
} from './cluster-files.ts';
import { claimCluster, clearPreviousPostgres, releaseCluster } from './orphan-postgres.ts';
import { findBinaries, locatePackage, majorOf, type PostgresPackage } from './postgres-binaries.ts';
import { freePort, launchPostgres, postgresIdentity, type PostgresProcess, whyItEnded } from './postgres-process.ts';

export interface PostgresOptions {
  dataDir: string;
  superuserPassword: string;
  log: BackendLog;
  /** Only throw-away test clusters turn this off. */
  isDurable?: boolean;
  /** Another PostgreSQL than the one that is installed with us. */
  programs?: PostgresPackage;
  backOffMs?: BackOff;
}

interface PostgresHealth {
  isReady: boolean;
  problem?: BackendError;
}

export interface SupervisedPostgres {
  folder: string;
  port: number;
  isNew: boolean;
  pid: () => number | undefined;
  health: () => PostgresHealth;
  /** Called each time the server accepts connections again after it had ended by itself. */
  onRestart: (listener: () => void) => void;
  stop: () => Promise<void>;
  /** Brings to the disk what a server that was not durable wrote; after `stop`. */
  sync: () => Promise<void>;
}

const STEADY_AFTER_MS = 1_000;

interface BackOff {
  first: number;
  longest: number;
}

/** Before it is started again. One that ran was well started, however often it is killed: only what ends at once, or does not start, is waited for longer each time. */
export const pauseBefore = (ranMs: number, before: number, { first, longest }: BackOff): number =>
  ranMs >= STEADY_AFTER_MS ? first : Math.min(before * 2, longest);

const REMEMBER_FULL_DISK_MS = 60_000;

export async function startPostgres(options: PostgresOptions): Promise<SupervisedPostgres> {
  const { log, isDurable = true, backOffMs = { first: 100, longest: 30_000 } } = options;
  const dataDir = resolve(options.dataDir);
  const identity = postgresIdentity();
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  closeToOthers(identity, dataDir);
  const { folder, isOutside } = clusterFolder(identity, dataDir);
  const programs = options.programs ?? locatePackage();
  const binaries = findBinaries(identity, () => reachableHome(identity, dataDir), programs);
  if (isOutside) log.info(`PostgreSQL's user cannot reach ${dataDir}; the database is kept in ${folder}`);
  if (binaries.copiedTo) log.info(`PostgreSQL's programs were copied to ${binaries.copiedTo}`);

  const isNew = !existsSync(folder);
  if (isNew) await createCluster(binaries, identity, folder, options.superuserPassword);
  checkVersion(folder, majorOf(programs));
  const previous = await clearPreviousPostgres(folder);
  if (previous === 'orphan-stopped') log.warn('stopped a PostgreSQL that an earlier, killed Wattershed had left');

  let port = await freePort();
  let current: PostgresProcess | undefined;
  let problem: BackendError | undefined;
  let isStopping = false;
  let readySince = 0;
  let restarting: Promise<void> | undefined;
  const restartListeners: (() => void)[] = [];
  const waiting = new AbortController();

  let diskFullAt = Number.NEGATIVE_INFINITY;
  function onLine(line: string): void {
    log.debug(line);
    if (!saysDiskFull(line)) return;
    if (Date.now() - diskFullAt > REMEMBER_FULL_DISK_MS) log.error(diskFull(folder).message);
    diskFullAt = Date.now();
  }

  const launch = () => launchPostgres({ program: binaries.postgres, folder, port, identity, isDurable, onLine });

  async function launchOnFreePort(): Promise<PostgresProcess> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await launch();
      } catch (error) {
        const isPortTaken = error instanceof Error && error.message.includes('Address already in use');
        if (!isPortTaken || attempt === 5) throw error;
        port = await freePort();
      }
    }
  }

  function watch(started: PostgresProcess): void {
    current = started;
    problem = undefined;
    readySince = Date.now();
    void started.ended.then(() => {
      current = undefined;
      if (isStopping) return;
      problem = whyItEnded(started.lastLines, folder);
      log.error(problem.message);
      restarting = restart();
    });
  }

  let backOff = backOffMs.first;
  async function restart(): Promise<void> {
    for (let ranMs = Date.now() - readySince; ; ranMs = 0) {
      backOff = pauseBefore(ranMs, backOff, backOffMs);
      await delay(backOff, undefined, { signal: waiting.signal }).catch(() => undefined);
      if (isStopping) return;
      try {
        await clearPreviousPostgres(folder);
        watch(await launch());
        log.warn('PostgreSQL runs again');
        for (const listener of restartListeners) listener();
        return;
      } catch (error) {
        problem = error instanceof BackendError ? error : new BackendError('postgres-start-failed', String(error));
        log.error(`${problem.message}\nTrying again in ${pauseBefore(0, backOff, backOffMs)} ms.`);
      }
    }
  }

  const stopWithUs = () => current?.child.kill('SIGINT');
  claimCluster(folder);
  try {
    watch(await launchOnFreePort());
  } catch (error) {
    releaseCluster(folder);
    throw error;
  }
  process.once('exit', stopWithUs);
  if (isNew && isDurable) void syncCluster(binaries, identity, folder).catch((error) => log.warn(String(error)));

  return {
    folder,
    get port() {
      return port;
    },
    isNew,
    pid: () => current?.child.pid,
    health() {
      const isFull = Date.now() - diskFullAt < REMEMBER_FULL_DISK_MS;
      const told = problem ?? (isFull ? diskFull(folder) : undefined);
      return { isReady: current !== undefined, ...(told ? { problem: told } : {}) };
    },
    onRestart: (listener) => restartListeners.push(listener),
    async stop() {
      isStopping = true;
      waiting.abort();
      await restarting;
      const running = current;
      if (running) {
        running.child.kill('SIGINT');
        const timer = setTimeout(() => running.child.kill('SIGQUIT'), 30_000);
        await running.ended;
        clearTimeout(timer);
      }
      process.removeListener('exit', stopWithUs);
      releaseCluster(folder);
    },
    sync: () => syncCluster(binaries, identity, folder),
  };
}
