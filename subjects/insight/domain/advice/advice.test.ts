import { expect, test } from 'vitest';
import { chooseAdvice, type HomeFacts, maxAdvice } from './advice.ts';

import { allAdvice, publishedWatts } from './index.ts';

const quiet: HomeFacts = { currency: 'EUR', alwaysOn: null, leaks: [] };
const leak = (meterId: string, month: number | null): HomeFacts['leaks'][number] => ({
  meterId,
  device: `Tap ${meterId}`,
  utility: 'water',
  litresPerHour: 12,
  month,
});
const choose = (facts: Partial<HomeFacts>, ...answered: string[]) =>
  chooseAdvice(allAdvice, { ...quiet, ...facts }, new Set(answered));

test('a home of which nothing is known is advised nothing', () => {
  expect(choose({})).toEqual([]);
});

test('only what is drawn above the published mean can be saved', () => {
  expect(choose({ alwaysOn: { watts: publishedWatts, month: 30 } })).toEqual([]);
  const [said] = choose({ alwaysOn: { watts: 2 * publishedWatts, month: 60 } });
  expect(said).toMatchObject({ key: 'always-on', perMonth: 30, effort: 'minutes' });
  expect(said?.figures).toEqual({ watts: 2 * publishedWatts, published: publishedWatts });
});

test('what saves most stands first, two at most, and nothing that is hardly worth it or has no price', () => {
  const leaks = [leak('1', 4), leak('2', 18), leak('3', 0.5), leak('4', null)];
  const said = choose({ leaks, alwaysOn: { watts: 2 * publishedWatts, month: 20 } });
  expect(said.map(({ key, perMonth }) => [key, perMonth])).toEqual([
    ['running-leak:2', 18],
    ['always-on', 10],
  ]);
  expect(said).toHaveLength(maxAdvice);
});

test('what was declined or is being done is not said again, of that meter alone', () => {
  const leaks = [leak('1', 4), leak('2', 18)];
  expect(choose({ leaks }, 'running-leak:2').map(({ key }) => key)).toEqual(['running-leak:1']);
  expect(choose({ leaks }, 'running-leak:1', 'running-leak:2')).toEqual([]);
});
