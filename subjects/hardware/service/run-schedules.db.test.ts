import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { runSchedules } from './run-schedules.ts';
import type { Switching } from './switch-device.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.end());

const seconds = (text: string) => Date.parse(text) / 1000;
const evening = { is_on: true, days: 127, minute: 18 * 60, sun: null as string | null, offset_min: 0 };

const arrange = async (schedule: Partial<typeof evening> = {}) => {
  const home = await stage.seed.home('Asia/Kolkata');
  const { deviceId } = await home.device('Lamp', 'hall', 'electricity');
  const row = { ...evening, ...schedule, household_id: home.household, device_id: deviceId };
  const [made] = await stage.seed.owner<
    { id: string }[]
  >`insert into device_schedules ${stage.seed.owner(row)} returning id`;
  const switched: [string, boolean][] = [];
  const switching: Switching = {
    switchDevice: async (person, household, device, on) => {
      if (person === null && household === home.household && device === deviceId) switched.push([device, on]);
      return 'confirmed';
    },
  };
  const run = (at: string) => runSchedules(stage.sql, switching, seconds(at));
  const dueAt = async () => {
    const [found] = await stage.seed.owner<
      { next_at: Date | null }[]
    >`select next_at from device_schedules where id = ${made?.id as string}`;
    return found?.next_at;
  };
  return { home, deviceId, switched, run, dueAt };
};

describe('a schedule', () => {
  test('is worked out first, runs once when it is due, and then the next day', async () => {
    const { switched, run, deviceId, dueAt } = await arrange();
    await run('2026-11-20T10:00:00Z');
    expect(switched).toEqual([]);
    expect(await dueAt()).toEqual(new Date('2026-11-20T12:30:00Z'));
    await run('2026-11-20T12:29:59Z');
    expect(switched).toEqual([]);
    await run('2026-11-20T12:30:05Z');
    await run('2026-11-20T12:30:10Z');
    expect(switched).toEqual([[deviceId, true]]);
    expect(await dueAt()).toEqual(new Date('2026-11-21T12:30:00Z'));
  });

  test('C6.1 that its maker may no longer run is passed over, and is due the next day again', async () => {
    const { home, switched, run, deviceId, dueAt } = await arrange();
    const child = await stage.seed.home();
    await stage.seed.owner`insert into household_members (household_id, user_id, role, switch_rooms)
      values (${home.household}, ${child.userId}, 'member', '{hall}')`;
    await stage.seed.owner`update device_schedules set created_by = ${child.userId} where device_id = ${deviceId}`;
    await run('2026-11-20T10:00:00Z');
    await run('2026-11-20T12:30:05Z');
    expect(switched).toHaveLength(1);
    await stage.seed.owner`update connected_devices set room = 'kitchen' where id = ${deviceId}`;
    await run('2026-11-21T12:30:05Z');
    expect(switched).toHaveLength(1);
    expect(await dueAt()).toEqual(new Date('2026-11-22T12:30:00Z'));
  });

  test('of several services one runs it', async () => {
    const { switched, run } = await arrange();
    await run('2026-11-20T10:00:00Z');
    await Promise.all([1, 2, 3, 4].map(() => run('2026-11-20T12:30:05Z')));
    expect(switched).toHaveLength(1);
  });

  test('that was missed for long is not made up for', async () => {
    const { switched, run, dueAt } = await arrange();
    await run('2026-11-20T10:00:00Z');
    await run('2026-11-20T13:00:00Z');
    expect(switched).toEqual([]);
    expect(await dueAt()).toEqual(new Date('2026-11-21T12:30:00Z'));
  });

  test('about sunset waits for the home’s place, and follows it', async () => {
    const { home, run, dueAt } = await arrange({ minute: null as never, sun: 'sunset', offset_min: -10 });
    await run('2026-11-20T06:00:00Z');
    expect(await dueAt()).toBeNull();
    await stage.seed.owner`update households set latitude = 18.52, longitude = 73.86 where id = ${home.household}`;
    await run('2026-11-20T06:00:00Z');
    // By hand, for Pune: declination -19.7°, equation of time +14.2 min; the sun sets at 17:57.
    const due = (await dueAt()) as Date;
    expect(Math.abs(due.getTime() / 1000 - seconds('2026-11-20T12:17:00Z'))).toBeLessThan(120);
  });

  test('that is changed, switched off or of another zone is worked out anew', async () => {
    const { home, run, dueAt, switched } = await arrange();
    await run('2026-11-20T10:00:00Z');
    await stage.seed.owner`update device_schedules set minute = 1080 + 60 where household_id = ${home.household}`;
    await run('2026-11-20T10:00:00Z');
    expect(await dueAt()).toEqual(new Date('2026-11-20T13:30:00Z'));
    await stage.seed.owner`update households set time_zone = 'UTC' where id = ${home.household}`;
    await run('2026-11-20T10:00:00Z');
    expect(await dueAt()).toEqual(new Date('2026-11-20T19:00:00Z'));
    await stage.seed.owner`update device_schedules set is_enabled = false where household_id = ${home.household}`;
    await run('2026-11-20T19:00:05Z');
    expect(switched).toEqual([]);
  });
});
