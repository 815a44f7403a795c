import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '../testing/stage.ts';
import { healthDetailsRoute } from './health.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

const details = () => ({
  version: '1.2.3',
  node: process.version,
  startedAt: '2026-11-21T00:00:00.000Z',
  memoryMb: 100,
  ingest: { ...stage.ingest.lag(), lastAt: null },
});

test('C2.9 C6.3 figures of the service are for administrators alone, and the database says who that is', async () => {
  const app = stage.http((http, deps) => healthDetailsRoute(http, { ...deps, database: stage.database, details }));
  const ada = await stage.seed.home();
  const ask = async (headers: Record<string, string>) => {
    const answer = await app.inject({ url: '/api/v1/health', headers });
    return [answer.statusCode, answer.json<Record<string, unknown>>()] as const;
  };
  const session = await stage.session(ada.userId);
  expect((await ask({}))[0]).toBe(401);
  expect(await ask(session)).toMatchObject([403, { code: 'forbidden' }]);
  await stage.seed.owner`insert into administrators (user_id) values (${ada.userId})`;
  const [status, body] = await ask(session);
  expect(status).toBe(200);
  expect(body).toMatchObject({ version: '1.2.3', memoryMb: 100, ingest: { waitingMs: 0, lastMs: null } });
  expect(body['databaseMs']).toBeGreaterThanOrEqual(0);
});

test('C2.9 ingest tells how long its last commit took, and that nothing waits', async () => {
  const ada = await stage.seed.home();
  const { key } = await ada.device('Lamp', 'hall', 'electricity');
  const before = Date.now();
  await stage.send(ada, [{ meter: key, at: Math.floor(Date.now() / 1000), value: 1 }]);
  const lag = stage.ingest.lag();
  expect(lag.waitingMs).toBe(0);
  expect(lag.lastMs).toBeLessThanOrEqual(Date.now() - before);
  expect(lag.lastAt).toBeGreaterThanOrEqual(before);
});
