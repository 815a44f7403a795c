/** The backup that makes itself: when it is due, by one process of all, and never where it would fill the disk. */
import { join } from 'node:path';
import { type BackupFault, backupFaults, type PartState } from '#catalogue/health.ts';
import type { Job } from '../jobs.ts';
import { BackupError, inWords } from './backup-error.ts';
import { openOwner } from './catalogue.ts';
import { checkRoom, megabytes } from './room.ts';
import { type Keep, lastDue, mayGo } from './retention.ts';
import { type BackupStore, backupName, type StoredBackup } from './store.ts';
import { type BackupReport, type BackupWish, writeBackup } from './write-backup.ts';

export interface ScheduledBackupOptions {
  /** Opened anew for each turn, so that a disk that comes back is found again. */
  store(): Promise<BackupStore>;
  place: string;
  atMinutes: number;
  everyHours: number;
  keep: Keep;
  wish: Pick<BackupWish, 'ownerUrl' | 'appVersion' | 'secrets' | 'openDocument' | 'passphrase'>;
  now: () => number;
  log: { info(message: string): void; error(message: string): void };
  /** To the operator: the first failure after a good one, once a day while it goes on, and the end of it. */
  tell(news: { failure: string | null }): Promise<void>;
}

/** As this process knows it. */
export interface BackupState {
  readonly place: string;
  readonly lastGoodAt: number | null;
  readonly lastName: string | null;
  readonly lastBytes: number | null;
  readonly tookMs: number | null;
  /** What it is doing now. */
  readonly progress: {
    readonly step: 'writing' | 'verifying' | 'keeping';
    readonly rows: number;
    readonly bytes: number;
  } | null;
  /** Of the last try, where it failed. */
  readonly failure: { readonly code: BackupFault; readonly said: string } | null;
  readonly failedAt: number | null;
  /** Since the process began. */
  readonly failures: number;
  readonly nextAt: number;
}

export interface ScheduledBackup {
  readonly job: Job;
  state(): BackupState;
  part(): PartState;
}

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 60_000;
const FIRST_LOOK_MS = 30_000;
const FIRST_RETRY_MS = 5 * 60_000;
const MAX_RETRY_MS = 4 * HOUR_MS;
const TELL_EVERY_MS = 24 * HOUR_MS;
/** 'backu' */
const LOCK = 0x6261636b75;

const faultOf = (error: unknown): BackupFault =>
  (error instanceof BackupError && backupFaults.find((code) => code === error.code)) || 'other';

/** Null: another process is at it. The lock ends with its connection, however this process ends. */
async function alone<T>(ownerUrl: string, work: (databaseBytes: number) => Promise<T>): Promise<T | null> {
  const sql = openOwner(ownerUrl, 'wattershed-backup-turn');
  try {
    const [row] = await sql<{ isOurs: boolean; bytes: string }[]>`
      select pg_try_advisory_lock(${LOCK}) as "isOurs", pg_database_size(current_database())::text as bytes`;
    return row?.isOurs ? await work(Number(row.bytes)) : null;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

export function createScheduledBackup(options: ScheduledBackupOptions): ScheduledBackup {
  const { now, log, wish } = options;
  const due = (): number => lastDue(new Date(now()), options.atMinutes, options.everyHours).getTime();
  let last: StoredBackup | null = null;
  let tookMs: number | null = null;
  let progress: BackupState['progress'] = null;
  let fault: { code: BackupFault; words: string; at: number; inARow: number } | null = null;
  let failures = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const isDone = (): boolean => last !== null && last.at.getTime() >= due();
  const retryAt = (): number =>
    fault ? fault.at + Math.min(FIRST_RETRY_MS * 2 ** (fault.inARow - 1), MAX_RETRY_MS) : Number.NEGATIVE_INFINITY;

  async function write(store: BackupStore, databaseBytes: number, signal: AbortSignal): Promise<BackupReport> {
    await checkRoom(store.staging, last ? last.bytes * 1.5 : databaseBytes);
    const name = backupName(new Date(now()), true);
    const path = join(store.staging, name);
    const report = await writeBackup({
      ...wish,
      path,
      mayReplace: false,
      signal,
      onProgress: ({ step, rows, bytes }) => void (progress = { step, rows, bytes }),
    });
    progress = { step: 'keeping', rows: report.rows, bytes: report.fileBytes };
    await store.keep(name, signal);
    return report;
  }

  async function prune(store: BackupStore): Promise<void> {
    const made = (await store.list()).filter(({ isScheduled }) => isScheduled);
    for (const { name } of mayGo(made, options.keep)) {
      await store.remove(name);
      log.info(`backup ${name} was removed from ${store.place}: newer ones stay`);
    }
  }

  async function turn(databaseBytes: number, signal: AbortSignal): Promise<boolean> {
    const store = await options.store();
    last = (await store.list(signal))[0] ?? null;
    if (isDone()) return false;
    await store.clear(signal);
    const begun = now();
    const report = await write(store, databaseBytes, signal);
    tookMs = now() - begun;
    last = (await store.list(signal))[0] ?? last;
    log.info(
      `backup in ${store.place}: ${megabytes(report.fileBytes)}, ${report.rows} rows, ${Math.round(tookMs / 1000)} s`,
    );
    await prune(store);
    return true;
  }

  async function fail(error: unknown): Promise<never> {
    const words = error instanceof Error ? error.message : String(error);
    fault = { code: faultOf(error), words, at: now(), inARow: (fault?.inARow ?? 0) + 1 };
    failures += 1;
    log.error(`The backup failed: ${words}`);
    if (now() - toldAt >= TELL_EVERY_MS) {
      toldAt = now();
      await options
        .tell({ failure: words })
        .catch((cause) => log.error(`nobody could be told of it: ${String(cause)}`));
    }
    throw error;
  }

  async function settle(): Promise<void> {
    if (!isDone() || !fault) return;
    fault = null;
    if (toldAt === Number.NEGATIVE_INFINITY) return;
    toldAt = Number.NEGATIVE_INFINITY;
    await options.tell({ failure: null }).catch((cause) => log.error(`nobody could be told of it: ${String(cause)}`));
  }

  async function run(signal: AbortSignal): Promise<void> {
    if (isDone() || now() < retryAt()) return;
    try {
      await alone(wish.ownerUrl, (databaseBytes) => turn(databaseBytes, signal));
      await settle();
    } catch (error) {
      if (signal.aborted) return;
      await fail(inWords(error, options.place));
    } finally {
      progress = null;
    }
  }

  return {
    // Each process knows of the last one; which of them makes the next, the lock says.
    job: { name: 'backup', everyMs: LOOK_EVERY_MS, firstMs: FIRST_LOOK_MS, isEverywhere: true, run },
    state: () => ({
      place: options.place,
      lastGoodAt: last?.at.getTime() ?? null,
      lastName: last?.name ?? null,
      lastBytes: last?.bytes ?? null,
      tookMs,
      progress,
      failure: fault && { code: fault.code, said: fault.words },
      failedAt: fault?.at ?? null,
      failures,
      nextAt: Math.max(isDone() ? due() + options.everyHours * HOUR_MS : now(), retryAt()),
    }),
    part: () => {
      const age = last ? now() - last.at.getTime() : 0;
      return fault || age > (2 * options.everyHours + 1) * HOUR_MS ? 'down' : 'up';
    },
  };
}
