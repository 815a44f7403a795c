/** What something cost in a period that is named; without one it is of the open cycle. */
import { expect, test } from 'vitest';
import { understand } from './index.ts';
import type { Understood } from './lexicon/phrase-books.ts';
import { casesOf, home, lineOf } from './testing-home.ts';

const tables: Readonly<Record<Understood, string>> = {
  en: `
what did the kitchen cost last month | costs kitchen total last-month[26-10-01,26-11-01)
what did electricity cost yesterday | costs electricity total yesterday[26-11-18,26-11-19)
cost of the AC last week | costs ac total last-week[26-11-09,26-11-16)
how much did the fridge cost me in October | costs fridge total [26-10-01,26-11-01)
which device cost the most last week | costs all most-device last-week[26-11-09,26-11-16)
most expensive device last week | costs all most-device last-week[26-11-09,26-11-16)
cost by room last month | costs all rooms last-month[26-10-01,26-11-01)
cost of each device yesterday | costs all devices yesterday[26-11-18,26-11-19)
how much did I spend yesterday | costs all total yesterday[26-11-18,26-11-19)
what did we spend between 3 and 9 November | costs all total [26-11-03,26-11-10)
how much has electricity cost in the last 30 days | costs electricity total last-30-days[26-10-21,26-11-20)
what has today cost so far | costs all total today[26-11-19,26-11-20)
how much is my bill for yesterday | costs all total yesterday[26-11-18,26-11-19)
what is my bill today | bill so-far -
what did the AC cost on last month's bill | costs ac total last-month[26-10-01,26-11-01)
what does standby cost last month | costs all always-on last-month[26-10-01,26-11-01)
how much did it cost to run the AC yesterday evening | costs ac total yesterday[26-11-18,26-11-19)@18-22
what does the AC cost at night | costs ac total ~this-month[26-11-01,26-11-20)@22-6
what will the kitchen cost tomorrow | impossible future -
how much did electricity cost last month | closed-bill last-month[26-10-01,26-11-01) electricity amount
what does the kitchen cost | costs kitchen total -`,
  es: `
¿cuánto costó la luz la semana pasada? | costs electricity total last-week[26-11-09,26-11-16)
¿cuánto costó la cocina el mes pasado? | costs kitchen total last-month[26-10-01,26-11-01)
coste del aire acondicionado ayer | costs ac total yesterday[26-11-18,26-11-19)
¿cuánto pagué de luz ayer? | costs electricity total yesterday[26-11-18,26-11-19)
¿qué aparato costó más la semana pasada? | costs all most-device last-week[26-11-09,26-11-16)
coste por habitación el mes pasado | costs all rooms last-month[26-10-01,26-11-01)
¿cuánto ha costado el agua esta semana? | costs water total this-week[26-11-16,26-11-20)
¿cuánto costó el fin de semana pasado? | costs all total last-weekend[26-11-14,26-11-16)
¿cuánto costará la cocina mañana? | impossible future -`,
  hi: `
कल बिजली का खर्च कितना हुआ | costs electricity total yesterday[26-11-18,26-11-19)
पिछले महीने रसोई का खर्च कितना था | costs kitchen total last-month[26-10-01,26-11-01)
पिछले हफ्ते एसी का खर्च | costs ac total last-week[26-11-09,26-11-16)
kal bijli ka kharcha kitna hua | costs electricity total yesterday[26-11-18,26-11-19)
पिछले महीने किस उपकरण का खर्च सबसे ज्यादा था | costs all most-device last-month[26-10-01,26-11-01)
पिछले महीने हर कमरे का खर्च | costs all rooms last-month[26-10-01,26-11-01)
आज बिजली का खर्च कितना हुआ | costs electricity total today[26-11-19,26-11-20)
कल बिजली पर कितने पैसे लगे | costs electricity total yesterday[26-11-18,26-11-19)`,
};

const cases = (['en', 'es', 'hi'] as const).flatMap((language) =>
  casesOf(tables[language]).map(([text, expected]) => [language, text, expected] as const),
);

test.each(cases)('C9.2 %s: %s', (language, text, expected) => {
  expect(lineOf(understand(text, language, home).intent)).toBe(expected);
});

test.each([
  ['en', 'what does the kitchen cost', 'and last month?', 'costs kitchen total last-month[26-10-01,26-11-01)'],
  [
    'en',
    'what did the kitchen cost last month',
    'and the bathroom?',
    'costs bathroom total last-month[26-10-01,26-11-01)',
  ],
  ['en', 'which device costs the most', 'and last month?', 'costs all most-device last-month[26-10-01,26-11-01)'],
  ['en', 'how much is my electricity bill', 'and last week?', 'costs electricity total last-week[26-11-09,26-11-16)'],
  ['en', 'how much is my bill', 'and this month?', 'bill so-far -'],
  ['en', 'what did I pay in October', 'and yesterday?', 'costs all total yesterday[26-11-18,26-11-19)'],
  ['en', 'what did the kitchen cost last month', 'and tomorrow?', 'impossible future -'],
  ['es', '¿cuánto me cuesta la cocina?', '¿y el mes pasado?', 'costs kitchen total last-month[26-10-01,26-11-01)'],
  ['hi', 'रसोई का खर्च कितना है', 'और पिछले महीने?', 'costs kitchen total last-month[26-10-01,26-11-01)'],
] as const)('%s: %s %s', (language, before, text, expected) => {
  const { intent } = understand(before, language, home);
  expect(lineOf(understand(text, language, home, intent).intent)).toBe(expected);
});
