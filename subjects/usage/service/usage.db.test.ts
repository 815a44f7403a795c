import {
  type Bucket,
  buckets,
  type UsageAnswer,
  type UsageQuery,
  type UsageRow,
  usageAnswer,
} from '../contract/usage.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type SentByHand, type Stage } from '#apps/service/testing/stage.ts';
import { closeDays } from '#subjects/readings/service/ingest/index.ts';
import { bucketOf, dayAfter, dayStart } from './testing-calendar.ts';
import { createReadUsage } from './index.ts';

const now = Date.UTC(2026, 11, 1) / 1000;
let stage: Stage;
beforeAll(async () => {
  stage = await openStage(() => now * 1000);
});
afterAll(() => stage.end());

type Asked = Partial<UsageQuery> & Pick<UsageQuery, 'from' | 'to' | 'bucket'>;
const ask = async (userId: string, query: Asked): Promise<UsageAnswer> =>
  usageAnswer.parse(JSON.parse(await createReadUsage(stage.sql)(userId, { by: 'utility', ...query })));

const sum = (rows: readonly Pick<UsageRow, 'used'>[]): number => rows.reduce((total, row) => total + row.used, 0);

/** A counter read every five minutes: what each step used is known, and belongs to its own five minutes. */
const everyFiveMinutes = (
  meter: string,
  from: number,
  to: number,
  used: (i: number) => number,
): { sent: SentByHand[]; steps: [at: number, used: number][] } => {
  const sent: SentByHand[] = [{ meter, at: from, value: 5_000 }];
  const steps: [number, number][] = [];
  let value = 5_000;
  for (let at = from; at < to; at += 300) {
    const step = used(steps.length);
    value += step;
    steps.push([at, step]);
    sent.push({ meter, at: at + 300, value });
  }
  return { sent, steps };
};

const expectedRows = (zone: string, bucket: Bucket, steps: readonly [number, number][]) => {
  const startOf = bucketOf(zone, bucket);
  const rows = new Map<string, { start: string; used: number; coveredS: number }>();
  for (const [at, used] of steps) {
    const start = startOf(at);
    const row = rows.get(start) ?? { start, used: 0, coveredS: 0 };
    rows.set(start, { start, used: row.used + used, coveredS: row.coveredS + 300 });
  }
  return [...rows.values()];
};

const figures = ({ rows }: UsageAnswer) => rows.map(({ start, used, coveredS }) => ({ start, used, coveredS }));

describe('C1.2 C7.15 use by local time', () => {
  test.each([
    ['Asia/Kolkata', '2026-06-29', 24],
    ['Asia/Kathmandu', '2026-06-29', 24],
    ['Europe/Madrid', '2026-03-28', 23],
    ['Europe/Madrid', '2026-10-24', 25],
    ['America/St_Johns', '2026-10-31', 25],
  ])('%s around %s: every bucket holds its own, before and after days are closed', async (zone, first, hours) => {
    const home = await stage.seed.home(zone);
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const to = dayAfter(first, 3);
    const { sent, steps } = everyFiveMinutes(key, dayStart(zone, first), dayStart(zone, to), (i) => (i * 37) % 23);
    await stage.send(home, sent);
    const answers = () => Promise.all(buckets.map((bucket) => ask(home.userId, { ...span(bucket), bucket })));
    const span = (bucket: Bucket) =>
      bucket === 'week' || bucket === 'month'
        ? { from: dayAfter(first, -31), to: dayAfter(first, 31) }
        : { from: first, to };
    const open = await answers();
    buckets.forEach((bucket, i) => {
      const monthsWanted = (row: { start: string }) => bucket !== 'month' || row.start >= span(bucket).from;
      expect(figures(open[i] as UsageAnswer), bucket).toEqual(expectedRows(zone, bucket, steps).filter(monthsWanted));
    });
    expect(open[buckets.indexOf('day')]?.rows[1]?.coveredS).toBe(hours * 3600);
    await closeDays(stage.sql, now);
    expect(await answers()).toEqual(open);
  });

  test('C3.3 a week by day has both utilities, in Wh and mL, and days without a reading stay gaps', async () => {
    const home = await stage.seed.home('Europe/Madrid');
    const lamp = await home.device('Lamp', 'bedroom', 'electricity');
    const tap = await home.device('Tap', 'kitchen', 'water');
    const monday = dayStart('Europe/Madrid', '2026-05-04');
    await stage.send(home, [
      { meter: lamp.key, at: monday + 36_000, value: 100 },
      { meter: lamp.key, at: monday + 37_800, value: 1_350 },
      { meter: tap.key, at: monday + 86_400 + 36_000, spanS: 600, value: 8_500 },
    ]);
    const { rows, timeZone, origin } = await ask(home.userId, {
      from: '2026-05-04',
      to: '2026-05-11',
      bucket: 'day',
      by: 'utility,room',
    });
    expect({ timeZone, origin }).toEqual({ timeZone: 'Europe/Madrid', origin: 'measured' });
    expect(rows).toEqual([
      {
        start: '2026-05-04',
        utility: 'electricity',
        room: 'bedroom',
        used: 1_250,
        estimated: 0,
        imported: 0,
        coveredS: 1_800,
      },
      { start: '2026-05-05', utility: 'water', room: 'kitchen', used: 8_500, estimated: 0, imported: 0, coveredS: 600 },
    ]);
  });

  test('a month that is asked for from its middle is left out whole, its filling quarter-hour too', async () => {
    const home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const { sent } = everyFiveMinutes(key, Date.UTC(2026, 4, 1) / 1000, Date.UTC(2026, 4, 20, 0, 10) / 1000, () => 1);
    await stage.send(home, sent);
    const months = async (from: string, to: string) =>
      figures(await ask(home.userId, { from, to, bucket: 'month' })).map((row) => row.used);
    expect(await months('2026-05-10', '2026-06-10')).toEqual([]);
    expect(await months('2026-05-01', '2026-05-10')).toEqual([sent.length - 1]);
  });

  test('instants bound the finer buckets', async () => {
    const home = await stage.seed.home('Asia/Kathmandu');
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const noon = Date.UTC(2026, 4, 4, 12) / 1000;
    await stage.send(home, everyFiveMinutes(key, noon - 7_200, noon + 7_200, () => 10).sent);
    for (const bucket of ['5m', '15m', 'hour'] as const) {
      const { rows } = await ask(home.userId, {
        from: '2026-05-04T12:15:00Z',
        to: '2026-05-04T15:15:00+02:00',
        bucket,
      });
      expect(sum(rows)).toBe(120);
      expect(rows[0]?.start).toBe('2026-05-04T12:15:00Z');
    }
  });

  test('use over a silence is spread, told as estimated and not as covered; a file’s use is told as imported', async () => {
    const home = await stage.seed.home();
    const { key, meterId } = await home.device('Lamp', 'hall', 'electricity');
    const start = Date.UTC(2026, 4, 4) / 1000;
    await stage.send(home, [
      { meter: key, at: start, value: 0 },
      { meter: key, at: start + 7_200, value: 240 },
    ]);
    const reading = { at: start + 9_000, value: 300, spanS: null, source: 1 as const };
    await stage.ingest.record([{ meterId, tokenId: home.tokenId, reading, outcome: null }], null);
    for (const bucket of ['5m', '15m', 'hour', 'day'] as const) {
      const { rows } = await ask(home.userId, { from: '2026-05-04', to: '2026-05-05', bucket });
      const total = (field: 'used' | 'estimated' | 'imported' | 'coveredS') =>
        rows.reduce((all, row) => all + row[field], 0);
      expect([total('used'), total('estimated'), total('imported'), total('coveredS')]).toEqual([300, 240, 60, 1_800]);
    }
  });

  test.each<[string, Asked]>([
    ['backwards', { from: '2026-05-05', to: '2026-05-04', bucket: 'day' }],
    ['empty', { from: '2026-05-04', to: '2026-05-04', bucket: 'hour' }],
    ['too long for its bucket', { from: '2026-05-04', to: '2026-05-14', bucket: '5m' }],
    ['of instants where days are needed', { from: '2026-05-04T00:00:00Z', to: '2026-05-05T00:00:00Z', bucket: 'day' }],
  ])('a period that is %s is refused', async (_title, query) => {
    const home = await stage.seed.home();
    await expect(ask(home.userId, query)).rejects.toMatchObject({ code: 'query-invalid' });
  });
});

describe('C1.1 whose figures', () => {
  const day = { from: '2026-05-04', to: '2026-05-05' };
  let home: SeededHome;
  beforeAll(async () => {
    home = await stage.seed.home();
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    await stage.send(
      home,
      everyFiveMinutes(key, Date.UTC(2026, 4, 4) / 1000, Date.UTC(2026, 4, 5) / 1000, () => 2).sent,
    );
  });

  test.each(buckets)(
    'by %s: owner, member and viewer are answered, others forbidden, a person without a household too',
    async (bucket) => {
      const query = { ...day, bucket, from: bucket === 'month' ? '2026-05-01' : day.from };
      const people = await Promise.all([stage.seed.home(), stage.seed.home()]);
      await stage.seed.owner`insert into household_members (household_id, user_id, role) values
      (${home.household}, ${people[0].userId}, 'member'), (${home.household}, ${people[1].userId}, 'viewer')`;
      for (const { userId } of [home, ...people]) {
        expect(sum((await ask(userId, { ...query, household: home.household })).rows)).toBe(576);
      }
      const stranger = await stage.seed.home();
      await expect(ask(stranger.userId, { ...query, household: home.household })).rejects.toMatchObject({
        code: 'forbidden',
      });
      expect(await ask(stranger.userId, query)).toMatchObject({
        household: stranger.household,
        origin: 'none',
        rows: [],
      });
      await stranger.abandon();
      await expect(ask(stranger.userId, query)).rejects.toMatchObject({ code: 'forbidden' });
    },
  );

  test.each(buckets)('by %s: a device of another household shows nothing', async (bucket) => {
    const stranger = await stage.seed.home();
    const { deviceId } = await home.device('Other lamp', 'hall', 'electricity');
    expect((await ask(stranger.userId, { ...day, bucket, device: deviceId })).rows).toEqual([]);
  });
});

describe('another time zone', () => {
  test('makes other days and months of the same quarter-hours; every total stays', async () => {
    const home = await stage.seed.home('UTC');
    const { key } = await home.device('Lamp', 'hall', 'electricity');
    const start = Date.UTC(2026, 4, 30) / 1000;
    const { sent, steps } = everyFiveMinutes(key, start, start + 3 * 86_400, (i) => i % 11);
    await stage.send(home, sent.slice(0, 400));
    await closeDays(stage.sql, now);
    for (const zone of ['Asia/Kathmandu', 'America/Los_Angeles']) {
      await stage.database.asUser({ sub: home.userId }, (sql) => sql`update households set time_zone = ${zone}`);
      if (zone === 'Asia/Kathmandu') await stage.send(home, sent.slice(400));
      for (const bucket of ['day', 'month', 'hour'] as const) {
        const answer = await ask(home.userId, {
          from: bucket === 'month' ? '2026-05-01' : '2026-05-29',
          to: '2026-06-04',
          bucket,
        });
        expect(answer.timeZone).toBe(zone);
        expect(figures(answer), `${bucket} in ${zone}`).toEqual(expectedRows(zone, bucket, steps));
      }
    }
  });
});
