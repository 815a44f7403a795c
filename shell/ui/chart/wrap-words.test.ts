import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wrapWords } from './wrap-words.ts';

const measure = (text: string) => text.length;

test('lines break between words, never inside one that fits', () => {
  expect(wrapWords('living room and hall', 11, measure)).toEqual(['living room', 'and hall']);
  expect(wrapWords('बाथरूम', 6, measure)).toEqual(['बाथरूम']);
  expect(wrapWords('', 6, measure)).toEqual([]);
});

test('a word that is too long is cut between letters: a vowel sign stays with its consonant', () => {
  expect(wrapWords('measurement', 5, measure)).toEqual(['meas…']);
  expect(wrapWords('शयनकक्ष', 6, measure)).toEqual(['शयनक…']);
  expect(wrapWords('रूरूरू', 4, measure)).toEqual(['रू…']);
});

test('no word is lost and no line is too wide, however wide the letters are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 9 })),
      fc.integer({ min: 30, max: 60 }),
      (parts, width) => {
        const text = parts.join(' ');
        const lines = wrapWords(text, width, measure);
        for (const line of lines) expect(measure(line)).toBeLessThanOrEqual(width);
        const words = text.split(' ').filter(Boolean).join(' ');
        expect(lines.some((line) => line.includes('…')) || lines.join(' ') === words).toBe(true);
      },
    ),
  );
});
