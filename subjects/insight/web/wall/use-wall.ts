/** What a view for a wall knows: asked once a minute by the token of its address, kept for when there is no network. */
import { useEffect, useState } from 'react';
import { dropStored, readStored, store } from '#shell/data/browser-storage.ts';
import { readWall, type WallAnswer } from '../../contract/wall.ts';
import { atBase } from '#shell/data/base.ts';

export interface Wall {
  /** What was heard last; undefined: nothing yet. */
  readonly answer: WallAnswer | undefined;
  /** When, by this device's clock. */
  readonly heardAt: number;
  /** Too long ago to call its figures present. */
  readonly isOld: boolean;
  /** The service was asked at least once since the page opened. */
  readonly isAsked: boolean;
  /** Somebody ended the view. */
  readonly hasEnded: boolean;
}

const everyMs = 60_000;
const oldAfterMs = 2.5 * everyMs;
/** A panel that is drawn slowly shows the time of its figures so late at most. */
const redrawnAfterMs = 10 * everyMs;
/** A page that nobody touches gets what is new of the app by itself. */
const reloadedAfterMs = 86_400_000;

/** `isPaper`: on a panel that is drawn slowly nothing changes but with a figure. */
export function useWall(token: string, isPaper: boolean): Wall {
  const [wall, setWall] = useState(() => openWall(token));
  useEffect(() => {
    setWall(openWall(token));
    const leaving = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const heard = await askOnce(token, leaving.signal);
      if (leaving.signal.aborted) return;
      setWall((before) => afterHearing(before, heard, isPaper));
      if (heard === 'ended') return dropStored(key);
      if (heard !== 'nothing') keep(token, heard);
      if (heard !== 'nothing' && performance.now() > reloadedAfterMs) return location.reload();
      // Two may have been under way.
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), everyMs);
    };
    const askAnew = () => document.hidden || void ask();
    addEventListener('online', askAnew);
    document.addEventListener('visibilitychange', askAnew);
    void ask();
    return () => {
      leaving.abort();
      clearTimeout(timer);
      removeEventListener('online', askAnew);
      document.removeEventListener('visibilitychange', askAnew);
    };
  }, [token, isPaper]);
  return wall;
}

type Heard = WallAnswer | 'nothing' | 'ended';

const patienceMs = 20_000;

/** Without the session that this browser may have: the token alone decides. */
async function askOnce(token: string, leaving: AbortSignal): Promise<Heard> {
  try {
    const answer = await fetch(atBase(readWall.path), {
      headers: { authorization: `Bearer ${token}` },
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.any([leaving, AbortSignal.timeout(patienceMs)]),
    });
    if (answer.ok) return (await answer.json()) as WallAnswer;
    const { code } = (await answer.json()) as { code?: string };
    return code === 'token-invalid' || code === 'forbidden' ? 'ended' : 'nothing';
  } catch {
    return 'nothing';
  }
}

function afterHearing(before: Wall, heard: Heard, isPaper: boolean): Wall {
  const now = Date.now();
  if (heard === 'ended') return { answer: undefined, heardAt: 0, isOld: false, isAsked: true, hasEnded: true };
  if (heard === 'nothing') return { ...before, isOld: now - before.heardAt > oldAfterMs, isAsked: true };
  const stays = isPaper && !before.isOld && before.answer !== undefined && isSame(before.answer, heard);
  return { answer: stays ? before.answer : heard, heardAt: now, isOld: false, isAsked: true, hasEnded: false };
}

const isSame = (shown: WallAnswer, heard: WallAnswer): boolean =>
  Date.parse(heard.at) - Date.parse(shown.at) < redrawnAfterMs && figuresOf(shown) === figuresOf(heard);

/** Whatever is drawn, but for when it was heard. */
function figuresOf({ at: _at, utilities, ...rest }: WallAnswer): string {
  return JSON.stringify([rest, utilities.map(({ lastAt: _lastAt, ...shown }) => shown)]);
}

/** With another shape of the answer it has another name. */
const key = 'wattershed-wall-1';

/** Told apart without keeping the token a second time. */
const markOf = (token: string): string => token.slice(-8);

function keep(token: string, answer: WallAnswer): void {
  store(key, JSON.stringify({ of: markOf(token), heardAt: Date.now(), answer }));
}

function openWall(token: string): Wall {
  const nothing = { answer: undefined, heardAt: 0, isOld: false, isAsked: false, hasEnded: false };
  try {
    const kept = JSON.parse(readStored(key) ?? '{}') as { of?: string; heardAt: number; answer: WallAnswer };
    if (kept.of !== markOf(token)) return nothing;
    return { ...nothing, answer: kept.answer, heardAt: kept.heardAt, isOld: Date.now() - kept.heardAt > oldAfterMs };
  } catch {
    return nothing;
  }
}

/** The screen does not go dark while this is on it, where the browser can keep it lit. */
export function useLitScreen(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    const hold = () => {
      if (document.hidden) return;
      navigator.wakeLock.request('screen').then(
        (held) => (lock = held),
        // Forbidden, or the battery is low.
        () => undefined,
      );
    };
    hold();
    // A page that goes out of sight loses it.
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
