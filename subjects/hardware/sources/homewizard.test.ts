import { expect, test } from 'vitest';
import { homewizard } from './homewizard.ts';

const open = (type: string, name: string) => {
  const parser = homewizard.poll.createParser('http://192.0.2.7');
  const hear = (topic: string, answer: unknown) =>
    parser.read({ topic, payload: JSON.stringify(answer), isRetained: false });
  expect([parser.device, parser.topics]).toEqual([null, ['/api']]);
  hear('/api', { product_type: type, product_name: name, serial: '3c39e7aabbcc', firmware_version: '5.18' });
  expect(parser.device).toBe('3c39e7aabbcc');
  return { parser, hear };
};
const data = '/api/v1/data';
const of = { source: 'homewizard', device: '3c39e7aabbcc' };

test('a P1 meter tells what was taken by all tariffs, and the gas, water and heat meters that the smart meter hears', () => {
  const { parser, hear } = open('HWE-P1', 'P1 Meter');
  expect(parser.topics).toEqual([data]);
  const meters = [
    { unique_id: '4E47', type: 'gas_meter', timestamp: 210606140010, value: 2569.646, unit: 'm3' },
    { unique_id: '4E475347', type: 'water_meter', timestamp: 210606140015, value: 123.456, unit: 'm3' },
    { unique_id: '4E475241', type: 'heat_meter', timestamp: 210606140010, value: 12.345, unit: 'GJ' },
    { unique_id: '4E475242', type: 'inlet_heat_meter', timestamp: 210606140010, value: 17, unit: 'm3' },
    { type: 'water_meter' },
    'none',
  ];
  const updates = hear(data, {
    smr_version: 50,
    total_power_import_kwh: 13779.338,
    total_power_import_t1_kwh: 10830.511,
    total_power_import_t2_kwh: 2948.827,
    total_power_export_kwh: 12.5,
    active_power_w: -543,
    total_gas_m3: 2569.646,
    external: meters,
  });
  expect(updates).toEqual([
    { ...of, isOnline: true },
    {
      ...of,
      part: '',
      name: 'P1 Meter',
      model: 'HomeWizard HWE-P1',
      room: 'whole_home',
      utility: 'electricity',
      total: 13_779_338,
      power: -543,
    },
    {
      ...of,
      part: 'returned',
      registerOf: '',
      flow: 'returned',
      name: 'P1 Meter',
      model: 'HomeWizard HWE-P1',
      room: 'whole_home',
      utility: 'electricity',
      total: 12_500,
    },
    {
      ...of,
      part: 'gas_meter-4E47',
      name: 'Gas meter',
      model: 'HomeWizard HWE-P1',
      room: 'whole_home',
      utility: 'gas',
      total: 2_569_646_000,
      at: Date.UTC(2021, 5, 6, 12, 0, 10) / 1000,
    },
    {
      ...of,
      part: 'water_meter-4E475347',
      name: 'Water meter',
      model: 'HomeWizard HWE-P1',
      room: 'whole_home',
      utility: 'water',
      total: 123_456_000,
      at: Date.UTC(2021, 5, 6, 12, 0, 15) / 1000,
    },
    {
      ...of,
      part: 'heat_meter-4E475241',
      name: 'Heat meter',
      model: 'HomeWizard HWE-P1',
      room: 'whole_home',
      utility: 'heat',
      total: 3_429_167,
      at: Date.UTC(2021, 5, 6, 12, 0, 10) / 1000,
    },
  ]);
});

test('firmware that tells each tariff alone is read too; a time that is none is left out', () => {
  const { hear } = open('HWE-P1', 'P1 Meter');
  const [, mains] = hear(data, { total_power_import_t1_kwh: 10830.511, total_power_import_t2_kwh: 2948.827 });
  expect(mains?.total).toBeCloseTo(13_779_338, 3);
  const meter = { unique_id: 'x', type: 'water_meter', timestamp: 'soon', value: 1, unit: 'm3' };
  expect(hear(data, { external: [meter] })[1]).not.toHaveProperty('at');
});

test('a kWh meter tells both ways, by tariff too, and not where it stands', () => {
  const { hear } = open('HWE-KWH1', 'Roof');
  const heard = hear(data, {
    total_power_import_t1_kwh: 0.5,
    total_power_export_t1_kwh: 2,
    total_power_export_t2_kwh: 1.25,
    active_power_w: -1058,
  });
  expect(heard.slice(1)).toMatchObject([
    { total: 500, power: -1058 },
    { flow: 'returned', total: 3250 },
  ]);
  expect(heard.some(({ room }) => room !== undefined)).toBe(false);
});

test('a socket is measured and switched; its answer to a command says only what it was told', () => {
  const { parser, hear } = open('HWE-SKT', 'Energy Socket');
  expect(parser.topics).toEqual([data, '/api/v1/state']);
  expect(
    hear(data, { total_power_import_kwh: 30.511, total_power_export_kwh: 85.951, active_power_w: 543.312 }),
  ).toEqual([
    { ...of, isOnline: true },
    {
      ...of,
      part: '',
      name: 'Energy Socket',
      model: 'HomeWizard HWE-SKT',
      utility: 'electricity',
      total: 30_511,
      power: 543.312,
    },
    {
      ...of,
      part: 'returned',
      registerOf: '',
      flow: 'returned',
      name: 'Energy Socket',
      model: 'HomeWizard HWE-SKT',
      utility: 'electricity',
      total: 85_951,
    },
  ]);
  const command = { topic: 'http://192.0.2.7/api/v1/state', on: '{"power_on":true}', off: '{"power_on":false}' };
  expect(hear('/api/v1/state', { power_on: false })).toEqual([{ ...of, part: '', isOn: false, command }]);
  expect(hear('/api/v1/state', { brightness: 5 })).toEqual([]);
});

test('a water meter tells what ran through it', () => {
  const { hear } = open('HWE-WTR', 'Watermeter');
  expect(hear(data, { total_liter_m3: 123.456, active_liter_lpm: 7.2, total_liter_offset_m3: 0 })[1]).toMatchObject({
    utility: 'water',
    total: 123_456_000,
    room: 'whole_home',
  });
});

test('totals of which none is read are named; nobody is known by an answer that does not say who', () => {
  const { parser } = open('HWE-P1', 'P1 Meter');
  const why = (answer: unknown) => parser.unread?.({ topic: data, payload: JSON.stringify(answer), isRetained: false });
  expect(why({ total_power_import_kwh: 'x' })).toBe('not-understood');
  expect(why({ total_gas_m3: 5, wifi_strength: 90 })).toBeNull();
  parser.read({ topic: '/api', payload: '{"product_type":"HWE-P1"}', isRetained: false });
  expect([parser.device, parser.topics]).toEqual([null, ['/api']]);
});
