/** Through Google, or another provider, by redirect and back. Loaded when the person goes there, and when the page is opened on the way back. */
import type { Provider } from '@supabase/auth-js';
import { store } from '../../data/browser-storage.ts';
import { type BackendAddress, environment } from '../../data/env.ts';
import { fail, succeed } from '../../data/outcome.ts';
import { type GoogleReturn, googleStorageKey, rememberPlace, sessionStorageKey } from '../stored-session.ts';
import { askForCode, tellNews } from '../session-prompts.ts';
import type { AuthFailureCode, AuthOutcome, SignInStep } from './auth-provider.ts';
import { authFailure } from './failure.ts';
import { failureOfBackendCode, toAuthFailure } from './backend-failure.ts';
import { stepOf } from './second-factor.ts';
import { atBase, ownName } from '../../data/base.ts';

/** The page is about to leave; what it brings back is read by `comeBackFromGoogle`. */
export async function goToGoogle(provider = 'google'): AuthOutcome<SignInStep> {
  const { backend } = environment();
  if (backend === undefined) return fail(authFailure('not-configured'));
  const client = await clientFor(backend);
  rememberPlace();
  const options = { redirectTo: `${location.origin}${atBase('/')}` };
  const { error } = await client.signInWithOAuth({ provider: provider as Provider, options });
  return error === null ? succeed(null) : fail(toAuthFailure(error));
}

/** Puts the session where it is read from next, or tells why there is none. */
export async function comeBackFromGoogle(back: GoogleReturn): Promise<void> {
  const failure = 'error' in back ? refusalOf(back) : await exchange(back.code);
  dropProofs();
  if (failure !== undefined) tellNews({ about: 'failure', code: failure });
}

async function exchange(code: string): Promise<AuthFailureCode | undefined> {
  const { backend } = environment();
  if (backend === undefined) return 'not-configured';
  const { data, error } = await (await clientFor(backend)).exchangeCodeForSession(code);
  if (error !== null) return toAuthFailure(error).code;
  store(sessionStorageKey, JSON.stringify(data.session));
  const step = stepOf(data.session);
  if (step !== null) askForCode(step);
  return undefined;
}

/** Google says `access_denied` of a person who turned back; the backend says more where it was not that. */
function refusalOf({ error, errorCode }: { error: string; errorCode: string | null }): AuthFailureCode {
  if (proofs().length === 0) return 'google-stale';
  if (errorCode === null || errorCode === error)
    return error === 'access_denied' ? 'google-cancelled' : 'google-refused';
  const { code } = failureOfBackendCode(errorCode);
  return code === 'unexpected' ? 'google-refused' : code;
}

// Apart: the chunk with the library stays the one that every signed-in page loads.
async function clientFor(backend: BackendAddress) {
  const { createGoogleClient } = await import('../../data/backend-client.ts');
  return createGoogleClient(backend);
}

function proofs(): string[] {
  return Object.keys(sessionStorage).filter((key) => key.startsWith(ownName(googleStorageKey)));
}

function dropProofs(): void {
  for (const key of proofs()) sessionStorage.removeItem(key);
}
