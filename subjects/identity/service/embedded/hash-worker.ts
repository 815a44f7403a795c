import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import type { FromHashThread, ToHashThread } from './hash-messages.ts';

const BELOW_READINGS = 19;

/** Where threads have priorities of their own (Linux), readings and tables go before passwords. */
function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), BELOW_READINGS);
  } catch {
    // No /proc here: passwords then take their turn like everything else.
  }
}

async function answer({ id, password, task }: ToHashThread): Promise<FromHashThread> {
  try {
    const done = 'cost' in task ? bcrypt.hash(password, task.cost) : bcrypt.compare(password, task.hashed);
    return { id, answer: await done };
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : 'unknown' };
  }
}

stepBack();
parentPort?.on('message', (message: ToHashThread) => {
  void answer(message).then((said) => parentPort?.postMessage(said, []));
});
