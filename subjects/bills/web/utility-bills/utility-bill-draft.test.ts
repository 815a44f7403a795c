import type { UtilityBillRow } from '#supabase/tables/index.ts';
import { describe, expect, test } from 'vitest';
import { checkDraft, draftOf, type UtilityBillDraft } from './utility-bill-draft.ts';

const draft: UtilityBillDraft = {
  ...draftOf(undefined),
  firstDay: '2026-10-01',
  lastDay: '2026-10-31',
  total: '99',
};
const check = (part: Partial<UtilityBillDraft>, currency = 'INR') =>
  checkDraft({ ...draft, ...part }, { currency, today: '2026-11-16' });

describe('an amount of a bill', () => {
  test.each(['1,250', '12,500', '1,000', '1.250', '-1,250', ' 999.000 '])(
    'that can be thousands or decimals is refused, such as %s',
    (typed) => {
      expect(check({ total: typed })).toEqual({ ok: false, faults: { total: 'decimals' } });
      expect(check({ useAmount: typed }, 'JPY')).toEqual({ ok: false, faults: { useAmount: 'decimals' } });
      expect(check({ total: typed }, 'KWD')).toEqual({ ok: false, faults: { total: 'thousands' } });
    },
  );

  test.each([
    ['484.369', '.', 484.369],
    ['484,369', '.', 484.369],
    ['1.250', '.', 1.25],
    ['1,250', ',', 1.25],
    ['0.125', ',', 0.125],
  ])('of use to a thousandth is taken: %s with the mark %s', (used, decimalMark, kept) => {
    expect(checkDraft({ ...draft, used }, { currency: 'EUR', today: '2026-11-16', decimalMark })).toMatchObject({
      ok: true,
      entry: { used: kept },
    });
  });

  test('of use that can be thousands or decimals is refused; with a zero more it is none', () => {
    expect(check({ used: '1,250' })).toEqual({ ok: false, faults: { used: 'thousands' } });
    expect(check({ used: '1,2500' })).toMatchObject({ entry: { used: 1.25 } });
    expect(check({ used: '0,125' })).toMatchObject({ entry: { used: 0.125 } });
    expect(check({ used: '1 250' })).toMatchObject({ entry: { used: 1250 } });
  });

  test('that is kept comes back as it can be saved again', () => {
    const kept = {
      period_start: '2026-10-01',
      period_end: '2026-11-01',
      used: 12.345,
      total: 7.125,
    } as UtilityBillRow;
    const shown = draftOf(kept);
    expect(shown).toMatchObject({ used: '12.3450', total: '7.1250' });
    expect(checkDraft(shown, { currency: 'KWD', today: '2026-11-16' })).toMatchObject({
      ok: true,
      entry: { used: 12.345, total: 7.125 },
    });
  });
});
