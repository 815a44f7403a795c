import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { haDiscovery, parseTemplate, valueIn } from './ha-discovery.ts';

const home = () => {
  const parser = haDiscovery.mqtt.createParser();
  const hear = (topic: string, payload: unknown) =>
    parser.read({
      topic,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      isRetained: false,
    });
  return { parser, hear };
};

const device = { ids: 'esp-1', name: 'Water meter', mf: 'Espressif', mdl: 'esp32', sa: 'Garden' };
const counter = {
  '~': 'water-meter/sensor/total',
  name: 'Total',
  uniq_id: 'esp-1-total',
  dev_cla: 'water',
  stat_cla: 'total_increasing',
  unit_of_meas: 'L',
  stat_t: '~/state',
  avty_t: 'water-meter/status',
  dev: device,
};

test('a counter is found with its name, room and utility, and then told by its topic', () => {
  const { parser, hear } = home();
  expect(hear('homeassistant/sensor/esp-1/total/config', counter)).toEqual([
    {
      source: 'ha-discovery',
      device: 'esp-1',
      part: 'esp-1-total',
      name: 'Water meter',
      room: 'Garden',
      model: 'Espressif esp32',
      utility: 'water',
    },
  ]);
  expect(parser.topics).toEqual(expect.arrayContaining(['water-meter/sensor/total/state', 'water-meter/status']));
  expect(hear('water-meter/sensor/total/state', '12.5')).toMatchObject([{ part: 'esp-1-total', total: 12_500 }]);
  expect(hear('water-meter/sensor/total/state', 'unavailable')).toEqual([]);
  expect(hear('water-meter/status', 'offline')).toEqual([{ source: 'ha-discovery', device: 'esp-1', isOnline: false }]);
});

test('a home’s battery tells how full it is beside what it counts; the battery that a sensor runs on does not', () => {
  const { parser, hear } = home();
  const battery = (dev: object, uniq_id: string) => ({
    uniq_id,
    dev_cla: 'battery',
    stat_cla: 'measurement',
    unit_of_meas: '%',
    stat_t: `${uniq_id}/state`,
    dev,
  });
  const storage = { ids: 'storage', name: 'Storage' };
  const energy = (name: string) => ({
    name,
    uniq_id: `storage-${name.toLowerCase().replaceAll(' ', '-')}`,
    dev_cla: 'energy',
    stat_cla: 'total_increasing',
    unit_of_meas: 'kWh',
    stat_t: `storage/${name}`,
    dev: storage,
  });
  expect(hear('homeassistant/sensor/storage/soc/config', battery(storage, 'soc'))).toEqual([]);
  expect(parser.topics).not.toContain('soc/state');
  hear('homeassistant/sensor/storage/in/config', energy('Battery charged'));
  hear('homeassistant/sensor/storage/out/config', energy('Battery discharged'));
  hear('homeassistant/sensor/esp-1/total/config', counter);
  hear('homeassistant/sensor/esp-1/battery/config', battery(device, 'small'));
  expect(hear('soc/state', '54.4')).toEqual([
    { source: 'ha-discovery', device: 'storage', part: 'storage-battery-charged', charge: 54.4 },
  ]);
  expect(hear('soc/state', 'unknown')).toEqual([]);
  expect([parser.topics.includes('small/state'), hear('small/state', '90')]).toEqual([false, []]);
});

test('a counter in JSON, in long names', () => {
  const { hear } = home();
  hear('homeassistant/sensor/plug/config', {
    unique_id: 'plug_energy',
    device_class: 'energy',
    state_class: 'total',
    unit_of_measurement: 'kWh',
    state_topic: 'plug/state',
    value_template: '{{ value_json.energy | float }}',
    device: { identifiers: ['plug', 'second'], name: 'Plug' },
  });
  expect(hear('plug/state', { energy: 1.25 })).toMatchObject([{ device: 'plug', total: 1250 }]);
});

test.each([
  ['GJ', 'Meter', '12.345', 'heat', 3_429_167],
  ['MWh', 'Heat meter', '1.5', 'heat', 1_500_000],
  ['kWh', 'Fernwärme', '1.5', 'heat', 1500],
  ['kWh', 'Meter', '1.5', 'electricity', 1500],
  ['kWh', 'Heat pump', '1.5', 'electricity', 1500],
])('energy in %s of a device called %s', (unit, name, shown, utility, total) => {
  const { hear } = home();
  const config = {
    uniq_id: 'm',
    name: 'Energy',
    dev_cla: 'energy',
    stat_cla: 'total_increasing',
    unit_of_meas: unit,
    stat_t: 'm',
    dev: { ids: 'm', name },
  };
  expect(hear('homeassistant/sensor/m/config', config)).toMatchObject([{ utility }]);
  expect(hear('m', shown)).toMatchObject([{ total }]);
});

test('a switch says its state in its own words and where it takes commands', () => {
  const { hear } = home();
  const config = {
    uniq_id: 's',
    cmd_t: 'plug/set',
    stat_t: 'plug/state',
    pl_on: '1',
    pl_off: '0',
    dev: { ids: ['plug'] },
  };
  expect(hear('homeassistant/switch/s/config', config)).toMatchObject([
    { command: { topic: 'plug/set', on: '1', off: '0' } },
  ]);
  expect(hear('plug/state', '1')).toMatchObject([{ isOn: true }]);
  expect(hear('plug/state', 'ON')).toEqual([]);
});

test('power alone is told while no counter of the same device is known', () => {
  const { hear } = home();
  const power = {
    uniq_id: 'p',
    dev_cla: 'power',
    unit_of_meas: 'kW',
    stat_t: 'clamp/power',
    dev: { ids: 'clamp', name: 'Clamp' },
  };
  expect(hear('homeassistant/sensor/clamp/power/config', power)).toEqual([]);
  expect(hear('clamp/power', '0.25')).toMatchObject([{ power: 250, utility: 'electricity', name: 'Clamp' }]);
  hear('homeassistant/sensor/clamp/total/config', { ...counter, '~': 'clamp', dev: { ids: 'clamp' } });
  expect(hear('clamp/power', '0.25')).toEqual([]);
});

test('a device may announce all its entities at once', () => {
  const { hear } = home();
  const components = {
    a: { p: 'sensor', uniq_id: 'a', dev_cla: 'energy', stat_cla: 'total', unit_of_meas: 'Wh', stat_t: 'x/a' },
    b: { p: 'button', uniq_id: 'b', cmd_t: 'x/b' },
  };
  expect(
    hear('homeassistant/device/x/config', { dev: { ids: 'x' }, o: { name: 'maker' }, cmps: components }),
  ).toMatchObject([{ device: 'x', part: 'a' }]);
});

describe('what is told elsewhere, or is no use, is passed over', () => {
  test.each([
    [{ ...counter, o: { name: 'Zigbee2MQTT' } }],
    [{ ...counter, origin: { name: 'Wattershed' } }],
    [{ ...counter, stat_cla: 'measurement' }],
    [{ ...counter, unit_of_meas: 'BTU' }],
    [{ ...counter, val_tpl: '{% set x = 1 %}' }],
    [{ ...counter, stat_t: '' }],
    ['not JSON'],
    ['[]'],
  ])('%o', (config) => expect(home().hear('homeassistant/sensor/x/config', config)).toEqual([]));
});

test('an entity that is taken back is heard no more', () => {
  const { hear } = home();
  hear('homeassistant/sensor/esp-1/total/config', counter);
  hear('homeassistant/sensor/esp-1/total/config', '');
  expect(hear('water-meter/sensor/total/state', '12.5')).toEqual([]);
});

const payload = JSON.stringify({ energy: 1.5, sensors: [{ total: 7 }], 'a b': { c: 'ON' } });

test.each([
  [undefined, payload, 1],
  ['{{ value }}', payload, 1],
  ['{{ value | float }}', payload, 1],
  ['{{ value_json.energy }}', 1.5, 1],
  ["{{value_json['energy'] | float(0) | round(2)}}", 1.5, 1],
  ['{{ value_json.sensors[0].total / 1000 }}', 7, 0.001],
  ['{{ value_json["a b"].c }}', 'ON', 1],
  ['{{ value_json.missing }}', undefined, 1],
  ['{{ value_json.energy * 3600 | int }}', 1.5, 3600],
])('%s', (template, value, factor) => {
  const parsed = parseTemplate(template);
  expect(parsed?.factor).toBe(factor);
  expect(parsed && valueIn(parsed, payload)).toEqual(value);
});

test.each([
  '{% if value %}1{% endif %}',
  '{{ value_json }}',
  '{{ states("x") }}',
  '{{ value_json.a + value_json.b }}',
  '{{ value_json.a | my_filter }}',
  '{{ value_json.a / 0 }}',
  'text',
])('what does more is not guessed at: %s', (template) => expect(parseTemplate(template)).toBeNull());

test(
  'any template and any message end well',
  () => {
    const piece = fc.constantFrom(
      '{{',
      '}}',
      ' ',
      'value',
      'value_json',
      '.a',
      "['",
      "']",
      '[0]',
      '|',
      'float',
      '(',
      ')',
      '*',
      '/',
      '2',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.json(), (pieces, text) => {
        const parsed = parseTemplate(pieces.join(''));
        const value = parsed && valueIn(parsed, text);
        expect(Number.isFinite(parsed?.factor ?? 0)).toBe(true);
        expect(typeof value).not.toBe('function');
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);

describe('what its name says of its flow', () => {
  const energy = (name: string, id: string, ids = id) => ({
    name,
    uniq_id: id,
    stat_t: `e/${id}`,
    dev_cla: 'energy',
    stat_cla: 'total_increasing',
    unit_of_meas: 'kWh',
    dev: { ids, name: 'Meter' },
  });
  const found = (config: ReturnType<typeof energy>) => home().hear('homeassistant/sensor/x/config', config)[0];

  test.each([
    ['Energy export', 'returned'],
    ['Total energy returned', 'returned'],
    ['Einspeisung', 'returned'],
    ['Energía vertida', 'returned'],
    ['Energy production', 'produced'],
    ['PV energy', 'produced'],
    ['Battery charge energy', 'charged'],
    ['Battery energy discharged', 'discharged'],
    ['Charged energy', undefined],
    ['Energy', undefined],
    ['Imported energy', undefined],
  ])('%s: %s', (name, flow) => {
    expect(found(energy(name, 'e1'))?.flow).toBe(flow);
  });

  test('water that comes back is no use of it', () => {
    const config = { ...energy('Water returned', 'w'), dev_cla: 'water', unit_of_meas: 'L' };
    expect(home().hear('homeassistant/sensor/w/config', config)).toEqual([]);
  });

  test.each([
    ['after', ['Import', 'Export']],
    ['before', ['Export', 'Import']],
  ])('what comes back is another register of the one counter beside it, announced %s it', (_when, names) => {
    const { hear } = home();
    const heard = names.flatMap((name) => hear(`homeassistant/sensor/${name}/config`, energy(name, name, 'grid')));
    expect(heard.at(-1)).toMatchObject({ part: expect.any(String) });
    expect(heard.filter(({ part }) => part === 'Export').at(-1)).toMatchObject({
      flow: 'returned',
      registerOf: 'Import',
      name: 'Meter Export',
    });
    expect(hear('e/Export', '1.5')).toMatchObject([{ part: 'Export', total: 1500 }]);
    // Where several draw, nobody knows of which it is.
    const more = hear('homeassistant/sensor/House/config', energy('House', 'House', 'grid'));
    expect(more.find(({ part }) => part === 'Export')?.registerOf).toBeUndefined();
  });
});
