import type { QuarterUse } from '../../domain/meter-use.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#kernel/postgres/testing.ts';
import { type Database, openDatabase, type Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import { openSeed, type Seed, type SeededHome } from '#apps/service/testing/seed.ts';
import { closeDays } from './index.ts';
import { createIngestTokens } from './ingest-tokens.ts';
import { parseReadings } from './parse-readings.ts';
import { createIngest, type Ingest, type IngestWatch } from './record-readings.ts';

const silent = { publish: () => {} };
const noon = Date.UTC(2026, 4, 4, 12) / 1000;
const now = Date.UTC(2026, 5, 1) / 1000;
const iso = (at: number): string => new Date(at * 1000).toISOString();

let testDatabase: TestDatabase;
let database: Database;
let seed: Seed;
let ingest: Ingest;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.serviceUrl);
  seed = openSeed(testDatabase.ownerUrl);
  ingest = createIngest(database.engine, createIngestTokens(database.engine, Date.now), silent, () => now * 1000);
});
afterAll(async () => {
  await Promise.all([database.stop(), seed.end()]);
  await testDatabase.drop();
});

const send = (home: SeededHome, readings: unknown[]) =>
  ingest.take(home.token, parseReadings(Buffer.from(JSON.stringify({ readings }))));

const quartersOf = async (household: string, meterId: number): Promise<Omit<QuarterUse, never>[]> => {
  const rows = await seed.owner<
    { start: number; used: number; estimated: number; imported: number; covered: number }[]
  >`
    select extract(epoch from start)::bigint as start, sum(used)::bigint as used, sum(estimated)::bigint as estimated,
      sum(imported)::bigint as imported, sum(covered_s)::bigint as covered
    from (select * from private.all_quarters(${household}) where meter_id = ${meterId}
      union all select meter_id, quarter, used, estimated, imported, covered_s from meter_state
      where meter_id = ${meterId} and quarter is not null) q
    group by 1 having sum(used) <> 0 or sum(covered_s) <> 0 or sum(estimated) <> 0 order by 1`;
  return rows.map((row) => ({
    start: row.start,
    used: row.used,
    estimated: row.estimated,
    imported: row.imported,
    coveredS: row.covered,
  }));
};

describe('readings of a counter', () => {
  test('use is spread over the quarter-hours between two readings, whole units, nothing lost', async () => {
    const home = await seed.home();
    const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
    const answer = await send(home, [
      { meter: key, at: iso(noon), value: 1000 },
      { meter: key, at: iso(noon + 1800), value: 1101 },
      { meter: String(meterId), at: iso(noon + 1860), value: 1103 },
    ]);
    expect(answer).toEqual({ accepted: 3, duplicate: 0, rejected: [] });
    expect(await quartersOf(home.household, meterId)).toEqual([
      { start: noon, used: 50, estimated: 0, imported: 0, coveredS: 900 },
      { start: noon + 900, used: 51, estimated: 0, imported: 0, coveredS: 900 },
      { start: noon + 1800, used: 2, estimated: 0, imported: 0, coveredS: 60 },
    ]);
  });

  test('of a device that says several values a second, one a second is kept, the last one last, and use is last minus first', async () => {
    const once = { pauseS: 0, rise: 1 };
    const values = fc.array(fc.record({ pauseS: fc.nat({ max: 1 }), rise: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 4 }), async (batches) => {
        const home = await seed.home();
        const { meterId } = await home.device('Plug', 'hall', 'electricity');
        let [at, value, first] = [noon, 1000, null as number | null];
        for (const batch of batches) {
          // As a channel's queue gives them on: of each second the newest.
          const figures = new Map<number, number>();
          for (const { pauseS, rise } of batch) {
            at += pauseS;
            value += rise;
            figures.set(at, value);
          }
          first ??= figures.values().next().value as number;
          const recordings = [...figures].map(([second, total]) => ({
            meterId,
            tokenId: home.tokenId,
            isNewest: true,
            reading: { at: second, value: total, spanS: null, source: 0 as const },
            outcome: null,
          }));
          await ingest.record(recordings, null);
          const rows = await seed.owner<{ at: number; value: number }[]>`
            select extract(epoch from at)::bigint as at, value from open_readings where meter_id = ${meterId} order by at, value`;
          expect(new Set(rows.map((row) => row.at)).size).toBe(rows.length);
          expect(rows.map((row) => row.value)).toEqual(rows.map((row) => row.value).toSorted((a, b) => a - b));
          expect(rows.at(-1)?.value).toBe(value);
          const quarters = await quartersOf(home.household, meterId);
          expect(quarters.reduce((sum, { used }) => sum + used, 0)).toBe(value - first);
        }
      }),
      { numRuns: 40, examples: [[[[once], [once, { pauseS: 1, rise: 1 }]]]] },
    );
  });

  test('a retry counts as duplicate, a different value for the same instant as conflict', async () => {
    const home = await seed.home();
    const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
    const batch = [0, 60, 120].map((s) => ({ meter: key, at: iso(noon + s), value: 500 + s }));
    await send(home, batch);
    const before = await quartersOf(home.household, meterId);
    expect(await send(home, batch)).toEqual({ accepted: 0, duplicate: 3, rejected: [] });
    const other = batch.map((one) => ({ ...one, value: one.value + 1 }));
    expect((await send(home, other)).rejected.map((one) => one.code)).toEqual(['conflict', 'conflict', 'conflict']);
    expect(await quartersOf(home.household, meterId)).toEqual(before);
  });

  test('a fall is a reset, a small step back and the way up again are no use, an absurd jump is kept aside', async () => {
    const home = await seed.home();
    const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
    const answer = await send(home, [
      { meter: key, at: iso(noon), value: 90_000 },
      { meter: key, at: iso(noon + 60), value: 120 },
      { meter: key, at: iso(noon + 120), value: 118 },
      { meter: key, at: iso(noon + 180), value: 900_000_000 },
      { meter: key, at: iso(noon + 240), value: 130 },
    ]);
    expect(answer).toEqual({ accepted: 4, duplicate: 0, rejected: [{ index: 3, code: 'implausible-jump' }] });
    expect((await quartersOf(home.household, meterId)).reduce((sum, q) => sum + q.used, 0)).toBe(120 + 0 + 10);
    const kept =
      await seed.owner`select value, reason from quarantined_readings where meter_id = ${meterId} order by at`;
    expect(kept).toEqual([
      { value: 118, reason: 'counter-fell' },
      { value: 900_000_000, reason: 'implausible-jump' },
    ]);
  });

  test('the future, unknown meters, wrong kinds and broken readings are told apart by code and index', async () => {
    const home = await seed.home();
    const stranger = await seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const foreign = await stranger.device('Lamp', 'hall', 'electricity');
    const answer = await send(home, [
      { meter: key, at: iso(noon), value: 1 },
      { meter: key, at: iso(now + 301), value: 2 },
      { meter: 'nowhere', at: iso(noon), value: 2 },
      { meter: String(foreign.meterId), at: iso(noon), value: 2 },
      { meter: key, from: iso(noon + 60), to: iso(noon + 120), value: 2 },
      { meter: key, at: 'yesterday', value: 2 },
      { meter: key, at: iso(noon + 30), value: -2 },
    ]);
    expect(answer).toEqual({
      accepted: 1,
      duplicate: 0,
      rejected: [
        { index: 1, code: 'in-the-future' },
        { index: 2, code: 'unknown-meter' },
        { index: 3, code: 'unknown-meter' },
        { index: 4, code: 'wrong-kind' },
        { index: 5, code: 'invalid-reading' },
        { index: 6, code: 'invalid-reading' },
      ],
    });
    const written = await seed.owner`select count(*)::int as n from open_readings where meter_id = ${foreign.meterId}`;
    expect(written[0]).toEqual({ n: 0 });
  });

  test('whatever the order of arrival, the quarter-hours, days and months are the same, before and after days are closed', async () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 3 * 1440 }), { minLength: 3, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(
        minutes,
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 25, maxLength: 25 }),
        fc.infiniteStream(fc.nat()),
        fc.boolean(),
        async (at, steps, dice, close) => {
          const sorted = [...at].sort((a, b) => a - b);
          let value = 1000;
          const readings = sorted.map((minute, i) => ({
            at: iso(noon + minute * 60),
            value: (value += steps[i] as number),
          }));
          const home = await seed.home('Asia/Kathmandu');
          const ordered = await home.device('A', 'hall', 'electricity');
          const shuffled = await home.device('B', 'hall', 'electricity');
          await send(
            home,
            readings.map((one) => ({ meter: ordered.key, ...one })),
          );
          const any = readings.map((one) => ({ one, key: dice.next().value as number })).sort((a, b) => a.key - b.key);
          for (let i = 0; i < any.length; i += 4) {
            await send(
              home,
              any.slice(i, i + 4).map(({ one }) => ({ meter: shuffled.key, ...one })),
            );
            if (close) await closeDays(database.engine, now);
          }
          const expected = await quartersOf(home.household, ordered.meterId);
          expect(await quartersOf(home.household, shuffled.meterId)).toEqual(expected);
          expect(expected.reduce((sum, q) => sum + q.used, 0)).toBe(value - 1000 - (steps[0] as number));
          const days = (meter: number) => seed.owner`
          select day, sum(used)::bigint as used from (select day, used from usage_day where meter_id = ${meter}
            union all select (quarter at time zone 'Asia/Kathmandu')::date, used from meter_state where meter_id = ${meter}) d
          group by 1 having sum(used) <> 0 order by 1`;
          expect([...(await days(shuffled.meterId))]).toEqual([...(await days(ordered.meterId))]);
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });
});

describe('C1.2 a silence of weeks', () => {
  test('is kept as one row, spread evenly over every bucket, and gives way to what arrives late', async () => {
    const home = await seed.home('Europe/Madrid');
    const { key, meterId } = await home.device('Cottage', 'hall', 'electricity');
    const back = noon - 8 * 3600;
    const away = back - 40 * 86_400 - 1_234;
    await send(home, [
      { meter: key, at: iso(away), value: 0 },
      { meter: key, at: iso(back), value: 100_003 },
    ]);
    const gaps = () => seed.owner`select count(*)::int as n from usage_gap where meter_id = ${meterId}`;
    const quarters = () => seed.owner`select count(*)::int as n from usage_quarter where meter_id = ${meterId}`;
    expect([...(await gaps()), ...(await quarters())]).toEqual([{ n: 1 }, { n: 1 }]);
    const figures = () => seed.owner<{ day: string; day_used: number; quarter_used: number; month_used: number }[]>`
      with pieces as (
        select start, used from private.all_quarters(${home.household}) union all select quarter, used from meter_state where meter_id = ${meterId}
      ), quarter as (select (start at time zone h.time_zone)::date as day, sum(used) as used from pieces, households h where h.id = ${home.household} group by 1),
      day as (select day, sum(used) as used from (select day, used from usage_day where meter_id = ${meterId}
        union all select (quarter at time zone h.time_zone)::date, s.used from meter_state s, households h where h.id = s.household_id and meter_id = ${meterId}) d group by 1)
      select day::text, coalesce(day.used, 0)::bigint as day_used, coalesce(quarter.used, 0)::bigint as quarter_used,
        (select sum(used)::bigint from usage_month where meter_id = ${meterId}) as month_used
      from day full join quarter using (day) order by 1`;
    const check = async (): Promise<number[]> => {
      const rows = await figures();
      for (const row of rows) expect(row.quarter_used, row.day).toBe(row.day_used);
      const total = rows.reduce((sum, row) => sum + row.day_used, 0);
      expect(total).toBe(100_003);
      const [open] = await seed.owner<{ used: number }[]>`select used from meter_state where meter_id = ${meterId}`;
      expect((rows[0]?.month_used ?? 0) + (open?.used ?? 0)).toBe(total);
      return rows.map((row) => row.day_used);
    };
    const even = await check();
    expect(even).toHaveLength(41);
    for (const used of even.slice(1, -1)) expect(Math.abs(used - 100_003 / 40.014)).toBeLessThan(110);

    // Two late readings split the silence; the third part stays a gap.
    await send(home, [{ meter: key, at: iso(away + 86_400), value: 50_000 }]);
    expect((await check())[0]).toBeGreaterThan(30_000);
    await send(home, [{ meter: key, at: iso(away + 2 * 86_400), value: 50_001 }]);
    await check();
    expect([...(await gaps())]).toEqual([{ n: 1 }]);
    await closeDays(database.engine, now);
    await check();

    await seed.owner`update households set time_zone = 'Asia/Kolkata' where id = ${home.household}`;
    await check();
    await seed.owner`delete from connected_devices where household_id = ${home.household}`;
    expect([...(await gaps())]).toEqual([{ n: 0 }]);
  });
});

describe('days that are over', () => {
  test('are closed though a device was removed after it was seen to have one', async () => {
    const home = await seed.home();
    const [removed, other] = [
      await home.device('Fan', 'hall', 'electricity'),
      await home.device('Oven', 'kitchen', 'electricity'),
    ];
    for (const { key } of [removed, other])
      await send(home, [
        { meter: key, at: iso(noon), value: 1000 },
        { meter: key, at: iso(noon + 2 * 86_400), value: 2000 },
      ]);
    const { engine } = database;
    const begin = async (work: Parameters<Sql['begin']>[1]) => {
      await seed.owner`delete from connected_devices where id = ${removed.deviceId}`;
      return engine.begin(work);
    };
    const meanwhile = new Proxy(engine, { get: (sql, name) => (name === 'begin' ? begin : Reflect.get(sql, name)) });
    await closeDays(meanwhile, now);
    const days = await seed.owner`select meter_id from packed_days where household_id = ${home.household}`;
    expect([...days]).toEqual([{ meter_id: other.meterId }]);
  });
});

describe('amounts over intervals', () => {
  test('fractions are carried, overlaps refused, late ones fitted in', async () => {
    const home = await seed.home();
    const { key, meterId } = await home.device('Tap', 'kitchen', 'water');
    const interval = (from: number, to: number, value: number) => ({
      meter: key,
      from: iso(noon + from),
      to: iso(noon + to),
      value,
    });
    const answer = await send(home, [interval(0, 60, 0.4), interval(60, 120, 0.4), interval(180, 240, 0.4)]);
    expect(answer.accepted).toBe(3);
    expect(await send(home, [interval(90, 150, 5), interval(120, 180, 7), interval(0, 60, 0.4)])).toEqual({
      accepted: 1,
      duplicate: 1,
      rejected: [{ index: 0, code: 'conflict' }],
    });
    expect((await quartersOf(home.household, meterId)).reduce((sum, q) => sum + q.used, 0)).toBe(8);
  });
});

test('C2.9 who watches is told of each commit, of what became of the readings, and of a failure; a wrong token is none', async () => {
  const told: unknown[] = [];
  const watch: IngestWatch = {
    committed: (tookMs) => told.push(['committed', tookMs >= 0]),
    failed: () => told.push('failed'),
    counted: ({ accepted, duplicate, rejected }) => told.push({ accepted, duplicate, rejected }),
  };
  const watched = (sql: Sql) =>
    createIngest(sql, createIngestTokens(database.engine, Date.now), silent, () => now * 1000, watch);
  const home = await seed.home();
  const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
  const body = (value: number) =>
    parseReadings(Buffer.from(JSON.stringify({ readings: [{ meter: key, at: iso(noon), value }] })));
  const reading = { at: noon + 60, value: 7, spanS: null, source: 0 } as const;
  const imported = { meterId, tokenId: 0, reading, outcome: null };
  const here = watched(database.engine);
  await here.take(home.token, body(5));
  await here.take(home.token, body(6));
  await here.record([imported], { userId: home.userId });
  await expect(here.take('nobody', body(5))).rejects.toThrow(ProblemError);
  expect(told).toEqual([
    ['committed', true],
    { accepted: 1, duplicate: 0, rejected: 0 },
    ['committed', true],
    { accepted: 0, duplicate: 0, rejected: 1 },
    { accepted: 1, duplicate: 0, rejected: 0 },
  ]);
  const gone = openDatabase(testDatabase.serviceUrl);
  await gone.stop();
  await expect(watched(gone.engine).take(home.token, body(5))).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  expect(told.slice(5)).toEqual(['failed']);
});
