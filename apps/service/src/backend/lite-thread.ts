import { Worker } from 'node:worker_threads';
import { BackendError } from './backend-error.ts';
import type { ProvisionTask, ServeTask } from './lite-messages.ts';

/** The bundle has the worker as an entry of its own, beside main.js. */
export function openLiteThread(task: ProvisionTask | ServeTask): Worker {
  const entry = import.meta.url.endsWith('.ts') ? './lite-worker-source.mjs' : './lite-worker.js';
  return new Worker(new URL(entry, import.meta.url), { workerData: task, stdout: true, stderr: true });
}

export function runInLiteWorker(task: ProvisionTask): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = openLiteThread(task);
    let failure: unknown;
    worker.once('error', (error) => (failure = error));
    worker.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new BackendError('worker-start-failed', `The sign-in backend could not prepare its tables: ${String(failure)}`, { cause: failure }));
    });
  });
}
