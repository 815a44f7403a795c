/** Who does what alone: by rows of the database among several services; within this process where it is the only one. */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Sql } from './db.ts';

export interface Lease {
  /** Aborts once it may be somebody else's: whoever held it could not say in time that they still do. */
  readonly lost: AbortSignal;
  /** How often in a row what it is for had failed before. */
  readonly failures: number;
  /** When it ended last, in milliseconds since 1970. */
  readonly endedAt: number | null;
  /** Somebody may take it, `afterMs` from now at the earliest. Without: it is done for good, and forgotten. */
  give(afterMs?: number, failures?: number): Promise<void>;
}

/** It is not to be had: worth another try after `waitMs`. */
interface Taken {
  readonly lease: null;
  readonly waitMs: number;
  readonly failures: number;
  readonly endedAt: number | null;
}

export interface Leases {
  take(name: string): Promise<{ readonly lease: Lease } | Taken>;
  stop(): void;
}

/** After a kill its work is free again this much later. */
const leaseMs = 6_000;
const keepEveryMs = leaseMs / 3;

interface TakenRow {
  readonly taken: boolean;
  readonly wait_ms: number;
  readonly failures: number;
  readonly ended_at: Date | null;
}

interface Held {
  readonly losing: AbortController;
  /** By a clock that nobody sets. */
  surelyUntil: number;
}

export const createLeases = (sql: Sql, log: Pick<Logger, 'warn'>): Leases => {
  const holder = randomUUID();
  const held = new Map<string, Held>();
  let isKeeping = false;

  const lose = (name: string, one: Held): void => {
    if (held.get(name) === one) held.delete(name);
    one.losing.abort();
    log.warn({ lease: name }, 'a lease was lost: another service may go on with it');
  };
  const keep = async (): Promise<void> => {
    const asked = [...held];
    const begunAt = performance.now();
    if (asked.length > 0 && !isKeeping) {
      isKeeping = true;
      try {
        const rows = await sql<{ name: string }[]>`
          select private.keep_leases(${holder}, ${`{${asked.map(([name]) => `"${name}"`).join(',')}}`}::text[], ${leaseMs / 1000}) as name`;
        const kept = new Set(rows.map(({ name }) => name));
        for (const [name, one] of asked) {
          if (kept.has(name)) one.surelyUntil = begunAt + leaseMs;
          else if (held.get(name) === one) lose(name, one);
        }
      } finally {
        isKeeping = false;
      }
    }
  };
  const keeping = setInterval(() => {
    // The database is away: whoever holds something does so until it surely ended.
    keep().catch(() => {});
    for (const [name, one] of held) if (performance.now() > one.surelyUntil) lose(name, one);
  }, keepEveryMs).unref();

  return {
    take: async (name) => {
      const begunAt = performance.now();
      const [row] = await sql<TakenRow[]>`select * from private.take_lease(${name}, ${holder}, ${leaseMs / 1000})`;
      const { taken, wait_ms: waitMs, failures, ended_at } = row as TakenRow;
      const endedAt = ended_at?.getTime() ?? null;
      if (!taken) return { lease: null, waitMs, failures, endedAt };
      const one: Held = { losing: new AbortController(), surelyUntil: begunAt + leaseMs };
      held.set(name, one);
      return {
        lease: {
          lost: one.losing.signal,
          failures,
          endedAt,
          give: async (afterMs, failed = 0) => {
            if (held.get(name) !== one) return;
            held.delete(name);
            const dueS = afterMs === undefined ? null : afterMs / 1000;
            // Where it cannot be given back it ends by itself.
            await sql`select private.give_lease(${name}, ${holder}, ${dueS}, ${failed})`.catch(() => {});
          },
        },
      };
    },
    stop: () => clearInterval(keeping),
  };
};

/** Of a process that is alone: its database belongs to it, or it is a test's. */
export const createOwnLeases = (now: () => number = Date.now): Leases => {
  interface Own {
    isHeld: boolean;
    dueAt: number;
    failures: number;
    endedAt: number | null;
  }
  const known = new Map<string, Own>();
  const never = new AbortController().signal;
  return {
    take: async (name) => {
      const own = known.get(name) ?? { isHeld: false, dueAt: 0, failures: 0, endedAt: null };
      const { failures, endedAt, dueAt } = own;
      if (own.isHeld || dueAt > now()) return { lease: null, waitMs: Math.max(0, dueAt - now()), failures, endedAt };
      known.set(name, own);
      own.isHeld = true;
      const give: Lease['give'] = async (afterMs, failed = 0) => {
        if (afterMs === undefined) known.delete(name);
        else Object.assign(own, { isHeld: false, dueAt: now() + afterMs, failures: failed, endedAt: now() });
      };
      return { lease: { lost: never, failures, endedAt, give } };
    },
    stop: () => {},
  };
};

/** Whoever waits looks this often whether it is free by now. */
const lookEveryMs = 2_000;

const pause = (ms: number, stopping: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stopping.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    stopping.addEventListener('abort', done);
  });

/** Waits until it is free, and does the work; null: it was to stop before. */
export const whenFree = async <T>(
  leases: Leases,
  name: string,
  stopping: AbortSignal,
  work: () => Promise<T>,
): Promise<T | null> => {
  while (!stopping.aborted) {
    const { lease } = await leases.take(name);
    if (lease) {
      try {
        return await work();
      } finally {
        await lease.give();
      }
    }
    await pause(lookEveryMs / 4, stopping);
  }
  return null;
};

export interface HeldAlone {
  /** Whether it is this process that has it. */
  isHere(): boolean;
  stop(): Promise<void>;
}

/**
 * Keeps something open in one process at a time, such as a line to hardware: where that one ends, another one opens it within seconds. Resolves
 * once it is open here, or is known to be elsewhere.
 */
export const holdAlone = async (
  leases: Leases,
  name: string,
  log: Pick<Logger, 'warn'>,
  open: () => Promise<{ stop(): unknown }>,
): Promise<HeldAlone> => {
  const stopping = new AbortController();
  let isHere = false;
  let begun = (): void => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));

  const hold = async (lease: Lease): Promise<void> => {
    const opened = await open();
    isHere = true;
    begun();
    try {
      const ending = AbortSignal.any([stopping.signal, lease.lost]);
      await new Promise<void>((resolve) => {
        if (ending.aborted) resolve();
        else ending.addEventListener('abort', () => resolve(), { once: true });
      });
    } finally {
      isHere = false;
      await opened.stop();
    }
  };
  const turn = async (): Promise<void> => {
    const { lease } = await leases.take(name);
    if (lease === null) return;
    try {
      await hold(lease);
    } finally {
      await lease.give(0);
    }
  };
  const turns = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await turn().catch((error: unknown) => log.warn({ err: error, lease: name }, 'could not be held'));
      begun();
      await pause(lookEveryMs, stopping.signal);
    }
  };
  const running = turns();
  await hasBegun;
  return {
    isHere: () => isHere,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
};
