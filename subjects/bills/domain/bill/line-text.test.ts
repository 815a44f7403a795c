import { describe, expect, test } from 'vitest';
import type { BillLine } from './bill.ts';
import { lineName, lineText, type LineWriter } from './line-text.ts';

/** Writes every word as its key, so that a rule is seen and no language. */
const writerIn = (currency: string): LineWriter<string> => ({
  language: 'es',
  say: (word, values = {}) => [word, ...Object.values(values)].join(' '),
  number: (value) => String(value),
  percent: (share) => `${share * 100} %`,
  money: (amount) => `${amount} ${currency}`,
  price: (amount) => `${amount} ${currency}`,
  used: (_line, amount) => `${amount / 1000} k`,
  unitPrice: ({ rate }) => `${rate} ${currency}/k`,
  in: writerIn,
  use: (quantity, rate, off, isMean) => [`${quantity} at ${isMean ? 'mean ' : ''}${rate}`, ...off].join(', '),
  time: (days, price, per) => `${days} days, ${price} a ${per}`,
  power: (power, price, per) => `${power} at ${price} ${per}`,
  text: (text) => text,
  around: (said, among) => among(said),
});
const writer = writerIn('EUR');

const line = (part: Partial<BillLine>): BillLine => ({
  utility: 'electricity',
  kind: 'use',
  from: '2026-10-01',
  to: '2026-11-01',
  quantity: '20000',
  rate: '0.2',
  amount: '4',
  ...part,
});

test.each<[string, Partial<BillLine>, string]>([
  ['its kind, where the tariff has no name for it', {}, 'use'],
  ['the name in the language that is read', { name: { en: 'Energy', es: 'Energía' } }, 'Energía'],
  ['the meter beside the name', { name: 'Energy', meter: 'Car' }, 'Energy · Car'],
  ['the meter once, where the charge is called so too', { name: 'Car', meter: 'Car', period: 'P1' }, 'Car · P1'],
  ['a credit that is kept', { kind: 'credit' }, 'creditKept'],
  ['one from before', { kind: 'credit', amount: '-4' }, 'creditUsed'],
  ['the first step', { block: { above: '0', upTo: '100' } }, 'use · blockTo 100 kWh'],
  ['one between', { block: { above: '100', upTo: '200' } }, 'use · blockBetween 100 200 kWh'],
  ['the last', { block: { above: '200' }, period: 'P2' }, 'use · P2 · blockFrom 200 kWh'],
  ['steps of power', { kind: 'demand', block: { above: '0', upTo: '5' } }, 'demand · blockTo 5 kW'],
  [
    'a kilolitre as the cubic metre that it is',
    { utility: 'water', unit: 'kL', block: { above: '9' } },
    'use · blockFrom 9 m³',
  ],
  ['gallons as such', { utility: 'water', unit: 'galUK', block: { above: '9' } }, 'use · blockFrom 9 gal (UK)'],
])('a line is called by %s', (_, part, name) => {
  expect(lineName(line(part), writer)).toBe(name);
});

const year = { from: '2025-11-01', days: 300, of: 365 };

test.each<[string, Partial<BillLine>, string]>([
  ['use', {}, '20 k at 0.2 EUR/k'],
  ['use at a mean price', { kind: 'returned', isMean: true }, '20 k at mean 0.2 EUR/k'],
  [
    'what was taken off',
    { net: { returned: '3000', kept: '1000' } },
    '20 k at 0.2 EUR/k, netReturned 3 k, netKept 1 k',
  ],
  ['a meter that nobody has named', { isUnmeasured: true }, 'unmeasured'],
  ['days', { kind: 'standing', quantity: '31', rate: '5' }, '31 days, 5 EUR a month'],
  ['a discount by time', { kind: 'discount', quantity: '31', rate: '-5', per: 'day' }, '31 days, 5 EUR a day'],
  ['a discount by percent', { kind: 'discount', quantity: '80', rate: '10' }, 'ofAmount 10 % 80 EUR'],
  ['a tax', { kind: 'tax', quantity: '80', rate: '21' }, 'ofAmount 21 % 80 EUR'],
  ['power', { kind: 'capacity', quantity: '4.6', rate: '3', per: 'year' }, '4.6 kW at 3 EUR perName.year'],
  [
    'an amount for power',
    { kind: 'demand', quantity: '4', rate: '9', isAmount: true },
    'ofPowerStep 4 kW 9 EUR perName.month',
  ],
  ['what is in credit', { kind: 'credit', quantity: '3' }, 'creditLeft 3 EUR'],
  ['no credit', { kind: 'credit', quantity: '0' }, 'creditGone'],
  ['a minimum', { kind: 'minimum', rate: '12' }, 'upToAmount 12 EUR'],
  ['a maximum', { kind: 'maximum', rate: '12' }, 'downToAmount 12 EUR'],
  ['a multiple', { kind: 'rounding', rate: '0.05' }, 'toMultiple 0.05 EUR'],
  [
    'a year that is settled, to the decimal',
    { kind: 'minimum', quantity: '0.1', amount: '0.2', year: { ...year, days: 365 } },
    'upToYear 0.3 EUR 0.1 EUR',
  ],
  [
    'a part of a year',
    { kind: 'maximum', quantity: '95.4', amount: '-20.4', year },
    'downToYearPart 75 EUR 95.4 EUR 300 365',
  ],
])('how a line came about: %s', (_, part, words) => {
  expect(lineText(line(part), writer)).toBe(words);
});

describe('a price in another currency', () => {
  test('is said in it, with what it comes to and the rate in the bill’s own', () => {
    const exchange = { currency: 'USD', amount: '4.00', rate: '0.92' };
    expect(lineText(line({ exchange }), writer)).toBe('exchanged 20 k at 0.2 USD/k 4.00 USD USD 0.92 EUR');
  });
});
