import { describe, expect, test } from 'vitest';
import { readTemperatureFile, type TemperatureFile } from './index.ts';

const read = (rows: string, timeZone = 'Europe/Madrid'): TemperatureFile =>
  readTemperatureFile(new TextEncoder().encode(`time,temp_c\n${rows}\n`), { timeZone, today: '2026-11-22' });
const rowsOf = (...stamps: string[]): string => stamps.map((stamp, i) => `${stamp},${5 + i}`).join('\n');

describe('a row for each day, with a clock time', () => {
  test.each(['00:00', '07:00', '12:00:00', '18:30', '23:59'])('%s is of the day that it names', (clock) => {
    const rows = rowsOf(`2026-01-01 ${clock}`, `2026-01-02 ${clock}`, `2026-01-03 ${clock}`);
    for (const timeZone of ['Europe/Madrid', 'Pacific/Auckland', 'America/Los_Angeles'])
      expect(read(rows, timeZone)).toMatchObject({
        days: { '2026-01-01': 50, '2026-01-02': 60, '2026-01-03': 70 },
        leftOut: 0,
      });
  });

  test.each([
    ['Z', '2026-01-01T23:00:00Z', '2026-01-02T23:00:00Z'],
    ['an offset', '2026-01-02T00:00:00+01:00', '2026-01-03T00:00:00+01:00'],
    ['seconds since 1970', String(Date.UTC(2026, 0, 1, 23) / 1000), String(Date.UTC(2026, 0, 2, 23) / 1000)],
  ])('as an instant, by %s, is of the day that begins there', (_what, first, second) => {
    expect(read(rowsOf(first, second))).toMatchObject({ days: { '2026-01-02': 50, '2026-01-03': 60 } });
  });
});

describe('an hour alone is no day', () => {
  const none = { ok: false, fault: { code: 'days-none' } };
  test.each([
    ['one row', rowsOf('2026-01-01 05:00')],
    ['one instant', rowsOf('2026-01-01T05:00:00Z')],
    ['one instant as a number', rowsOf(String(Date.UTC(2026, 0, 1, 5) / 1000))],
    ['the same hour twice', '2026-01-01 05:00,3\n2026-01-01 05:00,4'],
    ['the same hour twice, alike', '2026-01-01 05:00,3\n2026-01-01 05:00,3'],
  ])('%s', (_what, rows) => {
    expect(read(rows)).toMatchObject(none);
  });

  test('a day alone is one', () => {
    expect(read(rowsOf('2026-01-01'))).toMatchObject({ days: { '2026-01-01': 50 } });
  });
});
