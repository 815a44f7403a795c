import { invitationPreview, type Invited, invited, invitationsAnswer } from '../contract/household.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { createSmtpMailer } from '#apps/service/testing/smtp-mailer.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createRefusals, sendWaitingMails } from '#subjects/contact/service/index.ts';
import { bodyOf, openMailServer, subjectOf, type TestMailServer } from '#subjects/contact/service/mails/testing.ts';
import { peopleRoutes } from './index.ts';

const origin = 'https://water.example.org';

let stage: Stage;
let app: FastifyInstance;
let withoutMail: FastifyInstance;
let ada: SeededHome;
let dan: SeededHome;
beforeAll(async () => {
  stage = await openStage();
  const open = (sendsMails: boolean) =>
    stage.http((http, deps) => {
      const sharing = { ...deps, takeAllowance: createTakeAllowance(deps.sql), addressSecret: 'secret' };
      peopleRoutes(http, { ...sharing, origin: () => origin, sendsMails });
    });
  app = open(true);
  withoutMail = open(false);
});
afterAll(() => stage.end());
beforeEach(async () => {
  [ada, dan] = [await stage.seed.home(), await stage.seed.home()];
  await stage.seed.prove(ada.userId, dan.userId);
  await stage.seed.owner`update profiles set display_name = 'Ada' where user_id = ${ada.userId}`;
  await stage.seed.owner`update households set name = 'Calle Mayor' where id = ${ada.household}`;
});

const ask = async (
  url: string,
  {
    who,
    method = 'GET',
    payload,
    to = app,
    from = '192.0.2.1',
  }: {
    who?: SeededHome;
    method?: 'GET' | 'POST' | 'DELETE';
    payload?: object;
    to?: FastifyInstance;
    from?: string;
  },
) => {
  const headers = who ? await stage.session(who.userId) : {};
  const answer = await to.inject({ url, method, headers, remoteAddress: from, ...(payload && { payload }) });
  return { status: answer.statusCode, body: answer.body === '' ? {} : answer.json() };
};
const invite = async (payload: object = { role: 'member' }, to = app): Promise<Invited> => {
  const { status, body } = await ask(`/api/v1/household/${ada.household}/invitations`, {
    who: ada,
    method: 'POST',
    payload,
    to,
  });
  expect(status).toBe(201);
  return invited.parse(body);
};
const list = async () =>
  invitationsAnswer.parse((await ask(`/api/v1/household/${ada.household}/invitations`, { who: ada })).body).invitations;
const preview = (token: string, from?: string) =>
  ask(`/api/v1/invitations/${token}`, { ...(from !== undefined && { from }) });
const accept = (who: SeededHome, token: string) => ask(`/api/v1/invitations/${token}/accept`, { who, method: 'POST' });

describe('C6.1 inviting', () => {
  test('the token is told once, as a link of this origin; what is kept is its hash', async () => {
    const made = await invite({ role: 'viewer', switchRooms: ['kitchen'] });
    expect(made.link).toBe(`${origin}/join#${made.token}`);
    expect(made.token).toMatch(/^[\w-]{32}$/);
    expect(made.mailed).toBe(false);
    const days = (Date.parse(made.expiresAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    const open = await list();
    expect(open).toMatchObject([{ id: made.id, role: 'viewer', switchRooms: ['kitchen'], email: null }]);
    expect(JSON.stringify(open)).not.toContain(made.token);
    expect(JSON.stringify(await stage.seed.owner`select * from household_invitations`)).not.toContain(made.token);
  });

  test('a visitor sees what it is to; joining needs a session, and works once', async () => {
    const { token } = await invite();
    const { status, body } = await preview(token);
    expect(status).toBe(200);
    expect(invitationPreview.parse(body)).toMatchObject({
      householdName: 'Calle Mayor',
      invitedBy: 'Ada',
      role: 'member',
      email: null,
    });
    expect(JSON.stringify(body)).not.toContain(ada.userId);
    expect((await ask(`/api/v1/invitations/${token}/accept`, { method: 'POST' })).status).toBe(401);
    expect(await accept(ada, token)).toMatchObject({ status: 409, body: { code: 'already-member' } });
    expect(await accept(dan, token)).toMatchObject({ status: 200, body: { household: ada.household } });
    expect(await preview(token)).toMatchObject({ status: 410, body: { code: 'invitation-used' } });
    expect(await list()).toEqual([]);
  });

  test('one that is over, taken back or never was says so as far as it helps', async () => {
    const [over, revoked] = [await invite(), await invite()];
    await stage.seed.owner`update household_invitations set expires_at = now() where id = ${over.id}`;
    await ask(`/api/v1/household/${ada.household}/invitations/${revoked.id}`, { who: ada, method: 'DELETE' });
    expect(await preview(over.token)).toMatchObject({ status: 410, body: { code: 'invitation-expired' } });
    for (const token of [revoked.token, 'never-was']) {
      expect(await preview(token)).toMatchObject({ status: 404, body: { code: 'invitation-unknown' } });
      expect(await accept(dan, token)).toMatchObject({ status: 404, body: { code: 'invitation-unknown' } });
    }
  });

  test.each([
    [{ role: 'owner' }],
    [{}],
    [{ role: 'member', email: 'nobody' }],
    [{ role: 'member', switchRooms: 'kitchen' }],
    [{ role: 'member', days: 365 }],
  ])('%j is no invitation', async (payload) => {
    const path = `/api/v1/household/${ada.household}/invitations`;
    expect(await ask(path, { who: ada, method: 'POST', payload })).toMatchObject({
      status: 400,
      body: { code: 'body-malformed' },
    });
  });

  test('C6.3 only its owner lists and revokes', async () => {
    const { id } = await invite();
    const path = `/api/v1/household/${ada.household}/invitations`;
    expect((await ask(path, { who: dan })).status).toBe(404);
    expect((await ask(`${path}/${id}`, { who: dan, method: 'DELETE' })).status).toBe(404);
    expect((await ask(path, {})).status).toBe(401);
    await stage.seed
      .owner`insert into household_members (household_id, user_id, role) values (${ada.household}, ${dan.userId}, 'member')`;
    expect((await ask(path, { who: dan })).status).toBe(403);
    expect((await ask(`${path}/${id}`, { who: dan, method: 'DELETE' })).status).toBe(403);
  });

  test('who tries tokens is stopped; others are not', async () => {
    const from = '192.0.2.99';
    for (let n = 0; n < 60; n += 1) expect((await preview(`try-${n}`, from)).status).toBe(404);
    expect(await preview('one-more', from)).toMatchObject({ status: 429, body: { code: 'rate-limited' } });
    expect((await preview('one-more', '192.0.2.98')).status).toBe(404);
    // Nor is whoever has a real link at that address: a family, a school, a provider's many customers.
    const { token } = await invite();
    expect((await preview(token, from)).status).toBe(200);
    for (let n = 0; n < 70; n += 1) expect((await preview(token, from)).status).toBe(200);
  });
});

describe('C6.1 an invitation by mail', () => {
  let server: TestMailServer;
  beforeEach(async () => {
    await stage.seed.owner`delete from private.waiting_mails`;
    server = await openMailServer();
    return () => server.stop();
  });
  const sweep = () =>
    sendWaitingMails(
      {
        sql: stage.sql,
        mailer: createSmtpMailer(server.url, 'Wattershed <no-reply@example.org>'),
        operator: null,
        origin: () => origin,
        refusals: createRefusals('a secret of the test'),
        log: { warn() {} },
      },
      new AbortController().signal,
    );

  test.each([
    ['en', 'invites you to a household'],
    ['es', 'te invita a un hogar'],
    ['hi', 'एक घर में बुलाया'],
  ])(
    'goes to the address in the language of who invites (%s), with the link and nothing that they wrote',
    async (language, words) => {
      await stage.seed.owner`update profiles set language = ${language} where user_id = ${ada.userId}`;
      const email = `someone-${language}@example.net`;
      const made = await invite({ role: 'member', email });
      expect(made.mailed).toBe(true);
      expect(await sweep()).toBe(1);
      const [mail] = server.mails;
      const text = bodyOf(mail?.text ?? '');
      expect(mail?.to).toEqual([email]);
      expect(text).toContain(made.link);
      expect(text).toContain(`${ada.userId}@example.com`);
      expect(subjectOf(mail?.text ?? '')).toContain(words);
      expect(text).not.toContain('Calle Mayor');
      expect(await stage.seed.owner`select from private.waiting_mails`).toHaveLength(0);
    },
  );

  test('is not sent when it was taken back before, and not queued where mail is not set up', async () => {
    const { id } = await invite({ role: 'member', email: 'back@example.net' });
    await ask(`/api/v1/household/${ada.household}/invitations/${id}`, { who: ada, method: 'DELETE' });
    expect(await sweep()).toBe(0);
    expect((await invite({ role: 'member', email: 'none@example.net' }, withoutMail)).mailed).toBe(false);
    expect(await stage.seed.owner`select from private.waiting_mails`).toHaveLength(0);
  });

  test('goes to ten people a day at most', async () => {
    for (let n = 0; n < 10; n += 1) {
      const { id } = await invite({ role: 'member', email: `many-${n}@example.net` });
      await ask(`/api/v1/household/${ada.household}/invitations/${id}`, { who: ada, method: 'DELETE' });
    }
    const path = `/api/v1/household/${ada.household}/invitations`;
    const payload = { role: 'member', email: 'many-10@example.net' };
    expect(await ask(path, { who: ada, method: 'POST', payload })).toMatchObject({
      status: 429,
      body: { code: 'rate-limited' },
    });
  });
});
