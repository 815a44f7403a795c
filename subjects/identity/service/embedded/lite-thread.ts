import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { BackendError, type BackendLog } from '#kernel/postgres/backend-error.ts';
import type { FromWorker, ToWorker } from './lite-messages.ts';

/** Opened early: loading lite takes longer than starting PostgreSQL. The bundle has the thread's program beside main.js. */
export function openLiteThread(log: BackendLog): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './lite-worker-source.mjs' : './lite-worker.js';
  const thread = new Worker(new URL(entry, import.meta.url), { stdout: true, stderr: true });
  for (const stream of [thread.stdout, thread.stderr]) {
    createInterface({ input: stream }).on('line', (line) => log.debug(line));
  }
  thread.on('error', (error) => log.error(`the sign-in thread failed: ${error.stack ?? error.message}`));
  return thread;
}

export function tell(thread: Worker, message: ToWorker, transfer: ArrayBuffer[] = []): void {
  thread.postMessage(message, transfer);
}

/** lite makes its tables. */
export function provisionBy(thread: Worker, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(
        new BackendError('worker-start-failed', `The sign-in backend could not make its tables: ${String(cause)}`, {
          cause,
        }),
      );
    const heard = (message: FromWorker) => {
      if (!('provisioned' in message)) return;
      thread.off('message', heard).off('error', fail).off('exit', fail);
      resolve();
    };
    if (thread.threadId === -1) fail('it has ended');
    thread.on('message', heard).once('error', fail).once('exit', fail);
    tell(thread, { provision: { url } });
  });
}

/** Answers whether it ended by itself, with nothing under way any more. */
export async function closeLiteThread(thread: Worker): Promise<boolean> {
  if (thread.threadId === -1) return true;
  const gone = new Promise<number>((resolve) => thread.once('exit', resolve));
  tell(thread, { stop: true });
  const timer = setTimeout(() => void thread.terminate(), 3_000);
  const code = await gone;
  clearTimeout(timer);
  return code === 0;
}
