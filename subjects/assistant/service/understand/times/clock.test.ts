/** Hours of the clock within a question, and figures that are none. */
import { expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import { understand } from '../index.ts';
import { home, lineOf } from '../testing-home.ts';

const lineFor = (text: string, language: Language): string => lineOf(understand(text, language, home).intent);

test.each<readonly [Language, string, string]>([
  [
    'en',
    'how much electricity between 6 and 8 pm yesterday',
    'usage electricity yesterday[26-11-18,26-11-19)@18-20 total',
  ],
  ['en', 'electricity from 10pm to 6am yesterday', 'usage electricity yesterday[26-11-18,26-11-19)@22-6 total'],
  ['en', 'water between six and eight pm on Tuesday', 'usage water [26-11-17,26-11-18)@18-20 total'],
  ['en', 'how much did the AC use after 9pm yesterday', 'usage ac yesterday[26-11-18,26-11-19)@21-24 total'],
  ['en', 'water before 8 am today', 'usage water today[26-11-19,26-11-20)@0-8 total'],
  ['en', 'how much water in the mornings this week', 'usage water this-week[26-11-16,26-11-20)@6-12 total'],
  ['en', 'how much power at night', 'usage electricity ~yesterday[26-11-18,26-11-19)@22-6 total'],
  ['es', 'agua entre las 6 y las 8 de la tarde ayer', 'usage water yesterday[26-11-18,26-11-19)@18-20 total'],
  ['es', 'consumo de ayer después de las 22', 'usage all yesterday[26-11-18,26-11-19)@22-24 total'],
  ['es', 'cuánta agua de madrugada la semana pasada', 'usage water last-week[26-11-09,26-11-16)@0-6 total'],
  ['es', 'consumo de la cocina esta mañana', 'usage kitchen today[26-11-19,26-11-20)@6-12 total'],
  ['hi', 'कल शाम 6 से 8 बजे के बीच कितनी बिजली लगी', 'usage electricity yesterday[26-11-18,26-11-19)@18-20 total'],
  ['hi', 'कल रात 10 बजे के बाद कितनी बिजली लगी', 'usage electricity yesterday[26-11-18,26-11-19)@22-24 total'],
  ['hi', 'kal raat kitni bijli lagi', 'usage electricity yesterday[26-11-18,26-11-19)@20-5 total'],
])('%s: %s', (language, text, expected) => {
  expect(lineFor(text, language)).toBe(expected);
});

test.each<readonly [Language, string]>([
  ['en', 'usage between 1 and 7 November'],
  ['en', 'good morning, how much water yesterday?'],
  ['en', 'good evening, water on 6 and 8 November'],
  ['es', 'electricidad del 6 al 8 de noviembre'],
  ['es', 'buenas tardes, cuánta agua gasté ayer'],
  ['hi', '1 से 7 नवंबर तक बिजली'],
])('dates and greetings are no hours: %s: %s', (language, text) => {
  expect(lineFor(text, language)).not.toContain('@');
});

test('a question goes on with other hours', () => {
  const before = understand('how much water yesterday', 'en', home).intent;
  const next = understand('and in the evening?', 'en', home, before).intent;
  expect(lineOf(next)).toBe('usage water yesterday[26-11-18,26-11-19)@18-22 total');
});
