/** Tells open pages that a household's figures, devices or notices changed: here at once, elsewhere by one NOTIFY every 250 ms. */
import { randomUUID } from 'node:crypto';
import type { Database } from './db.ts';

/** `devices`: what is found, whether it answers, and whether it is on. `notices`: the database says so itself. */
export type Changed = 'usage' | 'devices' | 'notices';
type Published = Exclude<Changed, 'notices'>;
type Heard = (what: Changed) => void;

export interface Changes {
  publish(households: readonly string[], what?: Published): void;
  subscribe(households: readonly string[], heard: Heard): () => void;
  stop(): Promise<void>;
}

const channel = 'wattershed_usage';
const pauseMs = 250;
/** A NOTIFY payload holds 8000 bytes: a uuid and a comma are 37. */
const perNotice = 200;

export const createChanges = async (database: Database): Promise<Changes> => {
  const self = randomUUID();
  const listeners = new Map<string, Set<Heard>>();
  const waiting: Record<Published, Set<string>> = { usage: new Set(), devices: new Set() };
  let timer: NodeJS.Timeout | null = null;

  const tell = (what: Changed, households: Iterable<string>): void => {
    const heard = new Set<Heard>();
    for (const household of households) for (const one of listeners.get(household) ?? []) heard.add(one);
    for (const one of heard) one(what);
  };

  const flush = async (what: Published): Promise<void> => {
    const households = [...waiting[what]];
    waiting[what].clear();
    tell(what, households);
    for (let i = 0; i < households.length; i += perNotice) {
      const payload = `${self} ${what} ${households.slice(i, i + perNotice).join(',')}`;
      await database.engine`select pg_notify(${channel}, ${payload})`.catch(() => {});
    }
  };

  const flushAll = (): void => {
    timer = null;
    for (const what of ['usage', 'devices'] as const) void flush(what);
  };

  const unlisten = await database.listen(channel, (payload) => {
    const [sender, what, households] = payload.split(' ');
    if (sender !== self && households) tell(what as Changed, households.split(','));
  });

  return {
    publish: (households, what = 'usage') => {
      for (const household of households) waiting[what].add(household);
      timer ??= setTimeout(flushAll, pauseMs);
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
