import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addressFault, bodyFault, maySayFault, tooDeep, unkeptText } from './sayable.ts';

test.each(['\0', 'a\0b', '\ud800', 'x\udfff', '🙂\ud83d'])('%j is refused wherever it stands', (said) => {
  for (const body of [said, [said], { a: { b: [1, said] } }, { [said]: 1 }, { a: [{ [said]: null }] }])
    expect(bodyFault(body)).toContain(unkeptText);
});

test('every JSON of whole characters is taken, and none with a NUL in it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string({ unit: 'grapheme' }), (value, said) => {
      const hasNul = (JSON.stringify(value) + JSON.stringify(said)).includes('\\u0000');
      expect(bodyFault([value, { said }])?.endsWith(unkeptText) ?? false).toBe(hasNul);
    }),
  );
});

test('a body that is deeper than anything we ask for is refused without walking through it', () => {
  const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  expect(bodyFault(nested(100))).toBeNull();
  expect(bodyFault(nested(101))).toBe(`0.0.0.0: ${tooDeep}`);
  expect(bodyFault(nested(400_000))).toBe(`0.0.0.0: ${tooDeep}`);
  expect(bodyFault({ data: { names: ['a', 'b\0'] } })).toBe(`data.names.1: ${unkeptText}`);
});

test('only a body that may have a fault is walked through, and every one that has', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.string({ unit: 'binary' }), (value, said) => {
      const raw = JSON.stringify({ value, said });
      expect(bodyFault(JSON.parse(raw)) !== null && !maySayFault(raw)).toBe(false);
    }),
  );
  expect(
    maySayFault(JSON.stringify({ readings: Array.from({ length: 1000 }, (_, at) => ({ meter: 'x', at, value: 1 })) })),
  ).toBe(false);
  expect(maySayFault(`{"a":${'['.repeat(101)}1${']'.repeat(101)}}`)).toBe(true);
});

test('an address with a NUL is refused, in its path and in its question', () => {
  expect(addressFault('/api/v1/tariffs/a%00b')).toBe(unkeptText);
  expect(addressFault('/rest/v1/households?name=eq.%00')).toBe(unkeptText);
  expect(addressFault('/rest/v1/households?name=eq.%2500')).toBeNull();
});
