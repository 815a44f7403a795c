import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { parseLines } from './parse-lines.ts';

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
