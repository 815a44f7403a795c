import { useSyncExternalStore } from 'react';
import type { AuthFailureCode, SecondFactorStep } from './provider/auth-provider.ts';
import type { LinkTokens } from './stored-session.ts';

export type SignInView = 'sign-in' | 'sign-up' | 'phone' | 'reset' | 'prove';

let requested: SignInView | undefined;
let step: SecondFactorStep | undefined;
const requestListeners = new Set<() => void>();

/** Opens the one sign-in dialog over whatever page is shown. */
export function askToSignIn(view: SignInView = 'sign-in'): void {
  request(view);
}

/** The same, where the page was opened with a sign-in that only lacks its code. */
export function askForCode(needed: SecondFactorStep): void {
  request('sign-in', needed);
}

let proving: ((isProved: boolean) => void) | undefined;

/** Asks whoever is signed in to show once more who they are; whether they did. */
export function askToProve(): Promise<boolean> {
  return new Promise((resolve) => {
    request('prove');
    proving = resolve;
  });
}

export function hasProved(): void {
  proving?.(true);
  closeSignIn();
}

export function requestedStep(): SecondFactorStep | undefined {
  return step;
}

export function closeSignIn(): void {
  request(undefined);
}

export function useSignInRequest(): SignInView | undefined {
  return useSyncExternalStore(subscribeRequest, () => requested);
}

function request(view: SignInView | undefined, needed?: SecondFactorStep): void {
  proving?.(false);
  proving = undefined;
  requested = view;
  step = needed;
  for (const listener of requestListeners) listener();
}

function subscribeRequest(listener: () => void): () => void {
  requestListeners.add(listener);
  return () => requestListeners.delete(listener);
}

// What the address, or the way back from elsewhere, brought besides a session: the person is told.

/** Nobody answered: what was asked may be good all the same. */
export type UnansweredCode = Extract<AuthFailureCode, 'network' | 'rate-limited'>;

export type SessionNews =
  | { about: 'failure'; code: AuthFailureCode }
  | { about: 'link'; errorCode: string }
  | { about: 'unanswered'; code: UnansweredCode }
  /** `isHere`: whoever is signed in here has it now. */
  | { about: 'new-email'; isHere: boolean }
  /** One of two mailboxes has agreed to the new address. */
  | { about: 'half-way' }
  /** In three days the password is enough. */
  | { about: 'lost-factor' }
  | { about: 'signed-in'; who: string }
  /** The link would put another person in the place of the one who is signed in, who is asked. */
  | { about: 'other-person'; who: string; tokens: LinkTokens };

let news: SessionNews | undefined;
const newsListeners = new Set<() => void>();

export function useSessionNews(): SessionNews | undefined {
  return useSyncExternalStore(subscribeNews, () => news);
}

/** Undefined: it has been told. */
export function tellNews(next: SessionNews | undefined): void {
  news = next;
  for (const listener of newsListeners) listener();
}

function subscribeNews(listener: () => void): () => void {
  newsListeners.add(listener);
  return () => newsListeners.delete(listener);
}
