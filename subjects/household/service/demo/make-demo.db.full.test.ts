import { randomUUID } from 'node:crypto';
import type { UsageAnswer } from '#subjects/usage/contract/usage.ts';
import { createDemoHousehold, demoMeters } from '#simulator/src/index.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createJobs } from '#kernel/jobs.ts';
import { createOwnLeases } from '#kernel/leases.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { usageRoutes } from '#subjects/usage/service/index.ts';
import { demoSeed, utcDays } from './demo-household.ts';
import { demoTimeZone } from './demo-things.ts';
import { serveDemo } from '../index.ts';
import { makeDemo, openDemoLife } from './index.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const anchor = Math.floor(Date.now() / 60_000) * 60;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

test('C7.15 the demo: thirteen months of every meter, each use in its month, and on it goes minute by minute', async () => {
  await expect(makeDemo(stage.sql, anchor, AbortSignal.abort())).rejects.toThrow('aborted');
  const log = pino({ level: 'silent' });
  const leases = createOwnLeases();
  const kernel = { sql: stage.sql, now: () => anchor * 1000, stopping: stage.stopping.signal, leases };
  const jobs = createJobs(log, leases);
  const demo = await serveDemo({ ...kernel, jobs }, stage.ingest);
  expect(demo()).toBe('being-made');
  await vi.waitFor(() => expect(demo()).toBe('ready'), { timeout: 200_000, interval: 100 });
  await jobs.stop();
  const later = createJobs(log, leases);
  expect((await serveDemo({ ...kernel, jobs: later }, stage.ingest))()).toBe('ready');
  await later.stop();
  const life = await openDemoLife(stage.sql, stage.ingest);
  await life?.catchUp(anchor + 180);

  const start = new Date(anchor * 1000);
  const from = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() - 13, start.getUTCDate()) / 1000;
  const household = createDemoHousehold({ seed: demoSeed, anchor, timeZone: demoTimeZone, from });
  const use = new Map<string, number>();
  for (const day of utcDays(from, anchor + 120)) {
    for (const { meter, use: minutes } of household.day(day).meters) {
      const until = Math.max(0, Math.min(1440, (anchor + 120 - day) / 60));
      use.set(
        meter.key,
        minutes.subarray(0, until).reduce((sum, one) => sum + one, use.get(meter.key) ?? 0),
      );
    }
  }

  const userId = randomUUID();
  await stage.seed
    .owner`insert into auth.users (id, email) values (${userId}, ${`${userId}@guest.wattershed.invalid`})`;
  const app = stage.http(usageRoutes);
  const month = (offset: number) =>
    new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + offset, 1)).toISOString().slice(0, 10);
  const answer = await app.inject({
    url: `/api/v1/usage?from=${month(-14)}&to=${month(2)}&bucket=month`,
    headers: await stage.session(userId),
  });
  const { rows, origin } = answer.json<UsageAnswer>();
  expect(origin).toBe('simulated');
  expect(new Set(rows.map((row) => row.start)).size).toBeGreaterThanOrEqual(13);
  for (const utility of ['electricity', 'water']) {
    const total = rows.filter((row) => row.utility === utility).reduce((sum, row) => sum + row.used, 0);
    expect(total).toBe(use.get(`whole-home-${utility}`));
  }
  // The leak that is told of is in the figures: on its whole day the bathroom used the leak's litres, and more.
  await life?.noteLeaks(anchor);
  const [leak] = await stage.seed.owner<{ day: string; figures: { leakMl: number } }[]>`
    select ((n.since + interval '1 day') at time zone ${demoTimeZone})::date::text as day, n.figures from notices n
    where n.household_id = (select demo_household_id from private.settings)`;
  expect(leak?.figures.leakMl).toBeGreaterThan(700_000);
  const next = new Date(Date.parse(leak?.day ?? '') + 86_400_000).toISOString().slice(0, 10);
  const thatDay = await app.inject({
    url: `/api/v1/usage?from=${leak?.day}&to=${next}&bucket=day&by=utility,room`,
    headers: await stage.session(userId),
  });
  const bathroom = thatDay
    .json<UsageAnswer>()
    .rows.find(({ utility, room }) => utility === 'water' && room === 'bathroom');
  expect(bathroom?.used).toBeGreaterThan(24 * 12_000);

  const meters = await stage.seed
    .owner`select from meters where household_id = (select demo_household_id from private.settings)`;
  expect(meters).toHaveLength(demoMeters.length);
});
