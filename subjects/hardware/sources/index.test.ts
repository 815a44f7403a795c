import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { createMqttParser } from './index.ts';

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
const key = fc.constantFrom(
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
    fc.dictionary(key, tie('tree'), { maxKeys: 8 }),
  ),
}));
const payload = fc.oneof(
  tree.map((value) => JSON.stringify(value) ?? ''),
  fc.string(),
  fc.json(),
);
const message = fc.record({
  topic: fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join('/')),
  payload,
  isRetained: fc.boolean(),
});

test(
  'whatever is published, what is read is whole: finite figures, a device, a command with a topic',
  () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 8 }), (messages) => {
        const parser = createMqttParser();
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
  ['tele/plug/SENSOR', { SML: { Total_out: 5 } }, 'returned'],
  ['tele/plug/SENSOR', { DS18B20: { Temperature: 20 } }, null],
  ['homeassistant/sensor/x/config', { dev_cla: 'energy', unit_of_meas: 'kcal', stat_t: 'x' }, 'not-understood'],
  [
    'homeassistant/sensor/x/config',
    { dev_cla: 'energy', name: 'Energy returned', unit_of_meas: 'kWh', stat_t: 'x' },
    'returned',
  ],
  ['homeassistant/sensor/x/config', { dev_cla: 'temperature', stat_t: 'x' }, null],
  ['pm/status/flood:0', { alarm: false }, null],
] as const)('what tells of use and is not read is known as such: %s %o', (topic, fields, reason) => {
  const said = { topic, payload: JSON.stringify(fields), isRetained: false };
  const parser = createMqttParser();
  expect(parser.read(said)).toEqual([]);
  expect(parser.unread?.(said)).toBe(reason);
});
