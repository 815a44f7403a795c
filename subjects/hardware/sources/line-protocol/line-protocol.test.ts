import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCounters } from './index.ts';

const now = 1_790_000_000;
const read = (text: string, precision: 'ns' | 's' = 's') => readCounters(text, precision, now).counters;

describe('a counter', () => {
  test.each([
    ['kWh,entity_id=kitchen_oven value=1.5 1000000000', 'kitchen-oven', 1500],
    ['energy,meter=Mains total_kwh=2 1000000000', 'mains', 2000],
    ['power,device=plug\\ 3,unit=Wh total=7i 1000000000', 'plug-3', 7],
    ['m³,entity_id=water.main value=0.25 1000000000', 'water.main', 250_000],
    ['water,host=pi,unit_of_measurement=gal value=1 1000000000', 'pi', 3785],
    ['MWh,meter=solar value=0.5 1000000000', 'solar', 500_000],
  ])('is known by its unit and the tag that names it: %s', (line, meter, value) => {
    expect(read(line)).toEqual([{ line: 1, meter, at: 1_000_000_000, value }]);
  });

  test('without a time holds for now; a finer time is of its second', () => {
    expect(read('kWh,meter=a value=1')).toMatchObject([{ at: now }]);
    expect(read('kWh,meter=a value=1 1338534000999999999', 'ns')).toMatchObject([{ at: 1_338_534_000 }]);
  });
});

test.each([
  'cpu,host=pi usage_idle=98.2',
  'kWh value=1',
  'kWh,meter=a value="1"',
  '°C,entity_id=hall value=20',
  'mWh,meter=a value=1',
])('what is no counter of energy or volume, or of nobody, is passed over: %s', (line) =>
  expect(readCounters(line, 's', now)).toMatchObject({ counters: [], faults: [] }),
);

test('what is no line is named with its place', () => {
  expect(readCounters('kWh,meter=a value=1\nkWh,meter=a value=\n', 's', now)).toMatchObject({
    counters: [{ line: 1 }],
    faults: [{ line: 2, words: expect.stringContaining('A field is a number') }],
  });
});

const vector = fileURLToPath(new URL('../../../../../shared/data/reencoded_exports/', import.meta.url));
test.skipIf(!existsSync(vector))('a real home’s file gives what it is known to have used', () => {
  // Each of its counters began at 1,000 kWh.
  const use = new Map<string, number>();
  for (const { meter, value } of read(readFileSync(`${vector}energy.influx.lp`, 'utf8'), 'ns'))
    use.set(meter, value - 1_000_000);
  const expected = JSON.parse(readFileSync(`${vector}expected.json`, 'utf8'));
  const known = Object.entries<number>(expected['energy.influx.lp'].kwh_by_entity);
  expect(Object.fromEntries(use)).toEqual(
    Object.fromEntries(known.map(([name, kwh]) => [`${name.replaceAll('_', '-')}-energy`, Math.round(kwh * 1000)])),
  );
});

test('energy without a meter, and what goes back to the grid, are named instead of counted', () => {
  const body =
    'kWh value=1\nmeter,entity_id=main import_kwh=5,export_kwh=3\nmeter,entity_id=pv export_kwh=3\ncpu usage=3';
  expect(readCounters(body, 's', now)).toMatchObject({
    counters: [{ line: 2, meter: 'main', value: 5000 }],
    missed: [
      { line: 1, reason: 'not-understood' },
      { line: 3, reason: 'returned' },
    ],
  });
});
