/** What the address, or the way back from elsewhere, brought besides a session: the person is told. */
import { useSyncExternalStore } from 'react';
import type { AuthFailureCode } from './provider/auth-failure.ts';
import type { LinkTokens } from './stored-session.ts';

/** Nobody answered: what was asked may be good all the same. */
export type UnansweredCode = Extract<AuthFailureCode, 'network' | 'rate-limited'>;

export type SessionNews =
  | { about: 'failure'; code: AuthFailureCode }
  | { about: 'link'; errorCode: string }
  | { about: 'unanswered'; code: UnansweredCode }
  /** `isHere`: whoever is signed in here has it now. */
  | { about: 'new-email'; isHere: boolean }
  | { about: 'signed-in'; who: string }
  /** The link would put another person in the place of the one who is signed in, who is asked. */
  | { about: 'other-person'; who: string; tokens: LinkTokens };

let news: SessionNews | undefined;
const listeners = new Set<() => void>();

export function useSessionNews(): SessionNews | undefined {
  return useSyncExternalStore(subscribe, () => news);
}

/** Undefined: it has been told. */
export function tellNews(next: SessionNews | undefined): void {
  news = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
