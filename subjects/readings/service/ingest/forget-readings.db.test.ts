import type { UsageAnswer } from '#subjects/usage/contract/usage.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { usageRoutes } from '#subjects/usage/service/index.ts';
import { closeDays, forgetReadings } from './index.ts';
import { readAround } from './stored-readings.ts';

const day = 86_400;
const begin = Date.UTC(2026, 0, 10) / 1000;
const now = Date.UTC(2026, 3, 15, 12) / 1000;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
});
afterAll(() => stage.end());

/** A reading every ten minutes for eight days around the edge of three months: 10 to 18 January. */
const arrange = async () => {
  const home = await stage.seed.home('UTC');
  const { key, meterId } = await home.device('Main', 'hall', 'electricity');
  await stage.send(
    home,
    Array.from({ length: 8 * 144 }, (_, i) => ({ meter: key, at: begin + i * 600 + 120, value: i * 7 + (i % 5) })),
  );
  await closeDays(stage.sql, now - day);
  const quarters = async () =>
    stage.seed.owner`select start, sum(used)::bigint as used, sum(covered_s)::bigint as covered
      from private.all_quarters(${home.household}) group by 1 order by 1`;
  const keep = (months: number | null) =>
    stage.seed.owner`update households set keep_months = ${months} where id = ${home.household}`;
  const readings = () => readAround(stage.sql, { household: home.household, id: meterId }, 0, now);
  return { home, key, meterId, quarters, keep, readings };
};

test('readings older than the household keeps them go; every quarter-hour stays as it was', async () => {
  const { quarters, keep, readings } = await arrange();
  const before = await quarters();
  expect(await forgetReadings(stage.sql, now)).toBe(0);
  await keep(3);
  expect(await forgetReadings(stage.sql, now)).toBe(5);
  expect((await readings())[0]?.at).toBe(Date.UTC(2026, 0, 15) / 1000 + 120);
  expect(await quarters()).toEqual(before);
  expect(await forgetReadings(stage.sql, now)).toBe(0);
});

test('what comes late for that time is told to be too old, what comes after it is counted exactly', async () => {
  const { home, key, keep, quarters } = await arrange();
  await keep(3);
  await forgetReadings(stage.sql, now);
  const before = await quarters();
  const edge = Date.UTC(2026, 0, 15) / 1000;
  const late = (at: number, value: number) => stage.send(home, [{ meter: key, at, value }]);
  for (const at of [begin + 300, edge - 30, edge + 60])
    expect(await late(at, 3_000)).toMatchObject({ accepted: 0, rejected: [{ code: 'too-old' }] });
  expect(await quarters()).toEqual(before);
  expect(await late(edge + 420, 5 * 144 * 7 + 3)).toMatchObject({ accepted: 1 });
  const used = async () => (await quarters()).reduce((sum, row) => sum + (row as unknown as { used: number }).used, 0);
  expect(await used()).toBe(before.reduce((sum, row) => sum + (row as unknown as { used: number }).used, 0));
});

test('C7.15 the curve of a day whose readings are gone is that of its quarter-hours, and its sum is the same', async () => {
  const { home, keep } = await arrange();
  const app = stage.http((http, deps) => {
    usageRoutes(http, deps);
  });
  const headers = await stage.session(home.userId);
  const curve = async (from: string, to: string) => {
    const query = { from, to, bucket: '5m' };
    const { rows } = (await app.inject({ url: '/api/v1/usage', query, headers })).json<UsageAnswer>();
    return {
      sum: rows.reduce((sum, { used }) => sum + used, 0),
      covered: rows.reduce((sum, row) => sum + row.coveredS, 0),
    };
  };
  const days = [
    ['2026-01-12', '2026-01-13'],
    ['2026-01-14', '2026-01-15'],
    ['2026-01-15', '2026-01-16'],
    ['2026-01-14', '2026-01-17'],
  ] as const;
  const before = await Promise.all(days.map(([from, to]) => curve(from, to)));
  await keep(3);
  await forgetReadings(stage.sql, now);
  expect(await Promise.all(days.map(([from, to]) => curve(from, to)))).toEqual(before);
});

test('C6.1 C6.3 the owner alone decides how long, between three months and twenty years', async () => {
  const { home } = await arrange();
  const member = await stage.seed.home();
  await stage.seed.owner`insert into household_members values (${home.household}, ${member.userId}, 'member')`;
  const set = (userId: string, months: number) =>
    stage.database.asUser(
      { sub: userId },
      (sql) => sql`update households set keep_months = ${months} where id = ${home.household}`,
    );
  expect((await set(home.userId, 24)).count).toBe(1);
  expect((await set(member.userId, 3)).count).toBe(0);
  await expect(set(home.userId, 2)).rejects.toMatchObject({ code: '23514' });
});
