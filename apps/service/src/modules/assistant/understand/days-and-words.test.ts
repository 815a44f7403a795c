/** Days with a name or of no calendar, ordinary words a letter away from ours, and what is asked in other words. */
import { expect, test } from 'vitest';
import type { Language } from '../question.ts';
import { understand } from './index.ts';
import { home, lineOf } from './testing-home.ts';

test.each<readonly [Language, string, string]>([
  ['en', 'how much water on November 31', 'unclear period '],
  ['es', 'agua del 31 de noviembre', 'unclear period '],
  ['hi', '31 नवंबर को कितना पानी', 'unclear period '],
  ['hi', 'दिवाली पर कितनी बिजली लगी', 'unclear period '],
  ['en', 'how much did the oven use on Christmas Day?', 'usage oven [25-12-25,25-12-26) total'],
  ['es', 'cuánta agua en Navidad', 'usage water [25-12-25,25-12-26) total'],
  ['hi', 'स्वतंत्रता दिवस पर बिजली', 'usage electricity [26-08-15,26-08-16) total'],
  ['en', 'which month was the most expensive this year', 'closed-bill this-year[26-01-01,26-11-20) - dearest'],
  ['es', 'cuál fue el mes más caro', 'closed-bill - - dearest'],
  ['hi', 'सबसे महंगा महीना', 'closed-bill - - dearest'],
  ['en', 'cheapest day this week', 'usage all this-week[26-11-16,26-11-20) least-day'],
  ['en', 'is my usage normal', 'compare all ~this-month[26-11-01,26-11-20) last-month[26-10-01,26-10-20)'],
  ['es', 'a qué temperatura pongo el aire', 'tips -'],
  ['hi', 'अभी क्या चल रहा है', 'devices on - -'],
  ['hi', 'kal kitni bijli kharch hogi', 'impossible future -'],
  ['hi', 'पिछले छह बिल दिखाओ', 'closed-bill - - list'],
  ['en', 'how much water did my mother in law use yesterday', 'usage water yesterday[26-11-18,26-11-19) total'],
  ['en', 'how much did the wine cooler use last week', 'impossible unknown-device wine cooler'],
  ['en', 'how much current did we use yesterday', 'usage electricity yesterday[26-11-18,26-11-19) total'],
  ['es', 'pero cuánta agua gasté ayer', 'usage water yesterday[26-11-18,26-11-19) total'],
  ['es', 'cuánto falta para el siguiente tramo de precio del agua', 'bill block water'],
  ['en', 'when do we move into the next price slab', 'bill block -'],
  ['en', 'daily electricity for the past 7 days', 'usage electricity last-7-days[26-11-13,26-11-20) each-day'],
  ['hi', 'जल्दी ओवन बंद करो', 'switch oven false'],
  ['hi', 'हॉल का लैंप जलाओ', 'switch lamp-hall true'],
  ['en', 'turn on the AC and turn off the oven', 'unknown'],
])('%s: %s', (language, text, expected) => {
  expect(lineOf(understand(text, language, home).question)).toBe(expected);
});
