import type { KeptReading } from '../contract/repairs.ts';
import { expect, test } from 'vitest';
import type { MeterRow } from './readings-queries.ts';
import { checkEntry, firstDay, parseAmount, type RepairEntry, type RepairTask, startEntry } from './repair-entry.ts';

const zone = 'Europe/Madrid';
const meter: MeterRow = {
  id: 7,
  device_id: 'd',
  utility: 'water',
  key: 'main',
  reading_kind: 'counter',
  max_per_hour: 20_000_000,
  max_gap_s: 3_900,
  rolls_over_at: null,
  register_unit: null,
  quarantined: 0,
};
const reading: KeptReading = {
  at: '2026-05-04T12:00:00.000Z',
  value: 900_400_000,
  spanS: null,
  source: 'measured',
  mark: null,
  used: 400,
  estimated: false,
  isDip: false,
};

const check = (task: RepairTask, changes: Partial<RepairEntry> = {}) =>
  checkEntry(task, { ...startEntry(task, meter, '2026-05-04'), ...changes }, meter, zone);

test('what is typed as the meter shows it is sent in whole millilitres and watt-hours', () => {
  expect(startEntry({ kind: 'correct', reading }, meter, '2026-05-04').value).toBe('900.4');
  expect(check({ kind: 'correct', reading }, { value: '900,125' })).toMatchObject({
    ok: true,
    wish: { kind: 'correct', meter: 7, at: reading.at, value: 900_125_000 },
  });
  expect(['12', '12.', '0,5', '-3'].map((text) => parseAmount(text, 1000))).toEqual([12_000, 12_000, 500, -3_000]);
  expect(['', 'x', '1e3', '1.2.3', '99999999999999999'].map((text) => parseAmount(text, 1))).toEqual(
    Array.from({ length: 5 }),
  );
});

test('times of the day are those of the household, on the day when clocks change too', () => {
  const removed = check({ kind: 'remove' }, { day: '2026-10-25', from: '00:00', to: '23:59' });
  expect(removed).toMatchObject({
    wish: { from: '2026-10-24T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' },
  });
  expect(check({ kind: 'exchange' }, { from: '14:30', newValue: '0.005', oldValue: '900.65' })).toMatchObject({
    wish: { kind: 'exchange', at: '2026-05-04T12:30:00.000Z', oldValue: 900_650_000, newValue: 5_000 },
  });
});

test.each<[RepairTask, Partial<RepairEntry>, keyof RepairEntry, string]>([
  [{ kind: 'correct', reading }, { value: '-1' }, 'value', 'invalid'],
  [{ kind: 'remove' }, { from: '12:00', to: '11:00' }, 'to', 'order'],
  [{ kind: 'remove' }, { day: '' }, 'day', 'invalid'],
  [{ kind: 'exchange' }, { oldValue: 'many' }, 'oldValue', 'invalid'],
  [{ kind: 'exchange' }, { newValue: '' }, 'newValue', 'invalid'],
  [{ kind: 'exchange' }, { day: '2100-01-01' }, 'from', 'future'],
  [{ kind: 'limits' }, { most: '0' }, 'most', 'invalid'],
  [{ kind: 'limits' }, { gap: '0' }, 'gap', 'invalid'],
  [{ kind: 'limits' }, { rollsOver: '0' }, 'rollsOver', 'invalid'],
])('%j with %j: the field is named', (task, changes, field, fault) => {
  expect(check(task, changes)).toEqual({ ok: false, field, fault });
});

test('limits as they stand are what the form begins with', () => {
  expect(check({ kind: 'limits' }, { rollsOver: '100000' })).toMatchObject({
    wish: { maxPerHour: 20_000_000, maxGapS: 3_900, rollsOverAt: 100_000_000_000 },
  });
});

test('the day shown first is the one asked for, else that of the latest reading, else today', () => {
  const now = Date.parse('2026-11-20T23:30:00Z');
  expect(firstDay('2026-05-01', reading.at, now, zone)).toBe('2026-05-01');
  expect(firstDay('soon', reading.at, now, zone)).toBe('2026-05-04');
  expect(firstDay(null, null, now, zone)).toBe('2026-11-21');
});
