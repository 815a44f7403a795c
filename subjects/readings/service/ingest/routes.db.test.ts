import type { Problem } from '#catalogue/error-codes.ts';
import type { ReadingsAnswer } from '../../contract/readings.ts';
import { readingsAnswer } from '../../contract/readings.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#kernel/db.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { ingestRoutes } from './index.ts';

let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let key: string;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((_, { serve }) => ingestRoutes(serve, stage.ingest));
  home = await stage.seed.home();
  key = (await home.device('Lamp', 'hall', 'electricity')).key;
});
afterAll(() => stage.end());

const post = (payload: string, token = home.token, type = 'application/json') =>
  app.inject({
    method: 'POST',
    url: '/api/v1/readings',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    payload,
  });

test('accepted, duplicate and rejected are counted, each rejected one with its index and code', async () => {
  const readings = [
    { meter: key, at: '2026-05-04T12:00:00Z', value: 100 },
    { meter: key, at: '2026-05-04T12:01:00Z', value: 101 },
    { meter: 'nowhere', at: '2026-05-04T12:01:00Z', value: 101 },
    { meter: key, at: new Date(Date.now() + 600_000).toISOString(), value: 102 },
    { meter: key, at: 'soon', value: 102 },
  ];
  const answer = await post(JSON.stringify({ readings }));
  expect(answer.statusCode).toBe(200);
  expect(readingsAnswer.parse(answer.json())).toEqual({
    accepted: 2,
    duplicate: 0,
    rejected: [
      { index: 2, code: 'unknown-meter' },
      { index: 3, code: 'in-the-future' },
      { index: 4, code: 'invalid-reading' },
    ],
  });
  expect((await post(JSON.stringify({ readings }))).json<ReadingsAnswer>()).toMatchObject({
    accepted: 0,
    duplicate: 2,
  });
});

test('a clock that is five minutes ahead is let through', async () => {
  const readings = [{ meter: key, at: new Date(Date.now() + 200_000).toISOString(), value: 500 }];
  expect((await post(JSON.stringify({ readings }))).json<ReadingsAnswer>()).toMatchObject({ accepted: 1 });
});

test('C4.4 readings are recorded whatever is_active says', async () => {
  const { key: quiet, deviceId } = await home.device('Quiet', 'garden', 'water');
  const off = (sql: Transaction) => sql`update connected_devices set is_active = false where id = ${deviceId}`;
  await stage.database.asUser({ sub: home.userId }, off);
  const readings = [{ meter: quiet, from: '2026-05-04T12:00:00Z', to: '2026-05-04T12:01:00Z', value: 900 }];
  expect((await post(JSON.stringify({ readings }))).json<ReadingsAnswer>()).toMatchObject({ accepted: 1 });
});

test('the content type does not matter: `curl -d` sends another', async () => {
  const body = JSON.stringify({ readings: [{ meter: key, at: '2026-05-04T12:00:00Z', value: 100 }] });
  expect((await post(body, home.token, 'application/x-www-form-urlencoded')).statusCode).toBe(200);
});

test.each<[string, string, number, string]>([
  ['not JSON', '{"readings":', 400, 'body-malformed'],
  ['no batch', '{"reading":[]}', 400, 'body-malformed'],
  ['empty', '', 400, 'body-malformed'],
  ['larger than 5 MB', `{"readings":["${'x'.repeat(5 * 1024 * 1024)}"]}`, 413, 'body-too-large'],
])('a body that is %s is refused whole', async (_title, body, status, code) => {
  const answer = await post(body);
  expect([answer.statusCode, answer.json<Problem>().code]).toEqual([status, code]);
});

test('without a token, with an unknown one or a person’s session, nothing is taken', async () => {
  const body = JSON.stringify({ readings: [{ meter: key, at: '2026-05-04T13:00:00Z', value: 100 }] });
  const session = (await stage.session(home.userId)).authorization.slice('Bearer '.length);
  for (const token of ['', 'ws_unknown', session]) {
    const answer = await post(body, token);
    expect([answer.statusCode, answer.json<Problem>().code]).toEqual([401, 'token-invalid']);
  }
});
