import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createJobs, type Job, type Jobs } from './jobs.ts';
import { createOwnLeases } from './leases.ts';

let jobs: Jobs;
let warnings: Record<string, unknown>[];
beforeEach(() => {
  vi.useFakeTimers();
  warnings = [];
  jobs = createJobs(
    pino(
      { level: 'warn' },
      { write: (line: string) => void warnings.push(JSON.parse(line) as Record<string, unknown>) },
    ),
    createOwnLeases(),
  );
});
afterEach(async () => {
  const stopped = jobs.stop();
  await vi.runAllTimersAsync();
  await stopped;
  vi.useRealTimers();
});

const counting = (job: Partial<Job> & Pick<Job, 'run'>) => {
  const at: number[] = [];
  const begun = Date.now();
  jobs.add({
    name: 'tidy',
    everyMs: 1_000,
    ...job,
    run: (signal) => {
      at.push(Date.now() - begun);
      return job.run(signal);
    },
  });
  return at;
};

describe('a job', () => {
  test('runs after its first pause, then again and again', async () => {
    const at = counting({ firstMs: 10, run: async () => {} });
    await vi.advanceTimersByTimeAsync(3_100);
    expect(at).toEqual([10, 1_010, 2_010, 3_010]);
  });

  test('runs alone: its pause begins when it is done', async () => {
    const at = counting({ run: () => new Promise((done) => setTimeout(done, 5_000)) });
    await vi.advanceTimersByTimeAsync(13_500);
    expect(at).toEqual([1_000, 7_000, 13_000]);
  });

  test('that fails waits twice as long each time, at most ten minutes, and is told of; one success makes it regular again', async () => {
    let isBroken = true;
    const at = counting({
      run: async () => {
        if (isBroken) throw new Error('disk full');
      },
    });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(at).toEqual([1_000, 3_000, 7_000, 15_000, 31_000]);
    await vi.advanceTimersByTimeAsync(2 * 3_600_000);
    expect((at.at(-1) ?? 0) - (at.at(-2) ?? 0)).toBe(600_000);
    expect(warnings[1]).toMatchObject({ job: 'tidy', failures: 2, err: { message: 'disk full' } });
    isBroken = false;
    await vi.advanceTimersByTimeAsync(600_000);
    const count = at.length;
    await vi.advanceTimersByTimeAsync(3_000);
    expect(at.length).toBe(count + 3);
  });

  test('that is rarer than ten minutes never comes sooner for failing', async () => {
    const at = counting({ everyMs: 3_600_000, firstMs: 0, run: () => Promise.reject(new Error('away')) });
    await vi.advanceTimersByTimeAsync(3 * 3_600_000);
    expect(at).toEqual([0, 3_600_000, 7_200_000, 10_800_000]);
  });
});

test('C2.9 what ran when, how long it took and how often it failed in a row is told', async () => {
  let isBroken = true;
  counting({
    run: async () => {
      if (isBroken) throw new Error('away');
      await new Promise((done) => setTimeout(done, 40));
    },
  });
  expect(jobs.report()).toEqual([{ name: 'tidy', everyMs: 1_000, lastAt: null, tookMs: null, failures: 0 }]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(jobs.report()).toMatchObject([{ failures: 2, lastAt: Date.now(), tookMs: 0 }]);
  isBroken = false;
  await vi.advanceTimersByTimeAsync(4_040);
  expect(jobs.report()).toMatchObject([{ failures: 0, lastAt: Date.now(), tookMs: 40 }]);
});

describe('stopping', () => {
  test('waits for what runs, tells it to end, and starts nothing more', async () => {
    const ended: boolean[] = [];
    const at = counting({
      run: (signal) =>
        new Promise((done) => signal.addEventListener('abort', () => done(void ended.push(signal.aborted)))),
    });
    const waiting = counting({ run: async () => {}, everyMs: 5_000 });
    await vi.advanceTimersByTimeAsync(1_000);
    await jobs.stop();
    expect(ended).toEqual([true]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([at.length, waiting.length]).toEqual([1, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
