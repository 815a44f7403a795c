/** Passwords: what is asked of a new one, and how they are hashed, in a thread that steps back behind readings. */
import { createHash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { cappedFetch } from '#kernel/http/capped-fetch.ts';
import { type ChosenPassword, type Weakness, weaknessOf } from '#kernel/people/password-strength.ts';
import { tooMany, unavailable, weakPassword } from './auth-error.ts';

/** At some seven a second: who comes later would wait longer than a quarter of a minute. */
const maxWaiting = 100;

export type HashTask = {
  readonly password: string;
  readonly against?: string | null;
  /** Sixteen bytes; absent: random ones. */
  readonly salt?: Uint8Array;
};
/** A new hash, or whether it is the one; `stale`: right, and hashed as is not done any more. */
export type HashAnswer = string | { readonly isRight: boolean; readonly isStale: boolean };

/** So much longer than it worked the thread rests: a storm of sign-ins leaves most of a core to readings. */
export interface HashThread {
  readonly rest: number;
}

interface Waiting {
  resolve(answer: never): void;
  reject(error: Error): void;
}

/** Messages go by number; a thread that ends is opened anew at the next password. */
const openHashing = () => {
  const isBuilt = !import.meta.url.endsWith('.ts');
  const entry = isBuilt ? './hash-worker.js' : './hash-worker-source.mjs';
  // From source there are no readings that would have to be let by, and tests sign in by the thousand.
  const workerData: HashThread = { rest: isBuilt ? 3 : 0 };
  const waiting = new Map<number, Waiting>();
  let thread: Worker | null = null;
  let lastId = 0;
  let isClosed = false;

  const open = (): Worker => {
    const opened = new Worker(new URL(entry, import.meta.url), { workerData });
    opened.unref();
    opened.on('message', ({ id, answer, failure }: { id: number; answer?: never; failure?: string }) => {
      const one = waiting.get(id);
      waiting.delete(id);
      if (failure === undefined) one?.resolve(answer as never);
      else one?.reject(new Error(failure));
    });
    opened.on('error', () => undefined);
    opened.once('exit', () => {
      thread = null;
      for (const one of waiting.values()) one.reject(unavailable(503));
      waiting.clear();
    });
    return opened;
  };

  return {
    ask<Answer extends HashAnswer>(task: HashTask): Promise<Answer> {
      if (isClosed) return Promise.reject(unavailable(503));
      if (waiting.size >= maxWaiting) return Promise.reject(tooMany(5, false));
      const id = ++lastId;
      thread ??= open();
      const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
      thread.postMessage({ id, ...task }, []);
      return answer;
    },
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
};

export type Passwords = ReturnType<typeof openPasswords>;

export const openPasswords = (minLength: number, isBreached: BreachCheck) => {
  const hashing = openHashing();
  const weakness = async (chosen: ChosenPassword): Promise<Weakness | null> => {
    const found = await weaknessOf(chosen, minLength);
    if (found !== null) return found;
    return (await isBreached(chosen.password)) ? 'pwned' : null;
  };
  return {
    weakness,
    /** Throws `weak_password`. */
    async check(chosen: ChosenPassword): Promise<void> {
      const found = await weakness(chosen);
      if (found !== null) throw weakPassword(found, minLength);
    },
    /** With a `salt` of its own the same every time. */
    hash: (password: string, salt?: Uint8Array) => hashing.ask<string>({ password, ...(salt && { salt }) }),
    /** Takes as long where there is no hash to compare with. */
    compare: (password: string, hash: string | null) =>
      hashing.ask<{ isRight: boolean; isStale: boolean }>({ password, against: hash }),
    close: () => hashing.close(),
  };
};

// Passwords that are known from break-ins elsewhere.

/** Whether a password is on the lists of known ones. Who cannot be asked has said no. */
export type BreachCheck = (password: string) => Promise<boolean>;

const patienceMs = 1_500;
/** Without network nobody waits for every password. */
const pauseMs = 60_000;
const prefixLength = 5;
/** Some two thousand lines of forty letters with their padding. */
const fetchCapped = cappedFetch(512 * 1024);

/** The far side hears the first five of forty digits of a hash, and pads its answer: it cannot tell which password was meant. */
const isListed = async (origin: string, password: string): Promise<boolean> => {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase();
  const response = await fetchCapped(new URL(`/range/${hash.slice(0, prefixLength)}`, origin), {
    headers: { 'add-padding': 'true', 'user-agent': 'Wattershed' },
    signal: AbortSignal.timeout(patienceMs),
  });
  if (!response.ok) throw new Error(`answered ${response.status}`);
  const rest = hash.slice(prefixLength);
  const line = (await response.text()).split('\n').find((one) => one.startsWith(`${rest}:`));
  return line !== undefined && Number(line.slice(rest.length + 1)) > 0;
};

export const createBreachCheck = (origin: string | undefined, now: () => number = Date.now): BreachCheck => {
  let restsUntil = 0;
  return async (password) => {
    if (origin === undefined || now() < restsUntil) return false;
    try {
      return await isListed(origin, password);
    } catch {
      restsUntil = now() + pauseMs;
      return false;
    }
  };
};
