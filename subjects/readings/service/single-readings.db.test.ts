import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { readReadingParquet, readReadingTable } from '../contract/reading-files.ts';
import { source } from '../domain/reading.ts';
import { closeDays } from './ingest/index.ts';
import { readingFileRoutes } from './single-readings.ts';

/** Two days in Madrid, the second of them with 25 hours. */
const from = Date.UTC(2026, 9, 23, 22) / 1000;
const to = Date.UTC(2026, 9, 25, 23) / 1000;
const query = { from: '2026-10-24', to: '2026-10-26' };
const head = 'time,until,meter,device,room,utility,flow,register,amount,quality,source,unit';

let stage: Stage;
let app: ReturnType<Stage['http']>;
let home: SeededHome;
const keys = { counter: '', amounts: '' };
beforeAll(async () => {
  stage = await openStage(() => Date.UTC(2026, 10, 20));
  app = stage.http((_, { serve, sql }) =>
    readingFileRoutes({ serve, database: stage.database, takeAllowance: createTakeAllowance(sql) }),
  );
  home = await stage.seed.home('Europe/Madrid');
  const [oven, tap] = [
    await home.device('Küche, "oben"', 'kitchen', 'electricity'),
    await home.device('=Tap', 'bath', 'water'),
  ];
  Object.assign(keys, { counter: oven.key, amounts: tap.key });
  const record = (
    meterId: number,
    readings: readonly { at: number; value: number; spanS: number | null }[],
    kind: 0 | 1,
  ) =>
    stage.ingest.record(
      readings.map((reading) => ({ meterId, tokenId: 0, reading: { ...reading, source: kind }, outcome: null })),
      { userId: home.userId },
    );
  // Every five minutes, and before it one that no file of these days holds.
  const steps = Array.from({ length: (to - from) / 300 + 1 }, (_, i) => from - 300 + i * 300);
  await record(
    oven.meterId,
    steps.map((at, i) => ({ at, value: 1000 + 7 * i, spanS: null })),
    source.measured,
  );
  // After three days of silence, and then more than it can pass.
  const later = to + 3 * 86_400;
  const last = 1000 + 7 * (steps.length - 1);
  await record(oven.meterId, [{ at: later, value: last + 900, spanS: null }], source.measured);
  await record(oven.meterId, [{ at: later + 300, value: last + 90_000_000, spanS: null }], source.measured);
  await record(
    tap.meterId,
    [0, 1, 2].map((i) => ({ at: from + i * 3600, value: 500 * i, spanS: 3600 })),
    source.imported,
  );
  // One day is packed, the next is open.
  await closeDays(stage.sql, from + 86_400);
});
afterAll(() => stage.end());

const ask = async (path: string, wanted: Record<string, string>, by: Pick<SeededHome, 'userId'> = home) =>
  app.inject({ url: `${path}?${new URLSearchParams(wanted).toString()}`, headers: await stage.session(by.userId) });
const parquetFile = async (wanted: Record<string, string>): Promise<ArrayBuffer> => {
  const answer = await ask(readReadingParquet.path, wanted);
  expect(answer.statusCode).toBe(200);
  const { buffer, byteOffset, byteLength } = answer.rawPayload;
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
};

test('every reading of the days is read back by another library, with what passed since the one before it', async () => {
  const rows = await parquetReadObjects({ file: await parquetFile(query) });
  const count = (to - from) / 300;
  expect(rows.filter(({ meter }) => meter === keys.counter)).toEqual(
    Array.from({ length: count }, (_, i) => ({
      time: new Date((from + i * 300) * 1000),
      until: null,
      meter: keys.counter,
      device: 'Küche, "oben"',
      room: 'kitchen',
      utility: 'electricity',
      flow: 'drawn',
      register: BigInt(1007 + 7 * i),
      amount: 7n,
      quality: 'measured',
      source: 'measured',
      unit: 'Wh',
    })),
  );
  expect(rows.filter(({ meter }) => meter === keys.amounts)).toMatchObject(
    [0, 1, 2].map((i) => ({
      time: new Date((from + i * 3600) * 1000),
      until: new Date((from + (i + 1) * 3600) * 1000),
      register: null,
      amount: BigInt(500 * i),
      quality: 'measured',
      source: 'imported',
      unit: 'mL',
    })),
  );
  expect(rows).toHaveLength(count + 3);
});

test('what came after a silence is estimated, and what was not believed is there and says so', async () => {
  const wanted = { from: '2026-10-28', to: '2026-10-30', meter: keys.counter };
  const rows = await parquetReadObjects({ file: await parquetFile(wanted) });
  expect(rows.map(({ amount, quality }) => [amount, quality])).toEqual([
    [900n, 'estimated'],
    [null, 'quarantined'],
  ]);
});

test('its columns have types, and it comes in parts', async () => {
  const metadata = parquetMetadata(await parquetFile(query));
  const types = Object.fromEntries(
    parquetSchema(metadata).children.map(
      ({ element: { name, type, logical_type: logical, repetition_type: needed } }) => [
        name,
        [type, logical?.type, needed],
      ],
    ),
  );
  expect(types).toMatchObject({
    time: ['INT64', 'TIMESTAMP', 'REQUIRED'],
    until: ['INT64', 'TIMESTAMP', 'OPTIONAL'],
    register: ['INT64', undefined, 'OPTIONAL'],
    quality: ['BYTE_ARRAY', 'STRING', 'REQUIRED'],
  });
  expect(metadata.row_groups.length).toBeGreaterThan(2);
});

test('the table says the same, and a spreadsheet runs nothing of it; of one meter where that is wanted', async () => {
  const answer = await ask(readReadingTable.path, { ...query, meter: keys.amounts });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="readings-2026-10-24-2026-10-26.csv"');
  expect(answer.body.split('\r\n')).toEqual([
    `\ufeff${head}`,
    ...[0, 1, 2].map((i) =>
      [
        new Date((from + i * 3600) * 1000).toISOString(),
        new Date((from + (i + 1) * 3600) * 1000).toISOString(),
        `${keys.amounts},'=Tap,bath,water,drawn,,${500 * i},measured,imported,mL`,
      ].join(','),
    ),
    '',
  ]);
});

test('a period without readings is a file without rows; one that is none, or longer than a year, is refused', async () => {
  const none = { from: '2020-01-01', to: '2020-01-02' };
  expect((await ask(readReadingTable.path, none)).body).toBe(`\ufeff${head}\r\n`);
  expect(await parquetReadObjects({ file: await parquetFile(none) })).toEqual([]);
  for (const wrong of [
    { from: '2026-10-24', to: '2026-10-24' },
    { from: '2025-10-24', to: '2026-10-26' },
    { from: '2026-13-01', to: '2026-13-02' },
  ])
    expect((await ask(readReadingTable.path, wrong)).statusCode).toBe(400);
});

test('C6.1 only a household’s people have its readings', async () => {
  const stranger = await stage.seed.home();
  const wanted = { ...query, household: home.household };
  for (const { path } of [readReadingTable, readReadingParquet])
    expect((await ask(path, wanted, stranger)).json()).toMatchObject({ code: 'forbidden' });
  await stage.seed.owner`insert into household_members (household_id, user_id, role)
    values (${home.household}, ${stranger.userId}, 'viewer')`;
  expect((await ask(readReadingTable.path, wanted, stranger)).statusCode).toBe(200);
});
