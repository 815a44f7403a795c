import { expect, test } from 'vitest';
import { excerptOf } from './shown-rows.ts';

test.each([
  ['Plain words.', 'Plain words.'],
  ['It drips at **night**, *really* `often`.', 'It drips at night, really often.'],
  ['I checked:\n\n- the tap\n- the cistern', 'I checked: · the tap · the cistern'],
  ['1. first\n2. second', 'first · second'],
  ['> quoted\n\n# Head\n\nText', 'quoted Head Text'],
  ['See [the guide](https://example.org) and ![a picture](https://example.org/x.png)', 'See the guide and a picture'],
  ['```js\nlet a = 1\n```', 'let a = 1'],
  ['snake_case_words stay', 'snake_case_words stay'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['', ''],
])('%j is listed as %j', (body, excerpt) => {
  expect(excerptOf(body)).toBe(excerpt);
});

test('a long text is cut between words and says so', () => {
  const excerpt = excerptOf('drop by drop '.repeat(50));
  expect(excerpt.length).toBeLessThanOrEqual(242);
  expect(excerpt).toMatch(/(drop|by) …$/);
  expect(excerptOf('💧'.repeat(300))).not.toMatch(/\p{Surrogate}/u);
});
