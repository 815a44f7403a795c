import { expect, test } from 'vitest';
import { noPrices } from '../check-tariff.ts';
import { ownName } from '../prices/simple-plan.ts';
import { withText } from './edit-draft.ts';
import { draftOfPrices } from './plan-draft.ts';
import { planOfForm } from './plan-of-form.ts';

const words = { en: 'Tolls', es: 'Peajes' };
const nameOf = (name: typeof words | string) =>
  planOfForm(draftOfPrices({ name, utility: 'electricity', currency: 'EUR', unit: 'kWh' }, noPrices)).name;

test('a name is changed in the language that is shown, the others stay', () => {
  expect(withText(words, 'es', 'Peaje')).toEqual({ en: 'Tolls', es: 'Peaje' });
  expect(withText(words, 'hi', 'शुल्क')).toEqual({ ...words, hi: 'शुल्क' });
  expect(withText('Tolls', 'es', 'Peajes')).toBe('Peajes');
});

test('the name that we gave in every language gives way to one of the person’s own', () => {
  expect(withText(structuredClone(ownName), 'es', 'Mía')).toBe('Mía');
});

test('a language in which nothing is said is left out, but for English, which is required', () => {
  expect(nameOf({ en: 'Tolls ', es: ' ' })).toEqual({ en: 'Tolls' });
  expect(nameOf({ en: '', es: 'Peajes' })).toEqual({ en: '', es: 'Peajes' });
  expect(nameOf({ en: '', es: '' })).toBe('');
});
