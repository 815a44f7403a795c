import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeGoogle, openFakeGoogle } from './testing-fake-google.ts';
import { account, errorOf, follow, pair, visitsOf } from './testing-google.ts';
import { GOOGLE_CLIENT, GOOGLE_SECRET, type LiteSite, openLiteSite } from '../testing-lite.ts';

let google: FakeGoogle;
let site: LiteSite;
let visits: ReturnType<typeof visitsOf>;
beforeAll(async () => {
  google = await openFakeGoogle({ id: GOOGLE_CLIENT, secret: GOOGLE_SECRET });
  site = await openLiteSite({ googleStandIn: google.origin });
  visits = visitsOf(site, google);
});
afterAll(async () => {
  await site.stop();
  await google.stop();
});

const one = async (statement: string) => (await site.database.asOwner(statement))[0];
describe('C7.3 Google by redirect', () => {
  test('opens a session by code and verifier, and the name is the one that Google told', async () => {
    const { location, status, body } = await visits.signInBy(account('new@example.org'));
    expect([location.origin, location.pathname]).toEqual([site.origin, '/']);
    expect(status).toBe(200);
    expect(body).toMatchObject({ access_token: expect.any(String), user: { email: 'new@example.org' } });
    expect(google.exchanges.at(-1)?.get('redirect_uri')).toBe(`${site.origin}/auth/v1/callback`);
    const profile = await one(`select p.display_name from public.profiles p join auth.users u on u.id = p.user_id
      where u.email = 'new@example.org'`);
    expect(profile).toEqual({ display_name: 'Ada of Google' });
  });

  test('the same person comes back to the same account', async () => {
    const who = account('again@example.org');
    const first = await visits.signInBy(who);
    const second = await visits.signInBy(who);
    expect((second.body as { user?: { id: string } }).user?.id).toBe(
      (first.body as { user?: { id: string } }).user?.id,
    );
  });

  test('settings say whether it is offered', async () => {
    const settings = async (of: LiteSite) => {
      const answer = await fetch(`${of.origin}/auth/v1/settings`, { headers: { apikey: of.database.anonKey } });
      return ((await answer.json()) as { external: { google: boolean } }).external.google;
    };
    expect(await settings(site)).toBe(true);
    const without = await openLiteSite();
    expect(await settings(without)).toBe(false);
    await without.stop();
  });

  test('Google is asked what we ask, whatever a caller adds', async () => {
    const added = {
      state: 'mine',
      client_id: 'other',
      redirect_uri: 'https://evil.example/',
      scopes: 'drive',
      login_hint: 'x',
    };
    await visits.begin(account('ask@example.org'), added);
    const asked = Object.fromEntries(google.visits.at(-1)?.searchParams ?? []);
    expect(asked).toEqual({
      client_id: GOOGLE_CLIENT,
      redirect_uri: `${site.origin}/auth/v1/callback`,
      response_type: 'code',
      scope: 'email profile',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test('the way back leads to our own site alone', async () => {
    const { challenge } = pair();
    const query = { code_challenge: challenge, code_challenge_method: 's256', redirect_to: 'https://evil.example/' };
    const { callback } = await visits.begin(account('back@example.org'), query);
    expect((await follow(callback)).location.origin).toBe(site.origin);
  });

  test('who cancels there is told so here', async () => {
    const { callback, cookie } = await visits.begin(null);
    const { location } = await follow(callback, cookie);
    expect(new URLSearchParams(location.hash.slice(1)).get('error')).toBe('access_denied');
  });
});

describe('C7.3 state and verifier', () => {
  const begun = async (email: string) => {
    const { verifier, challenge } = pair();
    return {
      verifier,
      ...(await visits.begin(account(email), { code_challenge: challenge, code_challenge_method: 's256' })),
    };
  };

  test('a state serves once', async () => {
    const { callback } = await begun('once@example.org');
    expect((await follow(callback)).location.searchParams.get('code')).toBeTruthy();
    const again = await follow(callback);
    expect([again.location.searchParams.get('code'), errorOf(again.location)]).toEqual([null, null]);
    expect(again.location.searchParams.get('error_code')).toBe('flow_state_already_used');
  });

  test('a state of five minutes ago, and one that nobody made, are refused', async () => {
    const { callback } = await begun('late@example.org');
    await site.database.asOwner(
      `update auth.flow_state set created_at = now() - interval '301 seconds' where id = '${callback.searchParams.get('state')}'`,
    );
    expect((await follow(callback)).location.searchParams.get('error_code')).toBe('bad_oauth_state');
    callback.searchParams.set('state', randomUUID());
    expect((await follow(callback)).location.searchParams.get('error_code')).toBe('bad_oauth_state');
  });

  test('a code needs its verifier, and serves once', async () => {
    const { callback, verifier } = await begun('code@example.org');
    const code = (await follow(callback)).location.searchParams.get('code') ?? '';
    const wrong = await visits.exchange(code, pair().verifier);
    expect([wrong.status, wrong.body['error_code']]).toEqual([400, 'bad_code_verifier']);
    expect((await visits.exchange(code, verifier)).status).toBe(200);
    expect((await visits.exchange(code, verifier)).status).toBe(404);
  });

  test('without a verifier the state is good in the browser that began, and in no other', async () => {
    const { callback, cookie } = await visits.begin(account('implicit@example.org'));
    const elsewhere = await follow(callback);
    expect(errorOf(elsewhere.location)).toBe('bad_oauth_state');
    expect(elsewhere.location.hash).not.toContain('access_token');
    expect((await follow(callback, cookie)).location.hash).toContain('access_token=');
  });
});
