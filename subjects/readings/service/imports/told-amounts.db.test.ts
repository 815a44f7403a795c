import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UsageAnswer } from '#subjects/usage/contract/usage.ts';
import { feed, point } from '../files/green-button/testing-feed.ts';
import { startTestService, type TestService } from './testing.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Local midnights in Spain, about the day of 25 hours in October 2025. */
const midnights = Array.from({ length: 8 }, (_, i) => Date.UTC(2025, 9, 21 + i, i < 5 ? 22 : 23) / 1000);
const daily = midnights.slice(0, -1).map((at, i) => [at, (midnights[i + 1] as number) - at, 9000 + i * 7] as const);
const total = daily.reduce((sum, [, , value]) => sum + value, 0);

const arrange = async (file: string) => {
  const home = await service.seed.home('Europe/Madrid');
  const person = await service.as(home.userId);
  const { body } = await person.preview(file, 'use.xml');
  const { id } = (await person.start(body.fileId, body.suggestion)).body;
  const report = await person.finish(id);
  const read = async (bucket: string, from = '2025-10-01', to = '2025-11-01') => {
    const answer = await person.usage(bucket, from, to);
    const sum = (of: (row: UsageAnswer['rows'][number]) => number) =>
      answer.rows.reduce((all: number, row: UsageAnswer['rows'][number]) => all + of(row), 0);
    return [sum(({ used }) => used), sum(({ estimated }) => estimated), sum(({ coveredS }) => coveredS)];
  };
  return { home, person, report, id, read };
};

const weekS = (midnights.at(-1) as number) - (midnights[0] as number);

test('a utility’s daily amounts are measured by the day and longer, also where it has 25 hours, and estimated below', async () => {
  const { report, read, person, id } = await arrange(feed(point(daily)));
  expect(report).toMatchObject({ accepted: 7, rejected: 0 });
  expect(await read('day')).toEqual([total, 0, weekS]);
  expect(await read('month')).toEqual([total, 0, weekS]);
  expect(await read('hour', '2025-10-20', '2025-11-01')).toEqual([total, total, 0]);
  await person.undo(id);
  await person.finish(id);
  for (const bucket of ['day', 'month']) expect(await read(bucket)).toEqual([0, 0, 0]);
});

test('where the home’s days are others, they are estimated; where they are the same again, they are not', async () => {
  const { home, read } = await arrange(feed(point(daily)));
  const inZone = (zone: string) =>
    service.seed.owner`update households set time_zone = ${zone} where id = ${home.household}`;
  await inZone('UTC');
  expect(await read('day', '2025-10-01', '2025-11-02')).toEqual([total, total, 0]);
  expect(await read('month', '2025-10-01', '2025-11-30')).toEqual([total, 0, weekS]);
  await inZone('Europe/Madrid');
  expect(await read('day')).toEqual([total, 0, weekS]);
});

test('a month’s amount is measured by the month, and estimated by the day', async () => {
  const [from, to] = [Date.UTC(2025, 8, 30, 22), Date.UTC(2025, 9, 31, 23)].map((ms) => ms / 1000) as [number, number];
  const { read } = await arrange(feed(point([[from, to - from, 310_000]])));
  expect(await read('day')).toEqual([310_000, 310_000, 0]);
  expect(await read('month')).toEqual([310_000, 0, to - from]);
});

test('quarter-hours of a utility are measured everywhere', async () => {
  const at = midnights[0] as number;
  const rows = Array.from({ length: 96 }, (_, i) => [at + i * 900, 900, 100] as const);
  const { read, report } = await arrange(feed(point(rows)));
  expect(report).toMatchObject({ accepted: 96 });
  for (const bucket of ['day', 'month']) expect(await read(bucket)).toEqual([9600, 0, 86_400]);
  expect(await read('hour', '2025-10-20', '2025-11-01')).toEqual([9600, 0, 86_400]);
});
