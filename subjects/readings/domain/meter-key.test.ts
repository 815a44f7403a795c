import fc from 'fast-check';
import { expect, test } from 'vitest';
import { meterKeyOf } from './meter-key.ts';

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
