import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUEST_DOMAIN, type IdentitySite, openIdentitySite } from '../testing-identity.ts';

describe('first proof', () => {
  let site: IdentitySite;
  beforeAll(async () => {
    site = await openIdentitySite();
  });
  afterAll(() => site.stop());

  const password = 'correct horse';
  const one = async (statement: string) => (await site.database.asOwner(statement))[0];
  const isProved = async (id: string) => (await one(`select private.is_proved('${id}') as proved`))?.['proved'];

  async function member(email = `${randomUUID()}@example.org`) {
    const client = site.client();
    const { data, error } = await client.auth.signUp({ email, password });
    expect(error).toBeNull();
    const home = await one(
      `select household_id as id from public.household_members where user_id = '${data.user?.id}'`,
    );
    return {
      client,
      email,
      id: data.user?.id ?? '',
      token: data.session?.access_token ?? '',
      home: String(home?.['id']),
    };
  }
  type Somebody = Awaited<ReturnType<typeof member>>;

  const hashOf = (text: string) => `\\x${createHash('sha256').update(text).digest('hex')}`;

  /** All that lets somebody look into a home, left in it by whoever sits in the account. */
  async function sitDown() {
    const squatter = await member();
    const [friend, host] = [await member(), await member()];
    const token = randomUUID();
    await site.database.asOwner(`
    insert into public.household_members (household_id, user_id, role) values ('${squatter.home}', '${friend.id}', 'member'),
      ('${host.home}', '${squatter.id}', 'member');
    update public.profiles set current_household = '${host.home}' where user_id = '${squatter.id}';
    insert into public.household_invitations (household_id, role, email, hash, expires_at) values
      ('${squatter.home}', 'member', null, '${hashOf(`link ${token}`)}', now() + interval '1 day'),
      ('${squatter.home}', 'viewer', 'third@example.org', '${hashOf(`mail ${token}`)}', now() + interval '1 day');
    insert into public.ingest_tokens (household_id, name, hash, hint, created_by) values
      ('${squatter.home}', 'Mine', '${hashOf(`own ${token}`)}', 'abcd', '${squatter.id}'),
      ('${squatter.home}', 'Of my friend', '${hashOf(`friend ${token}`)}', 'abcd', '${friend.id}'),
      ('${host.home}', 'Elsewhere', '${hashOf(`elsewhere ${token}`)}', 'abcd', '${squatter.id}');
    insert into public.assistant_tokens (household_id, user_id, name, hash, hint) values
      ('${squatter.home}', '${squatter.id}', 'Mine', '${hashOf(`assistant ${token}`)}', 'abcd'),
      ('${squatter.home}', '${friend.id}', 'Of my friend', '${hashOf(`theirs ${token}`)}', 'abcd');
    insert into public.wall_tokens (household_id, created_by, name, hash) values
      ('${squatter.home}', '${squatter.id}', 'Mine', '${hashOf(`wall ${token}`)}'),
      ('${squatter.home}', '${friend.id}', 'Of my friend', '${hashOf(`wall of theirs ${token}`)}'),
      ('${host.home}', '${squatter.id}', 'Elsewhere', '${hashOf(`wall elsewhere ${token}`)}');
    insert into public.data_pushes (household_id, kind, host, sealed, created_by) values
      ('${squatter.home}', 'influx', 'nas.local', 'x', '${friend.id}');
    insert into public.pulls (household_id, kind, set_up_by, since, pulled_to) values
      ('${squatter.home}', 'open-meteo', '${squatter.id}', now(), now());
    insert into private.linked_identities (provider, subject, user_id) values ('firebase', '${token}', '${squatter.id}');
    insert into public.account_endings (user_id, due_at) values ('${squatter.id}', now() + interval '1 day')`);
    await squatter.client.auth.updateUser({ email: `${randomUUID()}@example.org` });
    return { squatter, friend, host };
  }

  /** What of it still works. */
  const leftOf = async ({ squatter, friend }: Awaited<ReturnType<typeof sitDown>>) =>
    one(`select
    (select count(*)::int from public.household_members where household_id = '${squatter.home}') as people,
    (select count(*)::int from public.household_members where user_id = '${squatter.id}') as homes,
    (select current_household from public.profiles where user_id = '${squatter.id}') as shown,
    (select count(*)::int from public.household_members where user_id = '${friend.id}') as homes_of_friend,
    (select count(*)::int from public.household_invitations where household_id = '${squatter.home}' and revoked_at is null) as invitations,
    (select count(*)::int from public.ingest_tokens where (household_id = '${squatter.home}' or created_by = '${squatter.id}') and revoked_at is null) as ingest,
    (select count(*)::int from public.assistant_tokens where household_id = '${squatter.home}') as assistants,
    (select count(*)::int from public.wall_tokens where household_id = '${squatter.home}' or created_by = '${squatter.id}') as walls,
    (select count(*)::int from public.data_pushes where household_id = '${squatter.home}') as pushes,
    (select count(*)::int from public.pulls where household_id = '${squatter.home}') as pulls,
    (select count(*)::int from private.linked_identities where user_id = '${squatter.id}') as links,
    (select count(*)::int from public.account_endings where user_id = '${squatter.id}') as endings,
    (select email_change from auth.users where id = '${squatter.id}') as email_change`);

  const nothing = {
    people: 1,
    homes: 1,
    shown: null,
    homes_of_friend: 1,
    invitations: 0,
    ingest: 0,
    assistants: 0,
    walls: 0,
    pushes: 0,
    pulls: 0,
    links: 0,
    endings: 0,
    email_change: null,
  };

  async function isOut({ client, email, token }: Somebody): Promise<void> {
    const again = await site.client().auth.signInWithPassword({ email, password });
    expect(again.error?.code).toBe('invalid_credentials');
    const headers = { apikey: site.database.anonKey, authorization: `Bearer ${token}` };
    expect((await fetch(`${site.origin}/rest/v1/households?select=id`, { headers })).status).toBe(401);
    expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  }

  async function linkTo(email: string, kind: string): Promise<URL> {
    await expect.poll(() => site.mails.find((mail) => mail.to === email && mail.kind === kind)).toBeDefined();
    return new URL(site.mails.findLast((mail) => mail.to === email && mail.kind === kind)?.link ?? '');
  }

  /** Each ends in the session of whoever owns the mailbox. */
  const ways: Record<string, (squatter: Somebody) => Promise<string>> = {
    'the link to a new password': async ({ email }) => {
      await site.client().auth.resetPasswordForEmail(email);
      const { headers } = await fetch(await linkTo(email, 'recovery'), { redirect: 'manual' });
      return new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1)).get('access_token') ?? '';
    },
    'its token, as an app shows it': async ({ email }) => {
      await site.client().auth.resetPasswordForEmail(email);
      const hash = (await linkTo(email, 'recovery')).searchParams.get('token') ?? '';
      const { data } = await site.client().auth.verifyOtp({ type: 'recovery', token_hash: hash });
      return data.session?.access_token ?? '';
    },
    'the link by which an address is confirmed, opened by somebody who is not in the account': async ({
      id,
      email,
    }) => {
      await site.identity.sendProof(id, site.origin);
      const hash = (await linkTo(email, 'signup')).hash.split('=')[1] ?? '';
      const { data } = await site.client().auth.verifyOtp({ type: 'signup', token_hash: hash });
      return data.session?.access_token ?? '';
    },
  };

  describe('C1.1 C7.7 the first proof of an address puts whoever sat in its account out', () => {
    for (const [name, prove] of Object.entries(ways)) {
      test(`by ${name}`, async () => {
        const sat = await sitDown();
        expect(await isProved(sat.squatter.id)).toBe(false);
        const session = await prove(sat.squatter);
        expect(session).not.toBe('');
        expect(await leftOf(sat)).toEqual(nothing);
        await isOut(sat.squatter);
        expect(await isProved(sat.squatter.id)).toBe(true);
        const headers = { apikey: site.database.anonKey, authorization: `Bearer ${session}` };
        const read = await fetch(`${site.origin}/rest/v1/households?select=owner_id`, { headers });
        expect(await read.json()).toEqual([{ owner_id: sat.squatter.id }]);
      });
    }

    test('a home that was handed over to somebody else is theirs: the owner of the address begins one of their own', async () => {
      const sat = await sitDown();
      await site.database.asOwner(
        `begin; select private.hand_over('${sat.squatter.home}', '${sat.friend.id}'); commit`,
      );
      await ways['the link to a new password']?.(sat.squatter);
      const homes =
        await one(`select count(*)::int as n, bool_and(h.owner_id = m.user_id) as own from public.household_members m
      join public.households h on h.id = m.household_id where m.user_id = '${sat.squatter.id}'`);
      expect(homes).toEqual({ n: 1, own: true });
    });
  });

  describe('C7.2 who proves the address of the account that they are in keeps everything', () => {
    test('the link that they asked for, shown with their session, ends nothing, and works once', async () => {
      const sat = await sitDown();
      const { id, email } = sat.squatter;
      const before = await leftOf(sat);
      expect(await site.identity.sendProof(id, site.origin)).toBe('sent');
      const token = (await linkTo(email, 'signup')).hash.split('=')[1] ?? '';
      const other = await member();
      expect(await site.identity.proveAddress(other.id, token)).toBe(false);
      expect(await site.identity.proveAddress(id, 'x'.repeat(64))).toBe(false);
      expect(await isProved(id)).toBe(false);
      expect(await site.identity.proveAddress(id, token)).toBe(true);
      expect(await isProved(id)).toBe(true);
      expect(await leftOf(sat)).toEqual(before);
      expect((await sat.squatter.client.auth.refreshSession()).error).toBeNull();
      expect(await site.identity.proveAddress(id, token)).toBe(false);
      expect(await site.identity.sendProof(id, site.origin)).toBe('proved');
    });
  });

  describe('C7.8 a later reset of a proved address', () => {
    test('ends every other session and all tokens of assistants; people, invitations and hardware are left to be asked about', async () => {
      const sat = await sitDown();
      const { id, email, home } = sat.squatter;
      await ways['the link to a new password']?.(sat.squatter);
      const owner = site.client();
      const { data } = await owner.auth.verifyOtp({ type: 'recovery', token_hash: await recovery(email) });
      await owner.auth.updateUser({ password: 'a new one 99' });
      await site.database.asOwner(`
      insert into public.assistant_tokens (household_id, user_id, name, hash, hint) values ('${home}', '${id}', 'Mine', '${hashOf(randomUUID())}', 'abcd');
      insert into public.household_members (household_id, user_id, role) values ('${home}', '${sat.friend.id}', 'member');
      insert into public.ingest_tokens (household_id, name, hash, hint, created_by) values ('${home}', 'Gateway', '${hashOf(randomUUID())}', 'abcd', '${id}')`);
      const again = site.client();
      await again.auth.verifyOtp({ type: 'recovery', token_hash: await recovery(email) });
      expect((await again.auth.updateUser({ password: 'a newer one 98' })).error).toBeNull();
      expect(await leftOf(sat)).toMatchObject({ people: 2, ingest: 1, assistants: 0 });
      expect((await owner.auth.refreshSession()).error).not.toBeNull();
      expect((await again.auth.refreshSession()).error).toBeNull();
      expect(data.user?.id).toBe(id);
    });

    async function recovery(email: string): Promise<string> {
      const before = site.mails.length;
      await site.client().auth.resetPasswordForEmail(email);
      await expect.poll(() => site.mails.length).toBeGreaterThan(before);
      return (await linkTo(email, 'recovery')).searchParams.get('token') ?? '';
    }
  });
});

describe('guests', () => {
  let site: IdentitySite;
  beforeAll(async () => {
    site = await openIdentitySite({ limits: { guestsInTotal: 3, guestPerAddress: { count: 6, windowMs: 60_000 } } });
  });
  afterAll(() => site.stop());

  async function guest(name: string) {
    const client = site.client();
    const { data, error } = await client.auth.signUp({ email: `${name}@${GUEST_DOMAIN}`, password: 'aB3$efgh' });
    return { client, user: data.user, error };
  }

  test('C5.6 a guest who becomes a member stays the same user, and keeps everything', async () => {
    const { client, user } = await guest('one');
    const upgrade = (email: string, password: string) =>
      site.identity.upgradeGuest(user?.id ?? '', email, password, site.origin);
    expect(await upgrade(`two@${GUEST_DOMAIN}`, 'correct horse')).toEqual({ ok: false, code: 'email-invalid' });
    expect(await upgrade('not an address', 'correct horse')).toEqual({ ok: false, code: 'email-invalid' });
    expect(await upgrade('ada@example.org', 'short')).toEqual({ ok: false, code: 'password-weak' });
    await site.client().auth.signUp({ email: 'taken@example.org', password: 'correct horse' });
    expect(await upgrade('taken@example.org', 'correct horse')).toEqual({ ok: false, code: 'email-taken' });
    expect(await upgrade('Ada@example.org', 'correct horse')).toEqual({ ok: true, mustConfirmEmail: false });
    expect(await upgrade('again@example.org', 'correct horse')).toEqual({ ok: false, code: 'not-a-guest' });

    const signedIn = await site
      .client()
      .auth.signInWithPassword({ email: 'ada@example.org', password: 'correct horse' });
    expect(signedIn.data.user?.id).toBe(user?.id);
    expect(signedIn.data.user?.identities?.[0]?.identity_data?.email).toBe('ada@example.org');
    const { data } = await client.auth.refreshSession();
    expect(data.user?.email).toBe('ada@example.org');
  });

  test('C7.4 whoever signs in without a word of who they are is a guest, and keeps everything as a member', async () => {
    const client = site.client();
    const { data, error } = await client.auth.signInAnonymously({ options: { data: { language: 'es' } } });
    expect([error, data.user?.is_anonymous, data.user?.user_metadata['language']]).toEqual([null, true, 'es']);
    expect((await client.from('profiles').select('is_guest')).data).toEqual([{ is_guest: true }]);
    const id = data.user?.id ?? '';
    const upgraded = await site.identity.upgradeGuest(id, 'named@example.org', 'correct horse', site.origin);
    expect(upgraded).toEqual({ ok: true, mustConfirmEmail: false });
    const { data: after } = await client.auth.refreshSession();
    expect([after.user?.id, after.user?.is_anonymous]).toEqual([id, false]);
    await site.identity.deleteAccount(id);
  });

  test("C5.6 C7.4 a member cannot take a guest's address", async () => {
    const client = site.client();
    await client.auth.signUp({ email: 'bob@example.org', password: 'correct horse' });
    expect((await client.auth.updateUser({ email: `bob@${GUEST_DOMAIN}` })).error).toMatchObject({
      status: 400,
      code: 'validation_failed',
    });
  });

  test('C5.6 guests are capped in total, and limited by address', async () => {
    expect((await guest('a')).error).toBeNull();
    expect((await guest('b')).error).toBeNull();
    expect((await guest('c')).error).toBeNull();
    expect((await guest('d')).error).toMatchObject({ status: 429, code: 'guest_limit_reached' });
    expect((await guest('e')).error).toMatchObject({ status: 429, code: 'over_request_rate_limit' });
    const member = await site.client().auth.signUp({ email: 'member@example.org', password: 'correct horse' });
    expect(member.error).toBeNull();
  });
});
