import { useSyncExternalStore } from 'react';
import { dropStored, readStored, store } from './browser-storage.ts';

/** A change that a person made and that has not arrived yet. */
export interface OutboxEntry<P = unknown> {
  /** Made here, so that the far side can tell a repeated sending from a second change. */
  id: string;
  userId: string;
  kind: string;
  /** What it changes; changes of one subject are sent in order. */
  subject: string;
  payload: P;
  at: number;
  attempts: number;
  /** Why the far side will not have it, as a code that its kind has words for. */
  refused?: string;
}

const waitingKey = 'wattershed-waiting';
let entries: readonly OutboxEntry[] = [];
const listeners = new Set<() => void>();

/** Whether an earlier visit left something to send; known without loading what sends it. */
export function mayWait(): boolean {
  return readStored(waitingKey) !== null;
}

function outboxEntries(): readonly OutboxEntry[] {
  return entries;
}

export function publishEntries(next: readonly OutboxEntry[]): void {
  entries = next;
  if (next.length === 0) dropStored(waitingKey);
  else store(waitingKey, String(next.length));
  for (const listener of listeners) listener();
}

function subscribeOutbox(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useOutbox(): readonly OutboxEntry[] {
  return useSyncExternalStore(subscribeOutbox, outboxEntries);
}

/** The newest change of one subject that is under way, which the screen shows in place of what was last heard. */
export function useUnderWay<P>(kind: string, subject: string): OutboxEntry<P> | undefined {
  const mine = useOutbox().filter(
    (entry) => entry.kind === kind && entry.subject === subject && entry.refused === undefined,
  );
  return mine.at(-1) as OutboxEntry<P> | undefined;
}
