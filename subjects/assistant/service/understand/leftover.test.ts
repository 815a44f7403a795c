import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import { understand } from './index.ts';
import { home, lineOf } from './testing-home.ts';

// The rule above all rules: what carries meaning and was not used is told, or nothing is answered.

/** Each is understood whole, without a word to be told. */
const questions: Readonly<Record<Language, readonly string[]>> = {
  en: [
    'how much water did the kitchen use yesterday',
    'which room used the most electricity last week',
    'compare this month with last month',
    'how much will my bill be',
    'is the oven on',
    'what does electricity cost now',
    'how much did the fridge cost in October',
    'what percentage of the electricity is the fridge this month',
    'when is electricity cheapest',
    'show me the water of each day last week',
    'why did we use more water yesterday',
    'are all my meters online',
  ],
  es: [
    'cuánta agua gastó ayer la cocina',
    'qué habitación gastó más luz la semana pasada',
    'compara este mes con el mes pasado',
    'cuánto será mi factura',
    'está encendido el horno',
    'cuánto costó la nevera en octubre',
    'qué porcentaje de la luz es la nevera este mes',
    'cuándo es más barata la luz',
    'por qué gastamos más agua ayer',
  ],
  hi: [
    'कल रसोई में कितना पानी लगा',
    'पिछले हफ्ते किस कमरे में सबसे ज्यादा बिजली लगी',
    'इस महीने की तुलना पिछले महीने से करो',
    'मेरा बिल कितना आएगा',
    'अक्टूबर में फ्रिज का कितना खर्च आया',
    'kal kitni bijli lagi',
    'is mahine fridge ne kitni bijli li',
    'bijli sabse sasti kab hai',
  ],
};

/** Words that no meter knows. */
const strangers = [
  'flamingo',
  'quantum',
  'zebra',
  'philosophy',
  'xylophone',
  'Beethoven',
  'saxofón',
  'tarántula',
  'ऊंट',
  'जिराफ',
];

/** Nothing of the home is told by these. */
const answersNothing =
  /^(?:unknown|unclear|impossible|refused|beyond|posts|term|safety|left-as-is|help|greeting|thanks)/;

const cases = (['en', 'es', 'hi'] as const).flatMap((language) =>
  questions[language].map((text): [Language, string] => [language, text]),
);

describe('words that no answer used', () => {
  test.each(cases)('%s: %s: none is told where all were used', (language, text) => {
    expect(understand(text, language, home).caveats).toEqual([]);
  });

  test('a strange word in a question that is understood is told, or nothing is answered', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...cases),
        fc.constantFrom(...strangers),
        fc.nat(20),
        ([language, text], word, place) => {
          const words = text.split(' ');
          const at = place % (words.length + 1);
          const asked = [...words.slice(0, at), word, ...words.slice(at)].join(' ');
          const { intent, caveats } = understand(asked, language, home);
          const told = caveats.flatMap((one) => (one.kind === 'left-out' ? [one.words] : [])).join(' ');
          const isHonest = told.includes(word) || answersNothing.test(intent.about);
          expect({ asked, is: lineOf(intent), isHonest }).toMatchObject({ isHonest: true });
        },
      ),
      { numRuns: 600 },
    );
  });

  const halves: readonly [Language, string, RegExp][] = [
    ['en', 'how much water did the kitchen use yesterday in dollars', /dollars/],
    ['en', 'weekend electricity in October', /weekend/],
    ['en', 'electricity yesterday in gallons', /gallons/],
    ['es', 'agua de ayer en kWh', /kWh/],
    ['hi', 'कल की बिजली लीटर में', /लीटर/],
    ['en', 'what did October cost without the fridge', /without the fridge/],
    ['es', 'qué aparato gastó más ayer sin la nevera', /sin la nevera/],
    ['hi', 'कल की बिजली का खर्च फ्रिज के बिना', /फ्रिज के बिना/],
  ];
  test.each(halves)('%s: %s: told beside the figures', (language, text, words) => {
    const { caveats } = understand(text, language, home);
    expect(caveats).toContainEqual({ kind: 'left-out', words: expect.stringMatching(words) as string });
  });

  test.each<readonly [Language, string, string]>([
    ['en', 'how much does my son use', 'son'],
    ['en', 'how much electricity did my wife use yesterday', 'wife'],
    ['en', "what is my roommate's consumption", 'roommate'],
    ['en', "how much does my daughter's room use", 'daughter'],
    ['es', 'cuánto gasta mi hijo', 'hijo'],
    ['es', 'el consumo de mi marido este mes', 'marido'],
    ['es', 'cuánto gasta la habitación de mi hija', 'hija'],
    ['hi', 'मेरा बेटा कितनी बिजली खर्च करता है', 'बेटा'],
    ['hi', 'मेरी पत्नी ने कल कितना पानी इस्तेमाल किया', 'पत्नी'],
    ['hi', 'mera beta kitni bijli kharch karta hai', 'beta'],
  ])('%s: %s: no meter knows one person', (language, text, words) => {
    expect(understand(text, language, home).caveats).toEqual([{ kind: 'left-out', words }]);
  });

  test.each<readonly [Language, string]>([
    ['en', 'my wife wants to know how much we used yesterday'],
    ['en', 'tell my husband what the bill is'],
    ['es', 'oye tío, cuánto gastamos hoy'],
    ['hi', 'पापा पूछ रहे हैं बिल कितना है'],
    ['hi', 'मम्मी कल कितना खर्च हुआ'],
    ['hi', 'मेरी बीवी जानना चाहती है आज कितनी बिजली खर्च की'],
  ])('%s: %s: who only asks is nobody to be told', (language, text) => {
    expect(understand(text, language, home).caveats).toEqual([]);
  });
});
