import type { ReadingsAnswer } from '../../contract/readings.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { closeDays } from './index.ts';
import { createIngestTokens, newToken } from './ingest-tokens.ts';
import { createIngest, type Ingest } from './record-readings.ts';

const noon = Date.UTC(2026, 4, 4, 12) / 1000;
const now = Date.UTC(2026, 5, 1) / 1000;

let stage: Stage;
let other: Ingest;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
  other = createIngest(stage.sql, createIngestTokens(stage.sql, Date.now), stage.changes, () => now * 1000);
});
afterAll(() => stage.end());

const sendBy = (
  ingest: Ingest,
  home: Pick<SeededHome, 'token'>,
  readings: readonly SentByHand[],
): Promise<ReadingsAnswer> =>
  ingest.take(home.token, {
    sent: readings.map(({ spanS = null, ...one }, index) => ({ index, ...one, spanS })),
    rejected: [],
    count: readings.length,
  });

/** All that was used, and all readings that are kept, wherever they are. */
const kept = async (meterId: number) => {
  const [row] = await stage.seed.owner<{ used: number; readings: number; days: number }[]>`select
    (s.used + coalesce((select sum(q.used) from usage_quarter q where q.meter_id = s.meter_id), 0)
      + coalesce((select sum(t.used) from usage_gap t where t.meter_id = s.meter_id), 0)
      + coalesce((select sum(u) from packed_days p, unnest(p.used) u where p.meter_id = s.meter_id), 0))::bigint as used,
    ((select count(*) from open_readings r where r.meter_id = s.meter_id)
      + coalesce((select sum(p.n) from packed_days p where p.meter_id = s.meter_id), 0))::bigint as readings,
    (s.used + coalesce((select sum(d.used) from usage_day d where d.meter_id = s.meter_id), 0))::bigint as days
    from meter_state s where s.meter_id = ${meterId}`;
  return row;
};

describe('several services write the same meters', () => {
  test('nothing is lost or counted twice, whoever writes, in whatever order, while days are being closed', async () => {
    const step = fc.record({
      minute: fc.integer({ min: 0, max: 4_000 }),
      byOther: fc.boolean(),
      meter: fc.nat({ max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(step, { selector: (one) => one.minute, minLength: 12, maxLength: 40 }),
        async (steps) => {
          const home = await stage.seed.home();
          const meters = [
            await home.device('A', 'hall', 'electricity'),
            await home.device('B', 'hall', 'electricity'),
          ] as const;
          const closing = closeDays(stage.sql, now);
          const answers = await Promise.all(
            steps.map(({ minute, byOther, meter }) =>
              sendBy(byOther ? other : stage.ingest, home, [
                { meter: (meters[meter] ?? meters[0]).key, at: noon + minute * 60, value: 1_000 + minute },
              ]),
            ),
          );
          await closing;
          await closeDays(stage.sql, now);
          expect(answers.every((answer) => answer.accepted === 1)).toBe(true);
          for (const [i, { meterId }] of meters.entries()) {
            const minutes = steps.filter((one) => one.meter === i).map((one) => one.minute);
            const used = minutes.length > 0 ? Math.max(...minutes) - Math.min(...minutes) : 0;
            expect(await kept(meterId)).toEqual({ used, readings: minutes.length, days: used });
          }
        },
      ),
      { numRuns: 6 },
    );
  });

  test('a retry at the other service is a duplicate there', async () => {
    const home = await stage.seed.home();
    const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
    const batch = [0, 60, 120].map((s) => ({ meter: key, at: noon + s, value: s }));
    expect(await sendBy(stage.ingest, home, batch)).toMatchObject({ accepted: 3 });
    expect(await sendBy(other, home, batch)).toMatchObject({ accepted: 0, duplicate: 3 });
    const twice = await Promise.all(
      [stage.ingest, other].map((ingest) => sendBy(ingest, home, [{ meter: key, at: noon + 180, value: 180 }])),
    );
    expect(twice.reduce((sum, answer) => sum + answer.accepted, 0)).toBe(1);
    expect(twice.reduce((sum, answer) => sum + answer.duplicate, 0)).toBe(1);
    expect(await kept(meterId)).toMatchObject({ used: 180, readings: 4 });
  });

  test('what a person changes of a meter is heard by a service that remembers it', async () => {
    const home = await stage.seed.home();
    const { key, meterId, deviceId } = await home.device('Lamp', 'hall', 'electricity');
    const asOwner = (text: string) => stage.database.asUser({ sub: home.userId }, (sql) => sql.unsafe(text));
    await stage.send(home, [{ meter: key, at: noon, value: 0 }]);
    await stage.seed.owner`update meters set max_per_hour = 4 where id = ${meterId}`;
    expect((await stage.send(home, [{ meter: key, at: noon + 60, value: 50 }])).rejected).toEqual([
      { index: 0, code: 'implausible-jump' },
    ]);
    await stage.seed.owner`update meters set max_per_hour = 400 where id = ${meterId}`;
    expect(await stage.send(home, [{ meter: key, at: noon + 60, value: 50 }])).toMatchObject({ accepted: 1 });
    await asOwner(`update households set time_zone = 'Asia/Tokyo'`);
    expect(await stage.send(home, [{ meter: key, at: noon + 3.5 * 3600, value: 60 }])).toMatchObject({ accepted: 1 });
    const days = await stage.seed.owner<
      { day: Date }[]
    >`select day from usage_day where meter_id = ${meterId} order by day`;
    expect(days.map((row) => row.day.toISOString().slice(0, 10))).toEqual(['2026-05-04', '2026-05-05']);
    await asOwner(`delete from connected_devices where id = '${deviceId}'`);
    expect((await stage.send(home, [{ meter: key, at: noon + 20_000, value: 70 }])).rejected).toEqual([
      { index: 0, code: 'unknown-meter' },
    ]);
    expect(await stage.seed.owner`select from open_readings where meter_id = ${meterId}`).toHaveLength(0);
  });
});

describe('C1.1 whose meters a token may write', () => {
  test('a household’s token writes its household alone, also in one batch with the owner’s, also what only repeats', async () => {
    const [home, thief] = [await stage.seed.home(), await stage.seed.home()];
    const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
    const first = { meter: key, at: noon, value: 10 };
    const foreign = (at: number, value: number) =>
      stage.send(thief, [{ meter: String(meterId), at: noon + at, value }]);
    const [own, stolen] = await Promise.all([stage.send(home, [first]), foreign(60, 90)]);
    expect(own).toMatchObject({ accepted: 1 });
    const refused = { accepted: 0, duplicate: 0, rejected: [{ index: 0, code: 'unknown-meter' }] };
    expect(stolen).toEqual(refused);
    for (const [at, value] of [
      [0, 10],
      [0, 11],
      [-60, 5],
      [60, 20],
      [60, 9e12],
    ] as const)
      expect(await foreign(at, value)).toEqual(refused);
    expect(await stage.seed.owner`select from quarantined_readings where meter_id = ${meterId}`).toHaveLength(0);
    expect(await kept(meterId)).toMatchObject({ readings: 1, used: 0 });
  });

  test('a fleet token writes many by their ids', async () => {
    const { token, hash } = newToken();
    await stage.seed.owner`insert into ingest_tokens (scope, name, hash) values ('fleet', 'utility', ${hash})`;
    const homes = [await stage.seed.home(), await stage.seed.home('Asia/Kolkata')];
    const meters = await Promise.all(homes.map((home) => home.device('Mains', 'whole_home', 'water')));
    const batch = meters.flatMap(({ meterId }) =>
      [0, 900, 1_800].map((s) => ({ meter: String(meterId), at: noon + s, value: s })),
    );
    expect(await stage.send({ token }, [...batch, { meter: '999999999', at: noon, value: 1 }])).toEqual({
      accepted: 6,
      duplicate: 0,
      rejected: [{ index: 6, code: 'unknown-meter' }],
    });
    for (const { meterId } of meters) expect(await kept(meterId)).toMatchObject({ used: 1_800, readings: 3 });
  });
});

describe('one batch', () => {
  test('may correct the quarter-hour that it also completes', async () => {
    const home = await stage.seed.home();
    const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
    await stage.send(home, [
      { meter: key, at: noon + 300, value: 100 },
      { meter: key, at: noon + 600, value: 160 },
    ]);
    const batch = [
      { meter: key, at: noon + 60, value: 30 },
      { meter: key, at: noon + 1_000, value: 200 },
    ];
    expect(await stage.send(home, batch)).toMatchObject({ accepted: 2 });
    expect(await kept(meterId)).toEqual({ used: 170, readings: 4, days: 170 });
  });

  test('whose amounts have fractions counts them once, however often it is sent', async () => {
    const home = await stage.seed.home();
    const { key, meterId } = await home.device('Tap', 'kitchen', 'water');
    const amount = (i: number) => ({ meter: key, at: noon + i * 60, spanS: 60, value: 0.5 });
    for (let i = 0; i < 20; i += 1) await stage.send(home, i > 0 ? [amount(i - 1), amount(i)] : [amount(0)]);
    expect(await kept(meterId)).toMatchObject({ used: 10, readings: 20 });
  });

  test('that overflows fails alone: what is written together with it is kept', async () => {
    const home = await stage.seed.home();
    const [lamp, poison, ...busy] = await Promise.all(
      ['A', 'B', 'C', 'D'].map((name) => home.device(name, 'hall', 'water')),
    );
    await stage.seed.owner`insert into usage_quarter values
      (${home.household}, ${poison?.meterId as number}, to_timestamp(${noon}), 9223372036854775807::bigint, 0, 0, 0)`;
    const reading = (meter: string | undefined, s: number) => ({ meter: meter as string, at: noon + s, value: s });
    const waiting = async () =>
      (
        await stage.seed
          .owner`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      ).length;
    const sent: Promise<ReadingsAnswer>[] = [];
    // Both lanes wait for a lock, so that what comes next goes together.
    await stage.seed.owner.begin(async (sql) => {
      await sql`select from meter_state where meter_id in ${sql(busy.map((one) => one.meterId))} for update`;
      for (const { key } of busy) {
        sent.push(stage.send(home, [reading(key, 0)]));
        await expect.poll(waiting).toBe(sent.length);
      }
      sent.push(
        stage.send(
          home,
          [0, 600, 1_200].map((s) => reading(poison?.key, s)),
        ),
        stage.send(home, [reading(lamp?.key, 0)]),
      );
      await new Promise(setImmediate);
    });
    const outcomes = await Promise.allSettled(sent);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await kept(lamp?.meterId as number)).toMatchObject({ readings: 1 });
  });
});
