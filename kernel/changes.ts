/** Tells that a household's figures, devices, notices or the household itself changed: pages every 250 ms, other processes by NOTIFY. */
import { randomUUID } from 'node:crypto';
import type { Database } from './db.ts';

/**
 * `devices`: what is found, whether it answers, and whether it is on. The database itself says `notices`, and `household`: its members,
 * devices, meters or clock.
 */
type Changed = 'usage' | 'devices' | 'notices' | 'household';
type Published = Exclude<Changed, 'notices' | 'household'>;
type Listener = (what: Changed) => void;

export interface Changes {
  publish(households: readonly string[], what?: Published): void;
  subscribe(households: readonly string[], heard: Listener): () => void;
  /** Every change of any household, what is published here before `publish` returns; `missed` when some may not have been heard. */
  follow(changed: (households: readonly string[]) => void, missed: () => void): void;
  stop(): Promise<void>;
}

const channel = 'wattershed_usage';
const pauseMs = 250;
/** A NOTIFY payload holds 8000 bytes: a uuid and a comma are 37. */
const perNotice = 200;

interface Follower {
  readonly changed: (households: readonly string[]) => void;
  readonly missed: () => void;
}

export const createChanges = async (database: Database): Promise<Changes> => {
  const self = randomUUID();
  const listeners = new Map<string, Set<Listener>>();
  const followers: Follower[] = [];
  const waiting: Record<Published, Set<string>> = { usage: new Set(), devices: new Set() };
  let timer: NodeJS.Timeout | null = null;

  const tell = (what: Changed, households: Iterable<string>): void => {
    const heard = new Set<Listener>();
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

  const hear = (payload: string): void => {
    const [sender, what, list] = payload.split(' ');
    if (sender === self || !list) return;
    const households = list.split(',');
    for (const { changed } of followers) changed(households);
    tell(what as Changed, households);
  };
  /** What was said while nobody listened is not known: all may have changed, for whoever follows and for every open page. */
  const missAll = (): void => {
    for (const { missed } of followers) missed();
    for (const one of new Set([...listeners.values()].flatMap((set) => [...set])))
      for (const what of ['household', 'devices', 'notices'] as const) one(what);
  };
  const unlisten = await database.listen(channel, hear, missAll);

  return {
    publish: (households, what = 'usage') => {
      for (const { changed } of followers) changed(households);
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
    follow: (changed, missed) => {
      followers.push({ changed, missed });
    },
    stop: async () => {
      if (timer) clearTimeout(timer);
      await unlisten().catch(() => {});
    },
  };
};
