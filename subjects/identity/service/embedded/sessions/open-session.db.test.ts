import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenedSession, ProvenPerson } from '../lite-messages.ts';
import { GUEST_DOMAIN, type LiteSite, openLiteSite } from '../testing-lite.ts';

let site: LiteSite;
beforeAll(async () => {
  site = await openLiteSite();
});
afterAll(() => site.stop());

const nobody = { userId: null, email: null, phone: null, displayName: '', isAnonymous: false };

const ask = (person: Partial<ProvenPerson>, guestsInTotal = 100) =>
  site.lite.call({
    call: 'open-session',
    person: { ...nobody, subject: randomUUID(), ...person },
    userAgent: 'Firefox/140.0',
    guestsInTotal,
  });

async function open(person: Partial<ProvenPerson>): Promise<OpenedSession> {
  const opened = await ask(person);
  if (typeof opened === 'string') throw new Error(opened);
  return opened;
}

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
    expect(await ask({ isAnonymous: true }, 0)).toBe('guest-limit-reached');
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
    const end = () => site.lite.call({ call: 'end-session', sessionId: claims.session_id });
    expect([await end(), await end()]).toEqual([{ ended: true }, { ended: false }]);
    expect((await client.from('households').select('id')).status).toBe(401);
    expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  });
});
