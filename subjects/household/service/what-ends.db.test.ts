/** What is over at once when somebody is out of a household, by whichever way, and when the household itself is gone. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash, randomBytes } from 'node:crypto';
import type { HouseholdPerson } from '../contract/household.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { endDueAccounts } from '#subjects/identity/service/account/index.ts';
import { newToken } from '#subjects/readings/service/ingest/index.ts';
import { usageRoutes } from '#subjects/usage/service/index.ts';
import { peopleRoutes } from './index.ts';

let stage: Stage;
let app: FastifyInstance;
let ada: SeededHome;
let ben: SeededHome;
let left: Left;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((http, deps) => {
    usageRoutes(http, deps);
    const sharing = { ...deps, takeAllowance: createTakeAllowance(deps.sql), addressSecret: 'secret' };
    peopleRoutes(http, { ...sharing, origin: () => 'https://water.example.org', sendsMails: false });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => stage.end());

interface Left {
  readonly meter: string;
  /** Of a sender, and of a program that asks in Ben's name. */
  readonly token: string;
  readonly programHash: Buffer;
  readonly schedule: string;
}

/** Ada's household, in which Ben is a member and has set up a good deal. */
beforeEach(async () => {
  [ada, ben] = [await stage.seed.home(), await stage.seed.home()];
  const { owner } = stage.seed;
  await owner`update households set name = 'Calle Mayor' where id = ${ada.household}`;
  await owner`insert into household_members (household_id, user_id, role) values (${ada.household}, ${ben.userId}, 'member')`;
  const { deviceId, key } = await ada.device('Lamp', 'hall', 'electricity');
  const { token, hash, hint } = newToken();
  await stage.sql`select private.add_token(${ben.userId}, ${ada.household}, 'Gateway', ${hash}, ${hint})`;
  const programHash = createHash('sha256').update(randomBytes(24)).digest();
  await stage.sql`select private.add_assistant_token(${ben.userId}, ${ada.household}, 'Laptop', ${programHash}, 'abcd')`;
  const [schedule] = await owner<{ id: string }[]>`
    insert into device_schedules (household_id, device_id, is_on, minute, created_by) values (${ada.household}, ${deviceId}, true, 60, ${ben.userId}) returning id`;
  left = { meter: key, token, programHash, schedule: schedule?.id as string };
});

const call = async (who: SeededHome, method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) => {
  const headers = await stage.session(who.userId);
  const answer = await app.inject({ method, url: `/api/v1/household${path}`, headers, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
};
const removal = (way = '') => call(ada, 'DELETE', `/${ada.household}/members/${ben.userId}${way}`);
const leaving = (way = '') => call(ben, 'DELETE', `/${ada.household}/members/${ben.userId}${way}`);
const deletion = () => call(ada, 'DELETE', `/${ada.household}`, { name: 'Calle Mayor' });
const endingOf = async ({ userId }: SeededHome) => {
  await stage.seed.owner`insert into account_endings (user_id, due_at) values (${userId}, now())`;
  await endDueAccounts(stage.sql);
};

const mayAsk = async () => (await stage.sql`select from private.find_assistant_token(${left.programHash})`).length > 0;
const isScheduled = async () =>
  (await stage.seed.owner`select from device_schedules where id = ${left.schedule} and is_enabled`).length > 0;
let minute = Math.floor(Date.now() / 60_000) - 600;
/** One reading after the other. */
const sends = (token: string) =>
  stage.send({ token }, [{ meter: left.meter, at: (minute += 1) * 60, value: minute }]).then(
    ({ accepted }) => accepted > 0,
    () => false,
  );

/** A page of this person's, open on Ada's household; answers all that it was told, once it has ended. */
const openPage = async (who: SeededHome): Promise<() => Promise<string>> => {
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/api/v1/usage/stream?household=${ada.household}`;
  const request = get(url, { headers: await stage.session(who.userId) });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  answer.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await once(answer, 'data');
  const ended = once(answer, 'end');
  return async () => {
    await ended;
    return text;
  };
};

describe.each([
  ['who is removed', removal],
  ['who leaves', leaving],
  ['who deletes their account', () => endingOf(ben)],
])('C6.2 of %s', (_who, go) => {
  test('pages, programs and schedules end at once; what meters send with goes on', async () => {
    expect([await mayAsk(), await isScheduled(), await sends(left.token)]).toEqual([true, true, true]);
    const page = await openPage(ben);
    await go();
    expect(await page()).toContain('event: end\ndata: {"code":"forbidden"}');
    expect([await mayAsk(), await isScheduled(), await sends(left.token)]).toEqual([false, false, true]);
  });
});

describe('C6.2 tokens that somebody made for sending readings', () => {
  const tokensOf = async (who: SeededHome) =>
    ((await call(who, 'GET', `/${ada.household}/members`)).body as { members: HouseholdPerson[] }).members.map(
      ({ userId, tokens }) => [userId, tokens?.map(({ name, usedAt }) => [name, usedAt !== null])],
    );

  test('are named for the owner and for who made them, with their last use, without revoked ones; not for others', async () => {
    const cleo = await stage.seed.home();
    await stage.seed
      .owner`insert into household_members (household_id, user_id, role) values (${ada.household}, ${cleo.userId}, 'viewer')`;
    await sends(left.token);
    const bens = [ben.userId, [['Gateway', true]]];
    await expect.poll(async () => (await tokensOf(ada))[1]).toEqual(bens);
    expect((await tokensOf(ada))[0]?.[1]).toHaveLength(1);
    expect((await tokensOf(ben)).map(([, tokens]) => tokens)).toEqual([undefined, bens[1], undefined]);
    expect((await tokensOf(cleo)).map(([, tokens]) => tokens)).toEqual([undefined, undefined, []]);
    await stage.seed.owner`update ingest_tokens set revoked_at = now() where created_by = ${ben.userId}`;
    expect((await tokensOf(ada))[1]).toEqual([ben.userId, []]);
  });

  test.each([
    ['the owner', removal],
    ['the person', leaving],
  ])('end with the membership where %s says so, at the next reading; others’ go on', async (_who, go) => {
    const { token: other, hash, hint } = newToken();
    await stage.sql`select private.add_token(${ada.userId}, ${ada.household}, 'Own', ${hash}, ${hint})`;
    expect(await sends(left.token)).toBe(true);
    expect((await go('?tokens=end')).status).toBe(204);
    expect([await sends(left.token), await sends(other)]).toEqual([false, true]);
  });

  test('do not end when the removal is refused, nor those of other households', async () => {
    const { token: own, hash, hint } = newToken();
    await stage.sql`select private.add_token(${ben.userId}, ${ben.household}, 'Own', ${hash}, ${hint})`;
    const stranger = await stage.seed.home();
    const path = `/${ada.household}/members/${ben.userId}`;
    expect((await call(stranger, 'DELETE', `${path}?tokens=end`)).status).toBe(404);
    expect((await call(ada, 'DELETE', `${path}?tokens=all`)).body).toMatchObject({ code: 'query-invalid' });
    expect(await sends(left.token)).toBe(true);
    await removal('?tokens=end');
    expect(await stage.sql`select from private.find_token(${createHash('sha256').update(own).digest()})`).toHaveLength(
      1,
    );
  });
});

describe('C6.1 invitations of somebody who is no longer the owner', () => {
  const invite = async (): Promise<string> =>
    (await call(ada, 'POST', `/${ada.household}/invitations`, { role: 'member' })).body.token;
  const look = async (token: string) => (await app.inject({ url: `/api/v1/invitations/${token}` })).statusCode;

  test.each([
    [
      'is removed by the new owner',
      async () => {
        await call(ada, 'POST', `/${ada.household}/transfer`, { to: ben.userId });
        await call(ben, 'DELETE', `/${ada.household}/members/${ada.userId}`);
      },
    ],
    ['deletes the household', deletion],
    ['deletes their account', () => endingOf(ada)],
  ])('do not open the door: who %s', async (_how, go) => {
    const token = await invite();
    expect(await look(token)).toBe(200);
    await go();
    expect(await look(token)).toBe(404);
  });
});

test.each([
  ['is deleted', deletion],
  ['goes with its owner’s account', () => endingOf(ada)],
])('C6.2 of a household that %s everything ends at once, for everybody in it', async (_how, go) => {
  expect(await sends(left.token)).toBe(true);
  const pages = [await openPage(ada), await openPage(ben)];
  await go();
  for (const page of pages) expect(await page()).toContain('event: end\ndata: {"code":"forbidden"}');
  expect([await mayAsk(), await isScheduled(), await sends(left.token), await sends(ada.token)]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
