import { expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import { understand } from './index.ts';
import { home, lineOf } from './testing-home.ts';

// Days with a name or of no calendar, ordinary words a letter away from ours, and what is asked in other words.

test.each<readonly [Language, string, string]>([
  ['en', 'how much water on November 31', 'unclear period '],
  ['es', 'agua del 31 de noviembre', 'unclear period '],
  ['hi', '31 नवंबर को कितना पानी', 'unclear period '],
  ['hi', 'दिवाली पर कितनी बिजली लगी', 'usage electricity [26-11-08,26-11-09) total'],
  ['en', 'how much did the oven use on Christmas Day?', 'usage oven [25-12-25,25-12-26) total'],
  ['es', 'cuánta agua en Navidad', 'usage water [25-12-25,25-12-26) total'],
  ['hi', 'स्वतंत्रता दिवस पर बिजली', 'usage electricity [26-08-15,26-08-16) total'],
  ['en', 'which month was the most expensive this year', 'closed-bill this-year[26-01-01,26-11-20) - dearest'],
  ['es', 'cuál fue el mes más caro', 'closed-bill - - dearest'],
  ['hi', 'सबसे महंगा महीना', 'closed-bill - - dearest'],
  ['en', 'cheapest day this week', 'usage all this-week[26-11-16,26-11-20) least-day'],
  ['en', 'is my usage normal', 'usual all - -'],
  ['es', 'a qué temperatura pongo el aire', 'tips -'],
  ['hi', 'अभी क्या चल रहा है', 'devices on - -'],
  ['hi', 'kal kitni bijli kharch hogi', 'impossible future -'],
  ['hi', 'पिछले छह बिल दिखाओ', 'closed-bill - - list 6'],
  ['en', 'how much water did my mother in law use yesterday', 'usage water yesterday[26-11-18,26-11-19) total'],
  ['en', 'how much did the wine cooler use last week', 'impossible unknown-device wine cooler'],
  ['en', 'how much current did we use yesterday', 'usage electricity yesterday[26-11-18,26-11-19) total'],
  ['es', 'pero cuánta agua gasté ayer', 'usage water yesterday[26-11-18,26-11-19) total'],
  ['es', 'cuánto falta para el siguiente tramo de precio del agua', 'bill block water'],
  ['en', 'when do we move into the next price slab', 'bill block -'],
  ['en', 'daily electricity for the past 7 days', 'usage electricity last-7-days[26-11-13,26-11-20) each-day'],
  ['hi', 'जल्दी ओवन बंद करो', 'switch oven false'],
  ['hi', 'हॉल का लैंप जलाओ', 'switch lamp-hall true'],
  ['en', 'turn on the AC and turn off the oven', 'switches ac:on,oven:off'],
  ['en', 'water in the garden last summer', 'usage water/garden [26-06-01,26-09-01) total'],
  ['es', 'cuánta agua gastamos el invierno pasado', 'usage water [25-12-01,26-03-01) total'],
  ['hi', 'पिछली गर्मियों में कितनी बिजली लगी', 'usage electricity [26-06-01,26-09-01) total'],
  ['en', 'how much power will we use next summer', 'impossible future -'],
  ['hi', 'bahut garmi hai, AC on karo', 'switch ac true'],
  ['en', 'total electricity in two thousand twenty five', 'usage electricity [25-01-01,26-01-01) total'],
  ['es', 'cuánta luz gastamos en dos mil veinticinco', 'usage electricity [25-01-01,26-01-01) total'],
  ['hi', 'अक्टूबर दो हज़ार पच्चीस में कितना पानी', 'usage water [25-10-01,25-11-01) total'],
  ['es', 'el agua del anio pasado', 'usage water last-year[25-01-01,26-01-01) total'],
  ['en', 'water on Saturday and Sunday', 'usage water [26-11-14,26-11-16) total'],
  ['es', 'agua del sábado y domingo pasados', 'usage water [26-11-14,26-11-16) total'],
  ['hi', 'शनिवार-इतवार को कितना पानी लगा', 'usage water [26-11-14,26-11-16) total'],
  ['es', 'compara el sábado y el domingo', 'compare all [26-11-14,26-11-15) [26-11-15,26-11-16)'],
  ['en', 'what is the difference between kW and kWh', 'unknown'],
  ['es', 'diferencia entre kilovatio y kilovatio hora', 'unknown'],
  ['hi', 'kwh aur kw me kya fark hai', 'unknown'],
  ['en', 'what happens to my data if the wifi goes down', 'unknown'],
  ['es', 'cómo sabe la app qué está encendido', 'unknown'],
  ['hi', 'वाईफाई बंद हो जाए तो क्या होगा', 'unknown'],
  ['en', 'what time does my usage spike', 'usage all ~this-month[26-11-01,26-11-20) most-hour'],
  ['es', 'a qué hora sube el consumo de agua', 'usage water ~this-month[26-11-01,26-11-20) most-hour'],
  ['hi', 'अगले महीने कितनी बिजली खर्च होगी', 'impossible future -'],
  ['hi', 'अगले महीने बिजली पर कितना खर्च होगा', 'bill forecast electricity'],
  ['en', 'what will my next electricity bill come to', 'bill forecast electricity'],
  ['en', 'what made up the August bill', 'closed-bill [26-08-01,26-09-01) - parts'],
  ['en', 'electricity Nov 3rd thru Nov 10th', 'usage electricity [26-11-03,26-11-11) total'],
  ['en', 'put the immersion on', 'switch heater true'],
  ['en', 'our water use is silly, what can we do about it', 'tips water'],
  ['en', 'how much did the air fryer use yesterday', 'impossible unknown-device air fryer'],
  ['en', 'which appliance is drawing the most right now', 'now all'],
  ['es', 'qué está consumiendo ahora', 'now all'],
  ['es', 'quiero que pares la bomba del jardín', 'switch pump false'],
  ['es', 'estamos en hora punta o valle', 'tariff - now'],
  ['es', 'a qué hora es más cara la luz', 'tariff electricity dearest-hours'],
  ['es', 'por qué la cuenta del mes pasado llegó tan alta', 'bill-change before'],
  ['hi', 'पिछले महीने की बीस तारीख को कितनी बिजली लगी', 'usage electricity [26-10-20,26-10-21) total'],
  ['hi', 'दस तारीख को डिशवॉशर ने कितने यूनिट लिए', 'usage dishwasher [26-11-10,26-11-11) total'],
  ['hi', 'इस महीने अब तक कितने यूनिट जल गए', 'usage electricity this-month[26-11-01,26-11-20) total'],
  ['hi', 'sharma ji ke ghar me kal kitni bijli lagi', 'refused'],
  ['hi', 'अगला स्लैब कब लगेगा, कितने यूनिट बचे हैं', 'bill block electricity'],
  ['hi', 'ab tak bijli ka bill kitna bana', 'bill so-far electricity'],
  ['en', 'turn off the notifications', 'impossible setting -'],
  ['es', 'lista todos los aparatos de la cocina', 'devices list kitchen -'],
  ['es', 'creo que se me sale el agua', 'alerts leak'],
  ['es', 'cuánto me sale el agua', 'bill so-far water'],
  ['en', 'thirstiest room this week', 'usage water this-week[26-11-16,26-11-20) most-room'],
])('%s: %s', (language, text, expected) => {
  expect(lineOf(understand(text, language, home).intent)).toBe(expected);
});

test('south of the equator summer begins in December', () => {
  const { intent } = understand('cuánta agua gastamos el verano pasado', 'es', { ...home, country: 'AR' });
  expect(lineOf(intent)).toBe('usage water [25-12-01,26-03-01) total');
});

// Hours of the clock within a question, and figures that are none.

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

test.each(['en', 'es', 'hi'] as const)(
  '%s: a word that every object of a program has is a word like any other',
  (language) => {
    for (const word of ['constructor', 'valueof', 'tostring', '__proto__', 'hasownproperty'])
      expect(lineFor(`${word} ${word} water`, language)).toBeTypeOf('string');
  },
);
