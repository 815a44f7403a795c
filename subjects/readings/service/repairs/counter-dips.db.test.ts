import { dipsIn } from '../../domain/counter-dips.ts';
import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { readAround } from '../ingest/index.ts';
import { repairRoutes } from './index.ts';
import { day, iso, noon, repairedMeter } from './testing-meter.ts';

let stage: Stage;
let app: FastifyInstance;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((http, deps) => repairRoutes(http, { ...deps, database: stage.database, now: Date.now }));
});
afterAll(() => stage.end());

type Meter = Awaited<ReturnType<typeof repairedMeter>>;

const sendAll = async (meter: Meter, values: readonly number[]): Promise<void> => {
  for (const [i, value] of values.entries()) await meter.send({ at: noon + i * 900, value });
};
const reasons = async ({ meterId }: Meter): Promise<unknown[]> => {
  const rows = await stage.seed
    .owner`select value, reason from quarantined_readings where meter_id = ${meterId} order by at`;
  return rows.map(({ value, reason }) => [value, reason]);
};
const misread = [307_775_000, 295_487_000, 307_788_000, 307_800_000];

describe('a counter that dips and recovers', () => {
  test('counts above its former high mark, is marked, and shows so among its readings', async () => {
    const meter = await repairedMeter(stage, app, 'water');
    await sendAll(meter, misread);
    expect(await meter.used()).toBe(25_000);
    expect(await reasons(meter)).toEqual([[295_487_000, 'counter-fell']]);
    const { readings } = await meter.readings(noon, noon + 3600);
    expect(readings.map(({ used, isDip }) => [used, isDip])).toEqual([
      [null, false],
      [null, true],
      [13_000, false],
      [12_000, false],
    ]);
    expect(await meter.booked()).toEqual(await meter.anew());
  });

  test('the same in one batch, and whatever comes late', async () => {
    const all = misread.map((value, i) => ({ at: noon + i * 900, value }));
    for (const order of [
      [[0, 1, 2, 3]],
      [[0], [2], [3], [1]],
      [[0, 3], [1], [2]],
      [
        [0, 1],
        [3, 2, 1],
      ],
    ]) {
      const meter = await repairedMeter(stage, app, 'water');
      for (const batch of order) await meter.send(...batch.map((i) => all[i] as (typeof all)[0]));
      expect(await meter.used()).toBe(25_000);
      expect(await reasons(meter)).toEqual([[295_487_000, 'counter-fell']]);
    }
  });

  test('is what a person says: believed, it is the counter’s new place; discarded, it is gone; each can be undone', async () => {
    const meter = await repairedMeter(stage, app, 'water');
    await sendAll(meter, misread);
    const { id } = await meter.repair({ kind: 'discard' });
    expect(await meter.readings(noon, noon + 3600)).toMatchObject({ readings: [{}, { value: 307_788_000 }, {}] });
    expect([await meter.used(), await reasons(meter)]).toEqual([25_000, []]);
    await meter.undo(id);
    expect([await meter.used(), await reasons(meter)]).toEqual([25_000, [[295_487_000, 'counter-fell']]]);
    await meter.repair({ kind: 'limits', maxPerHour: 900_000_000, maxGapS: 3_900, rollsOverAt: null });
    const believed = await meter.repair({ kind: 'believe' });
    expect([await meter.used(), await reasons(meter)]).toEqual([12_313_000, []]);
    expect(await meter.booked()).toEqual(await meter.anew());
    await meter.undo(believed.id);
    expect([await meter.used(), await reasons(meter)]).toEqual([25_000, [[295_487_000, 'counter-fell']]]);
    expect(await meter.booked()).toEqual(await meter.anew());
  });

  test('two meters under one key are told, and the use of one is counted', async () => {
    const meter = await repairedMeter(stage, app, 'water');
    await sendAll(meter, [307_775_000, 295_487_000, 307_776_000, 295_488_500, 307_777_000, 295_489_000, 307_778_000]);
    expect(await meter.used()).toBe(3_000);
    expect(await reasons(meter)).toEqual(
      [295_487_000, 295_488_500, 295_489_000].map((value) => [value, 'two-counters']),
    );
    expect(await meter.booked()).toEqual(await meter.anew());
  });

  test('a real reset counts as it did, and is not marked', async () => {
    const meter = await repairedMeter(stage, app);
    await sendAll(meter, [90_000, 0, 100, 250]);
    expect(await meter.used()).toBe(250);
    const refurbished = await repairedMeter(stage, app);
    await sendAll(refurbished, [300_000, 200_000, 200_100, 200_300]);
    expect(await refurbished.used()).toBe(300);
    expect(await reasons(refurbished)).toEqual([]);
  });
});

test('an amount below zero waits, named; nobody can make use of it', async () => {
  const meter = await repairedMeter(stage, app);
  const quarter = (i: number, value: number) => ({ at: noon + i * 900, spanS: 900, value });
  const answer = await stage.send(
    meter.home,
    [quarter(0, 300), quarter(1, -500), quarter(2, -0.5), quarter(3, 200)].map((one) => ({ ...one, meter: meter.key })),
  );
  expect(answer).toEqual({
    accepted: 2,
    duplicate: 0,
    rejected: [1, 2].map((index) => ({ index, code: 'negative-amount' })),
  });
  expect((await reasons(meter)).map((row) => (row as unknown[])[1])).toEqual(['negative-amount', 'negative-amount']);
  expect((await meter.ask({ kind: 'believe' })).json()).toMatchObject({ code: 'repair-nothing' });
  expect((await meter.ask({ kind: 'correct', at: iso(noon), value: -1 })).json()).toMatchObject({
    code: 'body-malformed',
  });
  expect(await meter.used()).toBe(500);
  await meter.repair({ kind: 'discard' });
  expect(await reasons(meter)).toEqual([]);
});

test('whatever a counter does, in whatever order and batches it is told, what waits are its dips and no use is negative', async () => {
  const shown = fc.oneof(
    fc.record({
      at: fc.nat({ max: 60 }).map((n) => noon + n * 1_700),
      value: fc.integer({ min: 90_000, max: 120_000 }),
    }),
    fc.record({ at: fc.nat({ max: 9 }).map((n) => noon + n * 2 * day), value: fc.nat({ max: 120_000 }) }),
    fc.record({
      at: fc.nat({ max: 4 }).map((n) => noon + n * 30 * day),
      value: fc.integer({ min: 90_000, max: 120_000 }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(shown, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 10 }),
      async (batches) => {
        const meter = await repairedMeter(stage, app);
        for (const batch of batches) await meter.send(...batch);
        const booked = await meter.booked();
        expect(booked).toEqual(await meter.anew());
        for (const { used } of booked.values()) expect(used).toBeGreaterThanOrEqual(0);
        const rows = await stage.seed.owner<{ at: number }[]>`
        select extract(epoch from at)::bigint as at from quarantined_readings
        where meter_id = ${meter.meterId} and reason in ('counter-fell', 'two-counters')`;
        const kept = await readAround(
          stage.sql,
          { household: meter.home.household, id: meter.meterId },
          0,
          4_000_000_000,
        );
        expect(new Set(rows.map(({ at }) => at))).toEqual(new Set([...dipsIn(kept)].map(({ at }) => at)));
      },
    ),
    { numRuns: process.env['TEST_FULL'] === '1' ? 300 : 25 },
  );
}, 300_000);
