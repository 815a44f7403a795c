/** One question to the backend's identity service, its refusals told apart. */
import type { Backend } from '../../data/backend-client.ts';
import { fail, type Outcome, succeed } from '../../data/outcome.ts';
import { followBackend } from '../session.ts';
import { askToProve } from '../session-prompts.ts';
import type { AuthFailure, AuthOutcome } from './auth-provider.ts';
import { authFailure, readFailure } from './failure.ts';

export async function askBackend<A extends { data: unknown; error: unknown }, T>(
  call: (auth: Backend['auth']) => Promise<A>,
  read: (data: A['data']) => Outcome<T, AuthFailure> | AuthOutcome<T>,
): AuthOutcome<T> {
  // The client would first try for half a minute to renew a session that has run out.
  if (!navigator.onLine) return fail(authFailure('network'));
  try {
    const { auth } = await followBackend();
    const { data, error } = await call(auth);
    if (error === null) return await read(data);
    // Once more, when whoever it is has shown who they are.
    if ((error as { code?: string }).code === 'reauthentication_needed' && (await askToProve()))
      return await askBackend(call, read);
    return fail(await readFailure(error));
  } catch (error) {
    return fail(await readFailure(error));
  }
}

export function noValue(): Outcome<void, AuthFailure> {
  return succeed(undefined);
}
