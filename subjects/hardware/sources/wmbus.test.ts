import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { readMeter, wmbus } from './wmbus.ts';

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
    utility: 'water',
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
  [{ meter: 'eltako', total_kwh: 12.5, total_tariff_1_kwh: 3 }, 12_500],
  [{ meter: 'ime', positive_total_active_energy_kwh: 7.5, negative_total_active_energy_kwh: 9 }, 7500],
  [{ meter: 'nemo', total_active_positive_3phase_kwh: 8, total_reactive_positive_3phase_kwh: 2 }, 8000],
  [{ total_energy_consumption_tariff1_kwh: 1, total_energy_consumption_tariff2_kwh: 2 }, 3000],
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

const folder = fileURLToPath(new URL('../../../../shared/data/wmbus/', import.meta.url));
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

test.each([
  ['a bus', { media: 'bus/system component', meter: 'gwfwater', total_m3: 2 }, 2_000_000],
  ['a radio converter', { media: 'radio converter (meter side)', meter: 'emerlin868', total_m3: 2 }, 2_000_000],
  ['unknown', { media: 'unknown', meter: 'apator08', total_m3: 2 }, 2_000_000],
  ['a total by another name', { media: 'water', meter: 'iporl', totalitator_m3: 2 }, 2_000_000],
  ['gas', { media: 'gas', meter: 'unismart', total_m3: 2 }, undefined],
  ['what was produced alone', { media: 'electricity', meter: 'amiplus', total_energy_production_kwh: 2 }, undefined],
])('water and what is none, whatever a telegram calls itself: %s', (_title, figures, value) => {
  expect(readMeter({ name: 'One', ...figures })?.value).toBe(value);
});

// As wmbusmeters' own tests of its drivers write them.
test.each([
  [{ media: 'heat', meter: 'kamheat', total_energy_consumption_kwh: 44, total_volume_m3: 3 }, 44_000],
  [{ media: 'heat volume at inlet', meter: 'kamheat', total_energy_consumption_kwh: 11925 }, 11_925_000],
  [
    { media: 'heat/cooling load', meter: 'kamheat', total_energy_consumption_kwh: 154, total_energy_backward_kwh: 7 },
    154_000,
  ],
  [{ media: 'heat', meter: 'multical603', total_energy_consumption_kwh: 2 }, 2000],
  [
    { media: 'heat', meter: 'sharky', total_energy_consumption_kwh: 2651, total_energy_consumption_tariff1_kwh: 9 },
    2_651_000,
  ],
  [{ media: 'heat', meter: 'elf', total_energy_consumption_kwh: 3112.49977 }, 3_112_500],
  [{ media: 'heat', meter: 'elf2', total_energy_kwh: 3741.507306 }, 3_741_507],
  [{ media: 'heat', meter: 'vario451', total_kwh: 6371.666667, total_gj: 22.938, current_gj: 9.826 }, 6_371_667],
  [{ media: 'heat', meter: 'vario451', total_gj: 22.938 }, 6_371_667],
  [{ media: 'heat', meter: 'ultraheat', heat_kwh: 8974.444444, target_kwh: 8513.611111 }, 8_974_444],
  [
    { media: 'heat/cooling load', meter: 'hydrocalm3', total_heating_kwh: 4460.833333, total_cooling_kwh: 12 },
    4_460_833,
  ],
  [{ media: 'heat/cooling load', meter: 'qualcosonic', total_heat_energy_kwh: 5, total_cooling_energy_kwh: 220 }, 5000],
  [{ media: 'radio converter (meter side)', meter: 'qheatv2', total_kwh: 856.416667 }, 856_417],
  [{ media: 'heat', meter: 'some', total_energy_consumption_gj: 12.345 }, 3_429_167],
  [{ media: 'heat', meter: 'some', total_energy_consumption_mj: 12345 }, 3_429_167],
  [{ media: 'heat', meter: 'some', total_energy_consumption_mwh: 12.345 }, 12_345_000],
])('a heat meter tells its total: %o', (figures, value) => {
  expect(readMeter({ name: 'Heat', ...figures })).toMatchObject({ meter: 'heat', value });
});

test.each([
  [
    'an allocator, whose units have no size',
    { media: 'heat cost allocation', meter: 'qcaloric', current_consumption_hca: 127 },
  ],
  ['one that tells energy beside them', { media: 'heat cost allocator', meter: 'fhkvdataiii', total_kwh: 127 }],
  ['cold', { media: 'cooling load volume at outlet', meter: 'kamheat', total_energy_consumption_kwh: 723 }],
  ['a day that is over, alone', { media: 'heat', meter: 'vario411', target_kwh: 6625 }],
  ['water in a heat meter', { media: 'heat', meter: 'kamheat', total_volume_m3: 3 }],
])('no heat is made up of %s: it is heard and told', (_title, figures) => {
  const telegram = { name: 'One', ...figures };
  expect(readMeter(telegram)).toBeNull();
  const body = Buffer.from(JSON.stringify(telegram));
  const read = wmbus.push.read({ id: '', path: '', query: {}, body, now: 0 }, () => false);
  expect(read).toMatchObject({ readings: [], unread: [{ place: 'One', reason: 'not-understood' }] });
  expect(read.nothing).toContain('One (');
});

test('what a meter gave back goes to the meter of its name and `-returned`, where there is one', () => {
  const telegram = {
    media: 'electricity',
    meter: 'amiplus',
    name: 'Mains',
    total_energy_consumption_kwh: 2,
    total_energy_production_kwh: 1.5,
    timestamp: '2026-05-05T16:53:20Z',
  };
  const read = (isMeter: (key: string) => boolean, fields: object = telegram) =>
    wmbus.push.read(
      { id: 'r', path: '/api/v1/wmbus', query: {}, body: Buffer.from(JSON.stringify(fields)), now: 0 },
      isMeter,
    );
  const at = 1_778_000_000;
  expect(read(() => true).readings).toEqual([
    { meter: 'mains', at, utility: 'electricity', value: 2000 },
    { meter: 'mains-returned', at, utility: 'electricity', value: 1500 },
  ]);
  expect(read((key) => key === 'mains').readings).toMatchObject([{ meter: 'mains', at, value: 2000 }]);
  const { total_energy_consumption_kwh: _, ...alone } = telegram;
  expect(read(() => false, alone).unread).toMatchObject([{ place: 'Mains', reason: 'returned' }]);
  expect(read(() => true, alone)).toMatchObject({ readings: [{ meter: 'mains-returned', value: 1500 }], unread: [] });
});
