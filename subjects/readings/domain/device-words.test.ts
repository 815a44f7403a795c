import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counterUnitOf, isReturned, meterKeyOf } from './device-words.ts';

test.each([
  ['kWh', 'kWh'],
  ['KWH', 'kWh'],
  ['MWh', 'MWh'],
  ['GJ', 'GJ'],
  ['gj', 'GJ'],
  ['MJ', 'MJ'],
  ['m³', 'm3'],
  ['ft^3', 'ft3'],
  ['Litres', 'L'],
  ['mWh', null],
  ['W', null],
  ['L/min', null],
  ['', null],
  ['constructor', null],
])('%s is a unit of energy or volume, or none', (text, unit) => {
  expect(counterUnitOf(text)).toBe(unit);
});

test.each([
  ['energy_returned_kwh', true],
  ['Grid export', true],
  ['total_act_ret_energy_production', true],
  ['energyExported', true],
  ['Einspeisung', true],
  ['to_grid', true],
  ['total_kwh', false],
  ['Exporter socket', false],
  ['kitchen_reproduction', false],
])('a name tells what goes back: %s', (name, expected) => {
  expect(isReturned(name)).toBe(expected);
});

test.each([
  ['Kitchen_Oven', 'kitchen-oven'],
  ['sensor.kitchen oven (new)', 'sensor.kitchen-oven-new'],
  ['--X--', 'x'],
  ['76348799', 'm76348799'],
  ['पानी', ''],
])('%s is called %s', (name, key) => expect(meterKeyOf(name)).toBe(key));

test('any name gives a key that a meter may have, or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ maxLength: 200 }), fc.nat().map(String)), (name) => {
      const key = meterKeyOf(name);
      expect(key).toMatch(/^([a-z0-9][a-z0-9.:-]{0,63})?$/);
      expect(key).not.toMatch(/^\d+$/);
    }),
  );
});
