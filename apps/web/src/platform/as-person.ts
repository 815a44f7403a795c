import type { Backend } from './backend-client.ts';

/** Fetches as the signed-in user, or as the anonymous role without one. */
export function asPerson(auth: Backend['auth'], anonKey: string): typeof fetch {
  return async (input, init) => {
    const ask = (token: string | undefined) => {
      const headers = new Headers(init?.headers);
      headers.set('apikey', anonKey);
      headers.set('Authorization', `Bearer ${token ?? anonKey}`);
      return fetch(input, { ...init, headers });
    };
    const { data } = await auth.getSession();
    const answer = await ask(data.session?.access_token);
    if (answer.status !== 401 || data.session === null) return answer;
    // The clock may have passed the token's end, or the session was ended elsewhere: renewing it tells.
    const renewed = await auth.refreshSession();
    return renewed.data.session === null ? answer : ask(renewed.data.session.access_token);
  };
}
