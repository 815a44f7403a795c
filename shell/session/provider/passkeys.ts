/** Passkeys of this account at a backend that has them. */
import { fail, type Outcome, succeed } from '../../data/outcome.ts';
import { askBackend, noValue } from './ask-backend.ts';
import type { AuthFailure, AuthOutcome, SignInStep } from './auth-provider.ts';
import { authFailure } from './failure.ts';

export interface Passkey {
  id: string;
  name: string | undefined;
  createdAt: string;
  lastUsedAt: string | undefined;
}

/** A passkey is both what one has and who one is: no further code is asked for. */
export function signInWithPasskey(): AuthOutcome<SignInStep> {
  return withKey(() =>
    askBackend(
      (auth) => auth.signInWithPasskey(),
      () => succeed(null),
    ),
  );
}

export function addPasskey(): AuthOutcome {
  return withKey(() => askBackend((auth) => auth.registerPasskey(), noValue));
}

export function listPasskeys(): AuthOutcome<Passkey[]> {
  return askBackend(
    (auth) => auth.passkey.list(),
    (keys) =>
      succeed(
        (keys ?? []).map((key) => ({
          id: key.id,
          name: key.friendly_name,
          createdAt: key.created_at,
          lastUsedAt: key.last_used_at,
        })),
      ),
  );
}

export function removePasskey(passkeyId: string): AuthOutcome {
  return askBackend((auth) => auth.passkey.delete({ passkeyId }), noValue);
}

/** The browser says with an error of its own that the person turned back, or that this device has no such key. */
async function withKey<T>(ask: () => AuthOutcome<T>): AuthOutcome<T> {
  if (!('PublicKeyCredential' in globalThis)) return fail(authFailure('passkey-unsupported'));
  const outcome: Outcome<T, AuthFailure> = await ask();
  if (outcome.ok || !(outcome.failure.cause instanceof Error)) return outcome;
  const turnedBack = ['NotAllowedError', 'AbortError'].includes(outcome.failure.cause.name);
  return turnedBack ? fail({ ...outcome.failure, code: 'passkey-cancelled' }) : outcome;
}
