import { expect, test } from 'vitest';
import { readVectorFile } from './testing-samples.ts';
import { readDevices, zigbee2mqtt } from './zigbee2mqtt.ts';

const plug = {
  ieee_address: '0x01',
  friendly_name: 'Kitchen/Kettle',
  definition: {
    vendor: 'Nous',
    model: 'A1Z',
    exposes: [
      { type: 'switch', features: [{ name: 'state', property: 'state', value_on: 'ON', value_off: 'OFF' }] },
      { type: 'numeric', name: 'power', property: 'power', unit: 'W' },
      { type: 'numeric', name: 'energy', property: 'energy', unit: 'kWh' },
      { type: 'numeric', name: 'produced_energy', property: 'produced_energy', unit: 'kWh' },
    ],
  },
};
const duo = {
  ieee_address: '0x02',
  friendly_name: 'Duo',
  definition: {
    exposes: ['l1', 'l2'].flatMap((endpoint) => [
      {
        type: 'switch',
        endpoint,
        features: [{ name: 'state', property: `state_${endpoint}`, endpoint, value_on: 'ON', value_off: 'OFF' }],
      },
    ]),
  },
};
const valve = {
  ieee_address: '0x03',
  friendly_name: 'Garden',
  definition: { exposes: [{ type: 'numeric', name: 'water_consumed', property: 'water_consumed', unit: 'L' }] },
};

const bridge = (devices: unknown) => {
  const parser = zigbee2mqtt.mqtt.createParser();
  const hear = (topic: string, payload: unknown) =>
    parser.read({
      topic: `zigbee2mqtt/${topic}`,
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      isRetained: false,
    });
  return { hear, found: hear('bridge/devices', devices) };
};

test('what measures or switches is found by the list of devices, with its name and how it is switched', () => {
  const button = {
    ieee_address: '0x04',
    friendly_name: 'Button',
    definition: { exposes: [{ type: 'enum', name: 'action', property: 'action' }] },
  };
  expect(bridge([plug, button, { type: 'Coordinator', definition: null }]).found).toEqual([
    {
      source: 'zigbee2mqtt',
      device: '0x01',
      part: '',
      name: 'Kitchen/Kettle',
      model: 'Nous A1Z',
      utility: 'electricity',
      command: { topic: 'zigbee2mqtt/Kitchen/Kettle/set', on: '{"state":"ON"}', off: '{"state":"OFF"}' },
    },
  ]);
});

test('energy in gigajoules is heat, each value of its counter whole', () => {
  const exposes = [{ type: 'numeric', name: 'energy', property: 'energy', unit: 'GJ' }];
  const { hear, found } = bridge([{ ieee_address: '0x05', friendly_name: 'Substation', definition: { exposes } }]);
  expect(found).toMatchObject([{ device: '0x05', utility: 'heat' }]);
  expect(hear('Substation', { energy: 12.345 })).toMatchObject([{ utility: 'heat', total: 3_429_167 }]);
});

test('its messages tell the counter, the power and the state', () => {
  const { hear } = bridge([plug, valve]);
  expect(hear('Kitchen/Kettle', { state: 'ON', energy: 1.5, power: 2000, produced_energy: 9 })).toMatchObject([
    { device: '0x01', total: 1500, power: 2000, isOn: true },
    { device: '0x01', part: 'returned', registerOf: '', flow: 'returned', name: 'Kitchen/Kettle', total: 9000 },
  ]);
  expect(hear('Kitchen/Kettle', { linkquality: 100 })).toEqual([]);
  expect(hear('Garden', { water_consumed: 12.5 })).toMatchObject([{ utility: 'water', total: 12_500 }]);
  expect(hear('Stranger', { energy: 1 })).toEqual([]);
});

test('each endpoint is a part of its own', () => {
  const { hear, found } = bridge([duo]);
  expect(found).toMatchObject([
    { part: 'l1', name: 'Duo l1' },
    { part: 'l2', name: 'Duo l2' },
  ]);
  expect(hear('Duo', { state_l1: 'OFF', state_l2: 'ON' })).toMatchObject([
    { part: 'l1', isOn: false },
    { part: 'l2', isOn: true },
  ]);
});

test.each(['online', '{"state":"online"}'])('it comes and goes: %s', (payload) => {
  expect(bridge([plug]).hear('Kitchen/Kettle/availability', payload)).toEqual([
    { source: 'zigbee2mqtt', device: '0x01', isOnline: true },
  ]);
});

const real = readVectorFile('zigbee2mqtt_bridge_devices.json');
test.skipIf(real === null)('a real list of devices is read to its end', () => {
  const devices = readDevices(JSON.parse(real ?? '[]'));
  expect(devices.length).toBeGreaterThan(3);
  for (const { device, name } of devices) expect([device, name]).not.toContain('');
});
