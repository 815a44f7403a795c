import { useSyncExternalStore } from 'react';
import type { SecondFactorStep } from './provider/auth-provider.ts';

export type SignInView = 'sign-in' | 'sign-up' | 'phone' | 'reset';

let requested: SignInView | undefined;
let step: SecondFactorStep | undefined;
const listeners = new Set<() => void>();

/** Opens the one sign-in dialog over whatever page is shown. */
export function askToSignIn(view: SignInView = 'sign-in'): void {
  set(view);
}

/** The same, where the page was opened with a sign-in that only lacks its code. */
export function askForCode(needed: SecondFactorStep): void {
  set('sign-in', needed);
}

export function requestedStep(): SecondFactorStep | undefined {
  return step;
}

export function closeSignIn(): void {
  set(undefined);
}

export function useSignInRequest(): SignInView | undefined {
  return useSyncExternalStore(subscribe, () => requested);
}

function set(view: SignInView | undefined, needed?: SecondFactorStep): void {
  requested = view;
  step = needed;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
