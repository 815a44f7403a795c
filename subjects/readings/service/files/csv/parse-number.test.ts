import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBlank, parseNumber, provenMark } from './parse-number.ts';

describe('numbers of a file', () => {
  test.each([
    ['1234.5', '.', 1234.5],
    ['-0.25', '.', -0.25],
    ['1,234,567.5', '.', 1_234_567.5],
    ['1.5e3', '.', 1500],
    ['1234,5', ',', 1234.5],
    ['1.234,5', ',', 1234.5],
    ['1 234,5', ',', 1234.5],
    ['-,5', ',', -0.5],
  ] as const)('%s with %s as decimal mark', (text, mark, value) => {
    expect(parseNumber(text, mark)).toBe(value);
  });

  test.each([
    ['1,5', '.'],
    ['1.5', ','],
    ['12 kWh', '.'],
    ['$0.32', '.'],
    ['0x10', '.'],
    ['Infinity', '.'],
    ['.', '.'],
    ['1e300', '.'],
  ] as const)('%s is no number with %s', (text, mark) => {
    expect(parseNumber(text, mark)).toBeNull();
  });

  test('every number written in either way is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 999 }), (whole, part) => {
        const text = `${whole}.${String(part).padStart(3, '0')}`;
        expect(parseNumber(text, '.')).toBe(Number(text));
        expect(parseNumber(text.replace('.', ','), ',')).toBe(Number(text));
      }),
    );
  });

  test('which mark a number proves', () => {
    expect(provenMark('0,115')).toBe(',');
    expect(provenMark('12,5')).toBe(',');
    expect(provenMark('1.234,5')).toBe(',');
    expect(provenMark('1,234.5')).toBe('.');
    expect(provenMark('1,234')).toBeNull();
    expect(provenMark('1234')).toBeNull();
  });

  test('what loggers write for nothing is no reading and no mistake', () => {
    expect(['', '-', 'NaN', 'null', 'unavailable', 'unknown'].every(isBlank)).toBe(true);
    expect(isBlank('0')).toBe(false);
  });
});
