/** Tells open pages that a household's figures changed: here at once, elsewhere by one NOTIFY every 250 ms. */
import { randomUUID } from 'node:crypto';
import type { Database } from './db.ts';

export interface Changes {
  publish(households: readonly string[]): void;
  subscribe(households: readonly string[], heard: () => void): () => void;
  stop(): Promise<void>;
}

const channel = 'wattershed_usage';
const pauseMs = 250;
/** A NOTIFY payload holds 8000 bytes: a uuid and a comma are 37. */
const perNotice = 200;

export const createChanges = async (database: Database): Promise<Changes> => {
  const self = randomUUID();
  const listeners = new Map<string, Set<() => void>>();
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  const tell = (households: Iterable<string>): void => {
    const heard = new Set<() => void>();
    for (const household of households) for (const one of listeners.get(household) ?? []) heard.add(one);
    for (const one of heard) one();
  };

  const flush = async (): Promise<void> => {
    timer = null;
    const households = [...waiting];
    waiting = new Set();
    tell(households);
    for (let i = 0; i < households.length; i += perNotice) {
      const payload = `${self} ${households.slice(i, i + perNotice).join(',')}`;
      await database.engine`select pg_notify(${channel}, ${payload})`.catch(() => {});
    }
  };

  const unlisten = await database.listen(channel, (payload) => {
    const [sender, households] = payload.split(' ');
    if (sender !== self && households) tell(households.split(','));
  });

  return {
    publish: (households) => {
      for (const household of households) waiting.add(household);
      timer ??= setTimeout(() => void flush(), pauseMs);
    },
    subscribe: (households, heard) => {
      for (const household of households) {
        const set = listeners.get(household) ?? new Set();
        listeners.set(household, set.add(heard));
      }
      return () => {
        for (const household of households) {
          const set = listeners.get(household);
          set?.delete(heard);
          if (set?.size === 0) listeners.delete(household);
        }
      };
    },
    stop: async () => {
      if (timer) clearTimeout(timer);
      await unlisten().catch(() => {});
    },
  };
};
