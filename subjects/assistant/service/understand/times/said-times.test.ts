import { expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import { understand } from '../index.ts';
import { home, lineOf } from '../testing-home.ts';

const october = '[26-10-01,26-11-01)';
const meant = (line: string, ...leftOut: readonly string[]) => [line, ...leftOut] as const;

// Behind the line stand the words that are told as left out.
test.each<readonly [Language, string, readonly [line: string, ...leftOut: string[]]]>([
  // Weekdays in general are no single day.
  ['en', 'how much electricity on Mondays in October', meant(`usage electricity ${october} total`, 'Mondays')],
  ['es', 'cuánta luz los lunes de octubre', meant(`usage electricity ${october} total`, 'lunes')],
  ['hi', 'अक्टूबर के सोमवार को कितनी बिजली लगी', meant(`usage electricity ${october} total`, 'सोमवार')],
  [
    'en',
    'average electricity for a Saturday',
    meant('usage electricity ~last-30-days[26-10-21,26-11-20) a-day', 'Saturday'),
  ],
  ['hi', 'शनिवार को कितनी बिजली लगती है', meant('usage electricity ~last-30-days[26-10-21,26-11-20) total', 'शनिवार')],
  ['hi', 'रविवार को औसतन कितना पानी लगता है', meant('usage water ~last-30-days[26-10-21,26-11-20) a-day', 'रविवार')],
  [
    'en',
    'how much electricity do we use on Sundays',
    meant('usage electricity ~last-30-days[26-10-21,26-11-20) total', 'Sundays'),
  ],
  ['es', 'agua de los sábados', meant('usage water ~last-30-days[26-10-21,26-11-20) total', 'sábados')],
  ['en', 'electricity on weekdays last month', meant(`usage electricity last-month${october} total`, 'weekdays')],
  // With words between "since" and the day.
  ['en', 'electricity since we moved in on 1 September', meant('usage electricity [26-09-01,26-11-20) total')],
  ['es', 'cuánta luz desde que nos mudamos el 1 de septiembre', meant('usage electricity [26-09-01,26-11-20) total')],
  ['hi', '1 सितंबर को शिफ्ट होने के बाद से कितनी बिजली लगी', meant('usage electricity [26-09-01,26-11-20) total')],
  // "24/7" is always, unless it is said as a date.
  ['en', 'how much electricity do things that run 24/7 use', meant('costs electricity always-on -')],
  ['es', 'agua del 24/7', meant('usage water [26-07-24,26-07-25) total')],
  // "May" beside a date is the month.
  ['en', 'water on 3 May', meant('usage water [26-05-03,26-05-04) total')],
  ['en', 'electricity since May 3', meant('usage electricity [26-05-03,26-11-20) total')],
  ['en', 'electricity since May', meant('usage electricity [26-05-01,26-11-20) total')],
  ['en', 'may I see the water of yesterday', meant('usage water yesterday[26-11-18,26-11-19) total')],
  // Hours.
  [
    'es',
    'luz ayer de 10 de la noche a 6 de la mañana',
    meant('usage electricity yesterday[26-11-18,26-11-19)@22-6 total'),
  ],
  ['es', 'luz ayer de 8pm a 11pm', meant('usage electricity yesterday[26-11-18,26-11-19)@20-23 total')],
  ['es', 'agua ayer de 5 a 7', meant('usage water yesterday[26-11-18,26-11-19) total', '5', '7')],
  ['es', 'agua ayer de 5 a 7 de la tarde', meant('usage water yesterday[26-11-18,26-11-19)@17-19 total')],
  ['es', 'cuánta luz gastamos hoy a media mañana', meant('usage electricity today[26-11-19,26-11-20)@6-12 total')],
  ['hi', 'aaj subah 6 se 9 kitna pani laga', meant('usage water today[26-11-19,26-11-20)@6-9 total')],
  // A weekday beside its date: told where it is another's.
  ['es', 'cuánta luz el miércoles 18', meant('usage electricity [26-11-18,26-11-19) total')],
  ['es', 'cuánta luz el lunes 18', meant('usage electricity [26-11-18,26-11-19) total', 'lunes')],
  ['es', 'luz del martes 10 de noviembre', meant('usage electricity [26-11-10,26-11-11) total')],
  ['en', 'water on Wednesday the 18th', meant('usage water [26-11-18,26-11-19) total')],
  ['en', 'water on Monday the 18th', meant('usage water [26-11-18,26-11-19) total', 'Monday')],
  ['en', 'water on Monday 9/11', meant('usage water [26-11-09,26-11-10) total')],
  ['hi', 'बुधवार 18 नवंबर को कितना पानी', meant('usage water [26-11-18,26-11-19) total')],
  ['hi', 'सोमवार 18 नवंबर को कितना पानी', meant('usage water [26-11-18,26-11-19) total', 'सोमवार')],
  // Parts of a day beside what is used.
  ['en', 'evening electricity this week', meant('usage electricity this-week[26-11-16,26-11-20)@18-22 total')],
  ['en', 'morning water', meant('usage water ~today[26-11-19,26-11-20)@6-12 total')],
  ['en', 'Morning! Water yesterday?', meant('usage water yesterday[26-11-18,26-11-19) total')],
  ['es', 'el consumo nocturno de ayer', meant('usage all yesterday[26-11-18,26-11-19)@20-6 total')],
  // Weekdays some weeks back.
  ['en', 'electricity three Sundays ago', meant('usage electricity [26-11-01,26-11-02) total')],
  ['en', 'water the Sunday before last', meant('usage water [26-11-08,26-11-09) total')],
  ['es', 'luz el domingo pasado no, el otro', meant('usage electricity [26-11-08,26-11-09) total')],
  ['es', 'agua de hace tres domingos', meant('usage water [26-11-01,26-11-02) total')],
  ['hi', 'पिछले से पिछले रविवार कितनी बिजली', meant('usage electricity [26-11-08,26-11-09) total')],
  ['hi', 'तीन रविवार पहले कितना पानी', meant('usage water [26-11-01,26-11-02) total')],
  // What changed from one month to another is compared.
  [
    'en',
    'how much did electricity fall from September to October',
    meant(`compare electricity ${october} [26-09-01,26-10-01)`),
  ],
  ['es', 'cuánto bajó la luz de septiembre a octubre', meant(`compare electricity ${october} [26-09-01,26-10-01)`)],
  ['hi', 'सितंबर से अक्टूबर तक बिजली कितनी घटी', meant(`compare electricity ${october} [26-09-01,26-10-01)`)],
])('%s: %s', (language, text, [line, ...leftOut]) => {
  const { intent, caveats } = understand(text, language, home);
  expect(lineOf(intent)).toBe(line);
  expect(caveats.flatMap((one) => (one.kind === 'left-out' ? one.words.split(', ') : []))).toEqual(leftOut);
});
