/** Periodic work: each job runs alone, again after its pause, later and later while it fails. */
import type { Logger } from 'pino';
import { inOwnSpan } from './tracing.ts';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Before the first run; defaults to `everyMs`, at most a minute. */
  readonly firstMs?: number;
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

export const createJobs = (log: Logger): Jobs => {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  const records = new Map<string, JobRecord>();

  const record = ({ name, everyMs }: Job, begunAt: number, failures: number): void => {
    const lastAt = Date.now();
    records.set(name, { name, everyMs, lastAt, tookMs: lastAt - begunAt, failures });
  };

  const schedule = (job: Job, pauseMs: number, failures: number): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const begunAt = Date.now();
      const turn = inOwnSpan(`job ${job.name}`, {}, () => job.run(stopping.signal)).then(
        () => {
          record(job, begunAt, 0);
          schedule(job, job.everyMs, 0);
        },
        (error: unknown) => {
          if (stopping.signal.aborted) return;
          record(job, begunAt, failures + 1);
          log.warn({ err: error, job: job.name, failures: failures + 1 }, 'job failed');
          schedule(
            job,
            Math.min(job.everyMs * 2 ** Math.min(failures + 1, 10), Math.max(maxPauseMs, job.everyMs)),
            failures + 1,
          );
        },
      );
      running.add(turn);
      void turn.finally(() => running.delete(turn));
    }, pauseMs);
    timers.add(timer);
  };

  return {
    add: (job) => {
      records.set(job.name, { name: job.name, everyMs: job.everyMs, lastAt: null, tookMs: null, failures: 0 });
      schedule(job, job.firstMs ?? Math.min(job.everyMs, maxFirstMs), 0);
    },
    report: () => [...records.values()],
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
};
