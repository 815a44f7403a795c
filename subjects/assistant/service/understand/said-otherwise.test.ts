import type { Language } from '#catalogue/index.ts';
import { describe, expect, test } from 'vitest';
import { understand } from './index.ts';
import { casesOf, home, lineOf } from './testing-home.ts';

// The same asked in several ways, a class at a time: what the household uses, pays and should know.

describe('said otherwise', () => {
  const month = '~this-month[26-11-01,26-11-20)';
  const usual = '~last-30-days[26-10-21,26-11-20)';

  const classes: readonly (readonly [expected: string, Readonly<Record<Language, readonly string[]>>])[] = [
    [
      'closed-bill - - average',
      {
        en: ["what's our average bill", 'how much do we pay a month on average', 'average monthly bill'],
        es: ['cuánto pagamos de media al mes', 'cuál es el promedio de mis facturas', 'cuál es nuestra factura media'],
        hi: ['औसत बिल कितना है', 'हम औसतन महीने में कितना भुगतान करते हैं', 'mera ausat bill kitna hai'],
      },
    ],
    [
      'closed-bill this-year[26-01-01,26-11-20) electricity average',
      {
        en: ['what is the average electricity bill this year'],
        es: ['de media, cuánto pagamos de luz este año al mes'],
        hi: ['इस साल औसत बिजली बिल कितना है'],
      },
    ],
    [
      'closed-bill - - average 6',
      { en: ['average of my last six bills'], es: ['promedio de mis últimas seis facturas'], hi: [] },
    ],
    ['closed-bill - - average 2', { en: ['what is the mean of my last two bills'], es: [], hi: [] }],
    // A part is taken off a total.
    [
      'usage electricity yesterday[26-11-18,26-11-19) total fridge',
      {
        en: ['how much power did we use yesterday without the fridge', 'electricity yesterday, excluding the fridge'],
        es: ['cuánta luz gastamos ayer sin la nevera'],
        hi: ['कल कितनी बिजली लगी फ्रिज के बिना'],
      },
    ],
    [
      'usage kitchen yesterday[26-11-18,26-11-19) total fridge',
      {
        en: ['how much did the kitchen use yesterday without the fridge'],
        es: ['cuánto gastó la cocina ayer sin contar la nevera'],
        hi: ['फ्रिज को छोड़कर कल रसोई में कितना लगा'],
      },
    ],
    [
      'usage electricity ~this-month[26-11-01,26-11-20) days-over 10000',
      {
        en: ['which days were above 10 kWh', 'on how many days did we use more than 10 kWh'],
        es: ['qué días pasamos de 10 kWh', 'cuántos días gastamos más de 10 kWh'],
        hi: ['किन दिनों 10 kWh से ज़्यादा लगा', 'kitne din 10 kWh se zyada laga'],
      },
    ],
    // As many as are asked for.
    [
      'usage electricity ~this-month[26-11-01,26-11-20) most-device 3',
      {
        en: ['which three devices use the most power'],
        es: ['cuáles son los tres aparatos que más luz gastan'],
        hi: ['सबसे ज़्यादा बिजली खाने वाले तीन उपकरण'],
      },
    ],
    [
      'usage electricity ~this-month[26-11-01,26-11-20) rooms 2',
      { en: ['top 2 rooms by electricity', 'the top two rooms by electricity'], es: [], hi: [] },
    ],
    [
      'costs all always-on - true',
      {
        en: ['how much of my bill is standby', 'what percentage of the bill is always on'],
        es: ['qué parte es consumo fantasma', 'qué porcentaje de la factura es standby'],
        hi: ['बिल का कितना हिस्सा स्टैंडबाय है'],
      },
    ],
    // Of a month that is named it is that month's bill.
    [
      'bill-change before [26-09-01,26-10-01)',
      {
        en: [
          'why was September so expensive',
          'why was the September bill so high',
          'why did we pay so much in September',
        ],
        es: ['por qué fue tan cara la factura de septiembre', 'por qué pagamos tanto en septiembre'],
        hi: ['सितंबर का बिल इतना ज़्यादा क्यों था', 'september ka bill itna mehnga kyon aaya'],
      },
    ],
    // What is wasted is asked for advice, unless it is asked how much, or by which.
    [
      'tips electricity',
      {
        en: [
          'where are we wasting energy',
          'are we throwing away power anywhere',
          'is any electricity going to waste',
          'do we waste power',
        ],
        es: [
          'en qué estamos desperdiciando energía',
          'se desperdicia luz en algún lado',
          'estamos derrochando electricidad?',
          'dónde tiramos la luz',
        ],
        hi: [
          'हम कहां बिजली बर्बाद कर रहे हैं',
          'bijli kahan barbad ho rahi hai',
          'बिजली फालतू कहां जा रही है',
          'bijli bekar ja rahi hai kya',
        ],
      },
    ],
    [
      'tips -',
      {
        en: ['how do I stop the waste', 'where could we cut back', 'is it worth turning things off at the wall'],
        es: [
          'cómo dejo de tirar el dinero',
          'dónde podemos recortar',
          'vale la pena desenchufar las cosas por la noche?',
          'merece la pena apagar la regleta',
        ],
        hi: [
          'खर्चा कहां कम कर सकते हैं',
          'फालतू खर्च कहां हो रहा है',
          'रात को सब चीजें प्लग से निकालने का फायदा है क्या',
          'raat ko sab band karne ka fayda hai kya',
        ],
      },
    ],
    [
      'usage water yesterday[26-11-18,26-11-19) total',
      {
        en: ['how much water did we waste yesterday'],
        es: ['cuánta agua desperdiciamos ayer'],
        hi: ['कल कितना पानी बर्बाद हुआ'],
      },
    ],
    [
      `usage electricity ${month} most-device`,
      { en: ['which device wastes the most power'], es: ['qué aparato desperdicia más luz'], hi: [] },
    ],
    // A day like any other is the mean of days.
    [
      `usage electricity ${usual} a-day`,
      {
        en: [
          'How many kWh do we go through on a normal day?',
          'electricity on a typical day',
          'power used on an ordinary day',
          'how much power on a regular day',
          'power on a normal day',
          'how much electricity do we use most days',
        ],
        es: [
          'cuánta luz se nos va en un día normal',
          'en un día cualquiera cuánta electricidad usamos',
          'luz de un día típico',
          'consumo de luz en un día corriente',
        ],
        hi: [
          'सामान्य दिन पर बिजली की खपत कितनी रहती है',
          'ek normal din me kitni bijli lagti hai',
          'आम दिन में कितनी बिजली लगती है',
          'aam din me bijli kitni lagti hai',
        ],
      },
    ],
    // What is out of the ordinary is told by alerts, also of days and of use.
    [
      'alerts all',
      {
        en: [
          'did you notice any unusual water flow this week',
          'any odd water use last night',
          'was there strange electricity use yesterday',
          'did you spot anything odd yesterday',
          'any abnormal consumption this week',
        ],
        es: [
          'notaste algo raro en el agua esta semana',
          'algo fuera de lo normal?',
          'hubo un consumo extraño de luz ayer',
          'has visto algo inusual esta semana',
        ],
        hi: [
          'इस हफ्ते पानी में कुछ अजीब दिखा क्या',
          'कल बिजली की खपत में कुछ असामान्य था क्या',
          'is hafte kuch ajeeb khapat hui kya',
        ],
      },
    ],
    [
      'alerts leak',
      {
        en: ['I think a pipe has gone', 'there is a puddle in the bathroom', 'water on the floor'],
        es: ['hay agua en el suelo', 'se rompió una tubería'],
        hi: ['फर्श पर पानी है', 'पाइप टूट गया है', 'pipe toot gaya'],
      },
    ],
    [
      'devices list kitchen -',
      {
        en: [
          'list every device in the kitchen',
          'show me every device in the kitchen',
          'show each appliance in the kitchen',
        ],
        es: ['enséñame cada aparato de la cocina', 'lista cada dispositivo de la cocina'],
        hi: ['रसोई का हर उपकरण गिनाओ', 'रसोई का हर डिवाइस दिखाओ', 'kitchen ka har device dikhao'],
      },
    ],
    [
      `usage kitchen ${month} devices`,
      {
        en: ['kitchen use of every device', 'kitchen by device'],
        es: ['consumo de cada aparato de la cocina'],
        hi: [],
      },
    ],
    [
      'devices silent - -',
      {
        en: ['has any sensor stopped sending data'],
        es: ['algún sensor dejó de mandar datos'],
        hi: [
          'koi sensor data bhejna band kar diya kya',
          'किसी सेंसर का डेटा बंद है क्या',
          'kisi sensor ki reading band hai kya',
          'किसी सेंसर ने डेटा भेजना बंद कर दिया क्या',
        ],
      },
    ],
    // "The one before": of what is named there.
    [
      'compare electricity this-year[26-01-01,26-11-20) last-year[25-01-01,25-11-20)',
      {
        en: ['more or less power this year than the one before', 'electricity this year v last year'],
        es: [
          'este año llevamos mas o menos luz q el anterior',
          'gastamos más luz este año que el pasado',
          'este año menos electricidad que el anterior?',
        ],
        hi: ['इस साल बिजली पिछले से ज्यादा लगी क्या'],
      },
    ],
    [
      'compare all this-month[26-11-01,26-11-20) last-month[26-10-01,26-10-20)',
      { en: ['this month v last month'], es: ['gastamos más este mes que el anterior'], hi: [] },
    ],
    // Two days are set beside each other, whichever is asked for.
    [
      'compare water [26-11-16,26-11-17) [26-11-17,26-11-18)',
      {
        en: ['which day used more water, Monday or Tuesday', 'Monday or Tuesday, when was more water used'],
        es: ['qué día gastó más agua, el lunes o el martes', 'se usó más agua el lunes o el martes, cuál'],
        hi: [
          'सोमवार और मंगलवार में किस दिन ज्यादा पानी गया',
          'somvar ya mangalvar kis din zyada pani gaya',
          'सोमवार या मंगलवार, पानी किस दिन ज्यादा लगा',
        ],
      },
    ],
    [
      'bill parts -',
      {
        en: [
          'could I get a breakdown of the current bill pls - energy, standing charge, tax',
          'what am I being charged for',
        ],
        es: ['Desglósame la factura actual: impuestos, potencia, energía', 'qué me están cobrando en el recibo'],
        hi: ['बिल में किस चीज का पैसा लगा है', 'bill me kis cheez ka paisa laga hai'],
      },
    ],
    [
      'bill-change before',
      {
        en: ['is my bill going up', 'is my bill creeping up'],
        es: ['mi factura está subiendo?'],
        hi: ['मेरा बिल बढ़ रहा है क्या', 'mera bill badh raha hai kya'],
      },
    ],
    [
      'closed-bill [26-09-01,26-10-01) water amount',
      {
        en: ['what did we fork out for water in september', 'how much did we shell out for water in September'],
        es: ['cuánto nos clavaron por el agua en septiembre', 'cuánto me soplaron por el agua en septiembre'],
        hi: ['सितंबर में पानी का कितना भरा था'],
      },
    ],
    [
      'tariff - now',
      {
        en: ['is it peak time', 'are we on off peak', 'am I in peak hours', 'am I paying peak rate now'],
        es: ['estoy en hora valle?', 'estamos en punta', 'es hora punta?', 'pago tarifa punta ahora?'],
        hi: ['क्या पीक टाइम चल रहा है', 'peak time hai kya'],
      },
    ],
    [
      'tariff - cheapest-hours',
      {
        en: ['what time should I run the machine so it is cheap'],
        es: ['a qué hora me sale más a cuenta poner la lavadora'],
        hi: ['मशीन किस समय चलाऊं कि सस्ता पड़े'],
      },
    ],
  ];

  const cases = classes.flatMap(([expected, sayings]) =>
    (['en', 'es', 'hi'] as const).flatMap((language) =>
      sayings[language].map((text) => [language, text, expected] as const),
    ),
  );

  test.each(cases)('%s: %s', (language, text, expected) => {
    expect(lineOf(understand(text, language, home).intent)).toBe(expected);
  });
});

// What something cost in a period that is named; without one it is of the open cycle.

describe('costs', () => {
  const tables: Readonly<Record<Language, string>> = {
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
});
