import { parquetMetadata, parquetReadObjects, parquetSchema } from 'hyparquet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createTakeAllowance } from '#kernel/http/client-address.ts';
import { readUsageParquet, readUsageTable } from '../contract/usage-files.ts';
import { usageFileRoutes } from './quarter-files.ts';

const nowS = Date.UTC(2026, 11, 10) / 1000;
const quarterS = 900;
/** October in Madrid has a day of 25 hours. */
const from = Date.UTC(2026, 8, 30, 22) / 1000;
const to = Date.UTC(2026, 9, 31, 23) / 1000;

let stage: Stage;
let app: ReturnType<Stage['http']>;
let home: SeededHome;
const wattHoursOf = (at: number): number => (at / quarterS) % 251;
beforeAll(async () => {
  stage = await openStage(() => nowS * 1000);
  app = stage.http((_, { serve, sql }) =>
    usageFileRoutes({ serve, database: stage.database, takeAllowance: createTakeAllowance(sql) }),
  );
  home = await stage.seed.home('Europe/Madrid');
  const [mains, tap] = [
    await home.device('Küche, "oben"', 'kitchen', 'electricity'),
    await home.device('=Tap', 'bath', 'water'),
  ];
  const starts = Array.from({ length: (to - from) / quarterS + 8 }, (_, i) => from - 4 * quarterS + i * quarterS);
  for (const { meterId } of [mains, tap])
    await stage.ingest.record(
      starts.map((at) => ({
        meterId,
        tokenId: 0,
        reading: { at, value: wattHoursOf(at), spanS: quarterS, source: 1 },
        outcome: null,
      })),
      { userId: home.userId },
    );
});
afterAll(() => stage.end());

const ask = async (path: string, query: Record<string, string>, by: Pick<SeededHome, 'userId'> = home) =>
  app.inject({ url: `${path}?${new URLSearchParams(query).toString()}`, headers: await stage.session(by.userId) });
const parquetFile = async (month: string): Promise<ArrayBuffer> => {
  const answer = await ask(readUsageParquet.path, { month });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/vnd.apache.parquet');
  const { buffer, byteOffset, byteLength } = answer.rawPayload;
  return (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
};

test('a month in the household’s clock is read back by another library: every quarter-hour, in UTC, to the Wh', async () => {
  const file = await parquetFile('2026-10');
  const rows = await parquetReadObjects({ file });
  const expected = Array.from({ length: (to - from) / quarterS }, (_, i) => from + i * quarterS).map((at) => ({
    start: new Date(at * 1000),
    used: BigInt(wattHoursOf(at)),
    estimated: 0n,
  }));
  for (const [device, rest] of [
    ['Küche, "oben"', { room: 'kitchen', utility: 'electricity', flow: 'drawn', unit: 'Wh' }],
    ['=Tap', { room: 'bath', utility: 'water', flow: 'drawn', unit: 'mL' }],
  ] as const)
    expect(rows.filter((row) => row['device'] === device)).toMatchObject(
      expected.map((one) => ({ device, ...rest, ...one })),
    );
  expect(rows).toHaveLength(2 * expected.length);
});

test('its columns have types, and what they hold is said in the file; it comes in parts', async () => {
  const metadata = parquetMetadata(await parquetFile('2026-10'));
  expect(
    Object.fromEntries(
      parquetSchema(metadata).children.map(
        ({ element: { name, type, logical_type: logical, repetition_type: needed } }) => [
          name,
          [type, logical?.type, needed],
        ],
      ),
    ),
  ).toMatchObject({
    start: ['INT64', 'TIMESTAMP', 'REQUIRED'],
    meter: ['BYTE_ARRAY', 'STRING', 'REQUIRED'],
    used: ['INT64', undefined, 'REQUIRED'],
    unit: ['BYTE_ARRAY', 'STRING', 'REQUIRED'],
  });
  expect(parquetSchema(metadata).children[0]?.element.logical_type).toMatchObject({ isAdjustedToUTC: true });
  expect(metadata.key_value_metadata?.find(({ key }) => key === 'wattershed.start')?.value).toMatch(/^UTC/);
  expect(metadata.row_groups.length).toBeGreaterThan(10);
});

test('the table says the same, and a spreadsheet runs nothing of it', async () => {
  const answer = await ask(readUsageTable.path, { month: '2026-10' });
  expect(answer.headers['content-disposition']).toBe('attachment; filename="usage-2026-10.csv"');
  const lines = answer.body.split('\r\n');
  expect(lines[0]).toBe('\ufeffstart,meter,device,room,utility,flow,used,estimated,unit');
  expect(lines).toHaveLength(2 * ((to - from) / quarterS) + 2);
  const line = lines.find((one) => one.startsWith('2026-09-30T22:00') && one.includes('oben'));
  expect(line).toContain(`,"Küche, ""oben""",kitchen,electricity,drawn,${wattHoursOf(from)},0,Wh`);
  expect(answer.body).toContain("'=Tap");
});

test('a month without readings is a file without rows; what is no month is refused', async () => {
  expect(await parquetReadObjects({ file: await parquetFile('2020-01') })).toEqual([]);
  expect((await ask(readUsageTable.path, { month: '2020-01' })).body).toBe(
    '\ufeffstart,meter,device,room,utility,flow,used,estimated,unit\r\n',
  );
  for (const month of ['2026-13', '2026', '', '0001-01'])
    expect((await ask(readUsageTable.path, { month })).statusCode).toBe(400);
});

test('C6.1 only a household’s people have its files', async () => {
  const stranger = await stage.seed.home();
  const query = { month: '2026-10', household: home.household };
  for (const path of [readUsageTable.path, readUsageParquet.path])
    expect((await ask(path, query, stranger)).json()).toMatchObject({ code: 'forbidden' });
  await stage.seed.owner`insert into household_members (household_id, user_id, role)
    values (${home.household}, ${stranger.userId}, 'viewer')`;
  expect((await ask(readUsageTable.path, query, stranger)).statusCode).toBe(200);
});
