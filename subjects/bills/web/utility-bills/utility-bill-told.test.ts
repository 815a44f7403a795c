import type { ImportBill } from '#supabase/tables/json-columns.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { household, tariff, toldBill } from '../testing.ts';
import { apart, daysTold, fillFrom, sharing, standingTold, type ToldContext } from './utility-bill-told.ts';

const context: ToldContext = {
  household: { ...household, time_zone: 'America/New_York' },
  tariffs: [tariff('2026-01-01')],
  entered: [],
  today: '2026-11-16',
};
const entered = (start: string, end: string) => ({
  utility: 'electricity' as const,
  supplier: null as string | null,
  period_start: start,
  period_end: end,
});
const standing = (bill: Partial<ImportBill>, rest: Partial<ToldContext> = {}) =>
  standingTold(toldBill(bill), { ...context, ...rest });
const fill = (bill: Partial<ImportBill>, rest: Partial<ToldContext> = {}) =>
  fillFrom({ fileName: 'use.xml', bill: toldBill(bill) }, { ...context, ...rest });

describe('the days of a told bill', () => {
  test('are the household’s, over a change of clocks, and by the nearest midnight', () => {
    const month = { firstDay: '2026-10-01', lastDay: '2026-10-31' };
    const bill = toldBill({ start: '2026-10-01T04:00:00Z', end: '2026-11-01T04:00:00Z' });
    expect(daysTold(bill, 'America/New_York')).toEqual(month);
    expect(daysTold(bill, 'Europe/Lisbon')).toEqual(month);
    expect(daysTold(toldBill({ end: '2026-11-02T05:00:00Z' }), 'America/New_York').lastDay).toBe('2026-11-01');
  });
});

describe('a told bill', () => {
  const row = { ...entered('2026-10-01', '2026-11-01') } as ToldContext['entered'][number];

  test('is entered where one of the utility has exactly its days', () => {
    expect(standing({}, { entered: [row] })).toBe('entered');
    expect(standing({}, { entered: [{ ...row, period_end: '2026-11-02' }] })).toBe('ready');
    expect(standing({ utility: 'water' }, { entered: [row] })).toBe('ready');
  });

  test('that is not over, too long, or in another currency does not fill the form', () => {
    expect(standing({}, { today: '2026-10-31' })).toBe('notOver');
    expect(standing({}, { today: '2026-11-01' })).toBe('ready');
    expect(standing({ start: '2025-01-01T05:00:00Z' })).toBe('daysMany');
    expect(standing({ currency: 'USD' })).toBe('otherCurrency');
    expect(standing({ currency: 'USD' }, { tariffs: [tariff('2026-01-01', { currency: 'USD' })] })).toBe('ready');
    expect(standing({ currency: 'EUR', utility: 'water' }, { tariffs: [] })).toBe('ready');
    expect(standing({ currency: null })).toBe('ready');
  });

  test('fills in its days, its use in the unit of the tariff, and its money to the cent', () => {
    const { draft, notes } = fill({ total: 9_950_400, used: 450_250, isEstimated: true });
    expect(draft).toEqual({
      utility: 'electricity',
      firstDay: '2026-10-01',
      lastDay: '2026-10-31',
      isEstimated: true,
      total: '99.50',
      used: '450.25',
      useAmount: '',
      fixedAmount: '',
      taxAmount: '',
    });
    expect(notes).toEqual([]);
    expect(fill({ utility: 'water', used: 7_570_823.568, currency: null }).draft.used).toBe('7.570824');
    expect(fill({ total: -150_000 }).draft.total).toBe('-1.50');
    const inYen = { tariffs: [tariff('2026-01-01', { currency: 'JPY' })] };
    expect(fill({ total: 123_460_000, currency: 'JPY' }, inYen).draft.total).toBe('1235');
  });

  const lines: ImportBill['lines'] = [
    { part: 'use', note: 'Day', amount: 4_000_000 },
    { part: 'use', note: 'Night', amount: 3_000_000 },
    { part: 'tax', note: 'Tax', amount: 905_000 },
  ];

  test('fills in what its lines are for, where it tells all of them apart', () => {
    expect(fill({ total: 7_905_000, lines })).toMatchObject({
      draft: { useAmount: '70.00', fixedAmount: '0.00', taxAmount: '9.05' },
      notes: [],
    });
    const unsure = [...lines, { part: 'other' as const, note: '', amount: 100_000 }];
    expect(fill({ total: 8_005_000, lines: unsure })).toMatchObject({
      draft: { useAmount: '', fixedAmount: '', taxAmount: '9.05' },
      notes: ['notApart'],
    });
  });

  test('says what a person should know of it', () => {
    const doubts = { currency: null, isEarly: true, isSummed: true };
    expect(fill(doubts, { tariffs: [] }).notes).toEqual(['currencyUnsaid', 'noTariff', 'early', 'summed']);
    expect(fill({}, { tariffs: [tariff('2026-11-05')] }).notes).toEqual(['noTariff']);
  });

  test('keeps every sum to the cent, whatever it comes to', () => {
    const cents = fc.integer({ min: -9_000_000_000, max: 9_000_000_000 });
    fc.assert(
      fc.property(cents, fc.array(cents, { maxLength: 6 }), (total, parts) => {
        const all = parts.map((amount) => ({ part: 'use' as const, note: '', amount: amount * 1000 }));
        const { draft } = fill({ total: total * 1000, lines: all });
        expect(Math.round(Number(draft.total) * 100)).toBe(total);
        const sum = all.length === 0 ? 0 : Math.round(Number(draft.useAmount) * 100);
        expect(sum).toBe(parts.reduce((whole, part) => whole + part, 0));
      }),
    );
  });
});

test('a period that several imports tell stands once, as the latest one says; the latest period first', () => {
  const told = (fileName: string, bill: Partial<ImportBill>) => ({ fileName, bill: toldBill(bill) });
  const later = { start: '2026-11-01T04:00:00Z', end: '2026-12-01T05:00:00Z' };
  const all = [told('new.xml', { total: 2 }), told('old.xml', { total: 1 }), told('old.xml', later)];
  expect(apart([...all, told('other.xml', { column: 'Barn' })]).map(({ fileName }) => fileName)).toEqual([
    'old.xml',
    'new.xml',
    'other.xml',
  ]);
});

test('bills share days where one begins before the other ends', () => {
  const days = { utility: 'electricity' as const, supplier: '', firstDay: '2026-10-01', lastDay: '2026-10-31' };
  const [before, within] = [entered('2026-09-01', '2026-10-01'), entered('2026-10-31', '2026-11-30')];
  expect(sharing(days, [before])).toBeUndefined();
  expect(sharing(days, [before, within])).toBe(within);
  expect(sharing({ ...days, utility: 'water' }, [within])).toBeUndefined();
  // Two suppliers have a bill each of the same days.
  expect(sharing({ ...days, supplier: 'network' }, [within])).toBeUndefined();
  expect(sharing({ ...days, supplier: 'network' }, [{ ...within, supplier: 'network' }])).toBeDefined();
});
