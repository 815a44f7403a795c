/** What a hosted backend is documented to answer to the calls of the browser, asked of the embedded one, byte by byte. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IdentitySite, openIdentitySite } from '#subjects/identity/service/embedded/testing-identity.ts';

const shop = `
  create table public.shop_items (id integer primary key, name text default 'thing', place text);
  grant all on public.shop_items to authenticated;
  alter table public.shop_items enable row level security;
  create policy all_items on public.shop_items to authenticated using (true) with check (true);`;

let site: IdentitySite;
let token: string;
let userId: string;
let household: string;
beforeAll(async () => {
  site = await openIdentitySite({ arrange: shop });
  const { data } = await site.client().auth.signUp({ email: 'ada@example.org', password: 'correct horse' });
  token = data.session?.access_token as string;
  userId = data.user?.id as string;
  household = (await rest('GET', 'households?select=id')).body[0]?.id ?? '';
});
afterAll(() => site.stop());

/** Whatever of it an answer has. */
interface Said {
  id?: string;
  code?: string;
  error_code?: string;
  access_token?: string;
  token_type?: string;
  expires_in?: number;
  user?: { user_metadata: object };
  user_metadata?: { display_name?: string };
  weak_password?: { reasons: string[] };
  disable_signup?: boolean;
  external?: { email: boolean };
}

interface Answer {
  status: number;
  headers: Headers;
  body: Said & Said[];
}

const ask = async (
  method: string,
  path: string,
  { body, headers = {}, as = token }: { body?: unknown; headers?: Record<string, string>; as?: string } = {},
): Promise<Answer> => {
  const answer = await fetch(`${site.origin}${path}`, {
    method,
    headers: {
      apikey: site.database.anonKey,
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: JSON.parse(text || 'null') as Said & Said[] };
};
const rest = (method: string, path: string, options: Parameters<typeof ask>[2] = {}) =>
  ask(method, `/rest/v1/${path}`, options);
const auth = (method: string, path: string, options: Parameters<typeof ask>[2] = {}) =>
  ask(method, `/auth/v1/${path}`, options);
const lamp = () => ({ user_id: userId, name: 'lamp', room: 'hall', utility: 'electricity' });
const whole = { prefer: 'return=representation' };

describe('the table API', () => {
  test('an insert answers 201, with the row where it is asked for', async () => {
    const silent = await rest('POST', 'connected_devices', { body: lamp(), headers: { prefer: 'return=minimal' } });
    expect([silent.status, silent.body]).toEqual([201, null]);
    const told = await rest('POST', 'connected_devices?select=id,name', { body: lamp(), headers: whole });
    expect([told.status, told.body]).toEqual([201, [{ id: expect.any(String), name: 'lamp' }]]);
  });

  test('an update answers 204, or 200 with its rows; one that meets none is no error', async () => {
    const change = { body: { is_active: false } };
    expect((await rest('PATCH', 'connected_devices?name=eq.lamp', change)).status).toBe(204);
    const told = await rest('PATCH', 'connected_devices?name=eq.lamp&select=is_active', { ...change, headers: whole });
    expect([told.status, told.body[0]]).toEqual([200, { is_active: false }]);
    const none = await rest('PATCH', 'connected_devices?name=eq.nobody', { ...change, headers: whole });
    expect([none.status, none.body]).toEqual([200, []]);
  });

  test('a delete answers 204, or 200 with its rows', async () => {
    await rest('POST', 'connected_devices', { body: { ...lamp(), name: 'gone' } });
    const told = await rest('DELETE', 'connected_devices?name=eq.gone&select=name', { headers: whole });
    expect([told.status, told.body]).toEqual([200, [{ name: 'gone' }]]);
    expect((await rest('DELETE', 'connected_devices?name=eq.gone')).status).toBe(204);
  });

  test('an upsert by its columns makes a row, then changes it; where its keys may not be written anew it is refused', async () => {
    const put = (table: string, row: object, on: string) =>
      rest('POST', `${table}?on_conflict=${on}`, { body: row, headers: { prefer: 'resolution=merge-duplicates' } });
    for (const place of ['hall', 'attic'])
      expect([201, 200]).toContain((await put('shop_items', { id: 7, place }, 'id')).status);
    expect((await rest('GET', 'shop_items?select=place&id=eq.7')).body).toEqual([{ place: 'attic' }]);
    const budget = { household_id: household, utility: 'electricity', amount: 10 };
    expect((await put('budgets', budget, 'household_id,utility')).body.code).toBe('42501');
  });

  test('filters, order, limit and range pick as they say', async () => {
    const names = async (query: string, headers: Record<string, string> = {}) =>
      (
        (await rest('GET', `connected_devices?select=name&${query}`, { headers })).body as unknown as { name: string }[]
      ).map(({ name }) => name);
    await rest('DELETE', 'connected_devices?name=neq.x');
    for (const name of ['b', 'a', 'c']) await rest('POST', 'connected_devices', { body: { ...lamp(), name } });
    expect(await names('order=name.asc')).toEqual(['a', 'b', 'c']);
    expect(await names('order=name.desc&limit=2')).toEqual(['c', 'b']);
    expect(await names('order=name.asc&offset=1&limit=1')).toEqual(['b']);
    expect(await names('order=name.asc', { range: '1-2', 'range-unit': 'items' })).toEqual(['b', 'c']);
    expect(await names('name=in.(a,c)&order=name')).toEqual(['a', 'c']);
    expect(await names('name=neq.a&order=name')).toEqual(['b', 'c']);
    expect(await names('name=is.null')).toEqual([]);
    expect(await names('order=created_at.desc.nullslast,id.asc')).toHaveLength(3);
  });

  test('a count stands in Content-Range', async () => {
    const counted = await rest('GET', 'connected_devices?select=id&limit=1', { headers: { prefer: 'count=exact' } });
    expect([counted.status, counted.headers.get('content-range')]).toEqual([206, '0-0/3']);
    const none = await rest('GET', 'connected_devices?select=id&name=eq.nobody', {
      headers: { prefer: 'count=exact' },
    });
    expect([none.status, none.headers.get('content-range')]).toEqual([200, '*/0']);
    const about = await rest('GET', 'connected_devices?select=id', { headers: { prefer: 'count=estimated' } });
    expect([about.status, about.headers.get('content-range')]).toEqual([200, '0-2/3']);
  });

  test('a row that is embedded by its key is an object', async () => {
    const one = await rest('GET', 'household_members?select=role,households(id)');
    expect(one.body).toEqual([{ role: 'owner', households: { id: household } }]);
  });

  test('rows that point to a row are embedded as a list', async () => {
    const many = await rest('GET', 'households?select=id,household_members(role)');
    expect(many.body).toEqual([{ id: household, household_members: [{ role: 'owner' }] }]);
    const none = await rest('GET', 'households?select=ingest_tokens(id),cost_policies(household_id)');
    expect(none.body).toEqual([{ ingest_tokens: [], cost_policies: null }]);
  });

  test('one row that is not there is refused with PGRST116', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    const { status, body } = await rest('GET', 'connected_devices?name=eq.nobody', { headers });
    expect([status, body.code, Object.keys(body).toSorted()]).toEqual([
      406,
      'PGRST116',
      ['code', 'details', 'hint', 'message'],
    ]);
  });

  test.each([
    ['a missing right', 'POST', 'administrators', 403, '42501'],
    ['a value that is none', 'GET', 'connected_devices?id=eq.x', 400, '22P02'],
    ['a column that is not there', 'GET', 'connected_devices?select=nothing', 400, '42703'],
    ['a broken check', 'POST', 'connected_devices', 400, '23514'],
  ])('%s is told by status and code', async (_what, method, path, status, code) => {
    const bodies: Record<string, unknown> = {
      administrators: { user_id: userId },
      connected_devices: { ...lamp(), utility: 'steam' },
    };
    const answer = await rest(method, path, method === 'POST' ? { body: bodies[path] } : {});
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(answer.body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
  });

  test('a body that is too large is told as every other error', async () => {
    const { status, body } = await rest('POST', 'budgets', { body: { utility: 'x'.repeat(1024 * 1024) } });
    expect([status, Object.keys(body).toSorted()]).toEqual([413, ['code', 'details', 'hint', 'message']]);
  });

  test('a key that is there already is a conflict', async () => {
    const body = { household_id: household, utility: 'water', amount: 1 };
    expect((await rest('POST', 'budgets', { body })).status).toBe(201);
    const { status, body: said } = await rest('POST', 'budgets', { body });
    expect([status, said.code]).toEqual([409, '23505']);
  });

  test('a visitor without a right is told to sign in: 401; a token that is none, too', async () => {
    const visitor = await rest('GET', 'households', { as: site.database.anonKey });
    expect([visitor.status, visitor.body.code]).toEqual([401, '42501']);
    expect((await rest('GET', 'households', { as: `${token}x` })).status).toBe(401);
  });
});

describe('sign-in', () => {
  const credentials = (email: string, password: string) => ({ body: { email, password }, as: site.database.anonKey });

  test('a session has the fields that the client stores', async () => {
    const { status, body } = await auth(
      'POST',
      'token?grant_type=password',
      credentials('ada@example.org', 'correct horse'),
    );
    expect([status, body.token_type, body.expires_in]).toEqual([200, 'bearer', 3600]);
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['access_token', 'refresh_token', 'expires_in', 'expires_at', 'token_type', 'user']),
    );
    expect(body.user).toMatchObject({
      id: userId,
      email: 'ada@example.org',
      role: 'authenticated',
      aud: 'authenticated',
    });
    expect(body.user?.user_metadata).toBeTypeOf('object');
  });

  test.each([
    ['a wrong password', 'token?grant_type=password', ['ada@example.org', 'wrong horse'], 400, 'invalid_credentials'],
    ['an address that is taken', 'signup', ['ada@example.org', 'correct horse'], 422, 'user_already_exists'],
    ['a short password', 'signup', ['ben@example.org', 'abc'], 422, 'weak_password'],
    ['no address', 'signup', ['no address', 'correct horse'], 400, 'validation_failed'],
  ])('%s is told by status and code', async (_what, path, given, status, code) => {
    const answer = await auth('POST', path, credentials(given[0] as string, given[1] as string));
    expect([answer.status, answer.body.error_code ?? answer.body.code]).toEqual([status, code]);
  });

  test('a short password says why in a list', async () => {
    const { body } = await auth('POST', 'signup', credentials('ben@example.org', 'abc'));
    expect(body.weak_password?.reasons).toContain('length');
  });

  test('a refresh token that is none is told by its code', async () => {
    for (const refresh_token of ['00000000-0000-7000-8000-000000000000', 'v2hq7Xk0pTzA', 'a\u0000b']) {
      const as = site.database.anonKey;
      const answer = await auth('POST', 'token?grant_type=refresh_token', { body: { refresh_token }, as });
      expect([answer.status, answer.body.error_code ?? answer.body.code]).toEqual([400, 'refresh_token_not_found']);
    }
  });

  test('a reset is answered the same for an address that nobody has', async () => {
    for (const email of ['ada@example.org', 'nobody@example.org']) {
      const { status, body } = await auth('POST', 'recover', { body: { email }, as: site.database.anonKey });
      expect([status, body]).toEqual([200, {}]);
    }
  });

  test('a change of the name answers the user; signing out answers nothing', async () => {
    const named = await auth('PUT', 'user', { body: { data: { display_name: 'Ada' } } });
    expect([named.status, named.body.user_metadata?.display_name]).toEqual([200, 'Ada']);
    const { body } = await auth('POST', 'token?grant_type=password', credentials('ada@example.org', 'correct horse'));
    const left = await auth('POST', 'logout?scope=local', { as: body.access_token ?? '' });
    expect([left.status, left.body]).toEqual([204, null]);
  });

  test('what it offers is told to everybody', async () => {
    const { status, body } = await auth('GET', 'settings', { as: site.database.anonKey });
    expect([status, body.disable_signup, body.external?.email]).toEqual([200, false, true]);
    expect((await auth('GET', 'health', { as: site.database.anonKey })).status).toBe(200);
  });
});
