import { Worker } from 'node:worker_threads';
import bcrypt from 'bcryptjs';
import type { FromHashThread, HashTask, ToHashThread } from './hash-messages.ts';

export interface HashThread {
  hash: (password: string) => Promise<string>;
  /** Passwords that wait for their turn. */
  waiting: () => number;
  /** Its port keeps the thread that opened it, which would not end by itself. */
  close: () => Promise<unknown>;
}

const COST = 10;

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** Hashes the passwords of this thread in another one, which lite does in its only one: 60 ms in which nobody reads a table. */
export function openHashThread(): HashThread {
  const entry = import.meta.url.endsWith('.ts') ? './hash-worker-source.mjs' : './hash-worker.js';
  // A fault of it ends this thread too, and that one is opened anew.
  const thread = new Worker(new URL(entry, import.meta.url));
  thread.unref();
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  thread.on('message', (message: FromHashThread) => {
    const one = waiting.get(message.id);
    waiting.delete(message.id);
    if ('answer' in message) one?.resolve(message.answer as never);
    else one?.reject(new Error(message.failure));
  });

  function ask<Answer>(password: string, task: HashTask): Promise<Answer> {
    const id = ++lastId;
    return new Promise<Answer>((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      thread.postMessage({ id, password, task } satisfies ToHashThread, []);
    });
  }

  const costOf = (salt: unknown): number => (typeof salt === 'number' ? salt : COST);
  // lite asks the same package by these two names.
  Object.assign(bcrypt, {
    hash: (password: string, salt: unknown) => ask<string>(password, { cost: costOf(salt) }),
    compare: (password: string, hashed: string) => ask<boolean>(password, { hashed }),
  });
  return {
    hash: (password) => ask<string>(password, { cost: COST }),
    waiting: () => waiting.size,
    close: () => thread.terminate(),
  };
}
