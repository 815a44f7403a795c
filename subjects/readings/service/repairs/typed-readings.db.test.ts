import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { meterRegister } from '../../contract/repairs.ts';
import { repairRoutes } from './index.ts';
import { day, iso, noon, repairedMeter } from './testing-meter.ts';

describe('readings that a person types', () => {
  let stage: Stage;
  let app: FastifyInstance;
  beforeAll(async () => {
    stage = await openStage();
    app = stage.http((http, deps) => repairRoutes(http, { ...deps, database: stage.database, now: Date.now }));
  });
  afterAll(() => stage.end());

  const open = () => repairedMeter(stage, app);
  const typed = (at: number, value: number, said?: 'new-meter' | 'right') =>
    ({ kind: 'add', at: iso(at), value, ...(said && { said }) }) as const;

  test('the first begins, the second is use; each says who typed it, and undo takes it back', async () => {
    const meter = await open();
    expect(await meter.repair(typed(noon, 24_107_000))).toMatchObject({ readings: { added: 1 }, changedDays: 0 });
    expect(await meter.used()).toBe(0);
    const { id, after } = await meter.repair(typed(noon + 22 * day, 24_322_500));
    expect(after.used).toBe(215_500);
    expect(await meter.used()).toBe(215_500);
    expect(await meter.booked()).toEqual(await meter.anew());
    const { readings } = await meter.readings(noon, noon + day);
    expect(readings).toMatchObject([{ value: 24_107_000, source: 'typed', mark: null }]);
    const [kept] = await stage.seed.owner`select kind, made_by from repairs where id = ${id}`;
    expect(kept).toMatchObject({ kind: 'add', made_by: meter.home.userId });
    expect((await meter.undo(id)).statusCode).toBe(200);
    expect(await meter.used()).toBe(0);
    const days = await stage.seed.owner`select day from usage_day where meter_id = ${meter.meterId}`;
    expect(days, 'days without anything').toEqual([]);
    expect((await meter.repair(typed(noon + 22 * day, 24_400_000))).after.used).toBe(293_000);
  });

  test('one that is sent twice is one; another at its instant is refused', async () => {
    const meter = await open();
    await meter.repair(typed(noon, 1_000));
    const again = await meter.ask(typed(noon, 1_000));
    expect([again.statusCode, again.json().id]).toEqual([200, null]);
    const repairs = await stage.seed.owner`select id from repairs where meter_id = ${meter.meterId}`;
    expect(repairs).toHaveLength(1);
    expect((await meter.ask(typed(noon, 2_000))).json()).toMatchObject({ code: 'repair-conflict' });
    expect((await meter.readings(noon - 60, noon + 60)).readings).toHaveLength(1);
  });

  test('less than last time is kept as another meter’s alone; then the step to it is no use', async () => {
    const meter = await open();
    await meter.repair(typed(noon, 24_107_000));
    expect((await meter.ask(typed(noon + day, 24_022_000))).json()).toMatchObject({ code: 'reading-unlikely' });
    await meter.repair(typed(noon + day, 12_000, 'new-meter'));
    await meter.repair(typed(noon + 2 * day, 20_000));
    expect(await meter.used()).toBe(8_000);
    expect(await meter.booked()).toEqual(await meter.anew());
  });

  test('more than the meter can pass is kept where somebody says that it is right', async () => {
    const meter = await open();
    await meter.repair(typed(noon, 0));
    const leap = 3 * 24 * 100_000;
    expect((await meter.ask(typed(noon + day, leap))).json()).toMatchObject({ code: 'reading-unlikely' });
    await meter.repair(typed(noon + day, leap, 'right'));
    expect(await meter.used()).toBe(leap);
  });

  test('an earlier one takes its place between those that are there, also where they came from hardware', async () => {
    const meter = await open();
    await meter.send({ at: noon, value: 1_000 }, { at: noon + 4 * day, value: 5_000 });
    expect((await meter.ask(typed(noon + day, 5_001))).json()).toMatchObject({ code: 'reading-unlikely' });
    await meter.repair(typed(noon + day, 4_000));
    expect(await meter.used()).toBe(4_000);
    expect(await meter.booked()).toEqual(await meter.anew());
    await meter.send({ at: noon + 5 * day, value: 5_600 });
    expect(await meter.used()).toBe(4_600);
  });

  test('a meter that sends amounts takes none, and nobody types what is still to come', async () => {
    const meter = await open();
    await stage.send(meter.home, [{ meter: meter.key, at: noon, spanS: 900, value: 5 }]);
    expect((await meter.ask(typed(noon + day, 5_000))).json()).toMatchObject({ code: 'reading-unlikely' });
    const other = await open();
    expect((await other.ask(typed(Date.now() / 1000 + day, 5_000))).json()).toMatchObject({ code: 'body-malformed' });
  });

  test('C6.3 whoever only looks on types nothing, and a stranger does not see the register either', async () => {
    const meter = await open();
    const [viewer, stranger] = [await stage.seed.home('UTC'), await stage.seed.home('UTC')];
    await stage.seed.owner`insert into household_members (household_id, user_id, role)
      values (${meter.home.household}, ${viewer.userId}, 'viewer')`;
    expect((await meter.ask(typed(noon, 5), false, viewer)).json()).toMatchObject({ code: 'not-found' });
    expect((await meter.ask(typed(noon, 5), false, stranger)).json()).toMatchObject({ code: 'not-found' });
    const look = async ({ userId }: { userId: string }) =>
      app.inject({
        url: `/api/v1/meters/${meter.meterId}/register`,
        query: { at: iso(noon) },
        headers: await stage.session(userId),
      });
    expect((await look(viewer)).statusCode).toBe(200);
    expect((await look(stranger)).json()).toMatchObject({ code: 'not-found' });
  });

  test('the register tells what stood before and after an instant, and what a usual day uses', async () => {
    const meter = await open();
    const look = async (at: number) => {
      const headers = await stage.session(meter.home.userId);
      const query = { at: iso(at) };
      const answer = await app.inject({ url: `/api/v1/meters/${meter.meterId}/register`, query, headers });
      return meterRegister.parse(answer.json());
    };
    expect(await look(noon)).toMatchObject({ before: null, after: null, usualPerDay: null });
    await meter.repair(typed(noon, 1_000));
    await meter.repair(typed(noon + 10 * day, 101_000));
    const known = await look(noon + 11 * day);
    expect(known).toMatchObject({ before: { at: new Date((noon + 10 * day) * 1000).toISOString(), value: 101_000 } });
    expect(known.usualPerDay).toBeCloseTo(10_000, -1);
    expect(await look(noon + day)).toMatchObject({ before: { value: 1_000 }, after: { value: 101_000 } });
  });
});
