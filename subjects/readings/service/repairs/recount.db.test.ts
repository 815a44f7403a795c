import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { repairRoutes } from './index.ts';
import { day, iso, noon, repairedMeter, type Wish } from './testing-meter.ts';
import { strayDays } from './testing-quarters.ts';

let stage: Stage;
let app: FastifyInstance;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http((http, deps) => repairRoutes(http, { ...deps, database: stage.database, now: Date.now }));
});
afterAll(() => stage.end());

test('whatever is sent, by whichever service, in any order and batches, packed, repaired and undone: what is booked is a recount', async () => {
  const other = await openStage(undefined, stage.testDatabase);
  const at = fc.oneof(
    fc.integer({ min: 0, max: 40 }).map((n) => noon + n * 1_700),
    fc.integer({ min: 0, max: 12 }).map((n) => noon + n * day + 77),
  );
  const reading = fc.record({ at, value: fc.integer({ min: 0, max: 400_000 }) });
  const step = fc.oneof(
    // A batch may repeat itself and run backwards; two services take turns, each with what it remembers.
    {
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        batch: fc.array(reading, { minLength: 1, maxLength: 5 }),
        by: fc.boolean(),
      }),
      weight: 4,
    },
    { arbitrary: fc.record({ do: fc.constant('pack' as const) }), weight: 1 },
    {
      arbitrary: fc.record({ do: fc.constant('remove' as const), at, length: fc.integer({ min: 1, max: 300_000 }) }),
      weight: 1,
    },
    { arbitrary: fc.record({ do: fc.constant('correct' as const), at, value: fc.nat({ max: 300_000 }) }), weight: 1 },
    { arbitrary: fc.record({ do: fc.constant('exchange' as const), at, value: fc.nat({ max: 1_000 }) }), weight: 1 },
    { arbitrary: fc.record({ do: fc.constant('believe' as const) }), weight: 1 },
    {
      arbitrary: fc.record({
        do: fc.constant('limits' as const),
        gap: fc.constantFrom(900, 3_900, 40_000),
        over: fc.constantFrom(null, 400_000),
      }),
      weight: 1,
    },
    { arbitrary: fc.record({ do: fc.constant('undo' as const) }), weight: 1 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
      const meter = await repairedMeter(stage, app);
      const done: string[] = [];
      for (const one of steps) {
        const wishes: Wish[] = [];
        if (one.do === 'send') {
          const batch = [...one.batch, ...one.batch.slice(0, 1)].map((each) => ({ ...each, meter: meter.key }));
          await (one.by ? stage : other).send(meter.home, batch);
        } else if (one.do === 'pack') await meter.pack();
        else if (one.do === 'remove') wishes.push({ kind: 'remove', from: iso(one.at), to: iso(one.at + one.length) });
        else if (one.do === 'correct') wishes.push({ kind: 'correct', at: iso(one.at), value: one.value });
        else if (one.do === 'exchange') wishes.push({ kind: 'exchange', at: iso(one.at), newValue: one.value });
        else if (one.do === 'believe') wishes.push({ kind: 'believe' });
        else if (one.do === 'limits')
          wishes.push({ kind: 'limits', maxPerHour: 100_000, maxGapS: one.gap, rollsOverAt: one.over });
        else if (done.length > 0) await meter.undo(done.pop() ?? null);
        for (const wish of wishes) {
          const { id } = (await meter.ask(wish)).json<{ id?: string }>();
          if (id) done.push(id);
        }
        expect(await meter.booked(), JSON.stringify(one)).toEqual(await meter.anew());
      }
      expect(await strayDays(stage, meter.home.household)).toEqual([]);
    }),
    { numRuns: process.env['TEST_FULL'] === '1' ? 300 : 12 },
  );
  await other.end();
});
