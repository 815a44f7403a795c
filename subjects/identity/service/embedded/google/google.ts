import { decodeJwt } from 'jose';
import { capped } from '#kernel/http/capped-fetch.ts';
import { authError } from '../lite-refusals.ts';

/** lite knows no other addresses of Google than these. */
const AUTHORIZE = 'https://accounts.google.com/o/oauth2/v2/auth';
const TOKEN = 'https://oauth2.googleapis.com/token';
const USER_INFO = 'https://www.googleapis.com/userinfo/v2/me';
const ADDRESSES = new Set([TOKEN, USER_INFO, 'https://www.googleapis.com/oauth2/v3/certs']);
const ASKED = ['client_id', 'redirect_uri', 'response_type', 'scope', 'state'];
const STATE_COOKIE = 'wattershed-oauth-state';
const STATE_LIFETIME_S = 300;
const MAX_BYTES = 1024 * 1024;
const PATIENCE_MS = 10_000;

const UNPROVED_ADDRESS = 'provider_email_needs_verification';

async function saysUnproved(address: string, response: Response): Promise<boolean> {
  if (!response.ok || (address !== TOKEN && address !== USER_INFO)) return false;
  const said = (await response.clone().json()) as { id_token?: string; verified_email?: boolean };
  if (address === USER_INFO) return said.verified_email !== true;
  return said.id_token !== undefined && decodeJwt(said.id_token)['email_verified'] !== true;
}

/** lite would link an address that Google has not proved: `refuse` is told, and lite gets no answer to go on with. */
export function watchGoogle(refuse: () => void, standIn: string | undefined): void {
  const goOut = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    if (!ADDRESSES.has(address)) return goOut(input, init);
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const there = standIn ? new URL(new URL(address).pathname, standIn) : input;
    const response = capped(await goOut(there, { signal, ...init }), MAX_BYTES);
    if (!(await saysUnproved(address, response))) return response;
    refuse();
    throw new Error('this address of Google is not proved');
  };
}

/** Google is told what it must know, and not what a caller added; without PKCE the state is bound to this browser. */
export function towardsGoogle(response: Response, isProof: boolean, standIn: string | undefined): Response {
  const location = response.headers.get('location');
  if (!location?.startsWith(AUTHORIZE)) return response;
  const url = new URL(location);
  url.search = new URLSearchParams([...url.searchParams].filter(([name]) => ASKED.includes(name))).toString();
  const target = standIn ? new URL(url.pathname + url.search, standIn) : url;
  const headers = new Headers({ location: target.href });
  if (!isProof) headers.set('set-cookie', stateCookie(url.searchParams));
  return new Response(null, { status: response.status, headers });
}

function stateCookie(asked: URLSearchParams): string {
  const secure = asked.get('redirect_uri')?.startsWith('https:') ? '; Secure' : '';
  return `${STATE_COOKIE}=${asked.get('state')}; Path=/auth/v1/callback; Max-Age=${STATE_LIFETIME_S}; HttpOnly; SameSite=Lax${secure}`;
}

export function hasStateCookie(cookies: string | null, state: string): boolean {
  return (cookies ?? '').split(/;\s*/).includes(`${STATE_COOKIE}=${state}`);
}

/** As lite tells what went wrong on the way back. */
export function backWithError(location: string, error: string, code: string, description: string): Response {
  const url = new URL(location);
  const told = { error, error_code: code, error_description: description };
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams(told).toString();
  return new Response(null, { status: 303, headers: { location: url.href } });
}

export function unprovedAddress(response: Response): Response {
  const location = response.headers.get('location');
  const words = 'Unverified email with google. Verify the email with google in order to sign in';
  return location
    ? backWithError(location, 'access_denied', UNPROVED_ADDRESS, words)
    : authError(422, UNPROVED_ADDRESS, words);
}
