import { keptTemperatures, type TemperaturesAnswer, temperaturesAnswer } from '../../contract/weather.ts';
import type { FastifyInstance } from 'fastify';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { readTemperatureFile } from '#apps/service/testing/file-readers.ts';
import { createWeather, weatherRoutes } from './index.ts';

const now = Date.UTC(2026, 10, 22, 12);
let stage: Stage;
let app: FastifyInstance;
beforeAll(async () => {
  stage = await openStage(() => now);
  app = stage.http((http, deps) =>
    weatherRoutes(http, {
      weather: createWeather({ sql: stage.sql, now: () => now, readFile: readTemperatureFile }),
      authenticate: deps.authenticate,
      takeAllowance: createTakeAllowance(stage.sql),
    }),
  );
});
afterAll(() => stage.end());

const send = async (person: SeededHome, file: string | Buffer, query = '') =>
  app.inject({
    method: 'POST',
    url: `/api/v1/temperatures${query}`,
    headers: { ...(await stage.session(person.userId)), 'content-type': 'application/octet-stream' },
    payload: file,
  });
const bring = async (person: SeededHome, file: string | Buffer, query = ''): Promise<TemperaturesAnswer> =>
  temperaturesAnswer.parse((await send(person, file, query)).json());
const keptBy = async (person: SeededHome, query = '') =>
  app.inject({ url: `/api/v1/temperatures${query}`, headers: await stage.session(person.userId) });
const kept = async (person: SeededHome) => keptTemperatures.parse((await keptBy(person)).json());

const table = (...rows: readonly string[]): string => ['date,temp_c', ...rows].join('\n');
const nothing = { days: 0, from: null, to: null, missing: 0, gaps: [] };

describe('files of temperatures', () => {
  test('a preview says what a file holds and keeps nothing of it', async () => {
    const home = await stage.seed.home('UTC');
    const file = table('2026-11-18,-1.5', '2026-11-19,4', '2026-11-21,12.25', '2026-11-22,9');
    expect(await bring(home, file, '?preview=true')).toEqual({
      ok: true,
      from: '2026-11-18',
      to: '2026-11-21',
      days: 3,
      missing: 1,
      leftOut: 0,
      ahead: 1,
      coldest: -15,
      warmest: 123,
      columns: ['temp_c'],
      unit: 'celsius',
      isUnitTold: true,
      changed: null,
    });
    expect(await kept(home)).toEqual(nothing);
  });

  test('several merge, the later day by day; the same again changes nothing; gaps are named, the longest first', async () => {
    const home = await stage.seed.home('UTC');
    expect(await bring(home, table('2026-01-01,1', '2026-01-02,2', '2026-01-04,4'))).toMatchObject({ changed: 3 });
    expect(await bring(home, gzipSync(table('2026-01-02,2', '2026-01-04,5', '2026-01-10,6')))).toMatchObject({
      changed: 2,
    });
    expect(await bring(home, table('2026-01-10,6'))).toMatchObject({ changed: 0 });
    expect(await kept(home)).toEqual({
      days: 4,
      from: '2026-01-01',
      to: '2026-01-10',
      missing: 6,
      gaps: [
        { from: '2026-01-05', to: '2026-01-09' },
        { from: '2026-01-03', to: '2026-01-03' },
      ],
    });
    const rows = await stage.seed.owner`
      select day::text, tenths from outdoor_temperatures where household_id = ${home.household} order by day`;
    expect(rows.map(({ tenths }) => tenths)).toEqual([10, 20, 50, 60]);
  });

  test('a file that does not say its unit is asked about, and read in the one that is chosen', async () => {
    const home = await stage.seed.home('UTC');
    const file = 'DATE,TMAX,TMIN\n2026-01-01,50,32\n2026-01-02,50,32\n';
    expect(await bring(home, file)).toEqual({ ok: false, fault: { code: 'unit-missing', value: '' } });
    expect(await bring(home, file, '?unit=fahrenheit')).toMatchObject({ coldest: 50, isUnitTold: false, changed: 2 });
  });

  test('hours are of the household’s own days', async () => {
    const home = await stage.seed.home('Asia/Kolkata');
    const hours = Array.from({ length: 24 }, (_, i) => {
      const at = new Date(Date.UTC(2026, 10, 19, 18, 30) + i * 3_600_000).toISOString();
      return `${at},${i}`;
    });
    expect(await bring(home, table(...hours).replace('date', 'time'))).toMatchObject({
      from: '2026-11-20',
      days: 1,
      leftOut: 0,
      coldest: 115,
    });
  });

  test('a wrong row is named, and nothing of the file is taken in', async () => {
    const home = await stage.seed.home('UTC');
    expect(await bring(home, table('2026-01-01,1', '2026-01-02,mild'))).toEqual({
      ok: false,
      fault: { code: 'temperature-wrong', line: 3, value: 'mild' },
    });
    expect(await kept(home)).toEqual(nothing);
  });

  test('what is too large, or of another form, is refused', async () => {
    const home = await stage.seed.home('UTC');
    expect((await send(home, Buffer.alloc(10_000_001, 'a'))).statusCode).toBe(413);
    expect((await send(home, table('2026-01-01,1'), '?unit=kelvin')).statusCode).toBe(400);
  });
});

test('C1.1 not into another household, nor from it; and by nobody who is not signed in', async () => {
  const [home, stranger] = [await stage.seed.home('UTC'), await stage.seed.home('UTC')];
  const query = `?household=${home.household}`;
  expect((await send(stranger, table('2026-01-01,1'), query)).json()).toMatchObject({ code: 'forbidden' });
  expect((await keptBy(stranger, query)).json()).toMatchObject({ code: 'forbidden' });
  expect((await app.inject({ url: '/api/v1/temperatures' })).statusCode).toBe(401);
  expect((await app.inject({ method: 'POST', url: '/api/v1/temperatures', payload: 'x' })).statusCode).toBe(401);
});

test('C1.1 a viewer sees what is kept, may look at a file, and brings none', async () => {
  const [home, viewer] = [await stage.seed.home('UTC'), await stage.seed.home('UTC')];
  await stage.seed.owner`insert into household_members (household_id, user_id, role)
    values (${home.household}, ${viewer.userId}, 'viewer')`;
  await bring(home, table('2026-01-01,1'));
  const query = `?household=${home.household}`;
  expect((await keptBy(viewer, query)).json()).toMatchObject({ days: 1 });
  expect((await send(viewer, table('2026-01-02,1'), query)).json()).toMatchObject({ code: 'forbidden' });
});
