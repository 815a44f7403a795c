import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { healthRoutes, type Part, type Parts } from './health.ts';
import { createHttp } from './http.ts';
import { createServe } from './serve.ts';

let close: (() => Promise<void>) | undefined;
afterEach(() => close?.());

const ask = async (path: string, parts: Parts) => {
  const app = createHttp({ TRUST_PROXY: false, PUBLIC_URL: undefined }, pino({ level: 'silent' }));
  healthRoutes(
    createServe(app, async () => Promise.reject(new Error('nobody is asked'))),
    parts,
  );
  close = () => app.close();
  const answer = await app.inject(path);
  return [answer.statusCode, answer.json()] as const;
};
const needed = (check: Part['check']): Part => ({ isNeeded: true, check });
const extra = (check: Part['check']): Part => ({ isNeeded: false, check });

test('C2.9 /healthz says that the process lives, whatever it depends on', async () => {
  expect(await ask('/healthz', { database: needed(() => false) })).toEqual([200, { status: 'up' }]);
});

test('C2.9 /readyz says which part answers', async () => {
  expect(await ask('/readyz', { database: needed(async () => true), auth: needed(() => true) })).toEqual([
    200,
    { status: 'ready', parts: { database: 'up', auth: 'up' } },
  ]);
  const broken = {
    database: needed(() => Promise.reject(new Error('away'))),
    auth: needed(() => {
      throw new Error('away');
    }),
    mail: extra(() => new Promise<boolean>(() => {})),
    web: needed(() => true),
  };
  expect(await ask('/readyz', broken)).toEqual([
    503,
    { status: 'not-ready', parts: { database: 'down', auth: 'down', mail: 'down', web: 'up' } },
  ]);
});

test('C2.9 what is not needed may be down, slow or not set up, and the service is still ready', async () => {
  const parts = {
    database: needed(() => true),
    ingest: extra(() => 'slow'),
    mail: extra(() => false),
    mqtt: extra(() => 'not-set-up'),
  };
  expect(await ask('/readyz', parts)).toEqual([
    200,
    { status: 'ready', parts: { database: 'up', ingest: 'slow', mail: 'down', mqtt: 'not-set-up' } },
  ]);
});
