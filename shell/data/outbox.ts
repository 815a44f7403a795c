import type { OutboxEntry } from './outbox-state.ts';

export type Sending =
  | { result: 'sent'; answer: unknown }
  | { result: 'refused'; code: string }
  /** Nobody answered, or not now: it is tried again. */
  | { result: 'no-answer' };

/** Loaded with the pages that make it: what is first fetched without a network stays unfetched for as long as the window is open. */
export interface OutboxKind<P> {
  name: string;
  /** A later change of the same subject takes the place of one that still waits. */
  latestWins: boolean;
  /** May be called again with the same id when an answer was lost: the far side must take it once. */
  send: (payload: P, id: string) => Promise<Sending>;
  /** In every open window once it has arrived, e.g. to show the row that was answered. */
  arrived?: (payload: P, answer: unknown) => void | Promise<void>;
  /** What the change is, in the language shown. `text` is given back in full. */
  words: (payload: P) => Promise<{ title: string; text?: string }>;
}

/** `not-kept`: no connection, and this browser keeps nothing that could be sent later. */
export type Submitted =
  | { status: 'sent'; answer: unknown }
  | { status: 'refused'; code: string }
  /** A later change took its place before it was sent. */
  | { status: 'replaced' }
  | { status: 'waiting' }
  | { status: 'not-kept' };

export interface OutboxParts {
  read: () => Promise<OutboxEntry[]>;
  write: (put: readonly OutboxEntry[], remove?: readonly string[]) => Promise<void>;
  change: (id: string, change: (entry: OutboxEntry) => OutboxEntry) => Promise<void>;
  /** Lets one window at a time send. */
  alone: <T>(work: () => Promise<T>) => Promise<T>;
  isOnline: () => boolean;
  userId: () => string | undefined;
  retryDelayMs: (attempts: number) => number;
  publish: (entries: readonly OutboxEntry[]) => void;
  /** Tells the other windows. */
  tellOthers: (message: OutboxMessage) => void;
  /** Why a change was refused, in the language shown. */
  reason: (code: string) => Promise<string>;
  /** Changes that had waited have arrived, or were refused. */
  settled: (sent: number, refused: number) => void;
  now: () => number;
}

export type OutboxMessage = { type: 'changed' } | { type: 'sent'; entry: OutboxEntry; answer: unknown };

const maxAttempts = 25;
const keptForMs = 7 * 86_400_000;
const answeredWithinMs = 20_000;

/** Changes wait here for the connection, and are sent once, in the order of their subject. */
export function createOutbox(parts: OutboxParts) {
  const kinds = new Map<string, () => OutboxKind<never> | Promise<OutboxKind<never>>>();
  const waiters = new Map<string, (outcome: Submitted) => void>();
  let shown: OutboxEntry[] = [];
  let draining: Promise<void> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let underWay: string | undefined;
  let lastAt = 0;

  const show = (entries: readonly OutboxEntry[]) => {
    shown = entries.filter(({ userId }) => userId === parts.userId()).sort((a, b) => a.at - b.at);
    parts.publish(shown);
  };
  const refresh = async () => {
    const entries = await parts.read().catch(() => []);
    show(entries);
    await settleWaiters(entries);
  };
  const settle = (id: string, outcome: Submitted) => {
    const waiter = waiters.get(id);
    waiters.delete(id);
    waiter?.(outcome);
    return waiter !== undefined;
  };
  /** Another window may have sent, or replaced, what this one waits for. */
  const settleWaiters = async (entries: readonly OutboxEntry[]) => {
    for (const id of waiters.keys()) {
      const entry = entries.find((other) => other.id === id);
      if (id === underWay) continue;
      if (entry === undefined) settle(id, { status: 'replaced' });
      else if (!parts.isOnline() || entry.attempts > 0) settle(id, { status: 'waiting' });
      else if (entry.refused !== undefined) {
        settle(id, { status: 'refused', code: entry.refused });
        await parts.write([], [id]);
      }
    }
  };
  const changed = async () => {
    await refresh();
    parts.tellOthers({ type: 'changed' });
  };
  const kindOf = async (entry: OutboxEntry) => (await kinds.get(entry.kind)?.()) as OutboxKind<unknown> | undefined;

  const attempt = async (entry: OutboxEntry): Promise<Sending> => {
    let timeout: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Sending>((resolve) => {
      timeout = setTimeout(() => resolve({ result: 'no-answer' }), answeredWithinMs);
    });
    try {
      const kind = await kindOf(entry);
      return kind === undefined
        ? { result: 'no-answer' }
        : await Promise.race([kind.send(entry.payload, entry.id), late]);
    } catch {
      return { result: 'no-answer' };
    } finally {
      clearTimeout(timeout);
    }
  };

  const arrive = async (entry: OutboxEntry, answer: unknown) => (await kindOf(entry))?.arrived?.(entry.payload, answer);

  /** Sends what can be sent; answers whether something has to be tried again. */
  const sendAll = async (): Promise<{ sent: number; refused: number; failures: number }> => {
    const blocked = new Set<string>();
    const count = { sent: 0, refused: 0, failures: 0 };
    while (parts.isOnline()) {
      const entry = (await parts.read())
        .filter(({ userId, refused, kind, subject }) => {
          return userId === parts.userId() && refused === undefined && !blocked.has(`${kind} ${subject}`);
        })
        .sort((a, b) => a.at - b.at)[0];
      if (entry === undefined) break;
      underWay = entry.id;
      const sending = await attempt(entry);
      const isAwaited = waiters.has(entry.id);
      let outcome: Submitted | undefined;
      if (sending.result === 'sent') {
        outcome = { status: 'sent', answer: sending.answer };
        if (!isAwaited) count.sent += 1;
        await arrive(entry, sending.answer);
        await parts.write([], [entry.id]);
        parts.tellOthers({ type: 'sent', entry, answer: sending.answer });
      } else if (sending.result === 'refused' && isAwaited) {
        outcome = { status: 'refused', code: sending.code };
        await parts.write([], [entry.id]);
      } else if (sending.result === 'refused' || isGivenUp(entry, parts.now())) {
        const code = sending.result === 'refused' ? sending.code : 'network';
        await parts.change(entry.id, (row) => ({ ...row, refused: code }));
        count.refused += 1;
      } else {
        await parts.change(entry.id, (row) => ({ ...row, attempts: row.attempts + 1 }));
        blocked.add(`${entry.kind} ${entry.subject}`);
        count.failures = Math.max(count.failures, entry.attempts + 1);
      }
      await changed();
      underWay = undefined;
      settle(entry.id, outcome ?? { status: 'waiting' });
    }
    return count;
  };

  const drain = (): Promise<void> => {
    clearTimeout(timer);
    // What is asked for meanwhile is done right after.
    const before = draining ?? Promise.resolve();
    const next = before
      .then(() => parts.alone(sendAll))
      .then(({ sent, refused, failures }) => {
        if (sent + refused > 0) parts.settled(sent, refused);
        if (failures > 0) timer = setTimeout(() => void drain(), parts.retryDelayMs(failures));
      })
      .catch(() => undefined)
      .then(refresh)
      .finally(() => {
        if (draining === next) draining = undefined;
      });
    draining = next;
    return next;
  };

  const register = <P>(kind: OutboxKind<P>): void => {
    kinds.set(kind.name, () => kind);
  };

  const submit = async <P>(kind: OutboxKind<P>, subject: string, payload: P): Promise<Submitted> => {
    const userId = parts.userId();
    if (userId === undefined) return { status: 'refused', code: 'not-authenticated' };
    register(kind);
    lastAt = Math.max(lastAt + 1, parts.now());
    const id = crypto.randomUUID();
    const entry: OutboxEntry<P> = { id, userId, kind: kind.name, subject, payload, at: lastAt, attempts: 0 };
    const replaced = kind.latestWins
      ? shown.filter((other) => other.kind === kind.name && other.subject === subject).map((other) => other.id)
      : [];
    show([...shown.filter((other) => !replaced.includes(other.id)), entry]);
    const outcome = new Promise<Submitted>((resolve) => waiters.set(id, resolve));
    try {
      await parts.write([entry], replaced);
    } catch {
      waiters.delete(id);
      return sendAtOnce(entry);
    }
    parts.tellOthers({ type: 'changed' });
    void (parts.isOnline() ? drain() : refresh());
    return outcome;
  };

  const sendAtOnce = async (entry: OutboxEntry): Promise<Submitted> => {
    const outcome: Sending = parts.isOnline() ? await attempt(entry) : { result: 'no-answer' };
    if (outcome.result === 'sent') await arrive(entry, outcome.answer);
    show(shown.filter(({ id }) => id !== entry.id));
    if (outcome.result === 'no-answer') return { status: 'not-kept' };
    return outcome.result === 'sent'
      ? { status: 'sent', answer: outcome.answer }
      : { status: 'refused', code: outcome.code };
  };

  return {
    register,
    /** Of one that seldom waits when a page is opened: fetched when something of it does. */
    registerLater: <P>(name: string, load: () => Promise<OutboxKind<P>>): void => {
      if (!kinds.has(name)) kinds.set(name, load);
    },
    submit,
    drain,
    refresh,
    /** Takes back a change that waits, or puts away one that was refused. */
    undo: async (id: string) => {
      await parts.write([], [id]);
      await changed();
    },
    retry: async (id: string) => {
      await parts.change(id, (row) => {
        const { refused, ...entry } = row;
        return { ...entry, attempts: refused === undefined ? entry.attempts : 0, at: parts.now() };
      });
      await changed();
      await drain();
    },
    hear: async (message: OutboxMessage) => {
      if (message.type === 'sent') {
        await arrive(message.entry, message.answer);
        settle(message.entry.id, { status: 'sent', answer: message.answer });
      }
      await refresh();
    },
    /** In the language shown; naming it lets a caller ask anew when it changes. */
    wordsOf: async (entry: OutboxEntry, _language: string) => {
      const kind = await kindOf(entry).catch(() => undefined);
      if (kind === undefined) return undefined;
      const reason = entry.refused === undefined ? undefined : await parts.reason(entry.refused);
      return { ...(await kind.words(entry.payload)), reason };
    },
  };
}

function isGivenUp(entry: OutboxEntry, now: number): boolean {
  return entry.attempts + 1 >= maxAttempts || now - entry.at > keptForMs;
}
