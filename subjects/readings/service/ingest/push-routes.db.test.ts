import { gzipSync } from 'node:zlib';
import type { ReadingsAnswer } from '../../contract/readings.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createIngestTokens } from './ingest-tokens.ts';
import { createUnread, pushRoutes } from './push-routes.ts';

let stage: Stage;
let app: FastifyInstance;
let home: SeededHome;
let mains: string;
let tap: string;
let time = Date.now() - 3_600_000;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((http) =>
    pushRoutes(http, {
      ingest: stage.ingest,
      tokens: createIngestTokens(stage.sql, Date.now),
      unread: createUnread(stage.sql, Date.now),
      now: () => (time += 10_000),
    }),
  );
});
afterAll(() => stage.end());
beforeEach(async () => {
  home = await stage.seed.home();
  mains = (await home.device('Mains', 'hall', 'electricity')).key;
  tap = (await home.device('Tap', 'kitchen', 'water')).key;
});

const post = (url: string, payload: string | Buffer, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${home.token}`, 'content-type': 'text/plain; charset=utf-8', ...headers },
    payload,
  });
const lastOf = async (key: string): Promise<{ value: number; at: number } | null> => {
  const [row] = await stage.seed.owner<{ value: number; at: number }[]>`
    select s.last_value as value, extract(epoch from s.last_at)::int as at from meter_state s join meters m on m.id = s.meter_id
    where m.household_id = ${home.household} and m.key = ${key} and s.last_at is not null`;
  return row ?? null;
};
const listed = () =>
  stage.seed
    .owner`select door, place, reason from unread_messages where household_id = ${home.household} order by place`;
const at = 1_778_000_000;

describe('lines', () => {
  const line = (key: string, wh: number, seconds = at) => `energy,meter=${key} total_wh=${wh} ${seconds}`;
  const write = (payload: string | Buffer, headers: Record<string, string> = {}, search = '?precision=s') =>
    post(`/api/v2/write${search}`, payload, headers);

  test('go to the meters that they name; sending them again changes nothing', async () => {
    const body = `${line(mains, 1000)}\n${line(mains, 1500, at + 60)}`;
    expect((await write(body, { authorization: `Token ${home.token}` })).statusCode).toBe(204);
    expect((await write(body)).statusCode).toBe(204);
    expect(await lastOf(mains)).toMatchObject({ value: 1500 });
  });

  test('a packed body is unpacked; one that is none, or too large, is refused', async () => {
    const encoded = { 'content-encoding': 'gzip' };
    expect((await write(gzipSync(line(mains, 700)), encoded)).statusCode).toBe(204);
    expect(await lastOf(mains)).toMatchObject({ value: 700 });
    expect((await write('plain', encoded)).json()).toMatchObject({ code: 'body-malformed' });
    expect((await write(gzipSync(Buffer.alloc(21 * 1024 * 1024)), encoded)).statusCode).toBe(413);
  });

  test('what is no line is named for the sender’s log, and the others are kept', async () => {
    const answer = await write(['bad', line(mains, 10), line(mains, 11), line(mains, 12, 12)].join('\n'));
    expect(answer.statusCode).toBe(400);
    const { code, message } = answer.json<{ code: string; message: string }>();
    expect(code).toBe('body-malformed');
    expect(message).toMatch(/^line 1: After the tags.* line 3: Another value .* line 4: The time lies before the year/);
    expect(await lastOf(mains)).toMatchObject({ value: 10 });
  });

  test('a value beyond what one can count, or below zero, is refused and not stored', async () => {
    const answer = await write(`energy,meter=${mains} total_wh=1e300 ${at}\n${line(mains, -1)}`);
    expect(answer.json<{ message: string }>().message).toMatch(/^line 1: .* too large. line 2: .* too large.$/);
    expect(await lastOf(mains)).toBeNull();
  });

  test('what is no meter of the household is passed over without a word', async () => {
    expect((await write(`cpu value=3 ${at}\n${line('cpu', 3)}\n${line(mains, 5)}`)).statusCode).toBe(204);
    expect(await lastOf(mains)).toMatchObject({ value: 5 });
  });

  test('without a token that holds nothing is taken', async () => {
    for (const authorization of ['', 'Token', 'Token ws_wrong', 'Basic abc'])
      expect((await write(line(mains, 5), { authorization })).json()).toMatchObject({ code: 'token-invalid' });
    expect((await write('', {}, '?precision=days')).json()).toMatchObject({ code: 'query-invalid' });
    expect(await lastOf(mains)).toBeNull();
  });

  test('energy without a meter is listed, and told where a body has nothing else', async () => {
    const answer = await write(`kwh value=5 ${at}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ message: string }>().message).toMatch(/^line 1: No tag names a meter/);
    expect((await write(`kwh value=5 ${at}\n${line(mains, 5)}`)).statusCode).toBe(204);
    expect(await listed()).toEqual([{ door: 'lines', place: 'kwh', reason: 'not-understood' }]);
  });
});

describe('a telegram of a P1 port', () => {
  const telegram = (...lines: string[]) => ['/ISK5\\2M550T-1012', '', ...lines, '!', ''].join('\r\n');
  const send = (payload: string, search: string, authorization = `Bearer ${home.token}`) =>
    post(`/api/v1/dsmr${search}`, payload, { authorization });
  const both = () => `?electricity=${mains}&water=${tap}`;

  test('goes to the meters that the address names, each at its own time', async () => {
    const text = telegram(
      '0-0:1.0.0(260505185320S)',
      '1-0:1.8.0(003016.829*kWh)',
      '0-1:24.1.0(007)',
      '0-1:24.2.1(260505184820S)(00872.234*m3)',
    );
    expect((await send(text, both())).json<ReadingsAnswer>()).toEqual({ accepted: 2, duplicate: 0, rejected: [] });
    expect(await lastOf(mains)).toEqual({ value: 3_016_829, at });
    expect(await lastOf(tap)).toEqual({ value: 872_234_000, at: at - 300 });
    expect((await send(text, `?water=${tap}`)).json()).toMatchObject({ duplicate: 1 });
  });

  test('what goes back to the grid goes to its own meter, tariffs together', async () => {
    const back = await home.device('Back', 'whole_home', 'electricity');
    const text = telegram('1-0:1.8.0(003017.000*kWh)', '1-0:2.8.1(000010.000*kWh)', '1-0:2.8.2(000002.500*kWh)');
    expect((await send(text, `?electricity=${mains}&returned=${back.key}`)).json()).toMatchObject({ accepted: 2 });
    expect((await lastOf(back.key))?.value).toBe(12_500);
    expect((await send(text, `?returned=${back.key}`)).json()).toMatchObject({ rejected: [] });
  });

  test('without a time of its own is of now; what it does not tell is not made up', async () => {
    expect((await send(telegram('1-0:1.8.0(003016.900*kWh)'), both())).json()).toMatchObject({ accepted: 1 });
    expect((await lastOf(mains))?.at).toBe(Math.floor(time / 1000));
  });

  test('is refused by name: no telegram, no meter, no token', async () => {
    expect((await send('hello', `?electricity=${mains}`)).json()).toMatchObject({ code: 'body-malformed' });
    expect((await send(telegram(), '')).json()).toMatchObject({ code: 'query-invalid' });
    expect((await send(telegram(), both(), 'Basic x')).json()).toMatchObject({ code: 'token-invalid' });
    expect((await send(telegram('1-0:1.8.0(1.0*kWh)'), '?electricity=nowhere')).json()).toMatchObject({
      rejected: [{ index: 0, code: 'unknown-meter' }],
    });
  });

  test('of which nothing is read is told so, with what is in it, and listed', async () => {
    const text = telegram('1-0:1.8.0(1.5*XX)');
    const answer = await send(text, `?electricity=${mains}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'nothing-read']);
    expect(answer.json<{ detail: string }>().detail).toContain('1-0:1.8.0(1.5*XX)');
    const rows = await stage.seed
      .owner`select door, reason, payload from unread_messages where household_id = ${home.household}`;
    expect(rows).toEqual([{ door: 'dsmr', reason: 'not-understood', payload: text }]);
  });
});

describe('radio meters', () => {
  const telegram = (name: string, m3: number, seconds: number | null = at) => ({
    media: 'water',
    meter: 'multical21',
    name,
    total_m3: m3,
    ...(seconds !== null && { timestamp: new Date(seconds * 1000).toISOString().replace('.000Z', 'Z') }),
  });
  const send = (payload: unknown, authorization = `Bearer ${home.token}`) =>
    post('/api/v1/wmbus', JSON.stringify(payload), { authorization, 'content-type': 'application/json' });

  test('one telegram or several go to the meters that bear their names', async () => {
    expect((await send(telegram(tap, 6.408))).json()).toEqual({ accepted: 1, duplicate: 0, rejected: [] });
    const several = [telegram(tap, 6.408), {}, telegram(tap, 6.409, null), telegram('other', 6.408)];
    expect((await send(several)).json()).toEqual({
      accepted: 1,
      duplicate: 1,
      rejected: [{ index: 2, code: 'unknown-meter' }],
    });
  });

  test('heat under the name of a meter of electricity or water is none of its readings', async () => {
    const heat = { media: 'heat', meter: 'kamheat', total_energy_consumption_kwh: 5 };
    const sent = await send([{ ...heat, name: tap }, { ...heat, name: mains }, telegram(tap, 6.408)]);
    expect(sent.json()).toEqual({
      accepted: 1,
      duplicate: 0,
      rejected: [0, 1].map((index) => ({ index, code: 'unknown-meter' })),
    });
    expect(await lastOf(mains)).toBeNull();
    const own = await home.device('Substation', 'cellar', 'heat');
    expect((await send({ ...heat, name: own.key })).json()).toMatchObject({ accepted: 1 });
    expect(await lastOf(own.key)).toMatchObject({ value: 5000 });
  });

  test('a time before meters told any is refused and not stored', async () => {
    const far = { ...telegram(tap, 6.409), timestamp: '1111-11-11T11:11:11Z' };
    expect((await send(far)).json()).toEqual({
      accepted: 0,
      duplicate: 0,
      rejected: [{ index: 0, code: 'invalid-reading' }],
    });
    expect(await lastOf(tap)).toBeNull();
  });

  test('what is none, and who has no token, is refused by name', async () => {
    for (const body of [{}, [], null, 'text'])
      expect((await send(body)).json()).toMatchObject({ code: 'body-malformed' });
    expect((await post('/api/v1/wmbus', '{')).json()).toMatchObject({ code: 'body-malformed' });
    expect((await send({}, 'Basic x')).json()).toMatchObject({ code: 'token-invalid' });
  });

  test('a telegram of a meter that is none of ours is told by name and listed, beside those that are taken too', async () => {
    const allocator = {
      media: 'heat cost allocation',
      meter: 'qcaloric',
      name: 'Radiator',
      current_consumption_hca: 5,
    };
    const answer = await send(allocator);
    expect(answer.json()).toMatchObject({ code: 'nothing-read' });
    expect(answer.json<{ detail: string }>().detail).toContain(
      'Radiator (qcaloric, heat cost allocation): current_consumption_hca',
    );
    expect((await send([telegram(tap, 6.41), { ...allocator, name: 'Floor' }])).json()).toMatchObject({ accepted: 1 });
    expect(await listed()).toMatchObject([{ place: 'Floor' }, { place: 'Radiator' }]);
  });
});

describe('what is sent to Emoncms', () => {
  const ask = async (options: InjectOptions) => {
    const { statusCode, body } = await app.inject(options);
    return [statusCode, body];
  };
  const bulk = (value: number) => encodeURIComponent(`[[0,"hall",{"electricity":${value}}]]`);
  let key: string;
  beforeEach(async () => {
    key = 'hall-electricity';
    await stage.seed.owner`update meters set key = ${key} where household_id = ${home.household} and key = ${mains}`;
  });

  test('by address, by form and by header: taken when the answer is ok', async () => {
    const one = `/input/post?node=hall&json=${encodeURIComponent('{electricity:100}')}`;
    expect(await ask({ url: `${one}&apikey=${home.token}` })).toEqual([200, 'ok']);
    expect(await lastOf(key)).toMatchObject({ value: 100 });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST' as const, url: '/emoncms/input/bulk.json', headers: form };
    expect(await ask({ ...sent, payload: `data=${bulk(200)}&apikey=${home.token}` })).toEqual([200, 'ok']);
    const headers = { ...form, authorization: `Bearer ${home.token}` };
    expect(await ask({ ...sent, headers, payload: `data=${bulk(300)}` })).toEqual([200, 'ok']);
    expect(await lastOf(key)).toMatchObject({ value: 300 });
  });

  test('what is not meant for a meter of the household, or would be refused again, is passed over', async () => {
    await stage.seed.owner`update meters set key = 'other' where household_id = ${home.household} and key = ${key}`;
    expect(await ask({ url: `/input/bulk?data=${bulk(100)}&apikey=${home.token}` })).toEqual([200, 'ok']);
    expect(await lastOf('other')).toBeNull();
    expect(await listed()).toEqual([{ door: 'emoncms', place: 'hall electricity', reason: 'not-understood' }]);
  });

  test('a counter below zero is not taken, and listed', async () => {
    expect(await ask({ url: `/input/bulk?data=${bulk(-5)}&apikey=${home.token}` })).toEqual([200, 'ok']);
    expect(await lastOf(key)).toBeNull();
    expect(await listed()).toEqual([{ door: 'emoncms', place: key, reason: 'returned' }]);
  });

  test('a wrong key and a wrong body are told in Emoncms’s way', async () => {
    const refused = [401, expect.stringContaining('"success":false')];
    expect(await ask({ url: `/input/bulk?data=${bulk(1)}&apikey=wrong` })).toEqual(refused);
    expect(await ask({ url: `/input/bulk?data=${bulk(1)}` })).toEqual(refused);
    expect(await ask({ url: `/input/post?apikey=${home.token}` })).toEqual([
      400,
      '{"success":false,"message":"one of fulljson, json, data or csv is needed"}',
    ]);
  });
});
