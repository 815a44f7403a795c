import type { Backend } from './backend-client.ts';
import { type AuthFailure, authFailure, toAuthFailure } from './auth-failure.ts';
import { environment } from './env.ts';
import { guestCredentials } from './guest-credentials.ts';
import { fail, type Outcome, succeed } from './outcome.ts';
import { followBackend, leaveHere } from './session.ts';

export type AuthOutcome<T = void> = Promise<Outcome<T, AuthFailure>>;
export type SignOutScope = 'local' | 'others' | 'global';

export function signIn(email: string, password: string): AuthOutcome {
  return ask((auth) => auth.signInWithPassword({ email, password }), noValue);
}

/** Answers whether the new member is signed in at once, or has to open a link sent by e-mail first. */
export function signUp(email: string, password: string): AuthOutcome<'signed-in' | 'check-email'> {
  return ask(
    (auth) => auth.signUp({ email, password, options: { emailRedirectTo: `${location.origin}/` } }),
    (data) => succeed(data.session === null ? ('check-email' as const) : ('signed-in' as const)),
  );
}

/** A guest is a sign-up with a throw-away address. */
export function signInAsGuest(): AuthOutcome {
  const { guestDomain } = environment();
  if (guestDomain === '') return Promise.resolve(fail(authFailure('guest-unavailable')));
  return ask(
    (auth) => auth.signUp(guestCredentials(guestDomain)),
    (data) => (data.session === null ? fail(authFailure('guest-unavailable')) : succeed(undefined)),
  );
}

export function signInWithGoogle(): AuthOutcome {
  const options = { redirectTo: `${location.origin}/` };
  return ask((auth) => auth.signInWithOAuth({ provider: 'google', options }), noValue);
}

/** Leaving this device works without a connection too; the session then ends at the backend when it runs out. */
export async function signOut(scope: SignOutScope): AuthOutcome {
  const outcome = await ask(async (auth) => ({ data: undefined, ...(await auth.signOut({ scope })) }), noValue);
  if (outcome.ok || scope !== 'local' || outcome.failure.code !== 'network') return outcome;
  leaveHere();
  return succeed(undefined);
}

export function requestPasswordReset(email: string): AuthOutcome {
  const options = { redirectTo: `${location.origin}/reset-password` };
  return ask((auth) => auth.resetPasswordForEmail(email, options), noValue);
}

export function changePassword(password: string): AuthOutcome {
  return ask((auth) => auth.updateUser({ password }), noValue);
}

export function changeDisplayName(displayName: string): AuthOutcome {
  return ask((auth) => auth.updateUser({ data: { display_name: displayName } }), noValue);
}

export function refreshSession(): AuthOutcome {
  return ask((auth) => auth.refreshSession(), noValue);
}

async function ask<A extends { data: unknown; error: unknown }, T>(
  call: (auth: Backend['auth']) => Promise<A>,
  read: (data: A['data']) => Outcome<T, AuthFailure>,
): AuthOutcome<T> {
  // The client would first try for half a minute to renew a session that has run out.
  if (!navigator.onLine) return fail(authFailure('network'));
  try {
    const { auth } = await followBackend();
    const { data, error } = await call(auth);
    return error === null ? read(data) : fail(toAuthFailure(error));
  } catch (error) {
    return fail(toAuthFailure(error));
  }
}

function noValue(): Outcome<void, AuthFailure> {
  return succeed(undefined);
}
