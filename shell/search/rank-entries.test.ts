import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rankEntries } from './search-dialog.tsx';
import type { SearchEntry } from './search-entries.ts';

const entry = (title: string, ...words: string[]): SearchEntry => ({
  id: title,
  group: 'pages',
  title,
  words,
  choose: { to: '/' },
});

const entries = [
  entry('Billing', 'Facturas', 'बिल', 'money, cost'),
  entry('Devices', 'Dispositivos', 'उपकरण'),
  entry('Kitchen lamp', 'Cocina', 'रसोई'),
  entry('Bathroom', 'Baño', 'बाथरूम'),
  entry('Electricity', 'Electricidad', 'बिजली'),
];

const found = (query: string) => rankEntries(query, entries).map(({ title }) => title);

test.each([
  ['bil', 'Billing'],
  ['factúra', 'Billing'],
  ['बिल', 'Billing'],
  ['bano', 'Bathroom'],
  ['bijli', 'Electricity'],
  ['rasoi', 'Kitchen lamp'],
  ['lamp kitch', 'Kitchen lamp'],
  ['COST', 'Billing'],
])('C2.5 "%s" finds %s first', (query, title) => {
  expect(found(query)[0]).toBe(title);
});

test('every word of the query must be there; nothing asked finds nothing', () => {
  expect(found('kitchen billing')).toEqual([]);
  expect(found('  ')).toEqual([]);
});

test('a title that begins so comes before a word inside', () => {
  const both = [entry('Sign out of electricity'), entry('Electricity')];
  expect(rankEntries('elec', both)[0]?.title).toBe('Electricity');
});

test('whatever is typed, what is found was there, once', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (query) => {
      const results = rankEntries(query, entries);
      expect(new Set(results).size).toBe(results.length);
      expect(results.every((result) => entries.includes(result))).toBe(true);
    }),
  );
});
