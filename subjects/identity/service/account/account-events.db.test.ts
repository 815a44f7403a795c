import { hashSync } from 'bcryptjs';
import type { FastifyInstance } from 'fastify';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { type AccountEventKind, accountEvents } from '../../contract/sessions.ts';
import { GUEST_DOMAIN, type IdentitySite, openIdentitySite } from '../embedded/testing-identity.ts';
import { serveAccount } from './testing-account.ts';

const password = 'correct horse';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let site: IdentitySite;
let stage: Stage;
let app: FastifyInstance;
let clock = Date.now();
beforeAll(async () => {
  site = await openIdentitySite({ now: () => clock, limits: { guessesToTell: 3 } });
  stage = await openStage(Date.now, site.database);
  app = serveAccount(stage, {
    upgradeGuest: (userId, email, chosen) => site.identity.upgradeGuest(userId, email, chosen, site.origin),
  });
});
afterAll(async () => {
  await stage.end();
  await site.stop();
});

let n = 0;
const comeIn = async (email: string, browser: string) => {
  const answer = await fetch(`${site.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: site.database.anonKey, 'content-type': 'application/json', 'user-agent': browser },
    body: JSON.stringify({ email, password }),
  });
  return ((await answer.json()) as { access_token?: string }).access_token ?? '';
};
/** Somebody whose address is proved, and whose account is an hour old. */
const settle = async () => {
  const email = `person-${++n}@example.org`;
  const client = site.client();
  const { data } = await client.auth.signUp({ email, password });
  const id = data.user?.id as string;
  await stage.seed.owner`update auth.users set created_at = now() - interval '1 hour' where id = ${id}`;
  await stage.seed
    .owner`update auth.identities set identity_data = identity_data || '{"email_verified": true}' where user_id = ${id}`;
  return { id, email, client, token: data.session?.access_token ?? '' };
};
const read = async (token: string, before?: number) => {
  const answer = await app.inject({
    url: `/api/v1/account/events${before === undefined ? '' : `?before=${before}`}`,
    headers: { authorization: `Bearer ${token}` },
  });
  return accountEvents.parse(answer.json());
};
const kindsOf = async (token: string): Promise<AccountEventKind[]> =>
  (await read(token)).events.map(({ kind }) => kind);
const mailed = async () =>
  (
    await stage.seed.owner<{ kind: string }[]>`
      select e.kind from private.waiting_mails w join private.account_events e on e.id = w.event_id order by w.id`
  ).map(({ kind }) => kind);
beforeEach(() => stage.seed.owner`delete from private.waiting_mails`);

describe('what happens to an account', () => {
  test('a sign-in is noted with its browser; a new browser is mailed, a newer version of a known one is not', async () => {
    const { email, token } = await settle();
    await comeIn(email, firefox);
    await comeIn(email, firefox.replaceAll('140', '141'));
    const [newest] = (await read(token)).events;
    expect(newest).toMatchObject({ kind: 'signed-in', browser: 'Firefox', system: 'Linux', name: null });
    expect(await mailed()).toEqual(['signed-in-anew']);
    await comeIn(email, chrome);
    expect((await read(token)).events[0]).toMatchObject({
      kind: 'signed-in-anew',
      browser: 'Chrome',
      system: 'Windows',
    });
    expect(await mailed()).toEqual(['signed-in-anew', 'signed-in-anew']);
  });

  test('a sign-up is the first line, and mails nothing; of a guest nothing is kept', async () => {
    const { data } = await site.client().auth.signUp({ email: 'first@example.org', password });
    expect(await kindsOf(data.session?.access_token ?? '')).toEqual(['signed-in']);
    const guest = await site.client().auth.signUp({ email: `one@${GUEST_DOMAIN}`, password });
    expect(await kindsOf(guest.data.session?.access_token ?? '')).toEqual([]);
    expect(await mailed()).toEqual([]);
  });

  test('a hash that is made anew at a sign-in is no new password, and ends no assistant’s token', async () => {
    const { id, email, token } = await settle();
    const { owner } = stage.seed;
    await owner`update auth.users set encrypted_password = ${hashSync(password, 4)} where id = ${id}`;
    await owner`insert into assistant_tokens (household_id, user_id, name, hash, hint)
      select id, ${id}, 'Desk', '\\x03', 'wa_b' from households where owner_id = ${id}`;
    expect(await comeIn(email, firefox)).not.toBe('');
    const [user] = await owner<{ hash: string }[]>`select encrypted_password as hash from auth.users where id = ${id}`;
    expect(user?.hash).toMatch(/^\$argon2id/);
    expect(await kindsOf(token)).not.toContain('password-changed');
    expect(await owner`select from assistant_tokens where user_id = ${id}`).toHaveLength(1);
  });

  test('a new password and a new address are noted', async () => {
    const { id, email, client, token } = await settle();
    await client.auth.updateUser({ password: 'another horse' });
    expect(await kindsOf(token)).toEqual(['password-changed', 'signed-in']);
    await stage.seed.owner`update auth.users set email = ${`new-${email}`} where id = ${id}`;
    expect((await read(token)).events[0]).toMatchObject({ kind: 'address-changed', name: `new-${email}` });
    expect(await mailed()).toEqual(['password-changed']);
  });

  test('the second factor: put on, its codes made and used, taken off, said to be lost', async () => {
    const { client } = await settle();
    const { data: enrolled } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'My phone' });
    const secret = enrolled?.type === 'totp' ? enrolled.totp.secret : '';
    const code = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock });
    await client.auth.mfa.challengeAndVerify({ factorId: enrolled?.id ?? '', code: code() });
    const { data } = await client.auth.getSession();
    const token = data.session?.access_token ?? '';
    const ask = (path: string, body: object = {}) =>
      fetch(`${site.origin}/auth/v1/factors/${path}`, {
        method: 'POST',
        headers: {
          apikey: site.database.anonKey,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
    const { codes } = (await (await ask('recovery-codes')).json()) as { codes: string[] };
    expect((await ask('recovery-codes/verify', { code: codes[0] })).status).toBe(200);
    await client.auth.mfa.unenroll({ factorId: enrolled?.id ?? '' });
    const { events } = await read(token);
    expect(events.map(({ kind, name }) => [kind, name])).toEqual([
      ['factor-removed', 'My phone'],
      ['code-used', null],
      ['codes-made', null],
      ['factor-added', 'My phone'],
      ['signed-in', null],
    ]);
    expect(await mailed()).toEqual(['factor-added', 'code-used', 'factor-removed']);
  });

  test('what lets others in: a token for hardware, one for an assistant, a view for a wall, a person; the owner hears of what others make', async () => {
    const owner = await settle();
    const member = await settle();
    const [home] = await stage.seed.owner<{ id: string }[]>`select id from households where owner_id = ${owner.id}`;
    const id = home?.id as string;
    await stage.seed
      .owner`insert into household_members (household_id, user_id, role) values (${id}, ${member.id}, 'member')`;
    await stage.seed
      .owner`insert into ingest_tokens (household_id, name, hash, hint, created_by) values (${id}, 'Gateway', '\\x01', 'wi_a', ${member.id})`;
    await stage.seed
      .owner`insert into assistant_tokens (household_id, user_id, name, hash, hint) values (${id}, ${owner.id}, 'Desk', '\\x02', 'wa_a')`;
    await stage.seed
      .owner`insert into wall_tokens (household_id, created_by, name, hash, hint) values (${id}, ${member.id}, 'Hall', '\\x03', 'wl_a')`;
    expect((await read(owner.token)).events.map(({ kind, name }) => [kind, name])).toEqual([
      ['wall-token-made', 'Hall'],
      ['assistant-token-made', 'Desk'],
      ['token-made', 'Gateway'],
      ['person-joined', member.email],
      ['signed-in', null],
    ]);
    expect(await kindsOf(member.token)).toEqual(['wall-token-made', 'token-made', 'signed-in']);
    expect(await mailed()).toEqual([
      'person-joined',
      'token-made',
      'token-made',
      'assistant-token-made',
      'wall-token-made',
      'wall-token-made',
    ]);
  });

  test('what is sent and fetched: set up, changed, stopped and ended, for whoever set it up, whoever did it, and the owner', async () => {
    const [owner, maker, other] = [await settle(), await settle(), await settle()];
    const { owner: sql } = stage.seed;
    const [home] = await sql<{ id: string }[]>`select id from households where owner_id = ${owner.id}`;
    const id = home?.id as string;
    await sql`insert into household_members (household_id, user_id, role) values (${id}, ${maker.id}, 'member'), (${id}, ${other.id}, 'member')`;
    await sql`delete from private.account_events`;
    await sql`select private.save_push(${maker.id}, ${id}, 'webhook', 'nas.local', 'x')`;
    const pull = (key: string) =>
      sql`select private.add_pull(${maker.id}, ${id}, 'open-meteo', 'Open-Meteo', null, '{}', '{}', '{}', ${key}, now(), now())`;
    await pull('k1');
    await pull('k2');
    const claims = { sub: other.id };
    await stage.database.asUser(
      claims,
      (tx) => tx`update public.pulls set is_paused = true where household_id = ${id}`,
    );
    // What is only fetched sooner is no news.
    await stage.database.asUser(
      claims,
      (tx) => tx`update public.pulls set is_paused = true where household_id = ${id}`,
    );
    await stage.database.asUser(claims, (tx) => tx`delete from public.pulls where household_id = ${id}`);
    await stage.database.asUser(claims, (tx) => tx`delete from public.data_pushes where household_id = ${id}`);
    const all = [
      ['push-removed', 'nas.local'],
      ['pull-removed', 'Open-Meteo'],
      ['pull-changed', 'Open-Meteo'],
      ['pull-changed', 'Open-Meteo'],
      ['pull-made', 'Open-Meteo'],
      ['push-made', 'nas.local'],
    ];
    const noted = async (token: string) => (await read(token)).events.map(({ kind, name }) => [kind, name]);
    expect(await noted(owner.token)).toEqual(all);
    expect(await noted(maker.token)).toEqual(all);
    expect(await noted(other.token)).toEqual(all.slice(0, 3));
    expect((await mailed()).sort()).toEqual([
      'pull-changed',
      'pull-changed',
      'pull-made',
      'pull-made',
      'push-made',
      'push-made',
    ]);
  });

  test('wrong passwords that its person is told of are noted', async () => {
    const { email, token } = await settle();
    for (let i = 0; i < 4; i++) await site.client().auth.signInWithPassword({ email, password: `wrong ${i}` });
    await expect.poll(() => kindsOf(token)).toEqual(['wrong-passwords', 'signed-in']);
  });

  test('an address that nobody has proved is mailed nothing, and nobody fills a mailbox', async () => {
    const { id, email } = await settle();
    for (let i = 0; i < 8; i++) {
      await stage.seed.owner`select private.note_account_event(${id}, 'token-made', 'Gateway', null, true)`;
    }
    expect(await mailed()).toHaveLength(5);
    await stage.seed.owner`delete from private.waiting_mails`;
    await stage.seed
      .owner`update auth.identities set identity_data = identity_data || '{"email_verified": false}' where user_id = ${id}`;
    await comeIn(email, chrome);
    expect(await mailed()).toEqual([]);
  });

  test('is shown to its person alone, thirty at a time, and goes after a year and with the account', async () => {
    const { id, token, client } = await settle();
    for (let i = 0; i < 40; i++)
      await stage.seed.owner`select private.note_account_event(${id}, 'token-made', ${`T${i}`})`;
    const first = await read(token);
    expect([first.events.length, first.hasMore, first.events[0]?.name]).toEqual([30, true, 'T39']);
    const rest = await read(token, first.events.at(-1)?.id);
    expect([rest.events.length, rest.hasMore]).toEqual([11, false]);
    expect(await kindsOf((await settle()).token)).toEqual(['signed-in']);
    expect((await app.inject({ url: '/api/v1/account/events' })).statusCode).toBe(401);
    expect(
      (
        await client
          .schema('private' as 'public')
          .from('account_events' as never)
          .select()
      ).error,
    ).not.toBeNull();
    await stage.seed
      .owner`update private.account_events set at = now() - interval '366 days' where user_id = ${id} and name = 'T39'`;
    await stage.sql`select private.forget_old_traces_of_sign_in()`;
    expect((await read(token)).events[0]?.name).toBe('T38');
    await site.identity.deleteAccount(id);
    expect(await stage.seed.owner`select from private.account_events where user_id = ${id}`).toHaveLength(0);
  });

  test('nobody is kept out because it cannot be noted', async () => {
    const { email } = await settle();
    await stage.seed.owner`alter table private.account_events rename to account_events_away`;
    try {
      expect(await comeIn(email, firefox)).not.toBe('');
    } finally {
      await stage.seed.owner`alter table private.account_events_away rename to account_events`;
    }
  });
});
