import type { AuthClient } from '@supabase/auth-js';
import { askInSession, untilStaying } from './ending-session.ts';

/** Fetches as the signed-in user, or as the anonymous role without one. */
export function asPerson(auth: InstanceType<typeof AuthClient>, anonKey: string): typeof fetch {
  return async (input, init) => {
    let isSignedIn = false;
    const ask = () =>
      askInSession(init ?? {}, async (signal) => {
        const { session } = (await auth.getSession()).data;
        isSignedIn = session !== null;
        const headers = new Headers(init?.headers);
        headers.set('apikey', anonKey);
        headers.set('Authorization', `Bearer ${session?.access_token ?? anonKey}`);
        return fetch(input, { ...init, headers, signal });
      });
    const answer = await ask();
    if (answer.status !== 401 || !isSignedIn) return answer;
    // The clock may have passed the token's end, or the session was ended elsewhere: renewing it tells.
    await untilStaying();
    const renewed = await auth.refreshSession();
    return renewed.data.session === null ? answer : ask();
  };
}
