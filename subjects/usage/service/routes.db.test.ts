import type { Problem } from '#catalogue/error-codes.ts';
import { latestAnswer, usageAnswer } from '../contract/usage.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { usageRoutes } from './index.ts';

let stage: Stage;
let app: FastifyInstance;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http(usageRoutes);
});
afterAll(() => stage.end());

test('C6.2 a signed-in person is answered in the shapes of the contract', async () => {
  const home = await stage.seed.home();
  const headers = await stage.session(home.userId);
  const usage = await app.inject({ url: '/api/v1/usage?from=2026-05-04&to=2026-05-11&by=room,device', headers });
  expect(usage.statusCode).toBe(200);
  expect(usageAnswer.parse(usage.json())).toMatchObject({ household: home.household, bucket: 'day', rows: [] });
  const latest = await app.inject({ url: `/api/v1/usage/latest?household=${home.household}`, headers });
  expect(latestAnswer.parse(latest.json()).meters).toEqual([]);
});

test('C8.2 C6.2 without a session every address answers `Not authenticated`', async () => {
  for (const url of ['/api/v1/usage?from=2026-05-04&to=2026-05-11', '/api/v1/usage/latest', '/api/v1/usage/stream']) {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json<Problem>()).toMatchObject({ code: 'not-authenticated', detail: 'Not authenticated' });
  }
});

test.each([
  ['from=2026-05-04', 'to'],
  ['from=yesterday&to=2026-05-11', 'from'],
  ['from=2026-02-30&to=2026-05-11', 'from'],
  ['from=2026-05-04&to=2026-05-11&bucket=year', 'bucket'],
  ['from=2026-05-04&to=2026-05-11&by=colour', 'by'],
  ['from=2026-05-04&to=2026-05-11&household=mine', 'household'],
  ['from=2026-05-11&to=2026-05-04', 'to'],
])('a wrong part of the address is named: %s', async (query, part) => {
  const headers = await stage.session((await stage.seed.home()).userId);
  const answer = await app.inject({ url: `/api/v1/usage?${query}`, headers });
  expect(answer.statusCode).toBe(400);
  expect(answer.json<Problem>().code).toBe('query-invalid');
  expect(answer.json<Problem>().detail).toMatch(new RegExp(`^${part}: `));
});

test('C1.1 another household’s figures are forbidden', async () => {
  const [home, stranger] = await Promise.all([stage.seed.home(), stage.seed.home()]);
  const headers = await stage.session(stranger.userId);
  for (const path of ['usage?from=2026-05-04&to=2026-05-11&', 'usage/latest?', 'usage/stream?']) {
    const answer = await app.inject({ url: `/api/v1/${path}household=${home.household}`, headers });
    expect(answer.statusCode).toBe(403);
    expect(answer.json<Problem>().code).toBe('forbidden');
  }
});
