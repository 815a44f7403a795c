import { flowIds, flows } from '#catalogue/index.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { buckets, usageAnswer, type UsageQuery, type UsageRow } from '../contract/usage.ts';
import { createReadUsage } from './index.ts';

describe('rooms', () => {
  const now = Date.UTC(2026, 11, 1) / 1000;
  const start = Date.UTC(2026, 9, 24, 20, 7) / 1000;
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage(() => now * 1000);
  });
  afterAll(() => stage.end());

  const ask = async (userId: string, query: Partial<UsageQuery>): Promise<UsageRow[]> => {
    const whole: UsageQuery = { from: '2026-10-24', to: '2026-10-29', bucket: 'day', by: 'utility', ...query };
    return usageAnswer.parse(JSON.parse(await createReadUsage(stage.sql)(userId, whole))).rows;
  };

  const contain = (meterId: number, parentId: number | null) =>
    stage.seed.owner`update meters set parent_meter_id = ${parentId} where id = ${meterId}`;

  /** Totals of each bucket and utility. */
  const totals = (rows: readonly UsageRow[]): Record<string, number> => {
    const sums: Record<string, number> = {};
    for (const row of rows) sums[`${row.start} ${row.utility}`] = (sums[`${row.start} ${row.utility}`] ?? 0) + row.used;
    return sums;
  };
  const withoutZeros = (sums: Record<string, number>) =>
    Object.fromEntries(Object.entries(sums).filter(([, used]) => used !== 0));

  describe('C1.2 rooms and devices are net of the meters inside them', () => {
    test('what the mains has beyond its rooms is unmetered: it stays with the room of the mains', async () => {
      const home = await stage.seed.home();
      const mains = await home.device('Mains', 'whole_home', 'water');
      const tap = await home.device('Tap', 'kitchen', 'water');
      const hose = await home.device('Hose', 'garden', 'water');
      await contain(tap.meterId, mains.meterId);
      const at = [start, start + 1800];
      await stage.send(home, [
        ...at.map((instant, i) => ({ meter: mains.key, at: instant, value: i * 1_000 })),
        ...at.map((instant, i) => ({ meter: tap.key, at: instant, value: i * 400 })),
        ...at.map((instant, i) => ({ meter: hose.key, at: instant, value: i * 50 })),
      ]);
      for (const bucket of ['day', 'hour', '15m', '5m'] as const) {
        const byRoom: Record<string, number> = {};
        for (const row of await ask(home.userId, { bucket, by: 'utility,room' }))
          byRoom[row.room ?? ''] = (byRoom[row.room ?? ''] ?? 0) + row.used;
        expect(byRoom).toEqual({ whole_home: 600, kitchen: 400, garden: 50 });
        const used = async (device: string) =>
          (await ask(home.userId, { bucket, device })).reduce((sum, row) => sum + row.used, 0);
        expect([await used(mains.deviceId), await used(tap.deviceId), await used(hose.deviceId)]).toEqual([
          600, 400, 50,
        ]);
      }
    });

    test('the whole home’s curve is that of its main meter: a second measured twice is covered once, as by the hour', async () => {
      const home = await stage.seed.home();
      const mains = await home.device('Mains', 'whole_home', 'water');
      const tap = await home.device('Tap', 'kitchen', 'water');
      await contain(tap.meterId, mains.meterId);
      await stage.send(
        home,
        [mains.key, tap.key].flatMap((key, i) =>
          [0, 600, 1200].map((s) => ({ meter: key, at: start + s, value: s * (2 - i) })),
        ),
      );
      const sums = async (bucket: UsageQuery['bucket']) => {
        const rows = await ask(home.userId, { bucket });
        return (['used', 'coveredS'] as const).map((field) => rows.reduce((sum, row) => sum + row[field], 0));
      };
      expect(await sums('5m')).toEqual([2_400, 1_200]);
      expect(await sums('5m')).toEqual(await sums('hour'));
    });

    test('with a roof and a battery, use is what was drawn, produced and discharged, less what went back and was put by', async () => {
      const home = await stage.seed.home();
      const mains = await home.device('Mains', 'whole_home', 'electricity');
      const oven = await home.device('Oven', 'kitchen', 'electricity');
      await contain(oven.meterId, mains.meterId);
      const passed = { drawn: 600, returned: 900, produced: 2000, charged: 400, discharged: 100 };
      const keys = new Map<string, string>([['drawn', mains.key]]);
      for (const flow of ['returned', 'produced', 'charged', 'discharged'] as const) {
        const { meterId, key } = await home.device(flow, 'garden', 'electricity');
        await stage.seed
          .owner`update meters set flow = ${flow}, parent_meter_id = ${mains.meterId} where id = ${meterId}`;
        keys.set(flow, key);
      }
      const sent = [
        ...Object.entries(passed).map(([flow, used]) => [keys.get(flow) ?? '', used] as const),
        [oven.key, 500] as const,
      ];
      await stage.send(
        home,
        sent.flatMap(([meter, used]) => [0, 600].map((s) => ({ meter, at: start + s, value: s === 0 ? 0 : used }))),
      );
      const of = async (query: Partial<UsageQuery>, name: 'room' | 'flow' | 'utility') => {
        const rows = await ask(home.userId, query);
        return rows.reduce<Record<string, number>>(
          (sums, row) => ({ ...sums, [row[name] ?? '']: (sums[row[name] ?? ''] ?? 0) + row.used }),
          {},
        );
      };
      for (const bucket of ['15m', 'hour', 'day', 'week'] as const) {
        expect(await of({ bucket }, 'utility')).toEqual({ electricity: 1400 });
        expect(await of({ bucket, by: 'utility,room' }, 'room')).toEqual({ whole_home: 900, kitchen: 500 });
        expect(await of({ bucket, by: 'flow' }, 'flow')).toEqual(passed);
      }
      expect(await of({ bucket: '5m' }, 'utility')).toEqual({ electricity: 1400 });
      await expect(ask(home.userId, { bucket: '5m', by: 'flow' })).rejects.toMatchObject({ code: 'query-invalid' });
    });

    test('what goes back to the grid is no use, and without a meter around it counts where its own is', async () => {
      const home = await stage.seed.home();
      const { deviceId, key } = await home.device('Mains', 'whole_home', 'electricity');
      await stage.seed.owner`insert into meters (household_id, device_id, utility, flow, key, max_per_hour)
      values (${home.household}, ${deviceId}, 'electricity', 'returned', 'back', 100000)`;
      await stage.send(home, [
        ...[0, 600].map((s) => ({ meter: key, at: start + s, value: s })),
        ...[0, 600].map((s) => ({ meter: 'back', at: start + s, value: s / 4 })),
      ]);
      for (const by of ['utility', 'utility,room', 'utility,device']) {
        expect((await ask(home.userId, { by })).map((row) => [row.used, row.atLeast])).toEqual([[600, true]]);
      }
    });

    test('the sum over rooms, over devices, and over flows, equals the utility’s total: always', async () => {
      const meter = fc.record({
        room: fc.constantFrom('kitchen', 'hall', 'garden'),
        utility: fc.constantFrom('electricity' as const, 'water' as const),
        parent: fc.nat({ max: 9 }),
        flow: fc.oneof(
          { weight: 3, arbitrary: fc.constant('drawn' as const) },
          { weight: 1, arbitrary: fc.constantFrom(...flowIds) },
        ),
        steps: fc.array(fc.tuple(fc.integer({ min: 60, max: 30_000 }), fc.integer({ min: 0, max: 3_000 })), {
          minLength: 2,
          maxLength: 8,
        }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(meter, { minLength: 2, maxLength: 6 }), fc.boolean(), async (wanted, close) => {
          const home = await stage.seed.home('Europe/Madrid');
          const made: { meterId: number; utility: string }[] = [];
          for (const [i, { room, utility, parent, flow: wish, steps }] of wanted.entries()) {
            const flow = utility === 'electricity' ? wish : 'drawn';
            const { key, meterId } = await home.device(`Device ${i}`, room, utility);
            // Any earlier meter of the same utility may contain it, or none.
            const above = made.filter((one) => one.utility === utility)[parent];
            if (above) await contain(meterId, above.meterId);
            await stage.seed.owner`update meters set flow = ${flow} where id = ${meterId}`;
            if (flow === 'drawn') made.push({ meterId, utility });
            let at = start;
            let value = 0;
            const sent: SentByHand[] = steps.map(([seconds, used]) => ({
              meter: key,
              at: (at += seconds),
              value: (value += used),
            }));
            await stage.send(home, sent);
          }
          if (close) await closeDays(stage.sql, now);
          const byBucket: Record<string, number> = {};
          const year = { from: '2026-01-01', to: '2027-01-01', bucket: 'month' as const };
          // What is told as the least that it can be need not add up, and is never less than nothing. Where nothing is known to draw, it is not told at all.
          const told = (await ask(home.userId, year)).filter(({ utility }) => utility === 'electricity');
          const isLeast = told.length === 0 || told.some(({ atLeast }) => atLeast);
          const exact = (rows: readonly UsageRow[]) => rows.filter(({ utility }) => !isLeast || utility === 'water');
          for (const bucket of buckets) {
            const from = bucket === 'month' ? '2026-10-01' : '2026-10-24';
            const [total, rooms, devices, both] = await Promise.all(
              ['utility', 'utility,room', 'utility,device', 'utility,room,device'].map(async (by) => {
                const rows = await ask(home.userId, { from, bucket, by });
                expect(rows.filter(({ used, atLeast }) => atLeast && used < 0)).toEqual([]);
                return totals(exact(rows));
              }),
            );
            expect(withoutZeros(rooms as Record<string, number>)).toEqual(
              withoutZeros(total as Record<string, number>),
            );
            expect(withoutZeros(devices as Record<string, number>)).toEqual(
              withoutZeros(total as Record<string, number>),
            );
            expect(withoutZeros(both as Record<string, number>)).toEqual(withoutZeros(total as Record<string, number>));
            const byFlow = bucket === '5m' ? [] : await ask(home.userId, { from, bucket, by: 'flow' });
            const net = totals(
              exact(byFlow).map((row) => ({ ...row, used: flows[row.flow ?? 'drawn'].inUse * row.used })),
            );
            // A day at five minutes is not told by flow.
            expect(withoutZeros(net)).toEqual(bucket === '5m' ? {} : withoutZeros(total as Record<string, number>));
            byBucket[bucket] = Object.values(total as Record<string, number>).reduce((sum, used) => sum + used, 0);
          }
          expect(new Set(Object.values(byBucket)).size, JSON.stringify(byBucket)).toBe(1);
        }),
        { numRuns: 8 },
      );
    });
  });
});

// `meter_parts` is kept as meters come, go and move: it must always be what working it out anew would give.

describe('parts', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  });
  afterAll(() => stage.end());

  const add = (home: SeededHome, names: readonly string[]) => stage.seed.owner`
  insert into connected_devices (household_id, user_id, name, room, utility)
  select ${home.household}, ${home.userId}, name, 'hall', 'water' from unnest(${names as string[]}::text[]) name`;
  const parts = (home: SeededHome) => stage.seed.owner`
  select room, device_id, source_meter, sign, is_root from meter_parts where household_id = ${home.household}
  order by source_meter, device_id, sign`;
  const meters = async (home: SeededHome): Promise<number[]> => {
    const rows = await stage.seed.owner<
      { id: number }[]
    >`select id from meters where household_id = ${home.household} order by id`;
    return rows.map(({ id }) => id);
  };

  const mustBeRefused = (error: unknown): void => {
    if (!/contain|meters_check/.test(String(error))) throw error;
  };

  test('sixty devices in one request write sixty parts, not sixty times all', async () => {
    const home = await stage.seed.home();
    const names = Array.from({ length: 60 }, (_, i) => `Tap ${i}`);
    const written = await stage.seed.owner.begin(async (sql) => {
      await sql`insert into connected_devices (household_id, user_id, name, room, utility)
      select ${home.household}, ${home.userId}, name, 'hall', 'water' from unnest(${names}::text[]) name`;
      const [row] =
        await sql`select n_tup_ins::int as rows from pg_stat_xact_user_tables where relname = 'meter_parts'`;
      return row?.['rows'] as number;
    });
    expect(written).toBe(60);
    expect(await parts(home)).toHaveLength(60);
  });

  test('whatever comes, goes and moves, they are what working them out anew gives', async () => {
    const { owner } = stage.seed;
    const place = fc.nat(20);
    const step = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), at: place }),
      fc.record({ kind: fc.constant('remove' as const), at: place }),
      fc.record({ kind: fc.constant('contain' as const), at: place, in: fc.option(place) }),
      fc.record({ kind: fc.constant('move' as const), at: place }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const home = await stage.seed.home();
        await add(home, ['a', 'b', 'c']);
        for (const one of steps) {
          const ids = await meters(home);
          const id = ids[one.at % Math.max(1, ids.length)] ?? 0;
          if (one.kind === 'add') await add(home, [`d${one.at}`]);
          if (one.kind === 'remove')
            await owner`delete from connected_devices where id = (select device_id from meters where id = ${id})`;
          if (one.kind === 'move')
            await owner`update connected_devices set room = ${`room ${one.at}`} where id = (select device_id from meters where id = ${id})`;
          // A meter cannot contain itself, nor one that contains it: refused, and nothing changes.
          const within =
            one.kind === 'contain' && one.in !== null ? (ids[one.in % Math.max(1, ids.length)] ?? null) : null;
          if (one.kind === 'contain')
            await owner`update meters set parent_meter_id = ${within} where id = ${id}`.catch(mustBeRefused);
        }
        const kept = await parts(home);
        await owner`select private.work_out_parts(${home.household})`;
        expect(kept).toEqual(await parts(home));
      }),
      { numRuns: 25 },
    );
  });
});
