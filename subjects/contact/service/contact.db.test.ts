import type { ContactBody } from '../contract/contact-bodies.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { contactRoutes } from './index.ts';

let stage: Stage;
let app: FastifyInstance;
let strict: FastifyInstance;
let silent: FastifyInstance;
beforeAll(async () => {
  stage = await openStage();
  const open = (perHour: number, sendsMails = true) =>
    stage.http((http, deps) =>
      contactRoutes(http, {
        ...deps,
        database: stage.database,
        addressSecret: 'a key of the test',
        perHour,
        sendsMails,
      }),
    );
  app = open(1_000);
  strict = open(3);
  silent = open(1_000, false);
});
afterAll(() => stage.end());
beforeEach(async () => {
  await stage.seed.owner`delete from contact_messages`;
  await stage.seed.owner`delete from private.allowances`;
});

const message: ContactBody = {
  name: 'Asha Rao',
  email: 'asha@example.org',
  topic: 'support',
  subject: 'A meter is silent',
  message: 'Since Monday.\nWhat can I check?',
  language: 'hi',
};
const post = (to: FastifyInstance, url: string, payload: object, from: object = {}) =>
  to.inject({ method: 'POST', url, payload, ...from });
const write = (body: object, from: object = {}, to = app) => post(to, '/api/v1/contact', body, from);
const kept = () => stage.seed.owner`select name, email, phone, subject, message, user_id from contact_messages`;

describe('C2.13 a message', () => {
  test('of a visitor is kept, and two mails wait: one to us, one that confirms it', async () => {
    const answer = await write({ ...message, phone: '+91 20 5550 0143' });
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ reference: expect.stringMatching(/^[0-9a-f]{8}$/), confirmation: 'coming' });
    expect(await kept()).toMatchObject([{ name: 'Asha Rao', phone: '+91 20 5550 0143', user_id: null }]);
    expect(await stage.seed.owner`select kind from private.waiting_mails order by kind`).toEqual([
      { kind: 'contact' },
      { kind: 'contact-received' },
    ]);
  });

  test('of somebody signed in is kept with the account; a session that has ended is told so', async () => {
    const home = await stage.seed.home();
    await write(message, { headers: await stage.session(home.userId) });
    expect(await kept()).toMatchObject([{ user_id: home.userId }]);
    const ended = await write(message, { headers: await stage.session(home.userId, -10) });
    expect([ended.statusCode, ended.json().code]).toEqual([401, 'not-authenticated']);
  });

  test.each([
    ['name', ''],
    ['name', 'Asha\r\nBcc: everybody@example.org'],
    ['name', 'a'.repeat(121)],
    ['email', 'asha'],
    ['email', 'asha@example.org, ben@example.org'],
    ['email', 'asha@example.org\nBcc: ben@example.org'],
    ['phone', 'call me'],
    ['topic', 'other'],
    ['subject', 'Hello\nX-Injected: yes'],
    ['subject', 'Hello\u2028there'],
    ['message', '   '],
    ['message', 'a'.repeat(5_001)],
    ['message', 'nul\u0000'],
    ['language', 'fr'],
  ])('whose %s is %j is refused, and the answer says which part', async (part, value) => {
    const answer = await write({ ...message, [part]: value });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'body-malformed']);
    expect(answer.json().detail).toMatch(new RegExp(`^${part}: `));
    expect(await kept()).toEqual([]);
  });

  test('C8.2 that is no JSON, or far too large, is refused', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await app.inject({ method: 'POST', url: '/api/v1/contact', headers, payload: '{' })).statusCode).toBe(400);
    expect((await write({ ...message, website: 'a'.repeat(70_000) })).statusCode).toBe(413);
  });

  test('of a machine that fills in everything is answered the same and kept nowhere', async () => {
    const answer = await write({ ...message, website: 'https://example.com' });
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ reference: expect.stringMatching(/^[0-9a-f]{8}$/), confirmation: 'coming' });
    expect(await kept()).toEqual([]);
  });

  test('where no mail is sent is kept all the same, waits for a server, and promises no confirmation', async () => {
    expect((await write(message, {}, silent)).json()).toMatchObject({ confirmation: 'no-mail' });
    expect(await stage.seed.owner`select kind from private.waiting_mails`).toEqual([{ kind: 'contact' }]);
  });

  test('after too many from one address has to wait; another address does not, and addresses are not kept', async () => {
    const from = { remoteAddress: '192.0.2.7' };
    for (let n = 0; n < 3; n += 1) expect((await write(message, from, strict)).statusCode).toBe(202);
    const refused = await write(message, from, strict);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate-limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await write(message, { remoteAddress: '192.0.2.8' }, strict)).statusCode).toBe(202);
    // One customer of IPv6 has a whole /64.
    for (const last of [1, 2, 3]) await write(message, { remoteAddress: `2001:db8::${last}` }, strict);
    expect((await write(message, { remoteAddress: '2001:db8::4' }, strict)).statusCode).toBe(429);
    const rows = await stage.seed.owner<{ who: string }[]>`select who from private.allowances`;
    expect(rows.filter(({ who }) => /192\.0\.2|2001|asha/.test(who))).toEqual([]);
  });

  test('after too many from one account has to wait, from whatever address', async () => {
    const headers = await stage.session((await stage.seed.home()).userId);
    const from = (n: number) => ({ headers, remoteAddress: `192.0.2.${n}` });
    for (let n = 0; n < 3; n += 1) expect((await write(message, from(n), strict)).statusCode).toBe(202);
    expect((await write(message, from(9), strict)).statusCode).toBe(429);
  });

  test('in a stranger’s name sends that stranger no more than three confirmations a day', async () => {
    const confirmed: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const answer = await write({ ...message, email: n % 2 ? 'victim@example.org' : 'Victim@example.org' });
      confirmed.push(answer.json<{ confirmation: string }>().confirmation);
    }
    expect(confirmed).toEqual(['coming', 'coming', 'coming', 'enough-today', 'enough-today']);
    expect(await kept()).toHaveLength(5);
  });
});

describe('C2.13 frequent questions', () => {
  test('C1.4 are read by visitors in their language, in their order', async () => {
    const read = async (language: string) => {
      const answer = await app.inject(`/api/v1/faq?language=${language}`);
      return answer.json<{ entries: { key: string; question: string; category: string }[] }>().entries;
    };
    const [english, spanish, hindi] = await Promise.all(['en', 'es', 'hi'].map(read));
    expect(english?.[0]).toMatchObject({ key: 'what', category: 'basics', question: 'What is Wattershed?' });
    expect(spanish?.map(({ key }) => key)).toEqual(english?.map(({ key }) => key));
    expect(hindi?.[0]?.question).toBe('Wattershed क्या है?');
    const wrong = await app.inject('/api/v1/faq?language=fr');
    expect([wrong.statusCode, wrong.json().code]).toEqual([400, 'query-invalid']);
  });

  test('are asked for by visitors and members, within limits', async () => {
    const ask = (body: object, from: object = {}, to = app) => post(to, '/api/v1/faq-requests', body, from);
    const { userId } = await stage.seed.home();
    const headers = await stage.session(userId);
    expect((await ask({ question: 'Does it do gas?', language: 'en' })).statusCode).toBe(204);
    expect(
      (await ask({ question: '¿Y el gas?', language: 'es', email: 'b@example.org' }, { headers })).statusCode,
    ).toBe(204);
    expect((await ask({ question: 'Buy now', language: 'en', website: 'x' })).statusCode).toBe(204);
    expect(
      await stage.seed.owner`select question, user_id, email, status from faq_requests order by created_at`,
    ).toEqual([
      { question: 'Does it do gas?', user_id: null, email: null, status: 'pending' },
      { question: '¿Y el gas?', user_id: userId, email: 'b@example.org', status: 'pending' },
    ]);
    expect((await ask({ question: 'two\nlines', language: 'en' })).json().detail).toMatch(/^question: /);
    const from = { remoteAddress: '192.0.2.77' };
    for (const question of ['A', 'B', 'C']) await ask({ question, language: 'en' }, from, strict);
    expect((await ask({ question: 'D', language: 'en' }, from, strict)).statusCode).toBe(429);
  });
});

describe('C2.12 C6.3 an administrator', () => {
  const entry = {
    category: 'figures',
    question: { en: 'Does it do gas?', es: '¿Y el gas?', hi: 'क्या गैस भी?' },
    answer: { en: 'No.', es: 'No, por ahora.', hi: 'नहीं।' },
  };
  const administrator = async () => {
    const { userId } = await stage.seed.home();
    await stage.seed.owner`insert into administrators (user_id) values (${userId})`;
    return { userId, headers: await stage.session(userId) };
  };
  const publish = (body: object, headers: object) => post(app, '/api/v1/faq-entries', body, { headers });
  const asked = async (): Promise<string> => {
    const [row] = await stage.sql<{ id: string }[]>`
      select private.add_faq_request('¿Se puede con gas?', 'es', 'asker@example.org', null) as id`;
    return row?.id as string;
  };

  test('answers a request in three languages: it is published at the end, and the request knows its entry', async () => {
    const { userId, headers } = await administrator();
    const request = await asked();
    const made = await publish({ ...entry, request }, headers);
    expect(made.statusCode).toBe(201);
    const { id, key } = made.json<{ id: string; key: string }>();
    expect(await stage.seed.owner`select status, entry_id, decided_by from faq_requests where id = ${request}`).toEqual(
      [{ status: 'approved', entry_id: id, decided_by: userId }],
    );
    const { entries } = (await app.inject('/api/v1/faq?language=es')).json<{ entries: { key: string }[] }>();
    expect(entries.find((one) => one.key === key)).toMatchObject({ question: '¿Y el gas?', answer: 'No, por ahora.' });
    const figures = await stage.seed.owner<{ id: string }[]>`
      select id from faq_entries where category = 'figures' order by position`;
    expect(figures.at(-1)?.id).toBe(id);
    const order = figures.map((row) => row.id).reverse();
    const put = await app.inject({ method: 'PUT', url: '/api/v1/faq-entries/order', headers, payload: { ids: order } });
    expect(put.statusCode).toBe(204);
    const again = await stage.seed.owner<
      { id: string }[]
    >`select id from faq_entries where category = 'figures' order by position`;
    expect(again.map((row) => row.id)).toEqual(order);
  });

  test('publishes nothing for a request that is not there, nor without all three languages', async () => {
    const { headers } = await administrator();
    const [before] = await stage.seed.owner`select count(*) from faq_entries`;
    const lost = await publish({ ...entry, request: '00000000-0000-4000-8000-000000000000' }, headers);
    expect([lost.statusCode, lost.json().code]).toEqual([404, 'not-found']);
    const { hi: _, ...half } = entry.answer;
    expect((await publish({ ...entry, answer: half }, headers)).json().detail).toMatch(/^answer\.hi: /);
    expect(await stage.seed.owner`select count(*) from faq_entries`).toEqual([before]);
  });

  test('is the only one: members, guests and visitors are refused by the database and change nothing', async () => {
    const request = await asked();
    const headers = await stage.session((await stage.seed.home()).userId);
    const refused = await publish({ ...entry, request }, headers);
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'forbidden']);
    expect((await publish(entry, {})).statusCode).toBe(401);
    const [one] = await stage.seed.owner<{ id: string }[]>`select id from faq_entries limit 1`;
    const put = await app.inject({
      method: 'PUT',
      url: '/api/v1/faq-entries/order',
      headers,
      payload: { ids: [one?.id] },
    });
    expect([put.statusCode, put.json().code]).toEqual([403, 'forbidden']);
    expect(await stage.seed.owner`select status from faq_requests where id = ${request}`).toEqual([
      { status: 'pending' },
    ]);
  });
});
