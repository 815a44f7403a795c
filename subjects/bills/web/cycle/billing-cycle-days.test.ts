import { expect, test } from 'vitest';
import { expectedRead, presetOf, spreadDates } from './billing-cycle-days.tsx';

test('dates are spread over the year from any of them', () => {
  expect(spreadDates('11-28', 2)).toEqual(['01-28', '03-28', '05-28', '07-28', '09-28', '11-28']);
  expect(spreadDates('05-05', 12)).toEqual(['05-05']);
  for (const months of [2, 3, 6, 12]) expect(presetOf(spreadDates('08-14', months))).toBe(months);
  expect(presetOf(['01-05', '03-06'])).toBeUndefined();
  expect(presetOf([])).toBeUndefined();
});

test('the next reading is as far away as readings mostly are, a month after the only one', () => {
  expect(expectedRead([])).toBeUndefined();
  expect(expectedRead(['2026-11-08'])).toBe('2026-12-08');
  expect(expectedRead(['2026-11-08', '2026-07-09', '2026-09-08', '2026-01-01'])).toBe('2027-01-08');
});
