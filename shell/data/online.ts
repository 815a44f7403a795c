import { useSyncExternalStore } from 'react';

/** `unreachable`: there is a network, but Wattershed did not answer over it. */
type Connection = 'online' | 'offline' | 'unreachable';

let answers = true;
let heardAt: number | undefined;
const listeners = new Set<() => void>();

export function connection(): Connection {
  if (!navigator.onLine) return 'offline';
  return answers ? 'online' : 'unreachable';
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeConnection, connection);
}

export function useOnline(): boolean {
  return useConnection() !== 'offline';
}

/** Told by whoever asks the service: whether an answer came at all. */
export function reportAnswer(came: boolean): void {
  if (answers === came) return;
  answers = came;
  for (const listener of listeners) listener();
}

/** The moment at which what is shown was true, as far as anything was heard. */
function lastHeard(): number | undefined {
  return heardAt;
}

export function reportHeard(at: number): void {
  if (heardAt !== undefined && at <= heardAt) return;
  heardAt = at;
  for (const listener of listeners) listener();
}

export function forgetHeard(): void {
  heardAt = undefined;
  for (const listener of listeners) listener();
}

export function useLastHeard(): number | undefined {
  return useSyncExternalStore(subscribeConnection, lastHeard);
}

let keptIsShown: Promise<unknown> = Promise.resolve();

/** What this browser has kept is being read. */
export function awaitKept(shown: Promise<unknown>): void {
  keptIsShown = shown;
}

/** Whether to ask at all. Without a network the answer is no, once what was kept is on screen: no failure flashes before it. */
export async function mayAsk(): Promise<boolean> {
  if (navigator.onLine) return true;
  await keptIsShown;
  return navigator.onLine;
}

export function subscribeConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  listeners.add(listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
    listeners.delete(listener);
  };
}

/** Waits no longer than this for what may never answer; the signal ends the asking as well. */
export function within<T>(maxMs: number, ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(maxMs);
  const tooLong = new Promise<never>((_, reject) => {
    const giveUp = () => reject(signal.reason);
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
  });
  return Promise.race([ask(signal), tooLong]);
}
