import { beforeEach, expect, test } from 'vitest';
import { createOutbox, type OutboxKind, type OutboxMessage, type Sending } from './outbox.ts';
import type { OutboxEntry } from './outbox-state.ts';

interface Change {
  to: string;
}

type Rows = Map<string, OutboxEntry>;

/** One browser: its database and its lock, and as many windows as a case opens. */
function browser() {
  const rows: Rows = new Map();
  const windows: { hear: (message: OutboxMessage) => Promise<void> }[] = [];
  let lock: Promise<unknown> = Promise.resolve();
  const state = { online: true, userId: 'asha' as string | undefined, stores: true, now: 1000 };
  const settled: [number, number][] = [];

  const open = (sender: (payload: Change, id: string) => Promise<Sending>, kind: Partial<OutboxKind<Change>> = {}) => {
    let shown: readonly OutboxEntry[] = [];
    const own = createOutbox({
      read: async () => structuredClone([...rows.values()]),
      write: async (put, remove = []) => {
        if (!state.stores) throw new Error('blocked');
        for (const id of remove) rows.delete(id);
        for (const row of put) rows.set(row.id, row);
      },
      change: async (id, change) => {
        const row = rows.get(id);
        if (row !== undefined) rows.set(id, change(row));
      },
      alone: <T>(work: () => Promise<T>) => {
        const next = lock.then(work);
        lock = next.catch(() => undefined);
        return next;
      },
      isOnline: () => state.online,
      userId: () => state.userId,
      retryDelayMs: () => 3_600_000,
      publish: (entries) => {
        shown = entries;
      },
      tellOthers: (message) => {
        for (const other of windows) if (other !== own) void other.hear(message);
      },
      reason: async (code) => code,
      settled: (sent, refused) => settled.push([sent, refused]),
      now: () => state.now++,
    });
    const lastWins: OutboxKind<Change> = {
      name: 'switch',
      latestWins: true,
      send: sender,
      words: async ({ to }) => ({ title: to }),
      ...kind,
    };
    own.register(lastWins);
    windows.push(own);
    return { ...own, shown: () => shown, put: (subject: string, to: string) => own.submit(lastWins, subject, { to }) };
  };
  return { rows, state, settled, open };
}

let arrived: string[];
beforeEach(() => {
  arrived = [];
});
const takes = async ({ to }: Change): Promise<Sending> => {
  arrived.push(to);
  return { result: 'sent', answer: to };
};

test('a change is sent at once where there is a connection, and the answer reaches who made it', async () => {
  const { open, rows } = browser();
  const page = open(takes);
  expect(await page.put('lamp', 'off')).toEqual({ status: 'sent', answer: 'off' });
  expect(arrived).toEqual(['off']);
  expect(rows.size).toBe(0);
  expect(page.shown()).toEqual([]);
});

test('C4.4 without a connection changes wait, the last one of a subject takes the place of the earlier, and order is kept', async () => {
  const { open, state, settled } = browser();
  state.online = false;
  const page = open(takes);
  const outcomes = await Promise.all([page.put('lamp', 'off'), page.put('fan', 'off'), page.put('lamp', 'on')]);
  expect(outcomes[1]).toEqual({ status: 'waiting' });
  expect(page.shown().map(({ payload }) => payload)).toEqual([{ to: 'off' }, { to: 'on' }]);
  await page.drain();
  expect(arrived).toEqual([]);
  state.online = true;
  await page.drain();
  expect(arrived).toEqual(['off', 'on']);
  expect(settled).toEqual([[2, 0]]);
});

test('changes of one subject that all count are sent in the order in which they were made', async () => {
  const { open, state } = browser();
  state.online = false;
  const page = open(takes, { latestWins: false });
  for (const to of ['first', 'second', 'third']) await page.put('post', to);
  state.online = true;
  await page.drain();
  expect(arrived).toEqual(['first', 'second', 'third']);
});

test('C8.10 two windows send what waits once', async () => {
  const { open, state, settled } = browser();
  state.online = false;
  const [one, two] = [open(takes), open(takes)];
  await one.put('lamp', 'off');
  await two.refresh();
  expect(two.shown()).toHaveLength(1);
  state.online = true;
  await Promise.all([one.drain(), two.drain(), one.drain()]);
  expect(arrived).toEqual(['off']);
  expect(settled).toEqual([[1, 0]]);
  expect(two.shown()).toEqual([]);
});

test('an answer that is lost: the change is sent again under the same id, which lets the far side take it once', async () => {
  const { open } = browser();
  const taken = new Set<string>();
  let losing = true;
  const page = open(async (_, id) => {
    taken.add(id);
    if (losing) throw new TypeError('Failed to fetch');
    return { result: 'sent', answer: null };
  });
  expect(await page.put('post', 'hello')).toEqual({ status: 'waiting' });
  expect(page.shown()[0]).toMatchObject({ attempts: 1 });
  losing = false;
  await page.drain();
  expect(taken.size).toBe(1);
  expect(page.shown()).toEqual([]);
});

test('one that is not answered holds back its own subject only', async () => {
  const { open, state } = browser();
  state.online = false;
  const page = open(async (payload) => (payload.to === 'stuck' ? { result: 'no-answer' } : takes(payload)), {
    latestWins: false,
  });
  await page.put('one', 'stuck');
  await page.put('one', 'after');
  await page.put('two', 'other');
  state.online = true;
  await page.drain();
  expect(arrived).toEqual(['other']);
  expect(page.shown().map(({ payload }) => payload)).toEqual([{ to: 'stuck' }, { to: 'after' }]);
});

test('C4.4 a refusal at once is told to who made it; one of a change that waited stays, with its reason, until it is put away', async () => {
  const { open, state, settled, rows } = browser();
  const page = open(async () => ({ result: 'refused', code: 'forbidden' }));
  expect(await page.put('lamp', 'off')).toEqual({ status: 'refused', code: 'forbidden' });
  expect(rows.size).toBe(0);
  state.online = false;
  await page.put('lamp', 'off');
  state.online = true;
  await page.drain();
  expect(settled).toEqual([[0, 1]]);
  const [entry] = page.shown();
  if (entry === undefined) throw new Error('the refused change is gone');
  expect(await page.wordsOf(entry, 'en')).toMatchObject({ title: 'off', reason: 'forbidden' });
  await page.undo(entry.id);
  expect(page.shown()).toEqual([]);
});

test('a change that was taken back while it waited is never sent, and one that was refused can be tried again', async () => {
  const { open, state } = browser();
  state.online = false;
  let refuse = true;
  const page = open(async (payload) => (refuse ? { result: 'refused', code: 'x' } : takes(payload)));
  await page.put('lamp', 'off');
  await page.undo(page.shown()[0]?.id ?? '');
  await page.put('fan', 'off');
  state.online = true;
  await page.drain();
  refuse = false;
  await page.retry(page.shown()[0]?.id ?? '');
  expect(arrived).toEqual(['off']);
  expect(page.shown()).toEqual([]);
});

test('C1.1 nobody sends or sees what another person left', async () => {
  const { open, state, rows } = browser();
  state.online = false;
  const page = open(takes);
  await page.put('lamp', 'off');
  state.userId = 'bruno';
  state.online = true;
  await page.refresh();
  await page.drain();
  expect(arrived).toEqual([]);
  expect(page.shown()).toEqual([]);
  expect(rows.size).toBe(1);
  state.userId = undefined;
  expect(await page.put('lamp', 'off')).toEqual({ status: 'refused', code: 'not-authenticated' });
});

test('where the browser keeps nothing, a change is sent at once or said to be lost', async () => {
  const { open, state } = browser();
  state.stores = false;
  const page = open(takes);
  expect(await page.put('lamp', 'off')).toEqual({ status: 'sent', answer: 'off' });
  state.online = false;
  expect(await page.put('lamp', 'on')).toEqual({ status: 'not-kept' });
  expect(page.shown()).toEqual([]);
});
