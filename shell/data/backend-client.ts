import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { asPerson } from '../session/as-person.ts';
import { type BackendAddress, environment } from './env.ts';
import { googleStorageKey, markEnded, sessionStorageKey, storedSession } from '../session/stored-session.ts';
import { ownName } from './base.ts';

export interface Backend {
  auth: InstanceType<typeof AuthClient>;
  /** The table API, as the signed-in user, or as the anonymous role without one. */
  tables: PostgrestClient;
}

/** supabase-js's auth and table clients, without its realtime, storage and functions parts (24 kB less to load). */
export function createBackend(address: BackendAddress): Backend {
  const { url, anonKey } = address;
  const auth = new AuthClient({
    ...asAnyone(address),
    fetch: watchingFetch,
    storageKey: ownName(sessionStorageKey),
    persistSession: true,
    autoRefreshToken: true,
    // What the address brings is looked at first: shell/session/provider/mail-link.ts.
    detectSessionInUrl: false,
    flowType: 'implicit',
    experimental: { recoveryCodes: true },
  });
  const tables = new PostgrestClient(`${url}/rest/v1`, { fetch: asPerson(auth, anonKey) });
  if (environment().debug) console.debug(`Backend ${url}, public key ${anonKey.slice(0, 8)}…`);
  return { auth, tables };
}

/**
 * A client of its own for the way through Google: mails stay with links that any browser may open, while the code that
 * Google's way brings back is of use only together with the proof (PKCE) that this tab has kept.
 */
export function createGoogleClient(address: BackendAddress): Backend['auth'] {
  return new AuthClient({
    ...asAnyone(address),
    storageKey: ownName(googleStorageKey),
    storage: proofsOnly,
    persistSession: true,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
    flowType: 'pkce',
  });
}

/** To ask as whoever a link names: the client of the page would drop its own session where that one is refused. */
export function createPassingClient(address: BackendAddress, signal: AbortSignal): Backend['auth'] {
  return new AuthClient({
    ...asAnyone(address),
    fetch: (input, init) => fetch(input, { ...init, signal }),
    storageKey: 'wattershed-link',
    persistSession: false,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    skipAutoInitialize: true,
  });
}

const proofsOnly = {
  getItem: (key: string) => sessionStorage.getItem(key),
  // The session itself belongs to the other client.
  setItem: (key: string, value: string) => {
    if (key.endsWith('-code-verifier')) sessionStorage.setItem(key, value);
  },
  removeItem: (key: string) => sessionStorage.removeItem(key),
};

function asAnyone({ url, anonKey }: BackendAddress) {
  return { url: `${url}/auth/v1`, headers: { apikey: anonKey, Authorization: `Bearer ${anonKey}` } };
}

/** Notices that the backend will never renew the stored session again. */

/** The session is gone, its token was used by somebody else before or is none of this backend's, or the account is gone. */
const final = new Set([
  'validation_failed',
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
]);

/** Of an access token: only what says that its session is over; one that has run out is renewed. */
const finalOfUser = new Set(['session_not_found', 'user_not_found', 'user_banned']);

/** Asks as `fetch` does. The client itself would keep such a session until its last hour is over, or drop it without a word. */
const watchingFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  if (answer.status >= 400 && answer.status < 500 && (await isFinal(new Request(input, init), answer, init)))
    markEnded();
  return answer;
};

// Another window may have renewed it meanwhile: then an older token was refused, and nothing has ended.
async function isFinal({ url, headers }: Request, answer: Response, init: RequestInit | undefined): Promise<boolean> {
  const isRenewal = url.includes('/token?grant_type=refresh_token');
  if (!isRenewal && !/\/auth\/v1\/user(\?|$)/.test(url)) return false;
  const [problem, asked] = await Promise.all([readJson(answer.clone()), readJson(new Response(init?.body ?? null))]);
  const stored = storedSession();
  const isOurs = isRenewal
    ? asked['refresh_token'] === stored?.refresh_token
    : headers.get('authorization') === `Bearer ${stored?.access_token}`;
  return isOurs && (isRenewal ? final : finalOfUser).has(String(problem['error_code'] ?? problem['code']));
}

async function readJson(from: Response): Promise<Record<string, unknown>> {
  try {
    return (await from.json()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
