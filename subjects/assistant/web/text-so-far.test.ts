import { expect, test } from 'vitest';
import { textSoFar } from './answer-item.tsx';

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
