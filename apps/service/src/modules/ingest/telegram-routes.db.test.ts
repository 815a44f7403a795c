import type { ReadingsAnswer } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '../../testing/seed.ts';
import { openStage, type Stage } from '../../testing/stage.ts';
import { createIngestTokens } from './ingest-tokens.ts';
import { type ReadTelegram, telegramRoutes } from './telegram-routes.ts';
import { createUnread } from './unread.ts';

/** Stands for the wire format, which is tested where it is read. */
const readTelegram: ReadTelegram = (text) =>
  text.startsWith('/') ? { ok: true, value: JSON.parse(text.slice(1)) } : { ok: false, code: 'not-a-telegram' };

const doors = () => ({
  tokens: createIngestTokens(stage.sql, Date.now),
  unread: createUnread(stage.sql, Date.now),
});

let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let mains: string;
let tap: string;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((_, { serve }) =>
    telegramRoutes(serve, { ingest: stage.ingest, ...doors(), readTelegram, now: Date.now }),
  );
  home = await stage.seed.home();
  mains = (await home.device('Mains', 'hall', 'electricity')).key;
  tap = (await home.device('Tap', 'hall', 'water')).key;
});
afterAll(() => stage.end());

const post = (payload: string, search: string, authorization = `Bearer ${home.token}`) =>
  app.inject({
    method: 'POST',
    url: `/api/v1/dsmr${search}`,
    headers: { authorization, 'content-type': 'text/plain' },
    payload,
  });
const shown = () =>
  stage.seed.owner`select m.key, s.last_value as value, extract(epoch from s.last_at)::int as at from meter_state s
    join meters m on m.id = s.meter_id where m.household_id = ${home.household} order by m.key`;

test('goes to the meters that the address names, each at its own time', async () => {
  const telegram = { at: 1_778_000_000, taken: 3_016_829, water: [{ at: 1_777_999_700, value: 872_234_000 }] };
  const answer = await post(`/${JSON.stringify(telegram)}`, `?electricity=${mains}&water=${tap}`);
  expect(answer.json<ReadingsAnswer>()).toEqual({ accepted: 2, duplicate: 0, rejected: [] });
  expect(await shown()).toEqual([
    { key: mains, value: 3_016_829, at: 1_778_000_000 },
    { key: tap, value: 872_234_000, at: 1_777_999_700 },
  ]);
  expect((await post(`/${JSON.stringify(telegram)}`, `?water=${tap}`)).json()).toMatchObject({ duplicate: 1 });
});

test('without a time of its own is of now; what it does not tell is not made up', async () => {
  const answer = await post(
    `/${JSON.stringify({ at: null, taken: 3_016_900, water: [] })}`,
    `?electricity=${mains}&water=${tap}`,
  );
  expect(answer.json()).toMatchObject({ accepted: 1 });
  const [{ at } = { at: 0 }] = (await shown()) as unknown as { at: number }[];
  expect(Math.abs(at - Date.now() / 1000)).toBeLessThan(60);
});

test('is refused by name: no telegram, no meter, no token', async () => {
  expect((await post('hello', `?electricity=${mains}`)).json()).toMatchObject({ code: 'body-malformed' });
  expect((await post('/{}', '')).json()).toMatchObject({ code: 'query-invalid' });
  expect((await post('/{}', `?electricity=${mains}`, 'Basic x')).json()).toMatchObject({ code: 'token-invalid' });
  const elsewhere = `/${JSON.stringify({ at: 1_778_000_100, taken: 1, water: [] })}`;
  expect((await post(elsewhere, '?electricity=nowhere')).json()).toMatchObject({
    rejected: [{ index: 0, code: 'unknown-meter' }],
  });
});

test('a telegram of which nothing is read is told so, with what is in it, and listed', async () => {
  const telegram = `/${JSON.stringify({ at: null, taken: null, givenBack: null, water: [], lines: ['1-0:1.8.0(1.5*XX)'] })}`;
  const answer = await post(telegram, `?electricity=${mains}`);
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'nothing-read']);
  expect(answer.json<{ detail: string }>().detail).toContain('1-0:1.8.0(1.5*XX)');
  const listed = await stage.seed
    .owner`select door, reason, payload from unread_messages where household_id = ${home.household}`;
  expect(listed).toEqual([{ door: 'dsmr', reason: 'not-understood', payload: telegram }]);
});
