import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LiteSite, openLiteSite } from '../testing-lite.ts';

let site: LiteSite;
beforeAll(async () => {
  site = await openLiteSite();
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

const rotatedAgo = (token: string | undefined, seconds: number) =>
  site.database.asOwner(
    `update auth.refresh_tokens set updated_at = now() - interval '${seconds} seconds' where token = '${token}'`,
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
    const [{ n } = { n: 0 }] = await site.database.asOwner(
      `select count(*)::int as n from auth.refresh_tokens where parent = '${session?.refresh_token}'`,
    );
    expect(n).toBe(1);
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
    const [left] = await site.database.asOwner(`select
      (select count(*)::int from auth.sessions where user_id = '${id}') as sessions,
      (select count(*)::int from auth.refresh_tokens where user_id = '${id}') as tokens`);
    expect(left).toEqual({ sessions: 0, tokens: 0 });
  });

  test('two generations back within ten seconds leads to the youngest', async () => {
    const { session } = await member('quick@example.org');
    const child = (await refresh(session?.refresh_token)).data.session;
    const grandchild = (await refresh(child?.refresh_token)).data.session;
    expect((await refresh(session?.refresh_token)).data.session?.refresh_token).toBe(grandchild?.refresh_token);
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
