import { buckets, type UsageQuery, type UsageRow, usageAnswer } from '../contract/usage.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { createReadUsage } from './index.ts';

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
  test('what the mains has beyond its rooms is untracked: it stays with the room of the mains', async () => {
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
      expect([await used(mains.deviceId), await used(tap.deviceId), await used(hose.deviceId)]).toEqual([600, 400, 50]);
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

  test('what a home exports is not use', async () => {
    const home = await stage.seed.home();
    const { deviceId, key } = await home.device('Mains', 'whole_home', 'electricity');
    await stage.seed.owner`insert into meters (household_id, device_id, utility, register, key, max_per_hour)
      values (${home.household}, ${deviceId}, 'electricity', 'export', 'solar', 100000)`;
    await stage.send(
      home,
      [key, 'solar'].flatMap((meter) => [0, 600].map((s) => ({ meter, at: start + s, value: s }))),
    );
    for (const by of ['utility', 'utility,room', 'utility,device']) {
      expect((await ask(home.userId, { by })).map((row) => row.used)).toEqual([600]);
    }
  });

  test('the sum over rooms, and over devices, equals the utility’s total: always', async () => {
    const meter = fc.record({
      room: fc.constantFrom('kitchen', 'hall', 'garden'),
      utility: fc.constantFrom('electricity' as const, 'water' as const),
      parent: fc.nat({ max: 9 }),
      steps: fc.array(fc.tuple(fc.integer({ min: 60, max: 30_000 }), fc.integer({ min: 0, max: 3_000 })), {
        minLength: 2,
        maxLength: 8,
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(meter, { minLength: 2, maxLength: 6 }), fc.boolean(), async (wanted, close) => {
        const home = await stage.seed.home('Europe/Madrid');
        const made: { meterId: number; utility: string }[] = [];
        for (const [i, { room, utility, parent, steps }] of wanted.entries()) {
          const { key, meterId } = await home.device(`Device ${i}`, room, utility);
          // Any earlier meter of the same utility may contain it, or none.
          const above = made.filter((one) => one.utility === utility)[parent];
          if (above) await contain(meterId, above.meterId);
          made.push({ meterId, utility });
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
        for (const bucket of buckets) {
          const from = bucket === 'month' ? '2026-10-01' : '2026-10-24';
          const [total, rooms, devices, both] = await Promise.all(
            ['utility', 'utility,room', 'utility,device', 'utility,room,device'].map(async (by) =>
              totals(await ask(home.userId, { from, bucket, by })),
            ),
          );
          expect(withoutZeros(rooms as Record<string, number>)).toEqual(withoutZeros(total as Record<string, number>));
          expect(withoutZeros(devices as Record<string, number>)).toEqual(
            withoutZeros(total as Record<string, number>),
          );
          expect(withoutZeros(both as Record<string, number>)).toEqual(withoutZeros(total as Record<string, number>));
          byBucket[bucket] = Object.values(total as Record<string, number>).reduce((sum, used) => sum + used, 0);
        }
        expect(new Set(Object.values(byBucket)).size, JSON.stringify(byBucket)).toBe(1);
      }),
      { numRuns: 8 },
    );
  });
});
