/** Reads papers one after the other, each in a thread of its own with an end in time and memory. */
import { Worker } from 'node:worker_threads';
import { ProblemError } from '#kernel/http/problem.ts';
import {
  type LinePair,
  type PaperBill,
  type PaperFault,
  paperFaults,
  type PaperLine,
} from '../../contract/paper-bill.ts';
import type { BillLine } from '../../domain/bill/bill.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';

interface PairTask {
  readonly printed: readonly PaperLine[];
  readonly ours: readonly BillLine[];
  readonly plan: TariffPlan;
}
export type PaperTask = { readonly bytes: Uint8Array } | PairTask;
export type ThreadAnswer =
  | { readonly isReady: true }
  | { readonly bill: PaperBill }
  | { readonly pairs: LinePair[] }
  | { readonly fault: PaperFault }
  | { readonly failure: string };

export interface PaperLimits {
  /** For reading, and again for pairing. */
  readonly workMs: number;
  readonly heapMb: number;
  /** What the whole service may grow by meanwhile: bytes that a file unpacks to are in no thread's heap. */
  readonly growthMb: number;
}
const usualLimits: PaperLimits = { workMs: 10_000, heapMb: 256, growthMb: 512 };
/** A machine that is busy loads the library for long. */
const startMs = 60_000;
const watchMs = 50;
/** Besides the one that is read. */
const maxWaiting = 3;
const megabyte = 1024 * 1024;

/** A paper that is open: it was read, and its lines can be paired. */
export interface OpenPaper {
  readonly bill: PaperBill;
  readonly pair: (ours: readonly BillLine[], plan: TariffPlan) => Promise<LinePair[]>;
}

const openThread = ({ workMs, heapMb, growthMb }: PaperLimits) => {
  const entry = import.meta.url.endsWith('.ts') ? './paper-worker-source.mjs' : './paper-worker.js';
  // What a library says of a file is nobody's to read: its output is taken, and dropped.
  const thread = new Worker(new URL(entry, import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    stdout: true,
    stderr: true,
  });
  thread.stdout.resume();
  thread.stderr.resume();
  let settle: ((answer: ThreadAnswer) => void) | null = null;
  const end = (answer: ThreadAnswer): void => {
    settle?.(answer);
    settle = null;
  };
  thread.on('message', end);
  thread.on('error', (error: Error & { code?: string }) =>
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { fault: 'heavy' } : { failure: error.name }),
  );
  thread.once('exit', () => end({ failure: 'the thread has ended' }));

  const wait = async (ms: number, task?: PaperTask): Promise<ThreadAnswer> => {
    const grown = process.memoryUsage.rss() + growthMb * megabyte;
    const answered = new Promise<ThreadAnswer>((resolve) => (settle = resolve));
    const late = setTimeout(() => end({ fault: 'heavy' }), ms);
    const watch = setInterval(() => process.memoryUsage.rss() > grown && end({ fault: 'heavy' }), watchMs);
    if (task) thread.postMessage(task, 'bytes' in task ? [task.bytes.buffer as ArrayBuffer] : []);
    try {
      return await answered;
    } finally {
      clearTimeout(late);
      clearInterval(watch);
    }
  };
  const sound = (answer: ThreadAnswer): ThreadAnswer => {
    if ('fault' in answer) throw new ProblemError('paper-unreadable', `${answer.fault}: ${paperFaults[answer.fault]}`);
    if ('failure' in answer) throw new Error(`a paper could not be read: ${answer.failure}`);
    return answer;
  };
  return {
    ready: async (): Promise<void> => void sound(await wait(startMs)),
    ask: async (task: PaperTask): Promise<ThreadAnswer> => sound(await wait(workMs, task)),
    close: () => thread.terminate(),
  };
};

export const createPaperDesk = (limits: PaperLimits = usualLimits) => {
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  const open = async <T>(bytes: Uint8Array, then: (paper: OpenPaper) => Promise<T>): Promise<T> => {
    const thread = openThread(limits);
    try {
      await thread.ready();
      const { bill } = (await thread.ask({ bytes: Uint8Array.from(bytes) })) as { bill: PaperBill };
      const pair: OpenPaper['pair'] = async (ours, plan) =>
        ((await thread.ask({ printed: bill.lines, ours, plan })) as { pairs: LinePair[] }).pairs;
      return await then({ bill, pair });
    } finally {
      await thread.close();
    }
  };

  return {
    /** One at a time. Throws what is wrong with the file, and `rate-limited` where too many wait. */
    read<T>(bytes: Uint8Array, then: (paper: OpenPaper) => Promise<T>): Promise<T> {
      if (waiting > maxWaiting) return Promise.reject(new ProblemError('rate-limited'));
      waiting += 1;
      const read = turn.then(() => open(bytes, then)).finally(() => (waiting -= 1));
      turn = read.catch(() => undefined);
      return read;
    },
  };
};
export type PaperDesk = ReturnType<typeof createPaperDesk>;
