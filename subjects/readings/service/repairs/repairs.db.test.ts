import * as fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import type { Utility } from '#catalogue/index.ts';
import { type MeterReadings, repairAnswer } from '../../contract/repairs.ts';
import { repairRoutes } from './index.ts';
import { day, iso, noon, repairedMeter, strayDays, type Wish } from './testing-meter.ts';

describe('repairs', () => {
  let stage: Stage;
  let app: FastifyInstance;
  beforeAll(async () => {
    stage = await openStage();
    app = stage.http((http, deps) => repairRoutes(http, { ...deps, database: stage.database, now: Date.now }));
  });
  afterAll(() => stage.end());

  const open = (utility?: Utility) => repairedMeter(stage, app, utility);

  /** 1,000 to 1,010 at noon, then a leap to 7,000,000. */
  const leapt = async () => {
    const meter = await open();
    await meter.send(
      { at: noon, value: 1_000 },
      { at: noon + 60, value: 1_010 },
      { at: noon + 120, value: 7_000_000 },
      { at: noon + 180, value: 7_000_020 },
    );
    return meter;
  };

  describe('readings that were set aside', () => {
    test('`believe`: they are real, and count', async () => {
      const meter = await leapt();
      expect((await meter.repair({ kind: 'believe' })).readings).toEqual({ removed: 0, added: 2, released: 2 });
      expect(await meter.used()).toBe(7_000_020 - 1_000);
      expect(await meter.waiting()).toHaveLength(0);
      expect(await meter.booked()).toEqual(await meter.anew());
    });

    test('`discard`: they are forgotten, and undo sets them aside again', async () => {
      const meter = await leapt();
      const { id } = await meter.repair({ kind: 'discard' });
      expect(await meter.waiting()).toHaveLength(0);
      expect(await meter.used()).toBe(10);
      expect((await meter.undo(id)).statusCode).toBe(200);
      expect(await meter.waiting()).toHaveLength(2);
    });

    test('`exchange`: another meter counts from there, the step is no use, those that follow on count', async () => {
      const meter = await leapt();
      const { readings } = await meter.repair({ kind: 'exchange', at: iso(noon + 120), newValue: 7_000_000 });
      expect(readings).toEqual({ removed: 0, added: 2, released: 2 });
      expect(await meter.send({ at: noon + 240, value: 7_000_050 })).toMatchObject({ accepted: 1 });
      expect(await meter.used()).toBe(10 + 50);
      expect(await meter.booked()).toEqual(await meter.anew());
    });

    test('of several, one can be chosen; there must be one', async () => {
      const meter = await leapt();
      const [, second] = await stage.seed
        .owner`select id from quarantined_readings where meter_id = ${meter.meterId} order by at`;
      await meter.repair({ kind: 'discard', readings: [Number(second?.['id'])] });
      expect(await meter.waiting()).toMatchObject([{ value: 7_000_000 }]);
      expect((await meter.ask({ kind: 'believe', readings: [1] })).json()).toMatchObject({ code: 'repair-nothing' });
    });
  });

  describe('a meter that was exchanged', () => {
    test('the old one’s last value and the new one’s first: the use of both counts, the step between does not', async () => {
      const meter = await open('water');
      await meter.send(
        { at: noon, value: 900_000 },
        { at: noon + 600, value: 900_400 },
        { at: noon + 1_800, value: 25 },
      );
      // Until somebody says so, a fall is a reset: what the counter shows has been used since.
      expect(await meter.used()).toBe(400 + 25);
      const wish = { kind: 'exchange', at: iso(noon + 1_200), oldValue: 900_650, newValue: 5 } as const;
      const { id } = await meter.repair(wish);
      expect(await meter.used()).toBe(650 + 20);
      expect(await meter.booked()).toEqual(await meter.anew());
      await meter.undo(id);
      expect(await meter.used()).toBe(400 + 25);
    });
  });

  describe('readings that are wrong', () => {
    const hourly = async () => {
      const meter = await open();
      await meter.send(...Array.from({ length: 72 }, (_, i) => ({ at: noon + i * 3_600, value: i * 100 })));
      return meter;
    };

    test.each([
      ['in open rows', false],
      ['in packed days', true],
    ] as const)(
      '`remove` %s: use across the gap is spread and an estimate; undo gives every figure back',
      async (_title, packed) => {
        const meter = await hourly();
        if (packed) await meter.pack();
        const before = await meter.booked();
        const { id, readings, days } = await meter.repair({
          kind: 'remove',
          from: iso(noon + 10 * 3_600),
          to: iso(noon + 40 * 3_600),
        });
        expect(readings.removed).toBe(30);
        expect(days.map((one) => one.day)).toEqual(['2026-05-04', '2026-05-05', '2026-05-06']);
        expect(days.map(({ after }) => after.estimated)).toEqual([100, 2_400, 600]);
        expect(await meter.used()).toBe(7_100);
        expect(await meter.booked()).toEqual(await meter.anew());
        expect((await meter.readings(noon, noon + 3 * day)).readings).toHaveLength(42);
        await meter.undo(id);
        expect(await meter.booked()).toEqual(before);
        expect((await meter.readings(noon, noon + 3 * day)).readings).toHaveLength(72);
      },
    );

    test('`correct`: a value typed wrong; what follows counts from it', async () => {
      const meter = await open();
      await meter.send(
        { at: noon, value: 1_000 },
        { at: noon + 600, value: 9_100 },
        { at: noon + 1_200, value: 9_150 },
      );
      const { before, after } = await meter.repair({ kind: 'correct', at: iso(noon + 600), value: 1_100 });
      expect([before.used, after.used]).toEqual([8_150, 8_150]);
      await meter.repair({ kind: 'correct', at: iso(noon + 1_200), value: 1_150 });
      expect(await meter.used()).toBe(150);
      expect(await meter.send({ at: noon + 1_800, value: 1_175 })).toMatchObject({ accepted: 1 });
      expect(await meter.used()).toBe(175);
    });

    test('the last reading can go: the counter goes on from the one before', async () => {
      const meter = await open();
      await meter.send({ at: noon, value: 1_000 }, { at: noon + 600, value: 1_500 });
      await meter.repair({ kind: 'remove', from: iso(noon + 600), to: iso(noon + 601) });
      expect(await meter.used()).toBe(0);
      await meter.send({ at: noon + 900, value: 1_090 });
      expect(await meter.used()).toBe(90);
      expect(await meter.booked()).toEqual(await meter.anew());
    });

    test('an amount over an interval', async () => {
      const meter = await open();
      await meter.send({ at: noon, spanS: 900, value: 50 }, { at: noon + 900, spanS: 900, value: 70 });
      await meter.repair({ kind: 'correct', at: iso(noon + 900), value: 7 });
      expect(await meter.used()).toBe(57);
      expect((await meter.readings(noon, noon + 1_800)).readings).toMatchObject([
        { value: 50, spanS: 900, used: 50, mark: null },
        { value: 7, spanS: 900, used: 7, mark: 'believed' },
      ]);
    });
  });

  describe('what a meter is believed', () => {
    test('a counter that rolls over at a declared maximum loses nothing; undo judges as before', async () => {
      const meter = await open('water');
      await meter.send({ at: noon, value: 99_999_000 }, { at: noon + 600, value: 400 }, { at: noon + 900, value: 900 });
      expect(await meter.used()).toBe(900);
      const limits = { maxPerHour: 20_000_000, maxGapS: 3_900, rollsOverAt: 100_000_000 };
      const { id, before, after } = await meter.repair({ kind: 'limits', ...limits });
      expect([before.used, after.used]).toEqual([900, 1_900]);
      expect(await meter.booked()).toEqual(await meter.anew());
      await meter.undo(id);
      expect(await meter.used()).toBe(900);
    });

    test('a longer silence is believed: what was an estimate is measured, and the same again is nothing', async () => {
      const meter = await open();
      await meter.send({ at: noon, value: 0 }, { at: noon + 7_200, value: 100 });
      const limits = { kind: 'limits', maxPerHour: 100_000, maxGapS: 8_000, rollsOverAt: null } as const;
      const { before, after } = await meter.repair(limits);
      expect([before.estimated, after.estimated]).toEqual([100, 0]);
      expect((await meter.ask(limits)).json()).toMatchObject({ code: 'repair-nothing' });
    });
  });

  test('a preview says what would change, and changes nothing', async () => {
    const meter = await leapt();
    const before = await meter.booked();
    const seen = repairAnswer.parse((await meter.ask({ kind: 'believe' }, true)).json());
    expect(seen).toMatchObject({ id: null, before: { used: 10 }, after: { used: 6_999_020 }, changedDays: 1 });
    expect(await meter.booked()).toEqual(before);
    expect(await meter.waiting()).toHaveLength(2);
    expect(await stage.seed.owner`select 1 from repairs where meter_id = ${meter.meterId}`).toHaveLength(0);
  });

  describe('what cannot be is told', () => {
    test('an undo after what it put there was changed again', async () => {
      const meter = await leapt();
      const { id } = await meter.repair({ kind: 'believe' });
      await meter.repair({ kind: 'remove', from: iso(noon + 100), to: iso(noon + 200) });
      const answer = await meter.undo(id);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'repair-overtaken']);
    });

    test('an undo where another reading has come meanwhile, and an undo twice', async () => {
      const meter = await open();
      await meter.send({ at: noon, value: 0 }, { at: noon + 60, value: 5 }, { at: noon + 120, value: 10 });
      const { id } = await meter.repair({ kind: 'remove', from: iso(noon + 60), to: iso(noon + 61) });
      await meter.send({ at: noon + 60, value: 6 });
      expect((await meter.undo(id)).json()).toMatchObject({ code: 'repair-conflict' });
      await meter.repair({ kind: 'remove', from: iso(noon + 60), to: iso(noon + 61) });
      expect((await meter.undo(id)).statusCode).toBe(200);
      expect((await meter.undo(id)).statusCode).toBe(404);
    });

    test.each<[string, Partial<Wish>, string]>([
      ['nothing in that time', { kind: 'remove', from: iso(noon - 60), to: iso(noon) }, 'repair-nothing'],
      ['no reading at that instant', { kind: 'correct', at: iso(noon + 1), value: 3 }, 'repair-nothing'],
      ['a counter below zero', { kind: 'correct', at: iso(noon), value: -3 }, 'body-malformed'],
      [
        'an exchange that is still to come',
        { kind: 'exchange', at: '2100-01-01T00:00:00Z', newValue: 0 },
        'body-malformed',
      ],
      ['a day instead of an instant', { kind: 'remove', from: '2026-05-04', to: iso(noon) }, 'body-malformed'],
      ['no such repair', { kind: 'spread' as 'remove' }, 'body-malformed'],
    ])('%s', async (_title, wish, code) => {
      const meter = await leapt();
      expect((await meter.ask(wish)).json()).toMatchObject({ code });
    });
  });

  test('C6.1 C6.3 a viewer reads the readings and repairs nothing; a stranger finds no meter', async () => {
    const meter = await leapt();
    const viewer = await stage.seed.home();
    await stage.seed.owner`insert into household_members values (${meter.home.household}, ${viewer.userId}, 'viewer')`;
    const { id } = await meter.repair({ kind: 'believe' });
    for (const person of [viewer, await stage.seed.home()]) {
      expect((await meter.ask({ kind: 'discard' }, false, person)).statusCode).toBe(404);
      expect((await meter.ask({ kind: 'discard' }, true, person)).statusCode).toBe(404);
      expect((await meter.undo(id, person)).statusCode).toBe(404);
    }
    const query = { from: iso(noon), to: iso(noon + 600) };
    const read = async (person: SeededHome) =>
      app.inject({
        url: `/api/v1/meters/${meter.meterId}/readings`,
        query,
        headers: await stage.session(person.userId),
      });
    expect((await read(viewer)).json<MeterReadings>().readings).toHaveLength(4);
    expect((await read(await stage.seed.home())).statusCode).toBe(404);
    expect((await app.inject({ method: 'POST', url: '/api/v1/repairs', payload: {} })).statusCode).toBe(401);
  });
});

describe('recount', () => {
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
          else if (one.do === 'remove')
            wishes.push({ kind: 'remove', from: iso(one.at), to: iso(one.at + one.length) });
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

  test('amounts of hours, days and weeks, in any order and batches, some removed again: each day and month is a recount', async () => {
    const amount = fc.record({
      at: fc.integer({ min: 0, max: 60 }).map((n) => noon + n * 21_600),
      spanS: fc.constantFrom(900, 3_600, 21_600, 86_400, 3 * 86_400, 21_599),
      value: fc.integer({ min: 0, max: 9_000 }),
    });
    const step = fc.oneof(
      {
        arbitrary: fc.record({
          do: fc.constant('send' as const),
          batch: fc.array(amount, { minLength: 1, maxLength: 4 }),
        }),
        weight: 4,
      },
      { arbitrary: fc.record({ do: fc.constant('remove' as const), at: amount }), weight: 1 },
      { arbitrary: fc.record({ do: fc.constant('undo' as const) }), weight: 1 },
      {
        arbitrary: fc.record({ do: fc.constant('limits' as const), gap: fc.constantFrom(900, 3_900, 90_000) }),
        weight: 1,
      },
      { arbitrary: fc.record({ do: fc.constant('pack' as const) }), weight: 1 },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
        const meter = await repairedMeter(stage, app);
        const done: string[] = [];
        for (const one of steps) {
          if (one.do === 'send') await meter.send(...one.batch);
          else if (one.do === 'pack') await meter.pack();
          else if (one.do === 'undo') {
            const id = done.pop();
            if (id !== undefined) await meter.undo(id);
          } else {
            const wish =
              one.do === 'remove'
                ? { kind: 'remove' as const, from: iso(one.at.at), to: iso(one.at.at + one.at.spanS) }
                : { kind: 'limits' as const, maxPerHour: 100_000, maxGapS: one.gap, rollsOverAt: null };
            const answer = await meter.ask(wish);
            if (answer.statusCode === 201) done.push(repairAnswer.parse(answer.json()).id ?? '');
          }
          expect(await meter.booked()).toEqual(await meter.anew());
          expect(await strayDays(stage, meter.home.household)).toEqual([]);
        }
      }),
      { numRuns: 40 },
    );
  });
});
