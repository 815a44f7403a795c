import { useSyncExternalStore } from 'react';

export type SignInView = 'sign-in' | 'sign-up' | 'reset';

let requested: SignInView | undefined;
const listeners = new Set<() => void>();

/** Opens the one sign-in dialog over whatever page is shown. */
export function askToSignIn(view: SignInView = 'sign-in'): void {
  set(view);
}

export function closeSignIn(): void {
  set(undefined);
}

export function useSignInRequest(): SignInView | undefined {
  return useSyncExternalStore(subscribe, () => requested);
}

function set(view: SignInView | undefined): void {
  requested = view;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
