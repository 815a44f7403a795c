import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { BackendLog } from '#kernel/postgres/backend-error.ts';
import type { ToWorker } from './tables-messages.ts';

/** Opened early: loading lite takes longer than starting PostgreSQL. The bundle has the thread's program beside main.js. */
export function openTablesThread(log: BackendLog): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './tables-worker-source.mjs' : './tables-worker.js';
  const thread = new Worker(new URL(entry, import.meta.url), { stdout: true, stderr: true });
  for (const stream of [thread.stdout, thread.stderr]) {
    createInterface({ input: stream }).on('line', (line) => log.debug(line));
  }
  thread.on('error', (error) => log.error(`the thread of tables failed: ${error.stack ?? error.message}`));
  return thread;
}

export function tell(thread: Worker, message: ToWorker, transfer: ArrayBuffer[] = []): void {
  thread.postMessage(message, transfer);
}

/** Answers whether it ended by itself, with nothing under way any more. */
export async function closeTablesThread(thread: Worker): Promise<boolean> {
  if (thread.threadId === -1) return true;
  const gone = new Promise<number>((resolve) => thread.once('exit', resolve));
  tell(thread, { stop: true });
  const timer = setTimeout(() => void thread.terminate(), 3_000);
  const code = await gone;
  clearTimeout(timer);
  return code === 0;
}
