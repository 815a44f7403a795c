/** Signing in and out and what belongs to it, by whichever provider of identity this installation has. */
import type { AuthOutcome, AuthProvider, SignInStep, SignOutScope } from './provider/auth-provider.ts';
import { untilStaying, whileNobodyAsks } from './ending-session.ts';
import { environment } from '../data/env.ts';
import { authFailure, readFailure } from './provider/failure.ts';
import { fail, succeed } from '../data/outcome.ts';
import { leaveHere } from './session.ts';

export type { AuthOutcome, SignOutScope } from './provider/auth-provider.ts';

/** The one that the page's configuration names; loaded when it is asked for something. */
async function provider(): Promise<AuthProvider> {
  if (environment().identityProvider === 'backend')
    return (await import('./provider/backend-provider.ts')).backendProvider;
  const { loadFirebaseProvider } = await import('./provider/firebase/index.ts');
  return loadFirebaseProvider();
}

/** What it does of itself once the stored session is read. */
export async function startProvider(): Promise<void> {
  if (environment().identityProvider === 'backend') return;
  const { startFirebase } = await import('./provider/firebase/index.ts');
  await startFirebase();
}

/** One question to it. */
export async function askProvider<T>(call: (provider: AuthProvider) => AuthOutcome<T>): AuthOutcome<T> {
  try {
    return await call(await provider());
  } catch (error) {
    return fail(await readFailure(error));
  }
}

export function signIn(email: string, password: string): AuthOutcome<SignInStep> {
  return askProvider((one) => one.signIn(email, password));
}

export function signUp(email: string, password: string): AuthOutcome<'signed-in' | 'check-email'> {
  return askProvider((one) => one.signUp(email, password));
}

export function resendSignUp(email: string): AuthOutcome {
  return askProvider((one) => one.resendSignUp?.(email) ?? Promise.resolve(succeed(undefined)));
}

export function takeByConfirmation(token: string): AuthOutcome {
  return askProvider((one) => one.takeByConfirmation?.(token) ?? Promise.resolve(fail(authFailure('link-expired'))));
}

export function signInAsGuest(): AuthOutcome {
  return askProvider((one) => one.signInAsGuest());
}

export function signInWithGoogle(): AuthOutcome<SignInStep> {
  return askProvider((one) => one.signInWithGoogle());
}

/** Leaving this device works without a connection too; the session then ends at the backend when it runs out. */
export async function signOut(scope: SignOutScope): AuthOutcome {
  if (scope === 'others') return askProvider((one) => one.signOut(scope));
  return whileNobodyAsks(
    async () => {
      const outcome = await askProvider((one) => one.signOut(scope));
      if (outcome.ok || scope !== 'local' || outcome.failure.code !== 'network') return outcome;
      leaveHere();
      return succeed(undefined);
    },
    ({ ok }) => ok,
  );
}

export function requestPasswordReset(email: string): AuthOutcome {
  return askProvider((one) => one.requestPasswordReset(email));
}

export function changePassword(password: string): AuthOutcome {
  return askProvider((one) => one.changePassword(password));
}

export function changeEmail(email: string): AuthOutcome {
  return askProvider((one) => one.changeEmail(email));
}

export function changeDisplayName(displayName: string): AuthOutcome {
  return askProvider((one) => one.changeDisplayName(displayName));
}

export function refreshSession(): AuthOutcome {
  return askProvider(async (one) => {
    await untilStaying();
    return one.refreshSession();
  });
}
