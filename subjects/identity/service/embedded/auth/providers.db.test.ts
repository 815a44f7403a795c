import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GOOGLE_CLIENT, GOOGLE_SECRET, type IdentitySite, openIdentitySite } from '../testing-identity.ts';
import { account, errorOf, type FakeGoogle, follow, openFakeGoogle, pair, visitsOf } from './testing-google.ts';

describe('google', () => {
  let google: FakeGoogle;
  let site: IdentitySite;
  let visits: ReturnType<typeof visitsOf>;
  beforeAll(async () => {
    google = await openFakeGoogle({ id: GOOGLE_CLIENT, secret: GOOGLE_SECRET });
    site = await openIdentitySite({ googleStandIn: google.origin });
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

    test('who has a new address there, which is another’s here, stays who they are', async () => {
      const who = account('moves@example.org');
      const first = await visits.signInBy(who);
      const other = await visits.signInBy(account('lives-here@example.org'));
      const again = await visits.signInBy({ ...who, email: 'lives-here@example.org' });
      const idOf = ({ body }: typeof first) => (body as { user?: { id: string } }).user?.id;
      expect(idOf(again)).toBe(idOf(first));
      expect(idOf(other)).not.toBe(idOf(first));
    });

    test('another provider that speaks OpenID Connect lets in likewise, as somebody of its own; one that is not set up is refused', async () => {
      const who = account('oidc@example.org');
      const { verifier, challenge } = pair();
      const proof = { code_challenge: challenge, code_challenge_method: 's256', provider: 'oidc' };
      const { callback } = await visits.begin(who, proof);
      const code = (await follow(callback)).location.searchParams.get('code') ?? '';
      expect((await visits.exchange(code, verifier)).status).toBe(200);
      expect(await one(`select provider from auth.identities where provider_id = '${who.sub}'`)).toEqual({
        provider: 'oidc',
      });
      const answer = await fetch(`${site.origin}/auth/v1/authorize?provider=github`, { redirect: 'manual' });
      expect([answer.status, ((await answer.json()) as { error_code: string }).error_code]).toEqual([
        400,
        'validation_failed',
      ]);
    });

    test('settings say whether it is offered', async () => {
      const settings = async (of: IdentitySite) => {
        const answer = await fetch(`${of.origin}/auth/v1/settings`, { headers: { apikey: of.database.anonKey } });
        return ((await answer.json()) as { external: { google: boolean } }).external.google;
      };
      expect(await settings(site)).toBe(true);
      const without = await openIdentitySite();
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
        scope: 'openid email profile',
        state: expect.stringMatching(/^[0-9a-f-]{36}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        code_challenge_method: 'S256',
      });
    });

    test.each(['signature', 'audience', 'issuer', 'nonce'] as const)(
      'what Google says opens nothing with the %s of somebody else',
      async (part) => {
        google.forges(part);
        const { callback, cookie } = await visits.begin(account('forged@example.org'));
        const { location } = await follow(callback, cookie);
        google.forges(null);
        expect(errorOf(location)).toBe('bad_oauth_callback');
        expect(await one(`select id from auth.users where email = 'forged@example.org'`)).toBeUndefined();
      },
    );

    test('a provider that calls itself by another name than the one that was set up is not asked', async () => {
      const other = await openIdentitySite({ googleStandIn: google.origin.replace('127.0.0.1', 'localhost') });
      const answer = await fetch(`${other.origin}/auth/v1/authorize?provider=google`, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([503, null]);
      await other.stop();
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
      const told = [again.location.searchParams.get('code'), again.location.searchParams.get('error_code')];
      expect(told).toEqual([null, 'flow_state_already_used']);
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
      expect(Buffer.from(code, 'base64url')).toHaveLength(32);
      const wrong = await visits.exchange(code, pair().verifier);
      expect([wrong.status, wrong.body['error_code']]).toEqual([400, 'bad_code_verifier']);
      expect((await visits.exchange(code, verifier)).status).toBe(200);
      expect((await visits.exchange(code, verifier)).status).toBe(404);
    });

    test('a code of five minutes ago opens nothing', async () => {
      const { callback, verifier } = await begun('late-code@example.org');
      const code = (await follow(callback)).location.searchParams.get('code') ?? '';
      await site.database.asOwner(
        `update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds' where id = '${callback.searchParams.get('state')}'`,
      );
      const late = await visits.exchange(code, verifier);
      expect([late.status, late.body['error_code']]).toEqual([404, 'flow_state_expired']);
    });

    test('an answer that names another provider than the one that was asked is not taken', async () => {
      const { callback } = await begun('mixed-up@example.org');
      callback.searchParams.set('iss', 'https://other.example');
      expect(errorOf((await follow(callback)).location)).toBe('bad_oauth_callback');
    });

    test('without a verifier the state is good in the browser that began, and in no other', async () => {
      const { callback, cookie } = await visits.begin(account('implicit@example.org'));
      const elsewhere = await follow(callback);
      expect(errorOf(elsewhere.location)).toBe('bad_oauth_state');
      expect(elsewhere.location.hash).not.toContain('access_token');
      expect((await follow(callback, cookie)).location.hash).toContain('access_token=');
    });
  });

  async function member(email: string) {
    const client = site.client();
    const { data, error } = await client.auth.signUp({ email, password: 'correct horse' });
    expect(error).toBeNull();
    return { client, id: data.user?.id ?? '', session: data.session };
  }

  describe('C7.3 accounts are linked by a proved address alone', () => {
    test('an address that Google has not proved opens and makes nothing', async () => {
      const { id } = await member('ann@example.org');
      for (const email of ['ann@example.org', 'nobody-yet@example.org']) {
        const { location } = await visits.signInBy(account(email, { email_verified: false }));
        expect(location.searchParams.get('code')).toBeNull();
        expect(errorOf(location)).toBe('provider_email_needs_verification');
      }
      expect(await one(`select count(*)::int as n from auth.identities where user_id = '${id}'`)).toEqual({ n: 1 });
      expect(await one(`select count(*)::int as n from auth.users where email like 'nobody-yet@%'`)).toEqual({ n: 0 });
    });

    test('an account that somebody made at the address of another is theirs no more once that person comes by Google', async () => {
      const squatter = await member('victim@example.org');
      const { body } = await visits.signInBy(account('victim@example.org'));
      expect(body).toMatchObject({ user: { id: squatter.id } });
      const again = await site
        .client()
        .auth.signInWithPassword({ email: 'victim@example.org', password: 'correct horse' });
      expect(again.error?.code).toBe('invalid_credentials');
      const token = squatter.session?.access_token ?? '';
      expect((await site.client().auth.getUser(token)).error?.name).toBe('AuthSessionMissingError');
      const headers = { apikey: site.database.anonKey, authorization: `Bearer ${token}` };
      expect((await fetch(`${site.origin}/rest/v1/households?select=id`, { headers })).status).toBe(401);
      expect((await squatter.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    });

    test('what else the squatter left open ends too: tokens of the assistant, a change of address, a link to a new password', async () => {
      const squatter = await member('open@example.org');
      await squatter.client.auth.updateUser({ email: 'squatter@example.org' });
      await site.client().auth.resetPasswordForEmail('open@example.org');
      await site.database.asOwner(`insert into public.assistant_tokens (household_id, user_id, name, hash, hint)
      select household_id, user_id, 'Mine', sha256('x'), 'abcd' from public.household_members where user_id = '${squatter.id}'`);
      await visits.signInBy(account('open@example.org'));
      expect(
        await one(`select email_change, (select count(*)::int from auth.one_time_tokens o where o.user_id = u.id) as links,
        (select count(*)::int from public.assistant_tokens t where t.user_id = u.id) as tokens from auth.users u where id = '${squatter.id}'`),
      ).toEqual({ email_change: null, links: 0, tokens: 0 });
    });

    test('whom the squatter let in, and what lets others in, goes as well', async () => {
      const squatter = await member('shared@example.org');
      const friend = await member('friend-of-squatter@example.org');
      await site.database.asOwner(`
      with home as (select household_id from public.household_members where user_id = '${squatter.id}'),
        joined as (insert into public.household_members (household_id, user_id, role) select household_id, '${friend.id}', 'member' from home),
        invited as (insert into public.household_invitations (household_id, role, hash, expires_at)
          select household_id, 'member', sha256('i'), now() + interval '1 day' from home)
      insert into public.ingest_tokens (household_id, name, hash, hint) select household_id, 'Mine', sha256('t'), 'abcd' from home`);
      await visits.signInBy(account('shared@example.org'));
      expect(
        await one(`select
        (select count(*)::int from public.household_members m where m.household_id = h.id) as people,
        (select count(*)::int from public.household_invitations i where i.household_id = h.id and i.revoked_at is null) as invitations,
        (select count(*)::int from public.ingest_tokens t where t.household_id = h.id and t.revoked_at is null) as tokens,
        (select count(*)::int from public.household_members m where m.user_id = '${friend.id}') as homes_of_friend
        from public.households h where h.owner_id = '${squatter.id}'`),
      ).toEqual({ people: 1, invitations: 0, tokens: 0, homes_of_friend: 1 });
    });

    test('an account whose address its owner proved keeps its password and its sessions', async () => {
      const confirmed = await openIdentitySite({ googleStandIn: google.origin, mustConfirmEmail: true });
      try {
        const client = confirmed.client();
        // Its link is opened in the browser that signed up.
        const signedUp = await fetch(`${confirmed.origin}/auth/v1/signup`, {
          method: 'POST',
          headers: { apikey: confirmed.database.anonKey, 'content-type': 'application/json' },
          body: JSON.stringify({ email: 'proved@example.org', password: 'correct horse' }),
        });
        const cookie = signedUp.headers
          .getSetCookie()
          .map((line) => line.split(';')[0])
          .join('; ');
        await expect.poll(() => confirmed.mails.length).toBe(1);
        await fetch(confirmed.mails[0]?.link ?? '', { redirect: 'manual', headers: { cookie } });
        expect(
          (await client.auth.signInWithPassword({ email: 'proved@example.org', password: 'correct horse' })).error,
        ).toBeNull();
        const { status } = await visitsOf(confirmed, google).signInBy(account('proved@example.org'));
        expect(status).toBe(200);
        expect((await client.auth.refreshSession()).error).toBeNull();
        expect(
          (await client.auth.signInWithPassword({ email: 'proved@example.org', password: 'correct horse' })).error,
        ).toBeNull();
      } finally {
        await confirmed.stop();
      }
    });

    test('nobody takes by password an account that was made by Google', async () => {
      await visits.signInBy(account('mine@example.org'));
      const taken = await site.client().auth.signUp({ email: 'mine@example.org', password: 'correct horse' });
      expect(taken.error?.code).toBe('user_already_exists');
      const tried = await site
        .client()
        .auth.signInWithPassword({ email: 'mine@example.org', password: 'correct horse' });
      expect(tried.error?.code).toBe('invalid_credentials');
    });
  });
});
