import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProvenPerson } from './proven-person.ts';
import type { OpenedSession } from './auth-sessions.ts';
import { GUEST_DOMAIN, type IdentitySite, openIdentitySite } from '../testing-identity.ts';

describe('auth sessions', () => {
  let site: IdentitySite;
  beforeAll(async () => {
    site = await openIdentitySite();
  });
  afterAll(() => site.stop());

  const password = 'correct horse';

  async function member(email: string) {
    const client = site.client();
    const { data, error } = await client.auth.signUp({ email, password });
    expect(error).toBeNull();
    return { client, id: data.user?.id ?? '', session: data.session };
  }

  const refresh = (token: string | undefined) => site.client().auth.refreshSession({ refresh_token: token ?? '' });

  const readTable = (token: string | undefined) =>
    fetch(`${site.origin}/rest/v1/households?select=id`, {
      headers: { apikey: site.database.anonKey, authorization: `Bearer ${token}` },
    }).then(({ status }) => status);

  /** A refresh token names its session. */
  const sessionOf = (token = ''): string =>
    Buffer.from(token.split('.')[0] ?? '', 'base64url')
      .toString('hex')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');

  const rotatedAgo = (token: string | undefined, seconds: number) =>
    site.database.asOwner(
      `update auth.sessions set refreshed_at = refreshed_at - interval '${seconds} seconds' where id = '${sessionOf(token)}'`,
    );

  describe('C7.9 a refresh token that was used already', () => {
    test('is answered with the same child by the other tab, whether it asks at once or some seconds later', async () => {
      const { session } = await member('tabs@example.org');
      const tabs = await Promise.all([1, 2, 3].map(() => refresh(session?.refresh_token)));
      const children = new Set(tabs.map(({ data }) => data.session?.refresh_token));
      expect(children.size).toBe(1);
      expect([...children][0]).not.toBe(session?.refresh_token);
      await rotatedAgo(session?.refresh_token, 8);
      expect((await refresh(session?.refresh_token)).data.session?.refresh_token).toBe([...children][0]);
    });

    test('later than ten seconds is a theft: the session ends with all of its tokens', async () => {
      const { id, session } = await member('stolen@example.org');
      const child = (await refresh(session?.refresh_token)).data.session;
      expect(await readTable(child?.access_token)).toBe(200);
      await rotatedAgo(session?.refresh_token, 11);
      const stolen = await refresh(session?.refresh_token);
      expect(stolen.error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
      expect((await refresh(child?.refresh_token)).error?.code).toBe('refresh_token_not_found');
      expect([await readTable(session?.access_token), await readTable(child?.access_token)]).toEqual([401, 401]);
      const [left] = await site.database.asOwner(
        `select count(*)::int as n from auth.sessions where user_id = '${id}'`,
      );
      expect(left).toEqual({ n: 0 });
    });

    test('two generations back within ten seconds leads to the youngest', async () => {
      const { session } = await member('quick@example.org');
      const child = (await refresh(session?.refresh_token)).data.session;
      const grandchild = (await refresh(child?.refresh_token)).data.session;
      expect((await refresh(session?.refresh_token)).data.session?.refresh_token).toBe(grandchild?.refresh_token);
    });

    test('of a version before is good once, for one of this version, which goes on', async () => {
      const { id } = await member('before@example.org');
      const old = randomUUID();
      await site.database.asOwner(`
        insert into auth.sessions (id, user_id, aal) values ('${old}', '${id}', 'aal1');
        insert into auth.refresh_tokens (id, token, user_id, session_id) values ('${randomUUID()}', '${old}', '${id}', '${old}')`);
      const first = (await refresh(old)).data.session;
      expect(await readTable(first?.access_token)).toBe(200);
      expect((await refresh(old)).error?.code).toBe('refresh_token_not_found');
      const second = (await refresh(first?.refresh_token)).data.session;
      expect((await refresh(second?.refresh_token)).error).toBeNull();
    });

    test('of somebody who is banned is refused', async () => {
      const { id, session } = await member('banned@example.org');
      await site.database.asOwner(`update auth.users set banned_until = now() + interval '1 day' where id = '${id}'`);
      expect((await refresh(session?.refresh_token)).error?.code).toBe('user_banned');
      const again = await site.client().auth.signInWithPassword({ email: 'banned@example.org', password });
      expect(again.error?.code).toBe('user_banned');
    });

    test('of a session that nobody has used for ninety days is none any more, and opens no table', async () => {
      const { id, session } = await member('idle@example.org');
      const [kept] = await site.database.asOwner(
        `select round(extract(epoch from not_after - now()) / 86400)::int as days from auth.sessions where user_id = '${id}'`,
      );
      expect(kept).toEqual({ days: 90 });
      await site.database.asOwner(
        `update auth.sessions set not_after = not_after - interval '90 days 1 second' where user_id = '${id}'`,
      );
      expect((await refresh(session?.refresh_token)).error?.code).toBe('refresh_token_not_found');
      expect(await readTable(session?.access_token)).toBe(401);
    });

    test('ends no other session of the person', async () => {
      const { session } = await member('other@example.org');
      const other = site.client();
      await other.auth.signInWithPassword({ email: 'other@example.org', password });
      await refresh(session?.refresh_token);
      await rotatedAgo(session?.refresh_token, 11);
      await refresh(session?.refresh_token);
      expect((await other.auth.refreshSession()).error).toBeNull();
    });
  });

  describe('C7.5 C4.1 what is signed out opens no table any more', () => {
    test.each(['local', 'others', 'global'] as const)('with scope %s', async (scope) => {
      const email = `out-${scope}@example.org`;
      const { client, session } = await member(email);
      const other = site.client();
      const there = await other.auth.signInWithPassword({ email, password });
      const tokens = [session?.access_token, there.data.session?.access_token];
      expect(await Promise.all(tokens.map(readTable))).toEqual([200, 200]);
      await client.auth.signOut({ scope });
      const expected = { local: [401, 200], others: [200, 401], global: [401, 401] }[scope];
      expect(await Promise.all(tokens.map(readTable))).toEqual(expected);
    });
  });

  describe('C7.8 a new password', () => {
    test('signs out whoever else is in, and keeps the one who chose it', async () => {
      const { client, session } = await member('chosen@example.org');
      const other = site.client();
      const there = await other.auth.signInWithPassword({ email: 'chosen@example.org', password });
      expect((await client.auth.updateUser({ password: 'another horse' })).error).toBeNull();
      expect(await readTable(there.data.session?.access_token)).toBe(401);
      expect((await other.auth.refreshSession()).error).not.toBeNull();
      expect(await readTable(session?.access_token)).toBe(200);
      expect((await client.auth.refreshSession()).error).toBeNull();
    });
  });

  describe('the browser of a session', () => {
    const agentOf = async (id: string) =>
      (await site.database.asOwner(`select user_agent, ip from auth.sessions where user_id = '${id}'`))[0];

    test('is kept shortened, without the address it came from, and by the last refresh', async () => {
      const signIn = (route: string, body: object, userAgent: string) =>
        fetch(`${site.origin}/auth/v1/${route}`, {
          method: 'POST',
          headers: { apikey: site.database.anonKey, 'content-type': 'application/json', 'user-agent': userAgent },
          body: JSON.stringify(body),
        }).then((answer) => answer.json() as Promise<{ refresh_token: string; user: { id: string } }>);
      const first = await signIn('signup', { email: 'agent@example.org', password }, `Mozilla/5.0 ${'x'.repeat(500)}`);
      const kept = await agentOf(first.user.id);
      expect([String(kept?.['user_agent']).length, kept?.['ip']]).toEqual([200, null]);
      await signIn('token?grant_type=refresh_token', { refresh_token: first.refresh_token }, 'Firefox/140.0');
      expect(await agentOf(first.user.id)).toEqual({ user_agent: 'Firefox/140.0', ip: null });
    });

    test('is kept for a session that a mail opened, too', async () => {
      const { client, id } = await member('mailed@example.org');
      await client.auth.signOut({ scope: 'global' });
      await client.auth.resetPasswordForEmail('mailed@example.org');
      await expect.poll(() => site.mails.filter(({ to }) => to === 'mailed@example.org').length).toBe(1);
      const link = site.mails.find(({ to }) => to === 'mailed@example.org')?.link ?? '';
      await fetch(link, { redirect: 'manual', headers: { 'user-agent': 'Firefox/141.0' } });
      expect(await agentOf(id)).toEqual({ user_agent: 'Firefox/141.0', ip: null });
    });
  });

  test('C7.8 a grant in the address of another route changes nothing: a new password ends the other sessions, and no rights are given', async () => {
    const { session } = await member('named-otherwise@example.org');
    const other = site.client();
    await other.auth.signInWithPassword({ email: 'named-otherwise@example.org', password });
    const change = (body: object) =>
      fetch(`${site.origin}/auth/v1/user?grant_type=x`, {
        method: 'PUT',
        headers: {
          apikey: site.database.anonKey,
          authorization: `Bearer ${session?.access_token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }).then(({ status }) => status);
    expect(await change({ app_metadata: { role: 'admin' } })).toBe(403);
    expect(await change({ password: 'another horse 9' })).toBe(200);
    expect((await other.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  });
});

describe('open session', () => {
  let site: IdentitySite;
  beforeAll(async () => {
    site = await openIdentitySite();
  });
  afterAll(() => site.stop());

  const nobody = { userId: null, email: null, phone: null, displayName: '', isAnonymous: false };

  const open = (person: Partial<ProvenPerson>): Promise<OpenedSession> =>
    site.identity.openSession({ ...nobody, subject: randomUUID(), ...person }, 'Firefox/140.0');

  const one = async (statement: string) => (await site.database.asOwner(statement))[0];

  describe('C7.21 a session for somebody whom another provider has proved', () => {
    test('is one as sign-in opens it: tables, refresh and the person', async () => {
      const session = await open({ email: 'Fire@example.org', displayName: 'Fire' });
      expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email: 'fire@example.org' } });
      const client = site.client();
      const set = await client.auth.setSession(session);
      expect(set.error).toBeNull();
      expect((await client.from('households').select('id')).data).toHaveLength(1);
      expect((await client.from('profiles').select('display_name, is_guest')).data).toEqual([
        { display_name: 'Fire', is_guest: false },
      ]);
      const refreshed = await client.auth.refreshSession();
      expect(refreshed.data.user?.id).toBe(session.user.id);
    });

    test('is of the same account the next time', async () => {
      const first = await open({ email: 'same@example.org', phone: '+1 555 0100' });
      expect((await open({ userId: first.user.id })).user.id).toBe(first.user.id);
      const client = site.client();
      expect((await client.auth.setSession(first)).error).toBeNull();
      expect((await client.auth.refreshSession()).error).toBeNull();
    });

    test('is of the account that was made for them before, where it was not noted whose it is', async () => {
      for (const person of [{}, { email: 'again@example.org' }, { isAnonymous: true }]) {
        const subject = randomUUID();
        const [first, again] = [await open({ ...person, subject }), await open({ ...person, subject })];
        expect(again.user.id).toBe(first.user.id);
        expect((await open(person)).user.id).not.toBe(first.user.id);
      }
    });

    test('is never of the account of somebody who had that number or that address before', async () => {
      const phone = '+15550177';
      const first = await open({ email: 'before@example.org', phone });
      const others = [await open({ phone }), await open({ email: 'before@example.org' })];
      for (const other of others) expect(other.user.id).not.toBe(first.user.id);
      expect(others.map(({ user }) => user['email'] || null)).toEqual([null, null]);
      expect((await open({ userId: first.user.id })).user['phone']).toBeFalsy();
    });

    test('is of one person alone, where two come with its address at once', async () => {
      for (const round of [1, 2, 3, 4, 5]) {
        const email = `both-${round}@example.org`;
        await site.client().auth.signUp({ email, password: 'correct horse' });
        const [first, second] = await Promise.all([open({ email }), open({ email })]);
        expect(first.user.id).not.toBe(second.user.id);
      }
    });

    test('keeps no address that was proved there alone and is not any more; one that was proved here stays', async () => {
      const { user } = await open({ email: 'given-up@example.org' });
      expect((await open({ userId: user.id })).user['email']).toBeFalsy();
      const next = await open({ email: 'given-up@example.org' });
      expect([next.user.id === user.id, next.user['email']]).toEqual([false, 'given-up@example.org']);
      const own = await open({ email: 'own@example.org' });
      await site.database.asOwner(`
      insert into auth.identities (id, provider, provider_id, user_id, identity_data) values ('${randomUUID()}', 'google', 'g-1',
        '${own.user.id}', '{"sub": "g-1", "email": "own@example.org", "email_verified": true}')`);
      expect((await open({ userId: own.user.id })).user['email']).toBe('own@example.org');
      expect((await open({ userId: own.user.id })).user['email']).toBe('own@example.org');
    });

    test('takes an account from who made it at an address that was not theirs', async () => {
      const squatter = site.client();
      const { data } = await squatter.auth.signUp({ email: 'victim@example.org', password: 'correct horse' });
      expect((await open({ email: 'victim@example.org' })).user.id).toBe(data.user?.id);
      const again = await site
        .client()
        .auth.signInWithPassword({ email: 'victim@example.org', password: 'correct horse' });
      expect(again.error?.code).toBe('invalid_credentials');
      expect((await squatter.auth.refreshSession()).error).not.toBeNull();
    });

    test('of somebody anonymous is a guest’s, and they keep everything when they say who they are', async () => {
      const guest = await open({ isAnonymous: true });
      expect(guest.user['email']).toMatch(new RegExp(`@${GUEST_DOMAIN}$`));
      const profile = () => one(`select is_guest from public.profiles where user_id = '${guest.user.id}'`);
      expect(await profile()).toEqual({ is_guest: true });
      const named = await open({ userId: guest.user.id, email: 'named@example.org' });
      expect([named.user.id, named.user['email']]).toEqual([guest.user.id, 'named@example.org']);
      expect(await profile()).toEqual({ is_guest: false });
      const byPhone = await open({ isAnonymous: true });
      await open({ userId: byPhone.user.id, phone: '+15550111' });
      expect(await one(`select email, phone from auth.users where id = '${byPhone.user.id}'`)).toEqual({
        email: null,
        phone: '15550111',
      });
    });

    test('is refused to one guest more than there may be', async () => {
      const full = await openIdentitySite({ limits: { guestsInTotal: 0 } });
      const person = { ...nobody, subject: randomUUID(), isAnonymous: true };
      await expect(full.identity.openSession(person, null)).rejects.toMatchObject({ code: 'guest-limit-reached' });
      await full.stop();
    });

    test('of an account that is gone is of a new one', async () => {
      expect((await open({ userId: randomUUID(), email: 'gone@example.org' })).user.id).toBeTruthy();
    });

    test('does not take the address of another account along', async () => {
      await open({ email: 'holder@example.org' });
      const other = await open({ email: 'mover@example.org' });
      const moved = await open({ userId: other.user.id, email: 'holder@example.org' });
      expect([moved.user.id, moved.user['email']]).toEqual([other.user.id, 'mover@example.org']);
    });

    test('ends for good when it is ended', async () => {
      const session = await open({ email: 'end@example.org' });
      const client = site.client();
      await client.auth.setSession(session);
      expect((await client.from('households').select('id')).status).toBe(200);
      const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString()) as {
        session_id: string;
      };
      const end = () => site.identity.endSession(claims.session_id);
      expect([await end(), await end()]).toEqual([true, false]);
      expect((await client.from('households').select('id')).status).toBe(401);
      expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
    });
  });
});
