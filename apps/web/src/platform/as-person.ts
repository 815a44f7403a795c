import type { Backend } from './backend-client.ts';

/** Fetches as the signed-in user, or as the anonymous role without one. */
export function asPerson(auth: Backend['auth'], anonKey: string): typeof fetch {
  return async (input, init) => {
    const { data } = await auth.getSession();
    const headers = new Headers(init?.headers);
    headers.set('apikey', anonKey);
    headers.set('Authorization', `Bearer ${data.session?.access_token ?? anonKey}`);
    return fetch(input, { ...init, headers });
  };
}
