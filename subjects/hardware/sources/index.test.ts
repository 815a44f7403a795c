import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { createMqttParser, deviceSources, PushFault, type PushRequest, sources, unreadDoors } from './index.ts';
import { samples } from './testing-samples.ts';

const word = fc.constantFrom(
  'tele',
  'stat',
  'plug',
  'SENSOR',
  'STATE',
  'LWT',
  'RESULT',
  'POWER',
  'shellies',
  'relay',
  'emeter',
  '0',
  'energy',
  'total',
  'info',
  'online',
  'announce',
  'events',
  'rpc',
  'status',
  'switch:0',
  'zigbee2mqtt',
  'bridge',
  'devices',
  'availability',
  'homeassistant',
  'sensor',
  'switch',
  'device',
  'config',
  'tasmota',
  'discovery',
  '',
);
const anyKey = fc.constantFrom(
  'ENERGY',
  'Total',
  'Power',
  'POWER',
  'POWER1',
  'StatusSNS',
  't',
  'dn',
  'fn',
  'rl',
  'ft',
  'params',
  'method',
  'switch:0',
  'emdata:0',
  'aenergy',
  'total',
  'apower',
  'output',
  'relays',
  'meters',
  'ison',
  'ieee_address',
  'friendly_name',
  'definition',
  'exposes',
  'features',
  'property',
  'unit',
  'name',
  'type',
  'endpoint',
  'value_on',
  'state',
  'energy',
  '~',
  'uniq_id',
  'dev',
  'ids',
  'stat_t',
  'cmd_t',
  'dev_cla',
  'stat_cla',
  'unit_of_meas',
  'val_tpl',
  'avty',
  'cmps',
  'p',
  'o',
  '__proto__',
);
const leaf = fc.oneof(
  fc.constantFrom(
    'ON',
    'NotifyStatus',
    'kWh',
    'W',
    'energy',
    'power',
    'total',
    'switch',
    'plug',
    '{{ value_json.total }}',
    'x/y',
  ),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.string(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(anyKey, tie('tree'), { maxKeys: 8 }),
  ),
}));
const anyPayload = fc.oneof(
  tree.map((value) => JSON.stringify(value) ?? ''),
  fc.string(),
  fc.json(),
);
const anyMessage = fc.record({
  topic: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join('/')),
  payload: anyPayload,
  isRetained: fc.boolean(),
});

test(
  'whatever is published, what is read is whole: finite figures, a device, a command with a topic',
  () => {
    fc.assert(
      fc.property(fc.array(anyMessage, { maxLength: 8 }), (messages) => {
        const parser = createMqttParser(sources);
        for (const one of messages) {
          for (const update of parser.read(one)) {
            expect(update.device).not.toBe('');
            for (const figure of [update.total, update.power]) expect(Number.isFinite(figure ?? 0)).toBe(true);
            expect(update.command?.topic).not.toBe('');
          }
        }
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);

test.each([
  ['tele/plug/SENSOR', { METER: { Wirkenergie_kWh: 5 } }, 'not-understood'],
  ['tele/plug/SENSOR', { SML: { Wirkenergie_Einspeisung_kWh: 5 } }, 'returned'],
  ['tele/plug/SENSOR', { DS18B20: { Temperature: 20 } }, null],
  ['homeassistant/sensor/x/config', { dev_cla: 'energy', unit_of_meas: 'kcal', stat_t: 'x' }, 'not-understood'],
  [
    'homeassistant/sensor/x/config',
    { dev_cla: 'energy', name: 'Energy returned', unit_of_meas: 'kcal', stat_t: 'x' },
    'returned',
  ],
  ['homeassistant/sensor/x/config', { dev_cla: 'temperature', stat_t: 'x' }, null],
  ['pm/status/flood:0', { alarm: false }, null],
] as const)('what tells of use and is not read is known as such: %s %o', (topic, fields, reason) => {
  const said = { topic, payload: JSON.stringify(fields), isRetained: false };
  const parser = createMqttParser(sources);
  expect(parser.read(said)).toEqual([]);
  expect(parser.unread?.(said)).toBe(reason);
});

const hardwareGuide = fileURLToPath(new URL('../../../docs/guide/connect-hardware.md', import.meta.url));
const placeholders = new Set(['origin', 'host', 'port', 'secure', 'token', 'meter', 'utility', 'unit', 'socket']);

describe.each(sources.map((source) => [source.label, source] as const))('%s', (_label, source) => {
  const { id, label, reads, switchedBy, mqtt, tcp, poll, socket, push, file, setUps = {} } = source;
  const sample = samples[id as keyof typeof samples];

  test('says who it is, and has a way in', () => {
    expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(sources.filter((one) => one.id === id)).toHaveLength(1);
    expect([mqtt, tcp, poll, socket, push, file].some(Boolean)).toBe(true);
    expect(file === undefined ? unreadDoors : [id]).toContain(mqtt ? 'mqtt' : (tcp?.door ?? id));
    expect(deviceSources.includes(id)).toBe([mqtt, tcp, poll, socket].some(Boolean));
  });

  test('stands in the guide', () => {
    const ways = [
      mqtt && 'MQTT',
      tcp && 'its port',
      socket && 'its WebSocket',
      poll && `asked every ${poll.everyS} s`,
      file && 'a file',
      push && `sent to \`${push.endpoint.path}\``,
    ];
    const row = `| ${[label, ways.filter(Boolean).join(', '), reads, switchedBy ?? ''].join(' | ')} |`.replace(
      '  |',
      ' |',
    );
    expect(readFileSync(hardwareGuide, 'utf8')).toContain(`\n${row}\n`);
  });

  const parsers = [
    mqtt?.createParser(),
    tcp?.createParser(),
    poll?.createParser('http://192.0.2.1'),
    socket?.createParser('charger', () => 1_778_000_100_000),
  ];
  test.each(parsers.flatMap((parser) => parser ?? []))(
    'what its devices say is read, and said to be its own',
    (parser) => {
      const messages = (sample.messages ?? []).map(([topic, payload]) => ({ topic, payload, isRetained: false }));
      const updates = messages.flatMap((message) => parser.read(message));
      expect(updates).toMatchObject(sample.updates ?? []);
      expect(new Set(updates.map((update) => update.source))).toEqual(new Set([id]));
      expect(updates.some(({ utility, total }) => utility !== undefined || total !== undefined)).toBe(true);
      expect(updates.some(({ command }) => command !== undefined)).toBe(switchedBy !== undefined);
      for (const payload of ['', '{', 'null', '[]'])
        expect(parser.read({ topic: messages[0]?.topic ?? '', payload, isRetained: false })).toEqual([]);
    },
  );

  test.each(push ? [push] : [])(
    'what is sent is read, and what is none is refused or passed over',
    ({ read, endpoint, alsoAt = [] }) => {
      const ask = ([address, body]: readonly [string, string]): PushRequest => {
        const { pathname: path, searchParams } = new URL(address, 'http://localhost');
        return { id: '1', path, query: Object.fromEntries(searchParams), body: Buffer.from(body), now: 1_778_000_000 };
      };
      const request = ask(sample.request ?? ['', '']);
      expect([endpoint.path, ...alsoAt]).toContain(request.path);
      expect(read(request, (key) => key === 'mains').readings).toMatchObject(sample.readings ?? [{}]);
      // Its own fault, or nothing.
      const outcome = (): unknown => {
        try {
          return read({ ...request, body: Buffer.from('?') }, () => true).readings;
        } catch (error) {
          return error instanceof PushFault ? [] : error;
        }
      };
      expect(outcome()).toEqual([]);
    },
  );

  test.each(file ? [file] : [])('a file of it is known from others, and looked at', async ({ preview }) => {
    const [text, column] = sample.file ?? ['', ''];
    expect(sources.find((one) => one.file?.recognises(text))?.id).toBe(id);
    const seen = await preview(() => Readable.from([Buffer.from(text)]), 'x', 'UTC');
    expect(seen).toMatchObject({ ok: true, value: { columns: expect.arrayContaining([column]) as string[] } });
  });

  test.each(Object.entries(setUps))('what %s is told names this service, the token and the meter', (_name, text) => {
    const named = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !placeholders.has(name))).toEqual([]);
    // What makes itself known needs no meter to be named.
    const where = socket ? ['socket'] : ['meter', named.includes('host') ? 'port' : 'origin'];
    expect(named).toEqual(expect.arrayContaining(['token', ...where]));
  });
});
