import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createVerifyEmulator, identityRoutes, type OpenSession } from './index.ts';
import { createEnterAs, type ProvenPerson } from './enter-as.ts';

const path = '/api/v1/identity/session';
const project = 'demo-home';

let stage: Stage;
let app: FastifyInstance;
let strict: FastifyInstance;
const asked: [ProvenPerson, string | null][] = [];
const ended: string[] = [];
/** What a slow backend waits for. */
let held: Promise<void> | undefined;

/** As the backend does it, of whom it has never seen. */
const openSession: OpenSession = async (person, userAgent) => {
  asked.push([person, userAgent]);
  if (person.userId === null) await held;
  const id = person.userId ?? randomUUID();
  const email = person.isAnonymous ? `guest-${id}@guest.wattershed.invalid` : person.email;
  if (person.userId === null) await stage.seed.owner`insert into auth.users (id, email) values (${id}, ${email})`;
  return { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at: 1, user: { id } };
};

beforeAll(async () => {
  stage = await openStage();
  const open = (perHour: number) =>
    stage.http((http, { sql, authenticate }) =>
      identityRoutes(http, {
        sql,
        authenticate: async (request) => ({ ...(await authenticate(request)), session: 'session-1' }),
        verify: createVerifyEmulator(project, Date.now),
        openSession,
        endSession: async (session) => ended.push(session),
        addressSecret: 'a key of the test',
        guestsPerHour: perHour,
        signUpsPerHour: perHour,
      }),
    );
  app = open(1000);
  strict = open(2);
});
afterAll(() => stage.end());
beforeEach(async () => {
  asked.length = 0;
  await stage.seed.owner`delete from private.allowances`;
});

const token = (subject: string, told: object = {}, provider = 'password') => {
  const now = Math.floor(Date.now() / 1000);
  const firebase = { sign_in_provider: provider };
  const times = { iat: now, auth_time: now, exp: now + 3600 };
  const iss = `https://securetoken.google.com/${project}`;
  return new UnsecuredJWT({ iss, aud: project, sub: subject, ...times, firebase, ...told }).encode();
};
const enter = (bearer: string, to = app) =>
  to.inject({ method: 'POST', url: path, headers: { authorization: `Bearer ${bearer}`, 'user-agent': 'A browser' } });
const userOf = async (bearer: string) => (await enter(bearer)).json<{ user: { id: string } }>().user.id;

describe('C7.21 POST of a token', () => {
  test('opens a session of a new account, and of the same one ever after', async () => {
    const subject = randomUUID();
    const first = await enter(token(subject, { email: 'a@example.org', email_verified: true, name: 'Asha' }));
    expect(first.statusCode).toBe(200);
    expect(first.headers['cache-control']).toBe('no-store');
    expect(asked[0]).toEqual([
      { subject, userId: null, email: 'a@example.org', phone: null, displayName: 'Asha', isAnonymous: false },
      'A browser',
    ]);
    const { id } = first.json<{ user: { id: string } }>().user;
    expect(await userOf(token(subject, { email: 'new@example.org', email_verified: true }))).toBe(id);
    expect(asked[1]?.[0]).toMatchObject({ userId: id, email: 'new@example.org' });
  });

  test('with an address that nobody has proved never looks for an account of it', async () => {
    await enter(token(randomUUID(), { email: 'victim@example.org', email_verified: false }));
    await enter(token(randomUUID(), { email: 'victim@example.org' }));
    expect(asked.map(([{ email, userId }]) => [email, userId])).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('of many newcomers at once two are served at a time, so that others are served meanwhile', async () => {
    let letGo = (): void => {};
    const known = token(randomUUID(), {}, 'anonymous');
    const knownId = await userOf(known);
    asked.length = 0;
    held = new Promise((done) => (letGo = done));
    const entering = Promise.all(Array.from({ length: 8 }, () => userOf(token(randomUUID(), {}, 'anonymous'))));
    await expect.poll(() => asked.length).toBe(2);
    expect(
      (await app.inject({ method: 'DELETE', url: path, headers: { authorization: 'Bearer none' } })).statusCode,
    ).toBe(401);
    expect((await stage.sql`select 1 as one`)[0]).toEqual({ one: 1 });
    expect(asked).toHaveLength(2);
    expect(await userOf(known)).toBe(knownId);
    held = undefined;
    letGo();
    expect(new Set(await entering).size).toBe(8);
  });

  test('of a newcomer whose turn does not come is refused for now, and the turn is another’s', async () => {
    let letGo = (): void => {};
    held = new Promise((done) => (letGo = done));
    const deps = { sql: stage.sql, openSession, takeAllowance: async () => {}, guestsPerHour: 9, signUpsPerHour: 9 };
    const enterAs = createEnterAs({ ...deps, turnWithinMs: 50 });
    const person = { email: null, phone: null, displayName: '', isAnonymous: true };
    const enterNew = () => enterAs({ subject: randomUUID(), person }, { address: 'a', userAgent: null });
    const first = [enterNew(), enterNew()];
    await expect.poll(() => asked.length).toBe(2);
    await expect(enterNew()).rejects.toMatchObject({ code: 'rate-limited', retryAfterS: 5 });
    held = undefined;
    letGo();
    // The turns are free again before others ask for them: nobody has to wait, however slow the machine is.
    await Promise.all(first);
    expect(await Promise.all([enterNew(), enterNew()])).toHaveLength(2);
    expect(asked).toHaveLength(4);
  });

  test('finds by an address nobody’s account but one that leads nobody else in, even of two at once', async () => {
    const { userId } = await stage.seed.home();
    const found: OpenSession = async (one, userAgent, takeAccount) =>
      openSession({ ...one, userId: (await takeAccount(userId)) ? userId : null }, userAgent, takeAccount);
    const deps = {
      sql: stage.sql,
      openSession: found,
      takeAllowance: async () => {},
      guestsPerHour: 9,
      signUpsPerHour: 9,
    };
    const enterAs = createEnterAs(deps);
    const person = { email: null, phone: null, displayName: '', isAnonymous: false };
    const enterNew = async () => {
      const session = await enterAs({ subject: randomUUID(), person }, { address: 'a', userAgent: null });
      return session.user.id;
    };
    const ids = [...(await Promise.all([enterNew(), enterNew()])), await enterNew()];
    expect([ids.filter((id) => id === userId).length, new Set(ids).size]).toEqual([1, 3]);
  });

  test('twice at once makes one account', async () => {
    const guest = token(randomUUID(), {}, 'anonymous');
    const ids = await Promise.all(Array.from({ length: 6 }, () => userOf(guest)));
    expect(new Set(ids).size).toBe(1);
    expect(asked.filter(([{ userId }]) => userId === null)).toHaveLength(1);
  });

  test('C5.6 of somebody without a name makes a guest', async () => {
    const id = await userOf(token(randomUUID(), {}, 'anonymous'));
    expect(await stage.seed.owner`select is_guest from profiles where user_id = ${id}`).toEqual([{ is_guest: true }]);
  });

  test.each(['', 'not.a.token'])('that is none (%j) is refused', async (bearer) => {
    const answer = await enter(bearer);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'not-authenticated']);
    expect(asked).toEqual([]);
  });

  test('is counted: for one address, for one person, and new accounts by the hour', async () => {
    const many = await Promise.all(Array.from({ length: 21 }, () => enter(token('somebody'))));
    expect(many.map(({ statusCode }) => statusCode).filter((status) => status === 429)).toHaveLength(1);
    await stage.seed.owner`delete from private.allowances`;
    for (const provider of ['anonymous', 'password']) {
      const codes = [];
      for (let n = 0; n < 3; n += 1) codes.push((await enter(token(randomUUID(), {}, provider), strict)).statusCode);
      expect(codes).toEqual([200, 200, 429]);
    }
  });
});

describe('C7.21 DELETE', () => {
  test('ends the session of the token that it is sent with, and needs one', async () => {
    const { userId } = await stage.seed.home();
    const gone = await app.inject({ method: 'DELETE', url: path, headers: await stage.session(userId) });
    expect([gone.statusCode, ended]).toEqual([204, ['session-1']]);
    expect((await app.inject({ method: 'DELETE', url: path })).statusCode).toBe(401);
  });
});

describe('an account that was deleted here', () => {
  test('is told of once, so that it can be deleted there too; then its person is new', async () => {
    const subject = randomUUID();
    const id = await userOf(token(subject));
    await stage.seed.owner`delete from auth.users where id = ${id}`;
    const [row] = await stage.seed.owner`select user_id from private.linked_identities where subject = ${subject}`;
    expect(row).toEqual({ user_id: null });
    const told = await enter(token(subject));
    expect([told.statusCode, told.json().code]).toEqual([410, 'account-ended']);
    expect(await userOf(token(subject))).not.toBe(id);
  });

  test('of a guest leaves nothing behind', async () => {
    const subject = randomUUID();
    const id = await userOf(token(subject, {}, 'anonymous'));
    await stage.seed.owner`delete from auth.users where id = ${id}`;
    expect(await stage.seed.owner`select 1 from private.linked_identities where subject = ${subject}`).toEqual([]);
  });

  test('C6.3 whose is whose is closed to everybody but the service', async () => {
    const { userId } = await stage.seed.home();
    const read = stage.database.asUser({ sub: userId }, (sql) => sql`select * from private.linked_identities`);
    await expect(read).rejects.toMatchObject({ code: '42501' });
    const call = stage.database.asUser(
      { sub: userId },
      (sql) => sql`select private.link_identity('firebase', 'x', ${userId})`,
    );
    await expect(call).rejects.toMatchObject({ code: '42501' });
  });
});
