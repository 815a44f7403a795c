import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { jwtVerify } from 'jose';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { checkRightsCanary } from '../index.ts';
import { type IdentitySite, NeverOpened, openIdentitySite } from '../testing-identity.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const ARRANGE = `
  create table public.mend_rows (
    id integer primary key,
    owner uuid default auth.uid(),
    amount numeric(12, 2) check (amount >= 0),
    at timestamptz,
    local_at timestamp,
    code text unique,
    parent integer references public.mend_rows (id),
    secret text
  );
  alter table public.mend_rows enable row level security;
  revoke all on public.mend_rows from anon, authenticated;
  grant select (id, owner, amount, at, local_at, code, parent), insert, update (amount), delete on public.mend_rows to authenticated;
  create policy own_rows on public.mend_rows to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
  create function public.mend_raise() returns trigger language plpgsql as $$
  begin
    raise exception 'no more than one thousand' using detail = 'amount was too large', hint = 'use less';
  end $$;
  create sequence public.undone;
  grant usage on public.undone to authenticated;
  create function public.mend_undo() returns trigger language plpgsql as $$
  begin
    -- A number that is drawn stays drawn, whatever is undone.
    if nextval('public.undone') = 1 then raise sqlstate '40P01' using message = 'deadlock detected'; end if;
    return new;
  end $$;
  create trigger mend_undo before update on public.mend_rows for each row when (new.amount = 40) execute function public.mend_undo();
  create trigger mend_raise before insert on public.mend_rows for each row when (new.amount > 1000) execute function public.mend_raise();
`;

let site: IdentitySite;
beforeAll(async () => {
  site = await openIdentitySite({ arrange: ARRANGE });
});
afterAll(() => site.stop());

let number = 0;
async function signedIn(options: { data?: object } = {}) {
  const client = site.client();
  const email = `mend-${++number}@example.org`;
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse', options });
  expect(error).toBeNull();
  return { client, email, user: data.user, session: data.session };
}

test('REVOKE and column grants stand', async () => {
  const { client } = await signedIn();
  expect((await client.from('mend_rows').select('secret')).error).toMatchObject({ code: '42501' });
  expect((await client.from('mend_rows').update({ code: 'x' }).eq('id', 1)).error).toMatchObject({ code: '42501' });
  expect((await site.client().from('mend_rows').select('id')).error).toMatchObject({ code: '42501' });
  const sql = postgres(site.database.ownerUrl, { max: 1 });
  await expect(checkRightsCanary(sql)).resolves.toBeUndefined();
  await sql.end();
});

test.each([
  ['a body', 'PATCH', 'id=eq.1', '{"code":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['what is asked for', 'GET', `select=${'nothing('.repeat(1_200)}id${')'.repeat(1_200)}`, undefined],
  ['conditions', 'GET', `or=${'(and'.repeat(2_500)}(id.eq.1)${')'.repeat(2_500)}`, undefined],
  ['a name that cannot be said', 'GET', 'select=id,%22a%00b%22', undefined],
  ['a name of a column that is written', 'POST', '', JSON.stringify({ id: 1, ['a\u0000b']: 1 })],
])('%s that no table can be asked by is refused', async (_what, method, query, body) => {
  const { session } = await signedIn();
  const answer = await fetch(`${site.origin}/rest/v1/mend_rows?${query}`, {
    method,
    headers: {
      apikey: site.database.anonKey,
      authorization: `Bearer ${session?.access_token}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body }),
  });
  expect(answer.status).toBe(400);
});

test('of a question that failed nothing stays in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const long = `select=id&or=(${'id.eq.none,'.repeat(900)}id.eq.none)`;
  const askWrongly = async (times: number): Promise<number> => {
    for (let turn = 0; turn < times; turn += 1) {
      const headers = { apikey: site.database.anonKey };
      const answer = await fetch(`${site.origin}/rest/v1/households?${long}`, { headers });
      expect(answer.status).toBe(400);
      await answer.text();
    }
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await askWrongly(100);
  expect((await askWrongly(300)) - before).toBeLessThan(5_000_000);
});

test('what the database refuses is told as PostgREST tells it', async () => {
  const { client } = await signedIn();
  const check = await client.from('mend_rows').insert({ id: 1, amount: -1 });
  expect([check.status, check.error?.code]).toEqual([400, '23514']);
  expect(check.error?.message).toContain('violates check constraint');
  const raised = await client.from('mend_rows').insert({ id: 2, amount: 1001 });
  expect([raised.status, raised.error]).toEqual([
    400,
    expect.objectContaining({
      code: 'P0001',
      message: 'no more than one thousand',
      details: 'amount was too large',
      hint: 'use less',
    }),
  ]);
  await client.from('mend_rows').insert({ id: 3, code: 'taken' });
  const unique = await client.from('mend_rows').insert({ id: 4, code: 'taken' });
  expect([unique.status, unique.error?.code]).toEqual([409, '23505']);
  const foreign = await client.from('mend_rows').insert({ id: 5, parent: 999 });
  expect([foreign.status, foreign.error?.code]).toEqual([409, '23503']);
  const head = await client.from('mend_rows').select('*', { head: true }).eq('id', 'no number');
  expect([head.status, (await client.from('mend_rows').select('*').eq('id', 'no number')).status]).toEqual([400, 400]);
});

test('who was undone because two waited for each other is asked once more, and does not hear of it', async () => {
  const { client, user } = await signedIn();
  await client.from('mend_rows').insert({ id: 6 });
  expect(await client.from('mend_rows').update({ amount: 40 }).eq('id', 6)).toMatchObject({ status: 204 });
  const [row] = await site.database.asOwner(
    `select amount::int as amount, (select last_value::int from undone) as drawn from mend_rows where owner = '${user?.id}'`,
  );
  expect(row).toEqual({ amount: 40, drawn: 2 });
});

test('what a person tells of themselves is stored as an object', async () => {
  const { user, client } = await signedIn({ data: { display_name: 'Ada "the first"', language: 'es' } });
  const [row] = await site.database.asOwner(`
    select jsonb_typeof(u.raw_user_meta_data) as "user", jsonb_typeof(u.raw_app_meta_data) as app, jsonb_typeof(i.identity_data) as identity,
      u.raw_user_meta_data ->> 'display_name' as name, i.email
    from auth.users u join auth.identities i on i.user_id = u.id where u.id = '${user?.id}'`);
  expect(row).toEqual({
    user: 'object',
    app: 'object',
    identity: 'object',
    name: 'Ada "the first"',
    email: user?.email,
  });
  const { data } = await client.auth.updateUser({ data: { language: 'hi' } });
  expect(data.user?.user_metadata).toMatchObject({ display_name: 'Ada "the first"', language: 'hi' });
});

test('numbers and instants are written as PostgREST writes them', async () => {
  const { client } = await signedIn();
  const row = { id: 10, amount: 12.5, at: '2026-03-01T12:00:00.25+01:00', local_at: '2026-03-01T12:00:00' };
  expect((await client.from('mend_rows').insert(row)).error).toBeNull();
  const { data } = await client.from('mend_rows').select('amount, at, local_at').eq('id', 10).single();
  expect(data).toEqual({ amount: 12.5, at: '2026-03-01T11:00:00.25+00:00', local_at: '2026-03-01T12:00:00' });
});

test('policies reach auth.uid(), and each person sees their own rows', async () => {
  const [one, other] = [await signedIn(), await signedIn()];
  expect((await one.client.from('mend_rows').insert({ id: 20 })).error).toBeNull();
  expect((await one.client.from('mend_rows').select('id, owner').eq('id', 20)).data).toEqual([
    { id: 20, owner: one.user?.id },
  ]);
  expect((await other.client.from('mend_rows').select('id').eq('id', 20)).data).toEqual([]);
  expect((await other.client.from('mend_rows').insert({ id: 21, owner: one.user?.id })).error).toMatchObject({
    code: '42501',
  });
});

async function resetMail(email: string, redirectTo: string) {
  const before = site.mails.length;
  expect((await site.client().auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();
  await expect.poll(() => site.mails.length).toBe(before + 1);
  return site.mails.at(-1);
}

test('C7.7: the link in a mail leads where was asked, on our own origin alone', async () => {
  const { email } = await signedIn({ data: { language: 'es' } });
  const own = await resetMail(email, `${site.origin}/reset-password?from=profile`);
  expect(new URL(own?.link ?? '').searchParams.get('redirect_to')).toBe(`${site.origin}/reset-password?from=profile`);
  expect(new URL(own?.link ?? '').origin).toBe(site.origin);
  expect(own?.language).toBe('es');
  const port = new URL(site.origin).port;
  const elsewhere = [
    'https://evil.example/reset-password',
    'http://127.0.0.1:1/steal',
    `http://127.0.0.1:${port}@evil.example/`,
    'javascript:alert(1)',
    `${site.origin}.evil.example/`,
  ];
  for (const target of elsewhere) {
    const mail = await resetMail(email, target);
    expect(new URL(mail?.link ?? '').searchParams.get('redirect_to')).toBe(`${site.origin}/reset-password`);
  }
});

test('a link whose target was changed on the way does not carry the session there', async () => {
  const { email } = await signedIn();
  const mail = await resetMail(email, `${site.origin}/reset-password`);
  const link = new URL(mail?.link ?? '');
  link.searchParams.set('redirect_to', 'http://127.0.0.1:1/steal');
  const followed = await fetch(link, { redirect: 'manual' });
  expect(followed.headers.get('location')).toMatch(new RegExp(`^${site.origin}/reset-password#`));
});

test('mail uses the implicit flow, even for a client that asks for PKCE', async () => {
  const { email } = await signedIn();
  const pkce = site.client({ flowType: 'pkce' });
  const before = site.mails.length;
  await pkce.auth.resetPasswordForEmail(email, { redirectTo: `${site.origin}/reset-password` });
  await expect.poll(() => site.mails.length).toBe(before + 1);
  const followed = await fetch(site.mails.at(-1)?.link ?? '', { redirect: 'manual' });
  const target = new URL(followed.headers.get('location') ?? '');
  expect(target.searchParams.get('code')).toBeNull();
  expect(new URLSearchParams(target.hash.slice(1)).get('access_token')).toBeTruthy();
});

test('hashing a password does not hold up anything but the thread', async () => {
  const { email } = await signedIn();
  await site.database.asOwner(
    `update auth.users set encrypted_password = extensions.crypt('correct horse', extensions.gen_salt('bf', 12)) where email = '${email}'`,
  );
  const before = performance.eventLoopUtilization();
  const started = performance.now();
  await Promise.all(
    Array.from({ length: 4 }, () => site.client().auth.signInWithPassword({ email, password: 'wrong' })),
  );
  const elapsedMs = performance.now() - started;
  expect(elapsedMs).toBeGreaterThan(400);
  expect(performance.eventLoopUtilization(before).active).toBeLessThan(elapsedMs / 2);
});

test('an account is deleted by SQL, with its sessions and traces', async () => {
  const { client, user, email } = await signedIn();
  expect(await site.identity.deleteAccount(user?.id ?? '')).toBe(true);
  expect((await client.auth.getUser()).error?.code).toBe('user_not_found');
  expect((await client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
  const [left] = await site.database.asOwner(`
    select (select count(*)::int from auth.users where email = '${email}') as users,
      (select count(*)::int from auth.identities where user_id = '${user?.id}') as identities,
      (select count(*)::int from auth.audit_log_entries where payload::text like '%${email}%') as traces`);
  expect(left).toEqual({ users: 0, identities: 0, traces: 0 });
  expect(await site.identity.deleteAccount(user?.id ?? '')).toBe(false);
});

test("tokens verify with the install's own secret, and one signed otherwise opens nothing", async () => {
  const { session } = await signedIn();
  const secret = new TextEncoder().encode(site.database.jwtSecret);
  const { payload, protectedHeader } = await jwtVerify(session?.access_token ?? '', secret, {
    algorithms: ['HS256'],
    audience: 'authenticated',
  });
  expect(protectedHeader.alg).toBe('HS256');
  expect(payload.role).toBe('authenticated');
  const anonymous = await jwtVerify(site.database.anonKey, secret, { algorithms: ['HS256'] });
  expect(anonymous.payload.role).toBe('anon');
  const [header, claims] = (session?.access_token ?? '').split('.');
  const forged = createClient(site.origin, site.database.anonKey, {
    accessToken: async () => `${header}.${claims}.${'A'.repeat(43)}`,
    realtime: { transport: NeverOpened as never },
  });
  expect((await forged.from('mend_rows').select('id')).status).toBe(401);
});

test('no page of another origin reads a table', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const answer = await fetch(`${site.origin}/rest/v1/households?select=id`, {
      method,
      headers: { apikey: site.database.anonKey, origin: 'https://elsewhere.example' },
    });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  }
});

test('the table API shows `public` and nothing else', async () => {
  const { client } = await signedIn();
  for (const [schema, table] of [
    ['auth', 'users'],
    ['private', 'settings'],
    ['rights_canary', 'sealed'],
  ] as const) {
    expect(
      (
        await client
          .schema(schema as never)
          .from(table)
          .select('*')
      ).status,
    ).toBe(406);
  }
  expect((await client.from('auth.users').select('*')).status).toBe(404);
});

test('routes that make accounts for unproved addresses are closed', async () => {
  const otp = await site.client().auth.signInWithOtp({ email: 'victim@example.org' });
  expect(otp.error?.code).toBe('otp_disabled');
  const code = await site.client().auth.verifyOtp({ email: 'mend-1@example.org', token: '123456', type: 'recovery' });
  expect(code.error?.code).toBe('otp_expired');
  expect((await site.client().auth.admin.listUsers()).error?.code).toBe('not_admin');
});

const evil = [
  '"; drop table mend_rows; --',
  "'; delete from mend_rows; --",
  '") from mend_rows; reset role; --',
  'id) from auth.users --',
  '$1',
  '\\',
  '"""',
  "E'\\\\",
  'null::text',
  '(select secret from mend_rows)',
];
const part = fc.oneof(
  fc.constantFrom(...evil),
  fc.constantFrom(
    'id',
    'amount',
    'code',
    'owner',
    'secret',
    '*',
    'eq.1',
    'not.is.null',
    'in.(1,2)',
    'desc',
    'mend_rows(id)',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const name = fc.tuple(part, part).map(([a, b]) => `"${a.replace(/["\\]/g, '\\$&')}"${b}`);
const question = fc
  .array(
    fc.oneof(
      fc.tuple(
        fc.constantFrom('select', 'order', 'columns', 'on_conflict', 'or', 'and', 'limit'),
        fc.oneof(part, name),
      ),
      fc.tuple(
        fc.oneof(part, name, fc.constant('code')),
        fc.oneof(
          part,
          part.map((one) => `eq.${one}`),
          part.map((one) => `like(any).{${one}}`),
        ),
      ),
      fc.tuple(
        fc.constant('select'),
        fc.tuple(part, part, part).map(([a, b, c]) => `${a}:code->>${b}::${c}`),
      ),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((pairs) => new URLSearchParams(pairs).toString());

test(
  'whatever is asked, no part of it becomes SQL',
  async () => {
    const { client, session } = await signedIn();
    const { user: other, client: theirs } = await signedIn();
    expect((await theirs.from('mend_rows').insert({ id: 900, amount: 9, code: 'theirs' })).error).toBeNull();
    const headers = {
      apikey: site.database.anonKey,
      authorization: `Bearer ${session?.access_token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    };
    const ask = (method: string, query: string, body?: object) =>
      fetch(`${site.origin}/rest/v1/mend_rows?${query}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      });
    await fc.assert(
      fc.asyncProperty(question, fc.dictionary(part, part, { maxKeys: 3 }), async (query, body) => {
        const answers = await Promise.all([
          ask('GET', query),
          ask('POST', query, body),
          ask('PATCH', `id=gt.0&${query}`, body),
          ask('DELETE', `id=lt.0&${query}`),
        ]);
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        const told = (await Promise.all(answers.map((answer) => answer.text()))).join();
        expect(told).not.toMatch(/theirs|correct horse|@example/);
      }),
      { numRuns: fuzz.numRuns },
    );
    const [kept] = await site.database.asOwner(`select owner, amount::int as amount from mend_rows where id = 900`);
    expect(kept).toEqual({ owner: other?.id, amount: 9 });
    expect((await client.from('mend_rows').select('id')).error).toBeNull();
  },
  fuzzTimeoutMs,
);
