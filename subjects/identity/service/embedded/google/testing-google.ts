import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { FakeGoogle, GoogleAccount } from './testing-fake-google.ts';
import type { LiteSite } from '../testing-lite.ts';

export const account = (email: string, more: Partial<GoogleAccount> = {}): GoogleAccount => ({
  sub: randomUUID(),
  email,
  email_verified: true,
  name: 'Ada of Google',
  ...more,
});

export const pair = () => {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
};

export async function follow(url: string | URL, cookie = ''): Promise<{ location: URL; cookie: string }> {
  const answer = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} });
  const set = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { location: new URL(answer.headers.get('location') ?? ''), cookie: set };
}

export const errorOf = (location: URL) => new URLSearchParams(location.hash.slice(1)).get('error_code');

/** How a browser goes to Google and back. */
export function visitsOf(site: LiteSite, google: FakeGoogle) {
  /** From our door to Google's, and back to the callback's address, which is not opened yet. */
  async function begin(who: GoogleAccount | null, query: Record<string, string> = {}) {
    google.chooses(who);
    const door = new URL('/auth/v1/authorize', site.origin);
    door.search = new URLSearchParams({ provider: 'google', redirect_to: `${site.origin}/`, ...query }).toString();
    const there = await follow(door);
    const back = await follow(there.location);
    return { callback: back.location, cookie: there.cookie };
  }

  async function exchange(code: string, verifier: string) {
    const answer = await fetch(`${site.origin}/auth/v1/token?grant_type=pkce`, {
      method: 'POST',
      headers: { apikey: site.database.anonKey, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_code: code, code_verifier: verifier }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, never> };
  }

  async function signInBy(who: GoogleAccount) {
    const { verifier, challenge } = pair();
    const { callback } = await begin(who, { code_challenge: challenge, code_challenge_method: 's256' });
    const { location } = await follow(callback);
    const code = location.searchParams.get('code') ?? '';
    return { location, ...(code ? await exchange(code, verifier) : { status: 0, body: {} as Record<string, never> }) };
  }

  return { begin, exchange, signInBy };
}
