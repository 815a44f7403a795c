import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzz, fuzzTimeoutMs } from '#apps/service/testing/fuzz.ts';
import { nameMeters, readBulk, readPost } from './emoncms.ts';

const now = 1_700_000_000;
const bulk = (data: unknown, rest: object = {}) => readBulk({ data: JSON.stringify(data), ...rest }, now);

describe('input/bulk', () => {
  const rows = [
    [0, 16, 1137],
    [2, 'emontx', { e1: 5, power1: '7.5' }],
    [4, 19, 1412, 3077],
  ];
  const times = (rest: object) => {
    const read = bulk(rows, rest);
    return read.ok ? [...new Set(read.inputs.map(({ at }) => at - now))] : read.words;
  };

  test('values come by their place or by name, each at its own time', () => {
    expect(bulk(rows)).toEqual({
      ok: true,
      inputs: [
        { node: '16', name: '1', at: now - 4, value: 1137 },
        { node: 'emontx', name: 'e1', at: now - 2, value: 5 },
        { node: 'emontx', name: 'power1', at: now - 2, value: 7.5 },
        { node: '19', name: '1', at: now, value: 1412 },
        { node: '19', name: '2', at: now, value: 3077 },
      ],
    });
  });

  test.each([
    [{}, [-4, -2, 0]],
    [{ sentat: '10' }, [-10, -8, -6]],
    [{ offset: '10' }, [-10, -8, -6]],
    [{ time: String(now - 100) }, [-100, -98, -96]],
  ])('times count from what is said: %o', (rest, expected) => expect(times(rest)).toEqual(expected));

  test.each([
    [undefined, {}, 'data: [['],
    [[['x', 1, 2]], {}, 'data, row 1'],
    [
      [
        [0, 1, 2],
        [1, null, 3],
      ],
      {},
      'data, row 2',
    ],
    [[[0, 1, 2]], { sentat: 'soon' }, 'sentat'],
  ])('what is none is named: %o %o', (data, rest, words) => {
    const read = readBulk({ ...(data && { data: JSON.stringify(data) }), ...rest }, now);
    expect(read).toMatchObject({ ok: false, words: expect.stringContaining(words) });
  });
});

describe('input/post', () => {
  test.each([
    [{ fulljson: '{"e1":100,"note":"x"}' }],
    [{ json: '{e1:100}' }],
    [{ json: 'e1:100' }],
    [{ data: '{"e1":"100"}' }],
  ])('names and numbers: %o', (parameters) =>
    expect(readPost({ node: 'emontx', ...parameters }, now)).toEqual({
      ok: true,
      inputs: [{ node: 'emontx', name: 'e1', at: now, value: 100 }],
    }),
  );

  test('values by their place, at a time of their own', () => {
    expect(readPost({ csv: '5,6', time: '1600000000' }, now)).toEqual({
      ok: true,
      inputs: [
        { node: '0', name: '1', at: 1_600_000_000, value: 5 },
        { node: '0', name: '2', at: 1_600_000_000, value: 6 },
      ],
    });
  });

  test.each([{}, { json: '[1,2]' }, { json: '{a:{b:1}}' }, { csv: '1', time: 'x' }])(
    'what is none is refused: %o',
    (one) => expect(readPost(one, now).ok).toBe(false),
  );
});

test('an input is the meter that its node and name, or its name alone, are the key of', () => {
  const keys = new Set(['emontx-e1', 'boiler', 'total-kwh']);
  const input = (node: string, name: string) => ({ node, name, at: now, value: 2 });
  const inputs = [input('emonTx', 'E1'), input('9', 'boiler'), input('9', 'total_kwh'), input('9', 'power1')];
  expect(nameMeters(inputs, (key) => keys.has(key))).toEqual([
    { meter: 'emontx-e1', at: now, value: 2 },
    { meter: 'boiler', at: now, value: 2 },
    { meter: 'total-kwh', at: now, value: 2000 },
  ]);
});

test(
  'whatever is sent, the figures are numbers at whole seconds, or the fault has words',
  () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('[[0,1,2]]', '{a:1}', '1,2', ''));
    const parameters = fc.dictionary(
      fc.constantFrom('data', 'json', 'fulljson', 'csv', 'node', 'time', 'offset', 'sentat'),
      text,
    );
    fc.assert(
      fc.property(parameters, (given) => {
        for (const read of [readPost(given, now), readBulk(given, now)]) {
          const inputs = read.ok ? read.inputs : [];
          expect(read.ok || read.words.length > 0).toBe(true);
          for (const { at, value } of inputs)
            expect([Number.isInteger(at), Number.isFinite(value)]).toEqual([true, true]);
        }
      }),
      fuzz,
    );
  },
  fuzzTimeoutMs,
);
