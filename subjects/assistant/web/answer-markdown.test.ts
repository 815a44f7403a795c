import { expect, test } from 'vitest';
import { plainText } from './answer-markdown.ts';

test('an answer is copied as its words: no marks, no addresses', () => {
  expect(
    plainText(
      'You used **[12.4 kWh](/analytics?period=day)**.\n\n- Kitchen [4](/analytics)\n- Hall 2\n\n2. a\n3. b\n\n| Room | kWh |\n| --- | ---: |\n| Hall | 2 |\n\n> Old<br>words',
    ),
  ).toBe('You used 12.4 kWh.\n\n- Kitchen 4\n- Hall 2\n\n2. a\n3. b\n\nRoom\tkWh\nHall\t2\n\nOld<br>words');
});

test.each([
  ['quotes', '> '.repeat(3900) + 'words'],
  ['lists', '- '.repeat(800) + 'words'],
  ['emphasis', '*a '.repeat(500) + 'words' + ' b*'.repeat(500)],
])('%s within each other hundreds of times are copied too', (_, text) => {
  expect(plainText(text)).toContain('words');
});
