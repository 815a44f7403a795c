/** The home's MQTT broker: messages by a real client, and bytes that no client would send. */
import { connect as connectSocket } from 'node:net';
import mqtt, { type MqttClient } from 'mqtt';
import mqttPacket, { type IConnectPacket, type Packet } from 'mqtt-packet';
import type { Chance } from '../../supabase/tests/cross-household/target.ts';
import { nasty, numbers, text } from '../../supabase/tests/nasty-input/nasty-values.ts';
import type { Cast, World } from './homes.ts';

const patienceMs = 20_000;
const isMarked = /Secret of Ada|mark-[0-9a-f]{8}-/;
const markedTopic = 'secret/of/ada';

const topics: readonly string[] = [
  'tele/plug-1/SENSOR',
  'tele/plug-2/STATE',
  'shellies/plug/relay/0/energy',
  'shelly-1/status/switch:0',
  'shelly-1/events/rpc',
  'zigbee2mqtt/plug',
  'zigbee2mqtt/bridge/devices',
  'homeassistant/sensor/a/b/config',
  'wmbusmeters/a',
  'dsmr/reading/electricity_delivered_1',
  'esphome/plug/sensor/energy/state',
  'wattershed/a/state',
  'stat/plug-1/POWER',
  'a//b',
  '$SYS/a',
  '',
  '/',
  '\ud800',
  'x'.repeat(5000),
  'a/'.repeat(3000),
  '__proto__/x',
];

const payload = (by: Chance): string | Buffer =>
  by.one<() => string | Buffer>([
    () => JSON.stringify({ ENERGY: { Total: by.one(numbers), Power: nasty(by) } }) ?? '',
    () => JSON.stringify({ Time: '2026-11-01T00:00:00', ENERGY: { Total: by.one([1, 2, 3.5]) } }),
    () => JSON.stringify({ aenergy: { total: by.one(numbers) }, id: 0, output: true }),
    () => JSON.stringify({ energy: by.one(numbers), power: 1, state: 'ON', [text(by)]: nasty(by) }),
    () =>
      JSON.stringify({
        state_topic: text(by),
        device_class: 'energy',
        unit_of_measurement: 'kWh',
        unique_id: nasty(by),
        name: text(by),
        device: nasty(by),
      }) ?? '',
    () => JSON.stringify(nasty(by)) ?? '',
    () => String(by.one(numbers)),
    () => text(by),
    () => '{"a":'.repeat(by.one([10, 5000])),
    () => Buffer.from([0xff, 0xfe, 0, 1, 2]),
    () => Buffer.alloc(by.one([0, 100, 70_000]), 0x61),
  ])();

const filters = [
  '#',
  '+/+',
  '$SYS/#',
  'a/#/b',
  '',
  '#'.repeat(100),
  '+'.repeat(500),
  `${'+/'.repeat(2000)}#`,
  markedTopic,
  'secret/#',
  '$share/a/#',
  '\0',
];

/** A packet that says something wrong, or is broken after it was made. */
const brokenBytes = (by: Chance, password: string): Buffer => {
  const greeting: IConnectPacket = {
    cmd: 'connect',
    protocolId: by.one(['MQTT', 'MQTT', 'MQTT', 'MQIsdp']),
    protocolVersion: by.one([4, 4, 4, 5, 3]),
    clean: by.is(0.7),
    clientId: by.one(['a', 'b', `c${by.one([1, 2, 3, 4, 5, 6])}`, 'x'.repeat(60), '\u{1f642}']),
    keepalive: by.one([0, 1, 60, 65_535]),
    username: by.one(['a', text(by).slice(0, 1000)]),
    password: Buffer.from(password),
    ...(by.is(0.3) && {
      will: {
        topic: by.one(topics).slice(0, 60_000) || 'w',
        payload: Buffer.from(text(by)),
        qos: 1 as const,
        retain: by.is(0.5),
      },
    }),
  };
  const next = by.one<() => Packet | null>([
    () => null,
    () => ({
      cmd: 'publish',
      topic: by.one(topics).slice(0, 60_000) || 'a',
      payload: payload(by),
      qos: by.one([0, 1, 2]),
      messageId: 7,
      dup: by.is(0.2),
      retain: by.is(0.2),
    }),
    () => ({
      cmd: 'subscribe',
      messageId: by.one([1, 65_535]),
      subscriptions: [{ topic: by.one(filters) || '#', qos: by.one([0, 1, 2]) }],
    }),
    () => ({ cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['#'] }),
    () => ({ cmd: 'pubrel', messageId: 99 }),
    () => ({ cmd: 'puback', messageId: 99 }),
    () => ({ cmd: 'pingreq' }),
    () => ({ cmd: 'disconnect' }),
    () => ({ cmd: 'connack', returnCode: 0, sessionPresent: false }),
  ]);
  const parts: Buffer[] = [];
  for (const packet of [greeting, next(), next()]) {
    if (packet === null) continue;
    try {
      parts.push(mqttPacket.generate(packet, { protocolVersion: greeting.protocolVersion ?? 4 }));
    } catch {
      parts.push(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 0x00]));
    }
  }
  const whole = Buffer.concat(parts);
  if (by.is(0.5)) return whole;
  const broken = Buffer.from(whole);
  for (let times = by.one([1, 1, 3, 10]); times > 0; times -= 1)
    broken[Math.floor(broken.length * Number(by.one(['0', '.02', '.1', '.3', '.6', '.9', '.99'])))] = by.one([
      0, 1, 0x7f, 0x80, 0xff, 0x10, 0x3f,
    ]);
  return by.is(0.3) ? broken.subarray(0, Math.ceil(broken.length / 2)) : broken;
};

export interface BrokerAnswer {
  readonly said: 'taken' | 'ended' | 'late';
  readonly ms: number;
  readonly leak: string | null;
}

/** What is asked, so that it can be told and asked again. */
export interface BrokerAsked {
  readonly what: string;
  readonly run: () => Promise<BrokerAnswer>;
}

export const openBrokerDoor = (world: World) => {
  const { mqttPort } = world;
  let client: MqttClient | null = null;
  let clientToken = '';
  let clients = 0;
  let leak: string | null = null;

  const note = (topic: string, said: Buffer): void => {
    if (isMarked.test(topic) || isMarked.test(said.toString())) leak = `${topic} ${said.toString().slice(0, 100)}`;
  };

  /** What is under way, to be ended with its client. */
  const waiting = new Set<() => void>();

  const clientOf = (token: string): MqttClient => {
    if (client && clientToken === token && !client.disconnecting) return client;
    client?.end(true);
    for (const end of waiting) end();
    clientToken = token;
    const opened = mqtt.connect(`mqtt://127.0.0.1:${mqttPort}`, {
      username: 'lamp',
      password: token,
      clientId: `lamp-${++clients}`,
      reconnectPeriod: 0,
      keepalive: 60,
    });
    opened.setMaxListeners(0);
    opened.on('error', () => undefined).on('message', note);
    // The broker may end it while nothing is under way.
    opened.on('close', () => {
      if (client === opened) client = null;
    });
    client = opened;
    return opened;
  };

  const told = (): string | null => {
    const found = leak;
    leak = null;
    return found;
  };

  const withClient = (
    token: string,
    act: (open: MqttClient, done: (error?: unknown) => void) => void,
  ): Promise<BrokerAnswer> =>
    new Promise((resolve) => {
      const begun = performance.now();
      const open = clientOf(token);
      const end = (said: BrokerAnswer['said']): void => {
        clearTimeout(timer);
        open.removeListener('close', closed);
        waiting.delete(closed);
        resolve({ said, ms: performance.now() - begun, leak: told() });
      };
      const closed = (): void => {
        // What is under way would be sent again at the next connection, and end that one too.
        if (client === open) client = null;
        open.end(true);
        end('ended');
      };
      const timer = setTimeout(() => end('late'), patienceMs);
      open.on('close', closed);
      waiting.add(closed);
      try {
        act(open, (error) => end(error ? 'ended' : 'taken'));
      } catch {
        end('ended');
      }
    });

  const bytes = (raw: Buffer): Promise<BrokerAnswer> =>
    new Promise((resolve) => {
      const begun = performance.now();
      const done = (): void => {
        clearTimeout(timer);
        socket.destroy();
        resolve({ said: 'ended', ms: performance.now() - begun, leak: told() });
      };
      const socket = connectSocket(mqttPort, '127.0.0.1', () => socket.write(raw));
      const timer = setTimeout(done, 100);
      socket
        .on('data', (said: Buffer) => note('', said))
        .on('error', done)
        .on('close', done);
    });

  return {
    make: (by: Chance, cast: Cast): BrokerAsked => {
      const { senders } = cast;
      const good = senders['ingest token'].token;
      const token = by.one([
        good,
        good,
        good,
        good,
        senders.owner.token,
        senders['assistant token'].token,
        '',
        'x',
        text(by),
      ]);
      if (by.is(0.45)) {
        const raw = brokenBytes(by, token);
        return { what: `bytes ${raw.subarray(0, 1500).toString('hex')}`, run: () => bytes(raw) };
      }
      if (by.is(0.15)) {
        const filter = by.one(filters.filter(Boolean));
        return {
          what: `subscribe ${filter.slice(0, 200)}`,
          run: () =>
            withClient(good, (open, done) => open.subscribe(filter, { qos: by.one([0, 1]) }, (error) => done(error))),
        };
      }
      // The client sends nothing to an empty topic, and says nothing of it.
      const topic = by.one(topics.filter(Boolean));
      const said = payload(by);
      const qos = by.one([1, 1, 2, 0] as const);
      return {
        what: `publish qos ${qos} ${topic.slice(0, 200)} ${said.toString().slice(0, 1000)}`,
        run: () =>
          withClient(good, (open, done) =>
            open.publish(topic, said, { qos, retain: by.is(0.1) }, (error) => done(error)),
          ),
      };
    },
    /** Somebody else's message that stays at their broker: nobody here may ever be given it. */
    plant: async (): Promise<void> => {
      const theirs = await mqtt.connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
        username: 'ada',
        password: world.victimsToken,
      });
      await theirs.publishAsync(markedTopic, 'Secret of Ada', { qos: 1, retain: true });
      await theirs.endAsync();
    },
    /** Whether a good message is still taken. */
    answers: (cast: Cast): Promise<BrokerAnswer> =>
      withClient(cast.senders['ingest token'].token, (open, done) =>
        open.publish('a/b', 'c', { qos: 1 }, (error) => done(error)),
      ),
    close: () => void client?.end(true),
  };
};
