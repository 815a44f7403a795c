import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { healthRoutes, type Parts } from './health.ts';
import { createHttp } from './http.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

const ask = async (path: string, parts: Parts) => {
  const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
  healthRoutes(app, parts);
  close = () => app.close();
  const answer = await app.inject(path);
  return [answer.statusCode, answer.json()] as const;
};

test('C2.9 /healthz says that the process lives, whatever it depends on', async () => {
  expect(await ask('/healthz', { database: () => false })).toEqual([200, { status: 'up' }]);
});

test('C2.9 /readyz says which part answers', async () => {
  expect(await ask('/readyz', { database: async () => true, auth: () => true })).toEqual([
    200,
    { status: 'ready', parts: { database: 'up', auth: 'up' } },
  ]);
  const broken = {
    database: () => Promise.reject(new Error('away')),
    auth: () => {
      throw new Error('away');
    },
    mail: () => new Promise<boolean>(() => {}),
    web: () => true,
  };
  expect(await ask('/readyz', broken)).toEqual([
    503,
    { status: 'not-ready', parts: { database: 'down', auth: 'down', mail: 'down', web: 'up' } },
  ]);
});
