import type { CheckedTariff } from '../../contract/tariffs.ts';
import type { TariffPlan } from '../../domain/tariff/plan.ts';
import { describe, expect, test } from 'vitest';
import { noPrices } from './prices/simple-plan.ts';
import {
  asCharges,
  asText,
  chargesOf,
  freshEntry,
  replacesText,
  switched,
  type TariffEntry,
  wayOf,
} from './tariff-entry.ts';
import { household, tariff } from '../testing.ts';

const plan: TariffPlan = {
  name: 'Two prices',
  utility: 'water',
  currency: 'EUR',
  unit: 'm3',
  charges: [{ id: 'water', kind: 'use', rate: '2', months: [6, 7] }],
};
const read = { ok: true, text: 'name: Two prices\n', plan } as Extract<CheckedTariff, { ok: true }>;
const fresh = freshEntry({}, [], 'metric', '2026-11-01');
const of = (part: Partial<TariffEntry>): TariffEntry => ({ ...fresh, ...part });
const drafted = chargesOf(fresh, {}, household);
const draft = drafted.ok ? drafted.draft : null;

describe('changing the way of entering a tariff', () => {
  test('the form begins with what is read in a text or is chosen from the library, once', () => {
    expect(switched(of({ way: 'text' }), 'charges', read, true)).toMatchObject({ way: 'charges', begin: plan });
    expect(switched(of({ way: 'library' }), 'charges', read, true).begin).toBe(plan);
    expect(switched(of({ way: 'text', draft }), 'charges', read, true).begin).toBeNull();
    expect(switched(of({ way: 'text' }), 'charges', undefined, true).begin).toBeNull();
  });

  test('a text begins with the charges of the form where there is none yet', () => {
    expect(switched(of({ way: 'charges' }), 'text', read, true).text).toBe(read.text);
    expect(switched(of({ way: 'charges', text: 'mine' }), 'text', read, true).text).toBe('mine');
    expect(switched(of({ way: 'charges' }), 'text', read, false).text).toBeNull();
    expect(switched(of({ way: 'charges', draft }), 'text', read, true).text).toBe(read.text);
  });

  test('whoever asks for it replaces what is there, and is told so', () => {
    expect(asText(of({ way: 'charges', text: 'mine' }), read)).toMatchObject({ way: 'text', text: read.text });
    expect(replacesText(of({ text: 'mine' }), read)).toBe(true);
    expect(replacesText(of({ text: read.text }), read)).toBe(false);
    expect(replacesText(of({ text: null }), read)).toBe(false);
    expect(asCharges(of({ way: 'text', draft }), read)).toMatchObject({ way: 'charges', begin: plan, draft: null });
  });
});

describe('the way in which a tariff is changed', () => {
  const stored = (rest: Parameters<typeof tariff>[1]) => wayOf(tariff('2026-01-01', rest));

  test('is the one in which it was made, as long as that can show it', () => {
    expect(stored({})).toBe('prices');
    expect(stored({ plan: plan as never })).toBe('charges');
    expect(stored({ plan: plan as never, written: 'name: x' })).toBe('text');
    expect(stored({ plan: plan as never, library_id: 'es-2.0td-2025' })).toBe('library');
    const kW = { P1: '4.6', P2: '6' };
    const unshown = { ...plan, charges: [{ id: 'power', kind: 'capacity', per: 'month', rate: '1', kW }] };
    expect(stored({ plan: unshown })).toBe('text');
  });

  test('the form begins with the prices of the utility that some were typed for, in its units', () => {
    const typed = { ...fresh, prices: { ...fresh.prices, water: { ...noPrices, rate: '7' } } };
    expect(chargesOf(typed, {}, { units: 'us', currency: 'USD' })).toMatchObject({
      ok: true,
      draft: { utility: 'water', unit: 'kgal', currency: 'USD', charges: [{ rate: '7' }] },
    });
  });
});
