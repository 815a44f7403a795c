/** Periodic work: each job runs alone, in one of all processes, again after its pause, later and later while it fails. */
import type { Logger } from 'pino';
import { inOwnSpan } from './tracing.ts';
import type { Lease, Leases } from './leases.ts';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Before the first run; defaults to `everyMs`, at most a minute. */
  readonly firstMs?: number;
  /** Every process does it: it is about the process itself, or takes one row after the other that no other process then takes. */
  readonly isEverywhere?: boolean;
  run(signal: AbortSignal): PromiseLike<unknown>;
}

/** How a job has done so far. */
interface JobRecord {
  readonly name: string;
  readonly everyMs: number;
  /** When it last ended, well or not. */
  readonly lastAt: number | null;
  readonly tookMs: number | null;
  /** In a row; 0 after a success. */
  readonly failures: number;
}

export interface Jobs {
  add(job: Job): void;
  report(): JobRecord[];
  stop(): Promise<void>;
}

const maxPauseMs = 10 * 60_000;
const maxFirstMs = 60_000;
/** Jobs of the same pause begin one after the other: all at once would take a connection each, and none of these could ever close. */
const stepMs = 130;
/** Whether it can be had by now, or the database answers again, is looked at this often. */
const maxLookMs = 5_000;

export const createJobs = (log: Logger, leases: Leases): Jobs => {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const records = new Map<string, JobRecord>();

  const record = (job: Job, told: Partial<JobRecord>): void => {
    const { name, everyMs } = job;
    records.set(name, { lastAt: null, tookMs: null, failures: 0, ...records.get(name), ...told, name, everyMs });
  };

  const pauseOf = ({ everyMs }: Job, failures: number): number =>
    failures === 0 ? everyMs : Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(maxPauseMs, everyMs));

  /** Answers when it is next. Without a lease it is this process's own matter. */
  const runOnce = async (job: Job, lease: Lease | null): Promise<number> => {
    const begunAt = Date.now();
    const before = lease?.failures ?? records.get(job.name)?.failures ?? 0;
    const signal = lease ? AbortSignal.any([stopping.signal, lease.lost]) : stopping.signal;
    let failures = 0;
    try {
      await inOwnSpan(`job ${job.name}`, {}, () => job.run(signal));
    } catch (error) {
      failures = signal.aborted ? before : before + 1;
      if (!signal.aborted) log.warn({ err: error, job: job.name, failures }, 'job failed');
    }
    if (!signal.aborted) record(job, { lastAt: Date.now(), tookMs: Date.now() - begunAt, failures });
    // What was broken off is done by another process at once.
    const tookMs = Date.now() - begunAt;
    // What took no more than a step is a part of the pause: jobs that began apart stay apart.
    const pauseMs = signal.aborted ? 0 : pauseOf(job, failures) - (tookMs < stepMs && failures === 0 ? tookMs : 0);
    await lease?.give(pauseMs, failures);
    return pauseMs;
  };

  const turn = async (job: Job): Promise<number> => {
    if (job.isEverywhere) return runOnce(job, null);
    try {
      const taken = await leases.take(job.name);
      if (taken.lease) return await runOnce(job, taken.lease);
      const { waitMs, failures, endedAt } = taken;
      record(job, { failures, ...(endedAt !== null && { lastAt: endedAt }) });
      return Math.max(waitMs, Math.min(job.everyMs, maxLookMs) / 4);
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'whose turn a job is could not be asked');
      return Math.min(job.everyMs, maxLookMs);
    }
  };

  const schedule = (job: Job, pauseMs: number): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const done = turn(job).then((nextMs) => schedule(job, nextMs));
      running.add(done);
      void done.finally(() => running.delete(done));
    }, pauseMs);
    timers.add(timer);
  };

  return {
    add: (job) => {
      const apartMs = records.size * stepMs;
      record(job, {});
      schedule(job, (job.firstMs ?? Math.min(job.everyMs, maxFirstMs)) + apartMs);
    },
    report: () => [...records.values()],
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
};
