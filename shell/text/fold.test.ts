import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold, soundOf } from './fold.ts';

const sound = (text: string) => soundOf(fold(text));

test('C2.5 accents, case and punctuation do not matter', () => {
  expect(fold('Cañería, ¡Baño!')).toBe('caneria bano');
  expect(fold('  Living-Room ')).toBe('living room');
  expect(fold('फ़ाइल')).toBe(fold('फाइल'));
});

test.each([
  ['बिजली', 'bijli'],
  ['बिजली', 'bijlee'],
  ['पानी', 'paani'],
  ['पानी', 'pani'],
  ['रसोई', 'rasoi'],
  ['कमरा', 'kamra'],
  ['बाथरूम', 'bathroom'],
  ['बगीचा', 'bageecha'],
  ['बिल', 'bill'],
  ['उपकरण', 'upkaran'],
  ['समुदाय', 'samuday'],
  ['संपर्क', 'sampark'],
  ['किचन', 'kitchen'],
])('C2.5 C1.4 %s and %s sound alike', (hindi, latin) => {
  expect(sound(latin)).toBe(sound(hindi));
});

test('what does not sound alike stays apart', () => {
  expect(sound('bijli')).not.toBe(sound('पानी'));
  expect(sound('bill')).not.toBe(sound('baal'));
});

test('folding twice changes nothing, and no text breaks it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const once = fold(text);
      expect(fold(once)).toBe(once);
      expect(typeof soundOf(once)).toBe('string');
    }),
  );
});
