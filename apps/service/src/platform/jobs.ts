/** Periodic work: each job runs alone, again after its pause, later and later while it fails. */
import type { Logger } from 'pino';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Before the first run; defaults to `everyMs`. */
  readonly firstMs?: number;
  run(signal: AbortSignal): Promise<void>;
}

export interface Jobs {
  add(job: Job): void;
  stop(): Promise<void>;
}

const longestPauseMs = 10 * 60_000;

export const createJobs = (log: Logger): Jobs => {
  const stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const schedule = (job: Job, pauseMs: number, failures: number): void => {
    if (stopping.signal.aborted) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = job.run(stopping.signal).then(
        () => schedule(job, job.everyMs, 0),
        (error: unknown) => {
          if (stopping.signal.aborted) return;
          log.warn({ err: error, job: job.name, failures: failures + 1 }, 'job failed');
          schedule(
            job,
            Math.min(job.everyMs * 2 ** Math.min(failures + 1, 10), Math.max(longestPauseMs, job.everyMs)),
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
    add: (job) => schedule(job, job.firstMs ?? job.everyMs, 0),
    stop: async () => {
      stopping.abort();
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
};
