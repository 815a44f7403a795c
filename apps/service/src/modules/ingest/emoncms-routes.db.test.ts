import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SeededHome } from '../../testing/seed.ts';
import { openStage, type Stage } from '../../testing/stage.ts';
import { type EmoncmsFormat, emoncmsRoutes } from './emoncms-routes.ts';
import { createIngestTokens } from './ingest-tokens.ts';
import { createUnread } from './unread.ts';

/** Stands for the wire format, which is tested where it is read: one value of one input. */
const format: EmoncmsFormat = {
  readPost: ({ json, node = '' }, now) =>
    json ? { ok: true, inputs: [{ node, name: 'e1', at: now, value: Number(json) }] } : { ok: false, words: 'no json' },
  readBulk: ({ data }, now) => ({ ok: true, inputs: [{ node: 'x', name: 'e1', at: now, value: Number(data) }] }),
  nameMeters: (inputs, isMeter) =>
    inputs.map(({ at, value }) => ({ meter: 'kitchen-electricity', at, value })).filter(({ meter }) => isMeter(meter)),
};

let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let time = Date.now() - 3_600_000;
beforeAll(async () => {
  stage = await openStage();
  const tokens = createIngestTokens(stage.sql, Date.now);
  app = stage.http((http) =>
    emoncmsRoutes(http, {
      ingest: stage.ingest,
      tokens,
      unread: createUnread(stage.sql, Date.now),
      emoncms: format,
      now: () => (time += 10_000),
    }),
  );
});
afterAll(() => stage.end());
beforeEach(async () => {
  home = await stage.seed.home();
  await home.device('Oven', 'kitchen', 'electricity');
});

const ask = async (options: InjectOptions) => {
  const { statusCode, body } = await app.inject(options);
  return [statusCode, body];
};
const lastValue = async (): Promise<number | null> => {
  const [row] = await stage.seed.owner<{ last_value: number | null }[]>`
    select last_value from meter_state where household_id = ${home.household}`;
  return row?.last_value ?? null;
};

test('by address, by form and by header: taken when the answer is ok', async () => {
  expect(await ask({ url: `/input/post?node=emontx&json=100&apikey=${home.token}` })).toEqual([200, 'ok']);
  expect(await lastValue()).toBe(100);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const bulk = { method: 'POST' as const, url: '/emoncms/input/bulk.json', headers: form };
  expect(await ask({ ...bulk, payload: `data=200&apikey=${home.token}` })).toEqual([200, 'ok']);
  expect(
    await ask({ ...bulk, headers: { ...form, authorization: `Bearer ${home.token}` }, payload: 'data=300' }),
  ).toEqual([200, 'ok']);
  expect(await lastValue()).toBe(300);
});

test('what is not meant for a meter of the household, or would be refused again, is passed over', async () => {
  await stage.seed.owner`update meters set key = 'other' where household_id = ${home.household}`;
  expect(await ask({ url: `/input/bulk?data=100&apikey=${home.token}` })).toEqual([200, 'ok']);
  expect(await lastValue()).toBeNull();
  expect(
    await stage.seed.owner`select door, place, reason from unread_messages where household_id = ${home.household}`,
  ).toEqual([{ door: 'emoncms', place: 'x e1', reason: 'not-understood' }]);
});

test('a counter below zero is not taken, and listed', async () => {
  expect(await ask({ url: `/input/bulk?data=-5&apikey=${home.token}` })).toEqual([200, 'ok']);
  expect(await lastValue()).toBeNull();
  expect(
    await stage.seed.owner`select place, reason from unread_messages where household_id = ${home.household}`,
  ).toEqual([{ place: 'kitchen-electricity', reason: 'returned' }]);
});

test('a wrong key and a wrong body are told in Emoncms’s way', async () => {
  expect(await ask({ url: '/input/bulk?data=1&apikey=wrong' })).toEqual([
    401,
    expect.stringContaining('"success":false'),
  ]);
  expect(await ask({ url: '/input/bulk?data=1' })).toEqual([401, expect.stringContaining('"success":false')]);
  expect(await ask({ url: `/input/post?apikey=${home.token}` })).toEqual([
    400,
    '{"success":false,"message":"no json"}',
  ]);
});
