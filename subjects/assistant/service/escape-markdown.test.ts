import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { escapeMarkdown } from './writer.ts';

test.each([
  ['[x](http://evil)', '\\[x\\]\\(http\\://evil\\)'],
  ['**on**', '\\*\\*on\\*\\*'],
  ['`rm` <img src=x>', '\\`rm\\` \\<img src\\=x\\>'],
  ['a\n# b\r\n- c', 'a \\# b \\- c'],
  ['www.evil.com', 'www\\.evil\\.com'],
  ['a\u202eb\u200bc', 'a b c'],
  ['Living Room', 'Living Room'],
  ['Salón 2', 'Salón 2'],
  ['क्‍या', 'क्‍या'],
])('%j is shown as it is', (name, written) => {
  expect(escapeMarkdown(name)).toBe(written);
});

test('no mark of Markdown is left, and nothing else is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (name) => {
      const written = escapeMarkdown(name);
      expect(written.replace(/\\[!-/:-@[-`{-~]/g, '')).not.toMatch(/[\\`*_{}[\]()<>#+\-.!|~&:$^=@\n\r]/);
      expect(written.replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(name.replace(/[\s\p{Cc}]+/gu, ' ').trim());
    }),
  );
});
