import { randomUUID } from 'node:crypto';
import type { LatestAnswer, UsageAnswer } from '#subjects/usage/contract/usage.ts';
import { demoMeters } from '#simulator/src/index.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { newToken } from '#subjects/readings/service/ingest/index.ts';
import { usageRoutes } from '#subjects/usage/service/index.ts';
import { demoDevices } from './demo-things.ts';
import { openDemoLife } from './index.ts';
import { openShortDemo } from './testing-demo.ts';

const now = Math.floor(Date.now() / 60_000) * 60;
const days = {
  from: new Date((now - 4 * 86_400) * 1000).toISOString().slice(0, 10),
  to: new Date((now + 2 * 86_400) * 1000).toISOString().slice(0, 10),
};

let stage: Stage;
let app: FastifyInstance;
let demo: string;
beforeAll(async () => {
  stage = await openStage();
  app = stage.http(usageRoutes);
  demo = await openShortDemo(stage, now - 2 * 86_400, now);
});
afterAll(() => stage.end());

interface Guest {
  readonly userId: string;
  readonly household: string;
}
const signUp = async (email: string, language = 'en'): Promise<Guest> => {
  const userId = randomUUID();
  await stage.seed.owner`insert into auth.users (id, email, raw_user_meta_data)
    values (${userId}, ${email}, ${JSON.stringify({ language })}::text::jsonb)`;
  const [row] = await stage.seed.owner<
    { household_id: string }[]
  >`select household_id from household_members where user_id = ${userId}`;
  return { userId, household: row?.household_id as string };
};
const arrive = (language?: string): Promise<Guest> => signUp(`${randomUUID()}@guest.wattershed.invalid`, language);

const get = async <T>(guest: Guest, path: string): Promise<T> =>
  (await app.inject({ url: `/api/v1/usage${path}`, headers: await stage.session(guest.userId) })).json<T>();
const byRoom = async (guest: Guest, bucket = 'day'): Promise<UsageAnswer> =>
  get(guest, `?from=${days.from}&to=${days.to}&bucket=${bucket}&by=utility,room`);
const total = ({ rows }: UsageAnswer, utility: string, room?: string): number =>
  rows
    .filter((row) => row.utility === utility && (room === undefined || row.room === room))
    .reduce((sum, row) => sum + row.used, 0);

/** What the demo's mains meters counted, from the superuser's view. */
const demoTotal = async (key: string): Promise<number> => {
  const meter = demoMeters.find((one) => one.key === key);
  const [row] = await stage.seed.owner<{ value: number }[]>`
    select s.last_value as value from meters m join meter_state s on s.meter_id = m.id where m.household_id = ${demo} and m.key = ${key}`;
  return (row?.value ?? 0) - (meter?.startCounter ?? 0);
};

describe('C5.6 a guest reads through to the demo household', () => {
  test('its devices and rooms are theirs, its figures are shown as simulated, in every bucket', async () => {
    const guest = await arrive();
    const devices = await stage.database.asUser(
      { sub: guest.userId },
      (sql) => sql`select name, room, utility from connected_devices`,
    );
    expect(devices.length).toBe(demoMeters.length);
    for (const bucket of ['day', '15m', 'hour', '5m']) {
      const answer = await byRoom(guest, bucket);
      expect(answer).toMatchObject({ household: guest.household, origin: 'simulated' });
      expect(total(answer, 'electricity'), bucket).toBe(await demoTotal('whole-home-electricity'));
      expect(total(answer, 'water'), bucket).toBe(await demoTotal('whole-home-water'));
      expect(new Set(answer.rows.map((row) => row.room))).toEqual(new Set(demoMeters.map((meter) => meter.room)));
    }
  });

  test('their household, devices and meters are whole rows of the demo’s: a column that comes later is theirs too', async () => {
    const { owner } = stage.seed;
    const tables = { households: 'id', connected_devices: 'household_id', meters: 'household_id' };
    for (const [table, home] of Object.entries(tables)) {
      await owner.unsafe(`alter table ${table} add column later text`);
      await owner.unsafe(`update ${table} set later = 'of ' || ctid where ${home} = '${demo}'`);
    }
    // However its rows lie.
    await owner`update meters set max_gap_s = max_gap_s where household_id = ${demo} and key = 'whole-home-electricity'`;
    const guest = await arrive();
    const rows = async (home: string): Promise<unknown> => owner`
      select to_jsonb(h) - '{id,owner_id,kind,created_at,has_readings}'::text[] as home,
        to_jsonb(d) - '{household_id,id,user_id}'::text[] as device,
        to_jsonb(m) - '{household_id,id,device_id,parent_meter_id,template_household_id,template_meter_id,reading_kind,facts,quarantined,created_at}'::text[] as meter,
        (select above.key from meters above where above.household_id = h.id and above.id = m.parent_meter_id) as within
      from households h join connected_devices d on d.household_id = h.id join meters m on m.household_id = h.id and m.device_id = d.id
      where h.id = ${home} order by m.id`;
    const [theirs, model] = [await rows(guest.household), await rows(demo)];
    expect(model).toHaveLength(demoMeters.length);
    expect(theirs).toEqual(model);
    // Whoever asks for one of them by its id is understood.
    const ids = await owner<{ id: string }[]>`select id from connected_devices where household_id = ${guest.household}`;
    expect(ids.filter(({ id }) => !z.uuid().safeParse(id).success)).toEqual([]);
    for (const table of Object.keys(tables)) await owner.unsafe(`alter table ${table} drop column later`);
  });

  test('the latest values are the demo’s, and so are the changes that a page hears of', async () => {
    const guest = await arrive();
    const latest = await get<LatestAnswer>(guest, '/latest');
    const mains = latest.meters.find((meter) => meter.key === 'whole-home-electricity');
    expect(mains?.lastValue).toBe(24_318_402 + (await demoTotal('whole-home-electricity')));
    expect(latest.meters.find((meter) => meter.key === 'kitchen-electricity')?.parentMeterId).toBe(mains?.meterId);
    const [heard] = await stage.sql<{ ids: string }[]>`select private.stream_households(${guest.userId}, null) as ids`;
    expect(heard?.ids.slice(1, -1).split(',').sort()).toEqual([demo, guest.household].sort());
  });

  test('own readings are added to their view alone', async () => {
    const [guest, other] = [await arrive(), await arrive()];
    const before = await byRoom(guest);
    const { token, hash } = newToken();
    await stage.seed.owner`insert into ingest_tokens (household_id, hash) values (${guest.household}, ${hash})`;
    const hour = now - 7_200;
    await stage.send({ token }, [
      { meter: 'kitchen-electricity', at: hour, value: 100 },
      { meter: 'kitchen-electricity', at: hour + 600, value: 1_100 },
      { meter: 'whole-home-electricity', at: hour, value: 100 },
      { meter: 'whole-home-electricity', at: hour + 600, value: 1_100 },
    ]);
    const after = await byRoom(guest);
    expect(total(after, 'electricity') - total(before, 'electricity')).toBe(1_000);
    expect(total(after, 'electricity', 'kitchen') - total(before, 'electricity', 'kitchen')).toBe(1_000);
    expect(total(await byRoom(other), 'electricity')).toBe(total(before, 'electricity'));
  });

  test('C1.1 the demo itself cannot be seen, changed or written by a guest', async () => {
    const guest = await arrive();
    const seen = await stage.database.asUser({ sub: guest.userId }, async (sql) => [
      await sql`select from households where id = ${demo}`,
      await sql`select from meters where household_id = ${demo}`,
      await sql`update connected_devices set name = 'Mine' where household_id = ${demo}`,
    ]);
    expect(seen.map((rows) => rows.count)).toEqual([0, 0, 0]);
    const { token, hash } = newToken();
    await stage.seed.owner`insert into ingest_tokens (household_id, hash) values (${guest.household}, ${hash})`;
    const [meter] = await stage.seed.owner<
      { id: number }[]
    >`select id from meters where household_id = ${demo} limit 1`;
    const answer = await stage.send({ token }, [{ meter: String(meter?.id), at: now, value: 1 }]);
    expect(answer.rejected).toEqual([{ index: 0, code: 'unknown-meter' }]);
  });

  test('their household keeps the demo’s time zone', async () => {
    const guest = await arrive();
    const attempt = stage.database.asUser(
      { sub: guest.userId },
      (sql) => sql`update households set time_zone = 'Asia/Tokyo'`,
    );
    await expect(attempt).rejects.toMatchObject({ code: '23514' });
  });
});

describe('C5.6 what a guest finds', () => {
  const namesOf = async ({ userId }: Guest): Promise<string[]> => {
    const rows = await stage.database.asUser(
      { sub: userId },
      (sql) => sql<{ name: string }[]>`select name from connected_devices order by created_at`,
    );
    return rows.map(({ name }) => name);
  };

  test('C1.4 things that people own, in the order of the home, in the guest’s language and in the one chosen next', async () => {
    const guest = await arrive('es');
    expect((await namesOf(guest)).slice(0, 4)).toEqual([
      'Electricidad general',
      'Electricidad de la cocina',
      'Frigorífico',
      'Lavadora',
    ]);
    expect((await namesOf(await arrive())).slice(2, 6)).toEqual([
      'Fridge',
      'Washing machine',
      'Water heater',
      'Air conditioner',
    ]);
    await stage.database.asUser(
      { sub: guest.userId },
      (sql) => sql`update profiles set language = 'hi' where user_id = ${guest.userId}`,
    );
    expect((await namesOf(guest)).slice(2, 6)).toEqual(['फ्रिज', 'वॉशिंग मशीन', 'गीज़र', 'एसी']);
  });

  test('a name that a guest gave stands, whatever language is chosen', async () => {
    const [guest, other] = [await arrive(), await arrive()];
    await stage.database.asUser({ sub: guest.userId }, async (sql) => {
      await sql`update connected_devices set name = 'Old fridge' where name = 'Fridge'`;
      await sql`update profiles set language = 'es' where user_id = ${guest.userId}`;
    });
    expect((await namesOf(guest)).slice(2, 4)).toEqual(['Old fridge', 'Lavadora']);
    expect((await namesOf(other)).slice(2, 4)).toEqual(['Fridge', 'Washing machine']);
  });

  test('one budget, and a switch of their own that follows its schedule', async () => {
    const guest = await arrive();
    const [[budget], [heater], schedules] = await stage.database.asUser({ sub: guest.userId }, async (sql) => [
      await sql`select utility from budgets`,
      await sql<{ id: string; name: string; is_on: boolean; is_active: boolean }[]>`
          select d.id, d.name, c.is_on, d.is_active from channels c join connected_devices d on d.id = c.device_id where c.command is not null`,
      await sql`select is_on, minute, created_by from device_schedules order by minute`,
    ]);
    expect(budget).toEqual({ utility: 'electricity' });
    expect(heater).toMatchObject({ name: 'Water heater', is_active: heater?.['is_on'] });
    expect(schedules).toEqual([
      { is_on: true, minute: 60, created_by: guest.userId },
      { is_on: false, minute: 360, created_by: guest.userId },
    ]);
  });

  test('one leak that is over, with its litres and its cost, told once however often it is asked for', async () => {
    const life = await openDemoLife(stage.sql, stage.ingest);
    await life?.noteLeaks(now);
    await life?.noteLeaks(now);
    const guest = await arrive();
    const notices = await stage.database.asUser(
      { sub: guest.userId },
      (
        sql,
      ) => sql`select n.kind, m.key, n.ended_at - n.since as lasted, n.ended_at < now() - interval '20 days' as is_over, n.figures
        from notices n join meters m on m.id = n.meter_id`,
    );
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ kind: 'running-water', key: 'bathroom-water', is_over: true });
    const { figures } = notices[0] as unknown as { figures: Record<string, number | string> };
    expect(Number(figures['floorMlPerHour'])).toBeGreaterThanOrEqual(12_000);
    expect(Number(figures['floorMlPerHour'])).toBeLessThan(12_500);
    expect(Number(figures['leakMl'])).toBeGreaterThan(700_000);
    expect(figures).toMatchObject({ currency: 'EUR', cost: expect.stringMatching(/^[1-4]\.\d\d$/) as string });
  });
});

describe('C5.6 how long a guest is kept', () => {
  const idle = (guest: Guest, age: string) =>
    stage.seed.owner`update profiles set last_seen_at = now() - ${age}::interval where user_id = ${guest.userId}`;
  const isThere = async ({ userId, household }: Guest): Promise<boolean[]> => {
    const [row] = await stage.seed.owner<{ there: boolean[] }[]>`select array[
      exists (select from auth.users where id = ${userId}), exists (select from profiles where user_id = ${userId}),
      exists (select from households where id = ${household}), exists (select from meters where household_id = ${household})]::text as there`;
    return String(row?.there)
      .slice(1, -1)
      .split(',')
      .map((one) => one === 't');
  };
  const cleanUp = async (): Promise<void> => {
    await stage.sql`select private.remove_idle_guests(7)`;
  };

  test('after 7 days without a visit all of theirs is removed, sessions too; others and members stay', async () => {
    const [gone, recent, visitor, member] = [
      await arrive(),
      await arrive(),
      await arrive(),
      await signUp('ada@example.com'),
    ];
    await stage.seed.owner`insert into auth.sessions (id, user_id) values (${randomUUID()}, ${gone.userId})`;
    await idle(gone, '7 days 1 minute');
    await idle(recent, '6 days 23 hours');
    await idle(visitor, '8 days');
    await idle(member, '400 days');
    await stage.sql`select private.seen(${visitor.userId})`;
    await cleanUp();
    expect(await isThere(gone)).toEqual([false, false, false, false]);
    expect(await isThere(recent)).toEqual([true, true, true, true]);
    expect(await isThere(visitor)).toEqual([true, true, true, true]);
    expect((await isThere(member)).slice(0, 3)).toEqual([true, true, true]);
    expect(await stage.seed.owner`select from auth.sessions where user_id = ${gone.userId}`).toHaveLength(0);
    expect((await byRoom(recent)).rows.length).toBeGreaterThan(0);
  });

  test('one who takes an address of their own becomes a member, keeps everything, and is not removed', async () => {
    const guest = await arrive();
    await stage.database.asUser(
      { sub: guest.userId },
      (sql) => sql`insert into connected_devices (user_id, name, room, utility)
      values (${guest.userId}, 'My lamp', 'hall', 'electricity')`,
    );
    const before = await byRoom(guest);
    await stage.seed.owner`update auth.users set email = 'grace@example.com' where id = ${guest.userId}`;
    await idle(guest, '30 days');
    await cleanUp();
    expect(await isThere(guest)).toEqual([true, true, true, true]);
    expect(await stage.seed.owner`select is_guest from profiles where user_id = ${guest.userId}`).toEqual([
      { is_guest: false },
    ]);
    expect(await byRoom(guest)).toEqual(before);
    const own = await stage.database.asUser(
      { sub: guest.userId },
      (sql) => sql`select from connected_devices where name = 'My lamp'`,
    );
    expect(own).toHaveLength(1);
  });
});

describe('the demo lives on', () => {
  test('one of other meters is none: another is made, and who came to the first keeps it', async () => {
    const old = await openStage();
    const home = await openShortDemo(old, now - 7200, now);
    const { owner } = old.seed;
    await owner`update meters set key = 'bathroom-electricity' where household_id = ${home} and key = 'water-heater'`;
    expect(await openDemoLife(old.sql, old.ingest)).toBeNull();
    await owner`insert into auth.users (id, email) values (${randomUUID()}, 'first@guest.wattershed.invalid')`;
    const next = await openShortDemo(old, now - 7200, now);
    expect(await owner`select id from households where kind = 'demo' order by created_at`).toEqual([
      { id: home },
      { id: next },
    ]);
    expect(
      await owner`select distinct template_household_id as id from meters where template_household_id is not null`,
    ).toEqual([{ id: home }]);
    await old.end();
  });

  test('minute by minute, the same however often it is asked to', async () => {
    const life = await openDemoLife(stage.sql, stage.ingest);
    const stand = () => stage.seed
      .owner`select m.key, s.last_at, s.last_value from meters m join meter_state s on s.meter_id = m.id
      where m.household_id = ${demo} order by m.key`;
    await life?.catchUp(now + 180);
    const once = await stand();
    await life?.catchUp(now + 180);
    expect(await stand()).toEqual(once);
    expect(once.every((row) => (row['last_at'] as Date).getTime() / 1000 === now + 120)).toBe(true);
  });

  test('without a demo a guest gets a plain household, and one that was not finished is cleared away', async () => {
    const bare = await openStage();
    const begin = () =>
      bare.sql<{ id: string }[]>`select private.begin_demo('UTC', ${JSON.stringify(demoDevices)}::text::jsonb) as id`;
    await begin();
    const userId = randomUUID();
    await bare.seed
      .owner`insert into auth.users (id, email) values (${userId}, ${`${userId}@guest.wattershed.invalid`})`;
    expect(await bare.seed.owner`select kind from households where owner_id = ${userId}`).toEqual([{ kind: 'home' }]);
    const [second] = await begin();
    expect(await bare.seed.owner`select id from households where kind = 'demo'`).toEqual([{ id: second?.id }]);
    await bare.end();
  });
});
