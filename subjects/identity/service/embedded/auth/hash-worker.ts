/** A thread of its own for passwords: argon2id, and bcrypt for those that were hashed before. */
import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import bcrypt from 'bcryptjs';
import type { HashAnswer, HashTask, HashThread } from './passwords.ts';

/** OWASP's least for argon2id, which is this package's default algorithm: 19 MiB, two rounds. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const costMark = '$argon2id$v=19$m=19456,t=2,p=1$';
/** Compared with where there is no account, or no password: it takes as long, and is nobody's. */
const nobodys = hashSync('a password of nobody', cost);
/** Not the least: on a machine of one busy core a sign-in would wait for minutes. */
const belowReadings = 10;

/** Where threads have priorities of their own (Linux), readings and tables go before passwords. */
const stepBack = (): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), belowReadings);
  } catch {
    // No /proc here: passwords then take their turn like everything else.
  }
};

const isHash = (text: string): boolean => /^\$(argon2id?|2[aby])\$/.test(text);

const answer = ({ password, against, salt }: HashTask): HashAnswer => {
  if (against === undefined) return hashSync(password, salt ? { ...cost, salt } : cost);
  const hash = against !== null && isHash(against) ? against : nobodys;
  const isRight = hash.startsWith('$argon2') ? verifySync(hash, password) : bcrypt.compareSync(password, hash);
  return { isRight: isRight && hash !== nobodys, isStale: !hash.startsWith(costMark) };
};

const { rest } = workerData as HashThread;
let turn: Promise<unknown> = Promise.resolve();

stepBack();
parentPort?.on('message', ({ id, ...task }: HashTask & { id: number }) => {
  turn = turn.then(async () => {
    const begun = performance.now();
    try {
      parentPort?.postMessage({ id, answer: answer(task) }, []);
    } catch (error) {
      parentPort?.postMessage({ id, failure: error instanceof Error ? error.message : 'unknown' }, []);
    }
    await pause((performance.now() - begun) * rest);
  });
});
