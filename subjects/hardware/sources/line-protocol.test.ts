import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { parseLines, readCounters } from './line-protocol.ts';

const now = 1_790_000_000;
const isMeter = (key: string) => key === 'p1-energy-export-kwh';
const read = (text: string, precision: 'ns' | 's' = 's') => readCounters(text, precision, now, isMeter).counters;

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
  expect(readCounters(line, 's', now, isMeter)).toMatchObject({ counters: [], faults: [] }),
);

test('what is no line is named with its place', () => {
  expect(readCounters('kWh,meter=a value=1\nkWh,meter=a value=\n', 's', now, isMeter)).toMatchObject({
    counters: [{ line: 1 }],
    faults: [{ line: 2, words: expect.stringContaining('A field is a number') }],
  });
});

const vector = fileURLToPath(new URL('../../../../shared/data/reencoded_exports/', import.meta.url));
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
  expect(readCounters(body, 's', now, isMeter)).toMatchObject({
    counters: [{ line: 2, meter: 'main', value: 5000 }],
    missed: [
      { line: 1, reason: 'not-understood' },
      { line: 3, reason: 'returned' },
    ],
  });
});

test('what goes back has a meter of its own, where the home has one by the name of the line and the field', () => {
  expect(read('meter,entity_id=p1 energy_import_kwh=5,energy_export_kwh=3')).toMatchObject([
    { meter: 'p1', value: 5000 },
    { meter: 'p1-energy-export-kwh', value: 3000 },
  ]);
});

const one = (text: string) => {
  const { points, faults } = parseLines(text);
  expect(faults).toEqual([]);
  expect(points).toHaveLength(1);
  const { measurement, tags, fields, time } = points[0] as (typeof points)[0];
  return { measurement, tags: Object.fromEntries(tags), fields: Object.fromEntries(fields), time };
};

describe('a line', () => {
  test('has a measurement, tags, fields and a time', () => {
    expect(one('kWh,room=kitchen,entity_id=oven value=1000.5,n=3i,up=7u,on=T,off=false,text="a b" 1338534000')).toEqual(
      {
        measurement: 'kWh',
        tags: { room: 'kitchen', entity_id: 'oven' },
        fields: { value: 1000.5, n: 3, up: 7, on: true, off: false, text: 'a b' },
        time: '1338534000',
      },
    );
  });

  test('needs neither tags nor a time, and may end with a carriage return', () => {
    expect(one('m v=1\r\n')).toEqual({ measurement: 'm', tags: {}, fields: { v: 1 }, time: null });
    expect(one('  m  v=-1.5e-3  12  ').time).toBe('12');
  });

  test('escapes with a backslash what would end a part; any other backslash is itself', () => {
    expect(one('a\\,b\\ c,t\\=g=x\\ y f\\,d=1')).toEqual({
      measurement: 'a,b c',
      tags: { 't=g': 'x y' },
      fields: { 'f,d': 1 },
      time: null,
    });
    expect(one('m,path=C:\\dir v=1').tags).toEqual({ path: 'C:\\dir' });
  });

  test('may hold quotes, backslashes and new lines in a text, and the next line is still counted right', () => {
    expect(one('m t="say \\"hi\\", \\\\ a=b,c"').fields).toEqual({ t: 'say "hi", \\ a=b,c' });
    const { points, faults } = parseLines('m t="one\ntwo" 1\nbad\nm v=2');
    expect(points.map(({ line }) => line)).toEqual([1, 4]);
    expect(faults).toEqual([{ line: 3, code: 'no-field' }]);
  });

  test.each([
    [',t=1 v=1', 'no-measurement'],
    ['m,t v=1', 'bad-tag'],
    ['m,t= v=1', 'bad-tag'],
    ['m', 'no-field'],
    ['m,t=1', 'no-field'],
    ['m =1', 'no-field'],
    ['m v', 'bad-field'],
    ['m v=', 'bad-field'],
    ['m v=abc', 'bad-field'],
    ['m v=NaN', 'bad-field'],
    ['m v=1e999', 'bad-field'],
    ['m v="open', 'bad-field'],
    ['m v=1 soon', 'bad-time'],
    ['m v=1 1.5', 'bad-time'],
    ['m v=1 1 2', 'bad-time'],
  ])('that is none is named: %s', (text, code) => {
    expect(parseLines(`m v=1\n${text}\n`).faults).toEqual([{ line: 2, code }]);
  });
});

test('comments and empty lines say nothing', () => {
  expect(parseLines('# a comment\n\n\r\n   \n')).toEqual({ points: [], faults: [] });
});

test('what was written comes back, whatever the names are', () => {
  const name = fc
    .string({ minLength: 1, maxLength: 12 })
    .filter((text) => !/[\\\n\r]/.test(text) && !text.startsWith('#'));
  const escape = (text: string) => text.replace(/[,= ]/g, (char) => `\\${char}`);
  const quote = (text: string) => `"${text.replace(/["\\]/g, (char) => `\\${char}`)}"`;
  // Nobody writes a zero with a sign.
  const value = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    fc.boolean(),
    fc.string(),
  );
  const write = (v: number | boolean | string) => (typeof v === 'string' ? quote(v) : String(v));
  fc.assert(
    fc.property(
      name,
      fc.dictionary(name, name),
      fc.dictionary(name, value, { minKeys: 1 }),
      (measurement, tags, fields) => {
        const head = [escape(measurement), ...Object.entries(tags).map(([k, v]) => `${escape(k)}=${escape(v)}`)].join(
          ',',
        );
        const body = Object.entries(fields).map(([k, v]) => `${escape(k)}=${write(v)}`);
        const back = one(`${head} ${body.join(',')} 5`);
        expect(back).toEqual({ measurement, tags: { ...tags }, fields: { ...fields }, time: '5' });
      },
    ),
  );
});

test(
  'any text is read to its end: each of its lines is a point, a fault or nothing',
  () => {
    const piece = fc.constantFrom('m', ',', '=', ' ', '"', '\\', '\n', '\r', '1', 'i', 'v=1', '#', 'é', '\u0000');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (text) => {
          const { points, faults } = parseLines(text);
          const lines = text.split('\n').length;
          for (const { line } of [...points, ...faults]) expect(line).toBeLessThanOrEqual(lines);
          expect(points.length + faults.length).toBeLessThanOrEqual(lines);
        },
      ),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);
