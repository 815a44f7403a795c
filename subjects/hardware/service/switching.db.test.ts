import type { FastifyInstance, InjectOptions } from 'fastify';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openRegistry, quietLog as log } from '#apps/service/testing/mosquitto.ts';
import type { SeededHome } from '#apps/service/testing/seed.ts';
import { openStage, type Stage } from '#apps/service/testing/stage.ts';
import { createIngestTokens } from '#subjects/readings/service/ingest/index.ts';
import type { AddedChannel, SwitchAnswer } from '../contract/hardware.ts';
import type { BrokerRegistry } from './broker-registry.ts';
import { type EmbeddedBroker, startEmbeddedBroker } from './embedded-broker.ts';
import { hardwareRoutes } from './index.ts';
import { createSwitching, runSchedules, type Switching } from './switching.ts';

describe('switching', () => {
  let stage: Stage;
  let registry: BrokerRegistry;
  let broker: EmbeddedBroker;
  let app: FastifyInstance;
  const opened: MqttClient[] = [];

  beforeAll(async () => {
    stage = await openStage();
    const { database } = stage;
    registry = await openRegistry(stage);
    broker = await startEmbeddedBroker({
      registry,
      tokens: createIngestTokens(database.engine, Date.now),
      log,
      host: '127.0.0.1',
      port: 0,
    });
    app = stage.http((http, deps) =>
      hardwareRoutes(http, { ...deps, switching: createSwitching(deps.sql, deps.changes), polls: null }),
    );
  });
  afterEach(() => Promise.all(opened.splice(0).map((client) => client.endAsync(true))));
  afterAll(async () => {
    await broker.stop();
    await registry.stop();
    await stage.end();
  });

  const call = async (person: Pick<SeededHome, 'userId'>, options: InjectOptions) =>
    app.inject({ ...options, headers: await stage.session(person.userId) });

  /** A plug that is connected, found and added; it does what it is told while `obeys`. */
  const arrange = async (word: (client: MqttClient, id: string) => Promise<unknown>) => {
    const home = await stage.seed.home();
    const plug = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, { username: 'plug', password: home.token });
    opened.push(plug);
    await word(plug, 'lamp');
    const [channel] = await stage.seed.owner<
      { id: string }[]
    >`select id from channels where household_id = ${home.household}`;
    const payload = { name: 'Lamp', room: 'hall' };
    const answer = await call(home, { method: 'POST', url: `/api/v1/channels/${channel?.id}/device`, payload });
    expect(answer.statusCode).toBe(201);
    const { device } = answer.json<AddedChannel>();
    const toggle = (on: unknown, person: Pick<SeededHome, 'userId'> = home) =>
      call(person, { method: 'POST', url: `/api/v1/devices/${device}/switch`, payload: { on } });
    const isActive = async () => {
      const [row] = await stage.seed.owner<
        { is_active: boolean }[]
      >`select is_active from connected_devices where id = ${device}`;
      return row?.is_active;
    };
    return { home, plug, device, toggle, isActive };
  };

  const tasmota = (client: MqttClient, id: string) => client.publishAsync(`stat/${id}/POWER`, 'OFF', { qos: 1 });
  const makers = {
    Tasmota: {
      word: tasmota,
      topic: 'cmnd/lamp/POWER',
      obey: (client: MqttClient, payload: string) =>
        client.publish('stat/lamp/RESULT', JSON.stringify({ POWER: payload }), { qos: 1 }),
    },
    'Shelly, first generation': {
      word: (client: MqttClient, id: string) => client.publishAsync(`shellies/${id}/relay/0`, 'off', { qos: 1 }),
      topic: 'shellies/lamp/relay/0/command',
      obey: (client: MqttClient, payload: string) => client.publish('shellies/lamp/relay/0', payload, { qos: 1 }),
    },
    'Shelly, second generation': {
      word: (client: MqttClient, id: string) =>
        client.publishAsync(`${id}/status/switch:0`, JSON.stringify({ id: 0, output: false }), { qos: 1 }),
      topic: 'lamp/rpc',
      obey: (client: MqttClient, payload: string) => {
        const { params } = JSON.parse(payload) as { params: { id: number; on: boolean } };
        const notice = {
          method: 'NotifyStatus',
          params: { [`switch:${params.id}`]: { id: params.id, output: params.on } },
        };
        client.publish('lamp/events/rpc', JSON.stringify(notice), { qos: 1 });
      },
    },
  };

  describe('C2.15 C4.4 C7.13 switching is real', () => {
    test.each(Object.entries(makers))(
      '%s: its own command, confirmed by its own word',
      async (_maker, { word, topic, obey }) => {
        const { plug, toggle, isActive } = await arrange(word);
        await plug.subscribeAsync(topic, { qos: 1 });
        plug.on('message', (_topic, payload) => obey(plug, payload.toString()));
        expect((await toggle(true)).json<SwitchAnswer>()).toEqual({ result: 'confirmed' });
        expect(await isActive()).toBe(true);
        expect((await toggle(false)).json<SwitchAnswer>()).toEqual({ result: 'confirmed' });
        expect(await isActive()).toBe(false);
      },
    );

    test('C6.1 in a room that is not theirs it is refused with words of its own, and nothing is sent', async () => {
      const { home, device, toggle } = await arrange(tasmota);
      const child = await stage.seed.home();
      await stage.seed.owner`insert into household_members (household_id, user_id, role, switch_rooms)
      values (${home.household}, ${child.userId}, 'member', '{kitchen}')`;
      const answer = await toggle(true, child);
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'room-not-yours']);
      expect(await stage.seed.owner`select from device_commands where device_id = ${device}`).toHaveLength(0);
    });

    test('a device that is in the wanted state already confirms it all the same', async () => {
      const { plug, toggle } = await arrange(tasmota);
      await plug.subscribeAsync('cmnd/lamp/POWER', { qos: 1 });
      plug.on('message', (_topic, payload) => makers.Tasmota.obey(plug, payload.toString()));
      expect((await toggle(false)).json<SwitchAnswer>()).toEqual({ result: 'confirmed' });
    });

    test('its last known state is no answer: that it is there says nothing about being on', async () => {
      const { plug, toggle } = await arrange(tasmota);
      const asked = toggle(false);
      await plug.publishAsync('tele/lamp/LWT', 'Online', { qos: 1 });
      expect((await asked).json<SwitchAnswer>()).toEqual({ result: 'no-answer' });
    });

    test('a device that does not answer within five seconds keeps its old state', async () => {
      const { toggle, isActive, device } = await arrange(tasmota);
      expect((await toggle(true)).json<SwitchAnswer>()).toEqual({ result: 'no-answer' });
      expect(await isActive()).toBe(false);
      const kept = await stage.seed.owner`select wanted, result from device_commands where device_id = ${device}`;
      expect(kept).toEqual([{ wanted: true, result: 'no-answer' }]);
    });

    test('a command holds now or never: a device that was away does not get it when it is back', async () => {
      const { home, plug, toggle } = await arrange(tasmota);
      const options = { username: 'plug', password: home.token, clientId: 'lamp', clean: false };
      const url = `mqtt://127.0.0.1:${broker.port}`;
      const lamp = await mqtt.connectAsync(url, options);
      await lamp.subscribeAsync('cmnd/#', { qos: 1 });
      await lamp.endAsync(true);
      expect((await toggle(true)).json<SwitchAnswer>()).toEqual({ result: 'no-answer' });
      const heard: string[] = [];
      const back = mqtt.connect(url, options);
      opened.push(back);
      back.on('message', (topic) => heard.push(topic));
      await new Promise((resolve) => back.once('connect', resolve));
      await plug.publishAsync('cmnd/after', 'now', { qos: 1 });
      await expect.poll(() => heard).toEqual(['cmnd/after']);
    });

    test('C6.1 is for the people of the household; another word is refused', async () => {
      const { toggle } = await arrange(tasmota);
      expect((await toggle(true, await stage.seed.home())).statusCode).toBe(404);
      expect((await toggle('yes')).statusCode).toBe(400);
    });

    test('what is switched at the wall is told at once to open pages', async () => {
      const { home, plug, isActive } = await arrange(tasmota);
      let told = 0;
      const stop = stage.changes.subscribe([home.household], (what) => (told += what === 'devices' ? 1 : 0));
      await plug.publishAsync('stat/lamp/POWER', 'ON', { qos: 1 });
      expect(await isActive()).toBe(true);
      await expect.poll(() => told).toBeGreaterThan(0);
      stop();
    });

    test('of the demo it obeys at once, by hand and by its schedule, and nothing is sent', async () => {
      const home = await stage.seed.home();
      const { deviceId } = await home.device('Water heater', 'bathroom', 'electricity');
      const { owner } = stage.seed;
      await owner`insert into channels (household_id, source, device, command, is_on, device_id, is_simulated)
        values (${home.household}, 'shelly', 'demo', '{"topic": "simulated", "on": "on", "off": "off"}', true, ${deviceId}, true)`;
      const answer = await call(home, {
        method: 'POST',
        url: `/api/v1/devices/${deviceId}/switch`,
        payload: { on: false },
      });
      expect(answer.json<SwitchAnswer>()).toEqual({ result: 'confirmed' });
      const state = () =>
        owner`select d.is_active, c.is_on from connected_devices d join channels c on c.device_id = d.id where d.id = ${deviceId}`;
      expect(await state()).toEqual([{ is_active: false, is_on: false }]);
      const switching = createSwitching(stage.sql, stage.changes);
      expect(await switching.switchDevice(null, home.household, deviceId, true)).toBe('confirmed');
      expect(await state()).toEqual([{ is_active: true, is_on: true }]);
      const commands = await owner<
        { id: string }[]
      >`select id, wanted, result from device_commands where device_id = ${deviceId} order by asked_at`;
      expect(commands).toMatchObject([
        { wanted: false, result: 'confirmed' },
        { wanted: true, result: 'confirmed' },
      ]);
      expect(
        await stage.sql`select * from private.command_to_send(${home.household}, ${commands[0]?.id as string})`,
      ).toHaveLength(0);
    });

    test('a lost device says so by its last will', async () => {
      const home = await stage.seed.home();
      const plug = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
        username: 'plug',
        password: home.token,
        reconnectPeriod: 0,
        will: { topic: 'tele/lamp/LWT', payload: Buffer.from('Offline'), qos: 1, retain: true },
      });
      await plug.publishAsync('tele/lamp/LWT', 'Online', { qos: 1, retain: true });
      await plug.publishAsync('stat/lamp/POWER', 'OFF', { qos: 1 });
      const online = async () => {
        const [row] = await stage.seed.owner<
          { is_online: boolean }[]
        >`select is_online from channels where household_id = ${home.household}`;
        return row?.is_online;
      };
      expect(await online()).toBe(true);
      plug.stream.destroy();
      await expect.poll(online).toBe(false);
    });
  });
});

describe('run schedules', () => {
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
});
