import { expect, it, test } from 'vitest';
import { splitNote, textSoFar } from './answer-item.tsx';

it('takes the last paragraph for a note when all of it is in italics', () => {
  expect(splitNote('It used 3 kWh.\n\n_These are simulated figures._')).toEqual({
    text: 'It used 3 kWh.',
    note: '_These are simulated figures._',
  });
});

it.each(['It used 3 kWh.', '_All of it._', 'One.\n\n_Two_ and three.', 'One.\n\n_Two', 'One.\n\n__Two__', ''])(
  'leaves all other text as it is: %j',
  (content) => {
    expect(splitNote(content)).toEqual({ text: content, note: '' });
  },
);

const whole =
  'You used **[12.4 kWh](/analytics?period=day&utility=electricity)**, *less* than [13 kWh](/analytics).\n\n' +
  '| Room | kWh |\n| --- | ---: |\n| Kitchen | [4.1](/analytics?room=kitchen) |\n| Hall | 2 |\n\nThat is all.';

test('at no moment is a mark shown that is not closed yet', () => {
  for (let length = 0; length <= whole.length; length += 1) {
    const shown = textSoFar(whole.slice(0, length));
    expect(shown.replaceAll(/\[[^\]]*\]\([^)]*\)/g, ''), `after ${length}`).not.toMatch(/[\][]|\]\(|\/analytics/);
    expect((shown.match(/\*\*/g)?.length ?? 0) % 2, `after ${length}`).toBe(0);
  }
});

test.each([
  ['12 [kW', '12 kW'],
  ['[12.4 kWh](/anal', '12.4 kWh'],
  ['[12.4 kWh](/analytics)', '[12.4 kWh](/analytics)'],
  ['**Bo', '**Bo**'],
  ['**', ''],
  ['A\n\n| a | b |', 'A\n'],
  ['A\n\n| a | b |\n| - | - |\n| 1 | 2', 'A\n\n| a | b |\n| - | - |'],
  ['3 * 4', '3 * 4'],
])('%j is shown as %j', (written, shown) => expect(textSoFar(written)).toBe(shown));

test('a whole text is shown as it is', () => expect(textSoFar(whole)).toBe(whole));
