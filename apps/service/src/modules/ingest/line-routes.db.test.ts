import { gzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SeededHome } from '../../testing/seed.ts';
import { openStage, type Stage } from '../../testing/stage.ts';
import { createIngestTokens } from './ingest-tokens.ts';
import { lineRoutes, type ReadLines } from './line-routes.ts';
import { createUnread } from './unread.ts';

/** Stands for the wire format, which is tested where it is read: `key value seconds`, or a fault. */
const readLines: ReadLines = (body, _precision, now) => {
  const lines = body.split('\n').map((text, i) => ({ line: i + 1, words: text.split(' ') }));
  return {
    counters: lines
      .filter(({ words }) => words.length > 1)
      .map(({ line, words: [meter = '', value, at] }) => ({
        line,
        meter,
        value: Number(value),
        at: Number(at ?? now),
      })),
    missed: lines
      .filter(({ words }) => words[0] === 'kwh')
      .map(({ line }) => ({ line, reason: 'not-understood' as const })),
    faults: lines.filter(({ words }) => words[0] === 'bad').map(({ line }) => ({ line, words: 'It is bad.' })),
  };
};

const doors = () => ({
  tokens: createIngestTokens(stage.sql, Date.now),
  unread: createUnread(stage.sql, Date.now),
});

let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let key: string;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((_, { serve }) => lineRoutes(serve, { ingest: stage.ingest, ...doors(), readLines, now: Date.now }));
});
afterAll(() => stage.end());
beforeEach(async () => {
  home = await stage.seed.home();
  key = (await home.device('Oven', 'kitchen', 'electricity')).key;
});

const post = (payload: string | Buffer, headers: Record<string, string> = {}, search = '') =>
  app.inject({
    method: 'POST',
    url: `/api/v2/write${search}`,
    headers: { authorization: `Token ${home.token}`, 'content-type': 'text/plain; charset=utf-8', ...headers },
    payload,
  });
const lastValue = async (): Promise<number | null> => {
  const [row] = await stage.seed.owner<{ last_value: number | null }[]>`
    select s.last_value from meter_state s join meters m on m.id = s.meter_id where m.household_id = ${home.household} and m.key = ${key}`;
  return row?.last_value ?? null;
};

test('lines go to the meters that they name; sending them again changes nothing', async () => {
  const body = `${key} 1000 1778000000\n${key} 1500 1778000060`;
  expect((await post(body)).statusCode).toBe(204);
  expect((await post(body, { authorization: `Bearer ${home.token}` })).statusCode).toBe(204);
  expect(await lastValue()).toBe(1500);
});

test('a packed body is unpacked; one that is none, or too large, is refused', async () => {
  const encoded = { 'content-encoding': 'gzip' };
  expect((await post(gzipSync(`${key} 700 1778000000`), encoded)).statusCode).toBe(204);
  expect(await lastValue()).toBe(700);
  expect((await post('plain', encoded)).json()).toMatchObject({ code: 'body-malformed' });
  expect((await post(gzipSync(Buffer.alloc(21 * 1024 * 1024)), encoded)).statusCode).toBe(413);
});

test('what is no line is named for the sender’s log, and the others are kept', async () => {
  const answer = await post(`bad\n${key} 10 1778000000\n${key} 11 1778000000\n${key} 12 12`);
  expect(answer.statusCode).toBe(400);
  const { code, message } = answer.json<{ code: string; message: string }>();
  expect(code).toBe('body-malformed');
  expect(message).toMatch(/^line 1: It is bad\. line 3: Another value .* line 4: The time lies before the year 2000/);
  expect(await lastValue()).toBe(10);
});

test('what is no meter of the household is passed over without a word', async () => {
  expect((await post(`cpu 3 1778000000\n${key} 5 1778000000`)).statusCode).toBe(204);
  expect(await lastValue()).toBe(5);
});

test('without a token that holds nothing is taken', async () => {
  for (const authorization of ['', 'Token', 'Token ws_wrong', 'Basic abc'])
    expect((await post(`${key} 5`, { authorization })).json()).toMatchObject({ code: 'token-invalid' });
  expect((await post('', {}, '?precision=days')).json()).toMatchObject({ code: 'query-invalid' });
  expect(await lastValue()).toBeNull();
});

test('energy without a meter is listed, and told where a body has nothing else', async () => {
  const answer = await post('kwh');
  expect(answer.statusCode).toBe(400);
  expect(answer.json<{ message: string }>().message).toMatch(/^line 1: No tag names a meter/);
  expect((await post(`kwh\n${key} 5 1778000000`)).statusCode).toBe(204);
  expect(
    await stage.seed.owner`select door, place from unread_messages where household_id = ${home.household}`,
  ).toEqual([{ door: 'lines', place: 'kwh' }]);
});
