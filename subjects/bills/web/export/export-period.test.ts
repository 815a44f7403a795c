import { readBillsPaper, readBillsTable } from '../../contract/billing.ts';
import { describe, expect, test } from 'vitest';
import { choosePeriod, exportFile, faultOfDays, holdingOf, periodOfDays } from './export-bills.tsx';

const days = (start: string, end: string) => ({ period_start: start, period_end: end });

describe('C2.16 the days of an export', () => {
  test('twelve months end with the last closed bill, whatever day bills begin on', () => {
    expect(choosePeriod('months', '2026-11-22', '2026-11-15')).toEqual({ from: '2025-11-15', to: '2026-11-15' });
    expect(choosePeriod('months', '2024-03-10', '2024-02-29')).toEqual({ from: '2023-03-01', to: '2024-02-29' });
  });

  test('years are calendar years', () => {
    expect(choosePeriod('year', '2026-11-22', '2026-11-01')).toEqual({ from: '2026-01-01', to: '2027-01-01' });
    expect(choosePeriod('lastYear', '2026-01-01', '2026-01-01')).toEqual({ from: '2025-01-01', to: '2026-01-01' });
  });

  test('of entered days both are in it', () => {
    expect(periodOfDays({ first: '2026-02-01', last: '2026-02-28' })).toEqual({ from: '2026-02-01', to: '2026-03-01' });
  });

  test.each([
    ['', '2026-01-01', 'missing'],
    ['2026-01-01', '', 'missing'],
    ['2026-01-02', '2026-01-01', 'order'],
    ['2016-01-01', '2026-01-01', 'long'],
    ['2016-01-01', '2025-12-31', undefined],
    ['2026-01-01', '2026-01-01', undefined],
  ])('from %s to %s: %s', (first, last, fault) => {
    expect(faultOfDays({ first, last })).toBe(fault);
  });

  test('it holds the bills that begin in it: consecutive days hold each bill once', () => {
    const bills = [
      days('2026-01-15', '2026-02-15'),
      days('2025-12-15', '2026-01-15'),
      days('2025-11-15', '2025-12-15'),
    ];
    expect(holdingOf({ from: '2025-01-01', to: '2026-01-01' }, bills)).toEqual({
      count: 2,
      start: '2025-11-15',
      end: '2026-01-15',
    });
    expect(holdingOf({ from: '2026-01-01', to: '2027-01-01' }, bills)).toEqual({
      count: 1,
      start: '2026-01-15',
      end: '2026-02-15',
    });
    expect(holdingOf({ from: '2024-01-01', to: '2025-01-01' }, bills)).toBeUndefined();
  });

  test('the file’s name says its days', () => {
    const period = { from: '2026-01-01', to: '2027-01-01' };
    expect(exportFile('pdf', period)).toEqual({
      endpoint: readBillsPaper,
      query: period,
      name: 'wattershed-bills-2026-01-01-to-2026-12-31.pdf',
    });
    expect(exportFile('csv', period).name).toBe('wattershed-bills-2026-01-01-to-2026-12-31.csv');
    expect(exportFile('lines', period)).toEqual({
      endpoint: readBillsTable,
      query: { ...period, detail: 'lines' },
      name: 'wattershed-bill-lines-2026-01-01-to-2026-12-31.csv',
    });
  });
});
