import { afterAll, beforeAll, expect, test } from 'vitest';
import { feed, point } from '../files/green-button/testing-feed.ts';
import { startTestService, type TestService } from './testing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const begin = Date.UTC(2026, 4, 1);
const hour = (i: number): string => new Date(begin + i * 3_600_000).toISOString();
const rows = (count: number, cells: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${hour(i)},${cells(i)}`).join('\n');

const arrange = async () => {
  const home = await service.seed.home();
  const person = await service.as(home.userId);
  const take = async (file: string, isDryRun = false) => {
    const { body } = await person.preview(file, 'home.csv');
    const started = await person.start(body.fileId, body.suggestion, isDryRun);
    return { preview: body, started, report: started.status === 202 ? await person.finish(started.body.id) : null };
  };
  const passed = async () => {
    const { rows: flows } = await person.usage('month', '2026-05-01', '2026-06-01', 'flow');
    return Object.fromEntries(flows.map((one) => [one.flow, one.used]));
  };
  const meters = async () => {
    const all = await service.seed.owner<{ name: string; flow: string; behind: string | null }[]>`
      select d.name, m.flow, up.flow as behind from meters m
      join connected_devices d on d.household_id = m.household_id and d.id = m.device_id
      left join meters up on up.household_id = m.household_id and up.id = m.parent_meter_id
      where m.household_id = ${home.household} order by m.id`;
    return all.map(({ name, flow, behind }) => [name, flow, behind].filter(Boolean).join(' '));
  };
  return { home, person, take, passed, meters };
};

test('what a column gave back becomes a returned meter behind the one that draws', async () => {
  const { take, passed, meters } = await arrange();
  const { report } = await take(`start,consumption_wh,export_wh\n${rows(48, (i) => `${100 + (i % 7)},${i % 3}`)}\n`);
  expect(report).toMatchObject({ accepted: 96, rejected: 0 });
  expect(await meters()).toEqual([expect.stringMatching(/ drawn$/), expect.stringMatching(/ returned drawn$/)]);
  const drawn = Array.from({ length: 48 }, (_, i) => 100 + (i % 7)).reduce((sum, one) => sum + one, 0);
  expect(await passed()).toEqual({ drawn, returned: 48 });
});

test('a meter that nets both ways is split, to the Wh, and the same file again adds nothing', async () => {
  const { person, take, passed, meters } = await arrange();
  const file = `start,net kWh\n${rows(48, (i) => String(((i % 5) - 2) / 10))}\n`;
  const dry = await take(file, true);
  expect(dry.report).toMatchObject({ accepted: 96, rejected: 0 });
  expect(await meters()).toEqual([]);
  const { report } = await take(file);
  expect(report).toMatchObject({ accepted: 96, rejected: 0 });
  expect(await meters()).toEqual([expect.stringMatching(/ drawn$/), expect.stringMatching(/ returned drawn$/)]);
  const sumOf = (sign: 1 | -1) =>
    Array.from({ length: 48 }, (_, i) => (i % 5) - 2).reduce((sum, one) => sum + 100 * Math.max(0, sign * one), 0);
  expect(await passed()).toEqual({ drawn: sumOf(1), returned: sumOf(-1) });
  const again = await take(file);
  expect(again.preview.suggestion.mappings).toMatchObject([{ isNet: true, target: { meter: expect.any(String) } }]);
  expect(again.report).toMatchObject({ accepted: 0, duplicate: 96, rejected: 0 });
  const undone = await person.undo(report?.id ?? '');
  expect(undone.status).toBe(202);
  await person.finish(report?.id ?? '');
  expect(await passed()).toEqual({});
  expect(await meters()).toEqual([]);
});

test('a feed in direction 19 is a returned meter; one of direction 4 is split', async () => {
  const { take, meters, passed } = await arrange();
  const at = begin / 1000;
  const hourly = (values: number[]) => values.map((value, i) => [at + i * 3600, 3600, value] as const);
  const { report } = await take(
    feed(point(hourly([500, 400, 300])), point(hourly([0, 90, 10]), { meter: 2, direction: '19' })),
  );
  expect(report).toMatchObject({ accepted: 6, rejected: 0 });
  expect(await meters()).toEqual(['Meter 1 drawn', 'Meter 2 returned drawn']);
  expect(await passed()).toEqual({ drawn: 1200, returned: 100 });
  const other = await arrange();
  await other.take(feed(point(hourly([500, -400, 300]), { direction: '4' })));
  expect(await other.meters()).toEqual(['Meter 1 drawn', 'Meter 1 returned drawn']);
  expect(await other.passed()).toEqual({ drawn: 800, returned: 400 });
});

test('two columns that would go to the same returned meter are refused', async () => {
  const { person, take } = await arrange();
  const net = `start,net kWh\n${rows(48, (i) => String((i % 5) - 2))}\n`;
  await take(net);
  const { body } = await person.preview(
    `start,net kWh,export kWh\n${rows(24, (i) => `${(i % 5) - 1},1`)}\n`,
    'other.csv',
  );
  const { rows: keys } = { rows: (await person.latest()).meters };
  const keyOf = (flow: string) => keys.find((one) => one.flow === flow)?.key ?? '';
  const mappings = body.suggestion.mappings.map((one) =>
    one.column === 'net kWh'
      ? { ...one, isNet: true, target: { meter: keyOf('drawn') } }
      : { ...one, target: { meter: keyOf('returned') } },
  );
  expect((await person.start(body.fileId, { ...body.suggestion, mappings })).status).toBeGreaterThanOrEqual(400);
});
