import { describe, expect, test } from 'vitest';
import { parseTime, provenOrder } from './parse-time.ts';

const utc = (text: string): number => Date.parse(text) / 1000;

describe('times of a file', () => {
  test.each([
    ['2026-03-01T10:20:30Z', utc('2026-03-01T10:20:30Z')],
    ['2026-03-01T10:20:30.250+02:00', utc('2026-03-01T08:20:30Z')],
    ['2026-03-01 10:20-0330', utc('2026-03-01T13:50:00Z')],
    ['2026-03-01T10:20:30+05', utc('2026-03-01T05:20:30Z')],
  ])('ISO with an offset is an instant: %s', (text, at) => {
    expect(parseTime(text, 'iso')).toEqual({ at });
  });

  test.each([
    ['2026-03-01 10:20', 'iso', '2026-03-01T10:20:00Z'],
    ['2026-03-01T10:20:05', 'iso', '2026-03-01T10:20:05Z'],
    ['2026-03-01', 'iso', '2026-03-01T00:00:00Z'],
    ['2026-03', 'iso', '2026-03-01T00:00:00Z'],
    ['2026-03-01 24:00', 'iso', '2026-03-02T00:00:00Z'],
    ['31/12/2025 23:59', 'dmy', '2025-12-31T23:59:00Z'],
    ['1.6.2012 0:00', 'dmy', '2012-06-01T00:00:00Z'],
    ['12/31/2025 11:59:10 PM', 'mdy', '2025-12-31T23:59:10Z'],
    ['1/2/25 12:05 am', 'mdy', '2025-01-02T00:05:00Z'],
  ] as const)('without an offset it is local: %s', (text, format, local) => {
    expect(parseTime(text, format)).toEqual({ local: utc(local) });
  });

  test('seconds and milliseconds since 1970', () => {
    expect(parseTime('1772360430', 'unix-s')).toEqual({ at: 1_772_360_430 });
    expect(parseTime('1772360430999', 'unix-ms')).toEqual({ at: 1_772_360_430 });
    expect(parseTime('12345', 'unix-s')).toBeNull();
  });

  test.each([
    ['2026-02-30', 'iso'],
    ['2026.03', 'iso'],
    ['2026-13-01', 'iso'],
    ['2026-03-01 25:00', 'iso'],
    ['31/12/2025', 'mdy'],
    ['13:00', 'dmy'],
    ['', 'iso'],
  ] as const)('%s is no time as %s', (text, format) => {
    expect(parseTime(text, format)).toBeNull();
  });

  test('only some dates prove whether day or month comes first', () => {
    expect(provenOrder('13/01/2026')).toBe('dmy');
    expect(provenOrder('01/13/2026')).toBe('mdy');
    expect(provenOrder('01.02.2026')).toBe('dmy');
    expect(provenOrder('01/02/2026')).toBeNull();
  });
});
