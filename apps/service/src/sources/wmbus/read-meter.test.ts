import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '../../testing/fuzz.ts';
import { readMeter } from './read-meter.ts';

test('a water meter tells litres under the name that it was given', () => {
  const telegram = {
    media: 'cold water',
    name: 'Tap_Water',
    id: '76348799',
    total_m3: 6.408,
    timestamp: '2026-05-04T12:00:00Z',
  };
  expect(readMeter(telegram)).toEqual({
    meter: 'tap-water',
    at: Date.parse('2026-05-04T12:00:00Z') / 1000,
    value: 6_408_000,
  });
  expect(readMeter({ ...telegram, name: '', timestamp: '1111' })).toMatchObject({ meter: 'm76348799', at: null });
});

test.each([
  [{ total_energy_consumption_kwh: 212.637, total_energy_consumption_l1_kwh: 1 }, 212_637],
  [{ total_energy_consumption_tariff_1_kwh: 2423.653, total_energy_consumption_tariff_2_kwh: 1 }, 2_424_653],
  [
    {
      total_energy_consumption_l1_kwh: 1.5,
      total_energy_consumption_l2_kwh: 2,
      total_energy_consumption_tariff_1_kwh: 0,
    },
    3500,
  ],
])('an electricity meter tells its total, or its parts together: %o', (figures, value) => {
  expect(readMeter({ media: 'electricity', name: 'Main', ...figures })).toMatchObject({ meter: 'main', value });
});

test.each([
  null,
  'text',
  [],
  {},
  { media: 'heat', name: 'Heat', total_m3: 3 },
  { media: 'water', name: 'W', total_m3: -1 },
  { media: 'water', name: 'W', total_m3: '3' },
  { media: 'water', name: '', id: '', total_m3: 3 },
])('of nothing else use is made up: %o', (telegram) => expect(readMeter(telegram)).toBeNull());

test(
  'whatever an object holds, a value is whole and a key is one',
  () => {
    fc.assert(
      fc.property(fc.object({ key: fc.constantFrom('media', 'name', 'id', 'total_m3', 'timestamp') }), (telegram) => {
        const read = readMeter({ media: 'water', ...telegram });
        expect(read === null || (Number.isSafeInteger(read.value) && read.meter !== '')).toBe(true);
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);

const folder = fileURLToPath(new URL('../../../../../../shared/data/wmbus/', import.meta.url));
describe.skipIf(!existsSync(folder))('telegrams of real meters', () => {
  const known = ['water', 'electricity'].flatMap((media) =>
    existsSync(folder)
      ? readFileSync(`${folder}${media}_telegrams.jsonl`, 'utf8')
          .trim()
          .split('\n')
          .map((line) => (JSON.parse(line) as { expected: Record<string, unknown> }).expected)
      : [],
  );

  test('each that has a total gives it, each other nothing', () => {
    expect(known).toHaveLength(42);
    const inCubicMetres = known.filter((one) => one['total_m3'] !== undefined);
    expect(inCubicMetres.map((one) => readMeter(one)?.value)).toEqual(
      inCubicMetres.map((one) => Math.round(Number(one['total_m3']) * 1_000_000)),
    );
    expect(known.filter((one) => readMeter(one) === null).map((one) => one['name'])).toEqual([
      'Water',
      'FOO',
      'MyMeter',
      'Elen',
      'NZR1',
    ]);
  });
});
