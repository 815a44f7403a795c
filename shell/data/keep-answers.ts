import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { readRows, type Row, writeRows } from './browser-database.ts';
import { keptFor, setKeptFor } from '../session/kept-for.ts';
import { awaitKept, connection, reportHeard, subscribeConnection } from './online.ts';
import { sessionState, subscribeSession } from '../session/session.ts';

/** A question whose last answer is shown, with its age, while nobody can be asked: `meta: keptOffline`. */
export const keptOffline = { keptOffline: true } as const;

interface KeptAnswer extends Row {
  userId: string;
  queryKey: QueryKey;
  data: unknown;
  at: number;
}

const keptForMs = 7 * 86_400_000;
const maxAnswers = 60;
const maxCharacters = 500_000;
const firstWrittenAfterMs = 50;
/** Live values change every second; the browser's disk need not. */
const rewrittenAfterMs = 10_000;
/** On a good connection the fresh answer comes first, and nothing flashes. */
const patienceMs = 1000;

/** Keeps the last answers of the person signed in, and brings them back when no fresh one comes. */
export function keepAnswers(client: QueryClient): void {
  const waiting = new Map<string, Query>();
  const written = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let broughtFor: string | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const userId = signedInUser();
    if (userId === undefined) return waiting.clear();
    const rows = [...waiting.values()].flatMap((query) => toRow(userId, query) ?? []);
    waiting.clear();
    if (rows.length === 0) return;
    setKeptFor(userId);
    for (const { id } of rows) written.add(id);
    writeRows('answers', rows).catch(() => undefined);
  };

  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !isKept(event.query)) return;
    reportHeard(event.query.state.dataUpdatedAt);
    waiting.set(event.query.queryHash, event.query);
    if (written.has(event.query.queryHash)) {
      timer ??= setTimeout(write, rewrittenAfterMs);
    } else {
      clearTimeout(timer);
      timer = setTimeout(write, firstWrittenAfterMs);
    }
  });
  document.addEventListener('visibilitychange', () => document.hidden && write());

  const bring = () => {
    const userId = signedInUser();
    if (userId !== broughtFor) waiting.clear();
    if (userId === undefined || userId === broughtFor) return;
    broughtFor = userId;
    if (keptFor() !== userId) return;
    awaitKept(
      readRows<KeptAnswer>('answers').then(
        (rows) => show(client, userId, rows),
        () => undefined,
      ),
    );
  };
  subscribeSession(bring);
  bring();
}

function show(client: QueryClient, userId: string, rows: KeptAnswer[]): void {
  const now = Date.now();
  const sorted = rows.sort((a, b) => b.at - a.at);
  const usable = sorted.filter((row, i) => row.userId === userId && i < maxAnswers && now - row.at < keptForMs);
  const old = sorted.filter((row) => !usable.includes(row)).map(({ id }) => id);
  if (old.length > 0) writeRows('answers', [], old).catch(() => undefined);
  const fill = () => {
    stop();
    clearTimeout(timer);
    if (signedInUser() !== userId) return;
    for (const { queryKey, data, at } of usable) {
      if (client.getQueryData(queryKey) !== undefined) continue;
      client.setQueryData(queryKey, data, { updatedAt: at });
      // However young, it is of an earlier visit: it stands until the question is answered anew.
      void client.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
    }
    const [newest] = usable;
    if (newest !== undefined) reportHeard(newest.at);
  };
  const timer = setTimeout(fill, patienceMs);
  const stop = subscribeConnection(() => connection() !== 'online' && fill());
  if (connection() !== 'online') fill();
}

function isKept(query: Query): boolean {
  return query.meta?.['keptOffline'] === true;
}

function toRow(userId: string, { queryHash, queryKey, state }: Query): KeptAnswer | undefined {
  const { data, dataUpdatedAt: at } = state;
  if (data === undefined || data === null || JSON.stringify(data).length > maxCharacters) return undefined;
  return { id: queryHash, userId, queryKey, data, at };
}

function signedInUser(): string | undefined {
  const session = sessionState();
  return session.status === 'signed-in' ? session.user.id : undefined;
}
