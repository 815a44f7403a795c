/** The thread in which one paper is read and paired: what a file of a stranger makes it do ends with it. */
import { parentPort } from 'node:worker_threads';
import { pairLines } from './pair-lines.ts';
import type { PaperTask, ThreadAnswer } from './paper-thread.ts';
import { readPaper } from './read-paper.ts';
import { openLibrary, PaperError } from './text-layer.ts';

/** Where it went wrong, without its message: that may hold words of the file. */
const traceOf = (error: unknown): string =>
  error instanceof Error
    ? `${error.name} ${(error.stack ?? '')
        .split('\n')
        .filter((line) => /^\s+at /.test(line))
        .slice(0, 4)
        .join('')}`
    : 'unknown';

const answer = async (task: PaperTask): Promise<ThreadAnswer> => {
  try {
    return 'bytes' in task
      ? { bill: await readPaper(task.bytes) }
      : { pairs: pairLines(task.printed, task.ours, task.plan) };
  } catch (error) {
    return error instanceof PaperError ? { fault: error.fault } : { failure: traceOf(error) };
  }
};

parentPort?.on('message', (task: PaperTask) => void answer(task).then((told) => parentPort?.postMessage(told, [])));
await openLibrary();
parentPort?.postMessage({ isReady: true } satisfies ThreadAnswer, []);
