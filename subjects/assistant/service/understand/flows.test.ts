import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import { understand } from './index.ts';
import { casesOf, home, lineOf } from './testing-home.ts';

// What a home made, stored and gave back, in three languages; Hindi in both of its scripts.

const withRoof = { ...home, flows: ['returned', 'produced', 'charged', 'discharged'] as const };

const line = (text: string, language: Language, of = withRoof) => lineOf(understand(text, language, of).intent);

const english = `
how much did I return this month | flows returned this-month[26-11-01,26-11-20)
how much did we feed in yesterday | flows returned yesterday[26-11-18,26-11-19)
how much did I send back to the grid last week | flows returned last-week[26-11-09,26-11-16)
how much electricity went back to the grid today | flows returned today[26-11-19,26-11-20)
how much did we export in October | flows returned [26-10-01,26-11-01)
how much did I produce this month | flows produced this-month[26-11-01,26-11-20)
what did the roof make yesterday | flows produced yesterday[26-11-18,26-11-19)
solar production today | flows produced today[26-11-19,26-11-20)
how much solar power did we make | flows produced ~this-month[26-11-01,26-11-20)
how much did the panels generate last month | flows produced last-month[26-10-01,26-11-01)
how self-sufficient am I | flows self-sufficiency ~this-month[26-11-01,26-11-20)
how self sufficient were we last month | flows self-sufficiency last-month[26-10-01,26-11-01)
what is my self-consumption | flows self-use ~this-month[26-11-01,26-11-20)
how much went into the battery yesterday | flows charged yesterday[26-11-18,26-11-19)
how much did the battery give today | flows discharged today[26-11-19,26-11-20)
how much did we draw from the grid this week | flows drawn this-week[26-11-16,26-11-20)`;

const spanish = `
¿cuánto vertí este mes? | flows returned this-month[26-11-01,26-11-20)
¿cuánto devolvimos a la red ayer? | flows returned yesterday[26-11-18,26-11-19)
excedentes de octubre | flows returned [26-10-01,26-11-01)
¿cuánto produje este mes? | flows produced this-month[26-11-01,26-11-20)
¿cuánto hizo el tejado ayer? | flows produced yesterday[26-11-18,26-11-19)
¿cuánto generaron las placas la semana pasada? | flows produced last-week[26-11-09,26-11-16)
producción solar de hoy | flows produced today[26-11-19,26-11-20)
¿qué autosuficiencia tengo? | flows self-sufficiency ~this-month[26-11-01,26-11-20)
¿cuánto autoconsumo hubo ayer? | flows self-use yesterday[26-11-18,26-11-19)
¿cuánto cargó la batería ayer? | flows charged yesterday[26-11-18,26-11-19)
¿cuánto dio la batería hoy? | flows discharged today[26-11-19,26-11-20)
¿cuánto vino de la red este mes? | flows drawn this-month[26-11-01,26-11-20)`;

const hindi = `
इस महीने मैंने कितनी बिजली लौटाई | flows returned this-month[26-11-01,26-11-20)
ग्रिड को कितनी बिजली भेजी | flows returned ~this-month[26-11-01,26-11-20)
छत ने आज कितनी बिजली बनाई | flows produced today[26-11-19,26-11-20)
पिछले महीने सोलर से कितनी बिजली बनी | flows produced last-month[26-10-01,26-11-01)
मैं कितना आत्मनिर्भर हूँ | flows self-sufficiency ~this-month[26-11-01,26-11-20)
आज बैटरी में कितनी बिजली गई | flows charged today[26-11-19,26-11-20)
आज बैटरी से कितनी बिजली आई | flows discharged today[26-11-19,26-11-20)
इस महीने ग्रिड से कितनी बिजली ली | flows drawn this-month[26-11-01,26-11-20)
is mahine kitni bijli lautai | flows returned this-month[26-11-01,26-11-20)
aaj chhat ne kitni bijli banai | flows produced today[26-11-19,26-11-20)
main kitna aatmanirbhar hu | flows self-sufficiency ~this-month[26-11-01,26-11-20)`;

describe.each([
  ['en', english],
  ['es', spanish],
  ['hi', hindi],
] as const)('%s', (language, table) => {
  test.each(casesOf(table))('%s', (text, expected) => {
    expect(line(text, language)).toBe(expected);
  });
});

test('a home without a roof is asked about it all the same; its sun is told of as before', () => {
  expect(line('how much did I return this month', 'en', home as never)).toBe(
    'flows returned this-month[26-11-01,26-11-20)',
  );
  expect(line('how self-sufficient am I', 'en', home as never)).toBe(
    'flows self-sufficiency ~this-month[26-11-01,26-11-20)',
  );
  expect(line('solar production today', 'en', home as never)).toBe('impossible utility solar');
});

test('it goes on to another time; what is to come is not known; money is told by bills', () => {
  const first = understand('what did the roof make yesterday', 'en', withRoof).intent;
  expect(lineOf(understand('and last week?', 'en', withRoof, first).intent)).toBe(
    'flows produced last-week[26-11-09,26-11-16)',
  );
  expect(line('how much will the roof make tomorrow', 'en')).toBe('impossible future -');
  expect(line('how much does the bill return', 'en')).not.toMatch(/^flows/);
});

test.each<readonly [Language, string, string]>([
  ['en', 'how much CO2 this month', 'co2 this-month[26-11-01,26-11-20) -'],
  ['en', 'my carbon footprint yesterday', 'co2 yesterday[26-11-18,26-11-19) -'],
  ['es', 'cuánto CO₂ hemos emitido en octubre', 'co2 [26-10-01,26-11-01) -'],
  ['hi', 'इस महीने कितना CO2 निकला', 'co2 this-month[26-11-01,26-11-20) -'],
  ['hi', 'kal kitna CO2 nikla', 'co2 yesterday[26-11-18,26-11-19) -'],
  ['en', 'how much CO2 came with our electricity yesterday', 'co2 yesterday[26-11-18,26-11-19) electricity'],
  ['es', 'cuántos gases de efecto invernadero ayer', 'co2 yesterday[26-11-18,26-11-19) -'],
  ['en', 'CO2 of the kitchen yesterday', 'impossible outside -'],
  ['en', 'how much CO2 will we cause tomorrow', 'impossible future -'],
])('%s: %s', (language, text, expected) => {
  expect(line(text, language)).toBe(expected);
});
