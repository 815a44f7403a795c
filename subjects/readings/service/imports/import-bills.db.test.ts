import { randomUUID } from 'node:crypto';
import { fileBills } from '../../contract/imports.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { feed, point, summary } from '../files/green-button/testing-feed.ts';
import { startTestService, type TestService } from './testing.ts';
import { usualLimits } from './uploads.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ ...usualLimits, fileBytes: 1024 * 1024 });
});
afterAll(() => service.stop());

const start = Date.UTC(2026, 9, 1) / 1000;
const duration = 31 * 86_400;
const billed = (meter: number, total: number): string =>
  summary({ meter, start, duration, fields: { billLastPeriod: total, currency: 978 }, used: ['72', '0', 396_000] });
const file = feed(
  point([[start, 3600, 500]], { meter: 1 }),
  point([[start, 3600, 500]], { meter: 2 }),
  billed(1, 9_900_000),
  billed(2, 100_000),
);
const bill = {
  column: 'Meter 1',
  utility: 'electricity',
  start: '2026-10-01T00:00:00.000Z',
  end: '2026-11-01T00:00:00.000Z',
  total: 9_900_000,
  currency: 'EUR',
  used: 396_000,
  isEstimated: false,
  isEarly: false,
  isSummed: false,
  lines: [],
};

test('what a file says that was billed is kept with its import, for the meters that were chosen', async () => {
  const home = await service.seed.home();
  const person = await service.as(home.userId);
  const { body } = await person.preview(file, 'use.xml');
  const mappings = body.suggestion.mappings.map((one) =>
    one.column === 'Meter 2' ? { ...one, target: { skip: true as const } } : one,
  );
  const { id } = (await person.start(body.fileId, { ...body.suggestion, mappings })).body;
  expect(await person.finish(id)).toMatchObject({ state: 'done', accepted: 1 });
  const rows = await service.seed.owner`select bills from imports where household_id = ${home.household}`;
  expect(rows).toEqual([{ bills: [bill] }]);
});

test('an import of before, and one of a table, tell no bills', async () => {
  const home = await service.seed.home();
  const person = await service.as(home.userId);
  await service.seed.owner`insert into imports (household_id, id, user_id, file_name)
    values (${home.household}, ${randomUUID()}, ${home.userId}, 'old.xml')`;
  const { body } = await person.preview('time,kwh\n2026-10-01T00:00:00Z,1\n2026-10-01T01:00:00Z,1\n');
  await person.finish((await person.start(body.fileId, body.suggestion)).body.id);
  const rows = await service.seed.owner`select bills from imports where household_id = ${home.household}`;
  expect(rows).toEqual([{ bills: [] }, { bills: [] }]);
});

test('the bills of a file are told without importing it: no device, no reading, no import, no file is left', async () => {
  const home = await service.seed.home();
  const person = await service.as(home.userId);
  const files = await service.files();
  const answer = await person.bills(file);
  expect(answer.status).toBe(200);
  expect(fileBills.parse(answer.body)).toEqual({
    format: 'green-button',
    bills: [bill, { ...bill, column: 'Meter 2', total: 100_000 }],
  });
  expect((await person.bills('time,kwh\n2026-10-01,5\n')).body).toEqual({ format: 'csv', bills: [] });
  expect(await person.bills(file.slice(0, -20))).toMatchObject({
    status: 422,
    body: { code: 'import-failed', detail: expect.stringMatching(/^xml-malformed: /) },
  });
  expect(await person.bills('x'.repeat(2 * 1024 * 1024))).toMatchObject({ status: 413 });
  expect(await service.files()).toEqual(files);
  const [kept] = await service.seed.owner`
    select (select count(*)::int from imports where household_id = ${home.household}) as imports,
      (select count(*)::int from connected_devices where household_id = ${home.household}) as devices`;
  expect(kept).toEqual({ imports: 0, devices: 0 });
});

test('a file whose bills are being read makes no room for those that come after it', async () => {
  const home = await service.seed.home();
  const person = await service.as(home.userId);
  const before = await service.files();
  let [begin, goOn] = [(): void => {}, (): void => {}];
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  service.beforeBills = () => {
    begin();
    return gate;
  };
  const asked = person.bills(file);
  await begun;
  for (let i = 0; i < usualLimits.perPerson; i += 1) {
    service.now.ms += 1000;
    expect(await person.preview(file, 'use.xml')).toMatchObject({ status: 200 });
  }
  goOn();
  expect(await asked).toMatchObject({ status: 200, body: { format: 'green-button' } });
  // Each with its note; of the file that was read nothing is left.
  expect(await service.files()).toHaveLength(before.length + 2 * usualLimits.perPerson);
  expect(await service.files()).toEqual(expect.arrayContaining(before));
});

test('C6.3 only who may write to a household asks what a file would bring to it', async () => {
  const [home, stranger] = [await service.seed.home(), await service.seed.home()];
  expect(await (await service.as(null)).bills(file)).toMatchObject({ status: 401 });
  expect(await (await service.as(stranger.userId)).bills(file, home.household)).toMatchObject({ status: 403 });
  const viewer = randomUUID();
  await service.seed
    .owner`insert into household_members (household_id, user_id, role) values (${home.household}, ${viewer}, 'viewer')`;
  expect(await (await service.as(viewer)).bills(file)).toMatchObject({ status: 403 });
});
