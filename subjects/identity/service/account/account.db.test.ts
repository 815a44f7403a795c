import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { readConfig } from '#kernel/config.ts';
import { openAuthentication } from '#kernel/people/authentication.ts';
import { accountAccess } from '../../contract/account.ts';
import { type AccountSession, accountSessions } from '../../contract/sessions.ts';
import { GUEST_DOMAIN, type IdentitySite, openIdentitySite } from '../embedded/testing-identity.ts';
import { serveAccount } from './testing-account.ts';

describe('account', () => {
  let site: IdentitySite;
  let stage: Stage;
  let app: FastifyInstance;
  beforeAll(async () => {
    site = await openIdentitySite();
    stage = await openStage(Date.now, site.database);
    app = serveAccount(stage, {
      upgradeGuest: (userId, email, password) => site.identity.upgradeGuest(userId, email, password, site.origin),
      proof: {
        send: (userId) => site.identity.sendProof(userId, site.origin),
        accept: (userId, token) => site.identity.proveAddress(userId, token),
      },
    });
  });
  afterAll(async () => {
    await stage.end();
    await site.stop();
  });

  const signUp = async (email: string) => {
    const { data } = await site.client().auth.signUp({ email, password: 'correct horse' });
    return { id: data.user?.id as string, headers: { authorization: `Bearer ${data.session?.access_token}` } };
  };

  describe('C5.6 a guest becomes a member', () => {
    const upgrade = (headers: Record<string, string>, payload: object) =>
      app.inject({ method: 'POST', url: '/api/v1/account/upgrade', headers, payload });

    test('with an address and a password of their own, in the same account and household', async () => {
      const guest = await signUp(`one@${GUEST_DOMAIN}`);
      const household = () => stage.seed.owner`select household_id from household_members where user_id = ${guest.id}`;
      const before = await household();
      expect((await upgrade(guest.headers, { email: 'ada@example.org', password: 'correct horse' })).statusCode).toBe(
        204,
      );
      expect(await household()).toEqual(before);
      expect(await stage.seed.owner`select is_guest from profiles where user_id = ${guest.id}`).toEqual([
        { is_guest: false },
      ]);
      const again = await upgrade(guest.headers, { email: 'ada2@example.org', password: 'correct horse' });
      expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([409, 'not-a-guest']);
    });

    test('what is wrong is told by code, and nothing changes', async () => {
      await signUp('taken@example.org');
      const tooLong = 'a sentence of mine '.repeat(14);
      const guest = await signUp(`two@${GUEST_DOMAIN}`);
      const codeOf = async (email: string, password: string) => {
        const answer = await upgrade(guest.headers, { email, password });
        return [answer.statusCode, answer.json<{ code: string }>().code];
      };
      expect(await codeOf('not an address', 'correct horse')).toEqual([400, 'body-malformed']);
      expect(await codeOf('ben@example.org', 'short')).toEqual([400, 'body-malformed']);
      expect(await codeOf('ben@example.org', tooLong)).toEqual([400, 'body-malformed']);
      expect(await codeOf(`three@${GUEST_DOMAIN}`, 'correct horse')).toEqual([400, 'email-invalid']);
      expect(await codeOf('taken@example.org', 'correct horse')).toEqual([409, 'email-taken']);
      expect(await stage.seed.owner`select is_guest from profiles where user_id = ${guest.id}`).toEqual([
        { is_guest: true },
      ]);
      const long = tooLong.slice(0, 256);
      expect((await upgrade(guest.headers, { email: 'long@example.org', password: long })).statusCode).toBe(204);
      const { error } = await site.client().auth.signInWithPassword({ email: 'long@example.org', password: long });
      expect(error).toBeNull();
      expect((await upgrade({}, { email: 'ben@example.org', password: 'correct horse' })).statusCode).toBe(401);
    });
  });

  test('a visit is remembered, not more often than every ten minutes', async () => {
    const { id, headers } = await signUp('eve@example.org');
    const age = async (set?: string) => {
      if (set)
        await stage.seed.owner`update profiles set last_seen_at = now() - ${set}::interval where user_id = ${id}`;
      expect((await app.inject({ method: 'POST', url: '/api/v1/account/seen', headers })).statusCode).toBe(204);
      const [row] = await stage.seed.owner<{ minutes: number }[]>`
      select (extract(epoch from now() - last_seen_at) / 60)::int as minutes from profiles where user_id = ${id}`;
      return row?.minutes;
    };
    expect(await age('3 days')).toBe(0);
    expect(await age('5 minutes')).toBe(5);
  });

  const ask = async (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    headers: Record<string, string>,
    payload?: object,
  ) => {
    const answer = await app.inject({ method, url, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.body ? answer.json<Record<string, unknown>>() : null };
  };

  describe('C7.2 the address of an account', () => {
    const path = '/api/v1/account/address';

    test('is proved by the link of a mail, shown with the session; not by somebody else, not twice, three mails in a while', async () => {
      const [ada, eve] = [await signUp('proof@example.org'), await signUp('not-her@example.org')];
      expect((await ask('GET', path, ada.headers)).body).toEqual({ isProved: false, canProve: true });
      for (let i = 0; i < 3; i += 1) expect((await ask('POST', path, ada.headers)).status).toBe(204);
      expect((await ask('POST', path, ada.headers)).status).toBe(429);
      const token = site.mails.find(({ to }) => to === 'proof@example.org')?.link.split('#confirm=')[1] ?? '';
      expect((await ask('PUT', path, eve.headers, { token })).body).toMatchObject({ code: 'proof-invalid' });
      expect((await ask('PUT', path, ada.headers, { token })).status).toBe(204);
      expect((await ask('PUT', path, ada.headers, { token })).body).toMatchObject({ code: 'proof-invalid' });
      expect((await ask('GET', path, ada.headers)).body).toEqual({ isProved: true, canProve: true });
      expect((await ask('GET', path, eve.headers)).body).toMatchObject({ isProved: false });
      expect((await ask('GET', path, {})).status).toBe(401);
    });
  });

  describe('C7.8 after a reset what lets others in', () => {
    const path = '/api/v1/account/access';

    test('is listed with what each is, and ends as far as it is theirs to end', async () => {
      const { owner } = stage.seed;
      const [ada, ben] = [await signUp('lists@example.org'), await signUp('let-in@example.org')];
      expect((await ask('GET', path, ada.headers)).body).toEqual({ households: [], ended: 0 });
      const homeOf = async (id: string) =>
        (await owner<{ id: string }[]>`select id from households where owner_id = ${id}`)[0]?.id ?? '';
      const [hers, his] = [await homeOf(ada.id), await homeOf(ben.id)];
      await owner`insert into household_members (household_id, user_id, role) values (${hers}, ${ben.id}, 'viewer'), (${his}, ${ada.id}, 'member')`;
      const token = async (household: string, by: string, name: string) => {
        const [row] = await owner<{ id: number }[]>`
        insert into ingest_tokens (household_id, name, hash, hint, created_by) values (${household}, ${name}, sha256(${name}::bytea), 'abcd', ${by}) returning id`;
        return Number(row?.id);
      };
      const [own, bens, elsewhere, notHers] = [
        await token(hers, ada.id, 'own'),
        await token(hers, ben.id, 'of ben'),
        await token(his, ada.id, 'made elsewhere'),
        await token(his, ben.id, 'not hers'),
      ];
      const assistant = async (household: string, by: string, name: string) => {
        const [row] = await owner<{ id: string }[]>`
        insert into assistant_tokens (household_id, user_id, name, hash, hint) values (${household}, ${by}, ${name}, sha256(${name}::bytea), 'wxyz') returning id`;
        return row?.id ?? '';
      };
      const [bensHelper, herHelper, hisHelper] = [
        await assistant(hers, ben.id, 'helper of ben'),
        await assistant(his, ada.id, 'helper of ada'),
        await assistant(his, ben.id, 'not her helper'),
      ];
      const view = async (household: string, by: string, name: string) => {
        const [row] = await owner<{ id: string }[]>`
        insert into wall_tokens (household_id, created_by, name, hash, hint) values (${household}, ${by}, ${name}, sha256(${name}::bytea), 'stuv') returning id`;
        return row?.id ?? '';
      };
      const [bensView, hisView] = [await view(hers, ben.id, 'view of ben'), await view(his, ben.id, 'not her view')];
      const sent = async (household: string, by: string, kind: string) => {
        await owner`insert into data_pushes (household_id, kind, host, sealed, created_by) values (${household}, ${kind}, 'nas.local', 'x', ${by})`;
        return { household, kind };
      };
      const [bensPush, hisPush] = [await sent(hers, ben.id, 'influx'), await sent(his, ben.id, 'webhook')];
      const fetched = async (household: string, by: string) => {
        const [row] = await owner<{ id: string }[]>`
        insert into pulls (household_id, kind, label, set_up_by, since, pulled_to) values (${household}, 'open-meteo', 'Open-Meteo', ${by}, now(), now()) returning id`;
        return row?.id ?? '';
      };
      const [bensPull, hisPull] = [await fetched(hers, ben.id), await fetched(his, ben.id)];
      const invite = async (household: string) => {
        const [row] = await owner<{ id: string }[]>`
        insert into household_invitations (household_id, role, hash, expires_at) values (${household}, 'member', sha256(${household}::bytea), now() + interval '1 day') returning id`;
        return row?.id ?? '';
      };
      const [open, foreign] = [await invite(hers), await invite(his)];

      const before = accountAccess.parse((await ask('GET', path, ada.headers)).body);
      const seen = before.households.map(({ id, tokens, assistants, walls, pushes, pulls, invitations, people }) => ({
        id,
        tokens: tokens.map((one) => one.id),
        assistants: assistants.map((one) => one.id),
        walls: walls.map((one) => one.id),
        pushes: pushes.map(({ kind, name, madeBy }) => ({ kind, name, madeBy })),
        pulls: pulls.map((one) => [one.id, one.name]),
        invitations: invitations.map((one) => one.id),
        people: people.map(({ userId, email, role }) => ({ userId, email, role })),
      }));
      expect(seen).toEqual([
        {
          id: hers,
          tokens: [own, bens],
          assistants: [bensHelper],
          walls: [bensView],
          pushes: [{ kind: 'influx', name: 'nas.local', madeBy: '' }],
          pulls: [[bensPull, 'Open-Meteo']],
          invitations: [open],
          people: [{ userId: ben.id, email: 'let-in@example.org', role: 'viewer' }],
        },
        {
          id: his,
          tokens: [elsewhere],
          assistants: [herHelper],
          walls: [],
          pushes: [],
          pulls: [],
          invitations: [],
          people: [],
        },
      ]);
      const all = {
        tokens: [bens, elsewhere, notHers],
        assistants: [bensHelper, herHelper, hisHelper],
        walls: [bensView, hisView],
        pushes: [bensPush, hisPush],
        pulls: [bensPull, hisPull],
        invitations: [open, foreign],
        people: [
          { household: hers, userId: ben.id },
          { household: his, userId: ben.id },
        ],
      };
      expect((await ask('POST', `${path}/end`, ada.headers, all)).status).toBe(204);
      const left = accountAccess.parse((await ask('GET', path, ada.headers)).body);
      expect(left.households.map(({ id, tokens }) => ({ id, tokens: tokens.map((one) => one.id) }))).toEqual([
        { id: hers, tokens: [own] },
      ]);
      expect(left.ended).toBe(1);
      expect(
        await owner`select id from assistant_tokens where id in (${bensHelper}, ${herHelper}, ${hisHelper})`,
      ).toEqual([{ id: hisHelper }]);
      expect(await owner`select id from wall_tokens where id in (${bensView}, ${hisView})`).toEqual([{ id: hisView }]);
      expect(await owner`select household_id from data_pushes where host = 'nas.local'`).toEqual([
        { household_id: his },
      ]);
      expect(await owner`select id from pulls where id in (${bensPull}, ${hisPull})`).toEqual([{ id: hisPull }]);
      expect(await owner`select id::int from ingest_tokens where id in (${notHers}) and revoked_at is null`).toEqual([
        { id: notHers },
      ]);
      expect(
        await owner`select id from household_invitations where id = ${foreign} and revoked_at is null`,
      ).toHaveLength(1);
      expect(
        await owner`select role from household_members where household_id = ${his} and user_id = ${ben.id}`,
      ).toEqual([{ role: 'owner' }]);
      expect((await ask('POST', `${path}/end`, ada.headers, { tokens: ['x'] })).status).toBe(400);
      expect((await ask('GET', path, {})).status).toBe(401);
    });
  });
});

describe('sessions', () => {
  const path = '/api/v1/account/sessions';
  const password = 'correct horse';

  let site: IdentitySite;
  let stage: Stage;
  let app: FastifyInstance;
  let clock = Date.now();
  beforeAll(async () => {
    site = await openIdentitySite();
    stage = await openStage(Date.now, site.database);
    const { authenticate, sessions } = openAuthentication(
      readConfig({}),
      site.database.jwtSecret,
      stage.sql,
      () => clock,
    );
    app = serveAccount(stage, { authenticate, forgetSessions: sessions.forget });
  });
  afterAll(async () => {
    await stage.end();
    await site.stop();
  });

  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  const ask = async (route: string, email: string) => {
    const answer = await fetch(`${site.origin}/auth/v1/${route}`, {
      method: 'POST',
      headers: { apikey: site.database.anonKey, 'content-type': 'application/json', 'user-agent': firefox },
      body: JSON.stringify({ email, password }),
    });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    return { authorization: `Bearer ${token}` };
  };
  const signUp = (email: string) => ask('signup', email);
  const signIn = (email: string) => ask('token?grant_type=password', email);

  type Headers = Record<string, string>;
  const list = async (headers: Headers): Promise<AccountSession[]> =>
    accountSessions.parse((await app.inject({ url: path, headers })).json()).sessions;
  const statusOf = async (headers: Headers) => (await app.inject({ url: path, headers })).statusCode;
  const end = (headers: Headers, id = '') =>
    app.inject({ method: 'DELETE', url: id ? `${path}/${id}` : path, headers });

  test('a person sees where they are signed in, and which of it is this one', async () => {
    const here = await signUp('ada@example.org');
    await signIn('ada@example.org');
    await signUp('stranger@example.org');
    const sessions = await list(here);
    expect(sessions.map(({ browser, system }) => [browser, system])).toEqual([
      ['Firefox', 'Linux'],
      ['Firefox', 'Linux'],
    ]);
    expect(sessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(sessions.at(-1)?.isThis).toBe(true);
  });

  test('C7.5 one that is ended opens nothing any more, at once', async () => {
    const here = await signUp('ben@example.org');
    const there = await signIn('ben@example.org');
    expect(await statusOf(there)).toBe(200);
    const other = (await list(here)).find(({ isThis }) => !isThis);
    expect((await end(here, other?.id)).statusCode).toBe(204);
    expect([await statusOf(there), await statusOf(here)]).toEqual([401, 200]);
    expect((await end(here, other?.id)).statusCode).toBe(404);
  });

  test("C6.1 nobody ends another person's session", async () => {
    const mine = await signUp('cleo@example.org');
    const theirs = await signUp('dan@example.org');
    const [target] = await list(theirs);
    expect((await end(mine, target?.id)).statusCode).toBe(404);
    expect((await end(mine, 'no-id')).statusCode).toBe(404);
    expect(await statusOf(theirs)).toBe(200);
  });

  test('C7.5 all others are ended together, and this one stays', async () => {
    const here = await signUp('eve@example.org');
    const others = [await signIn('eve@example.org'), await signIn('eve@example.org')];
    expect((await end(here)).statusCode).toBe(204);
    expect(await Promise.all(others.map(statusOf))).toEqual([401, 401]);
    expect(await list(here)).toHaveLength(1);
  });

  test.each(['local', 'others', 'global'])(
    'C7.5 C4.1 a sign-out with scope %s is heard here within half a minute',
    async (scope) => {
      const email = `scope-${scope}@example.org`;
      const here = await signUp(email);
      const there = await signIn(email);
      expect([await statusOf(here), await statusOf(there)]).toEqual([200, 200]);
      const headers = { apikey: site.database.anonKey, ...here };
      await fetch(`${site.origin}/auth/v1/logout?scope=${scope}`, { method: 'POST', headers });
      clock += 30_000;
      const expected = { local: [401, 200], others: [200, 401], global: [401, 401] }[scope];
      expect([await statusOf(here), await statusOf(there)]).toEqual(expected);
    },
  );
});
