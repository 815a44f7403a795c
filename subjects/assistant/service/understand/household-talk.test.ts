/** How people talk of their home, a class at a time: what a device is doing, where it all goes, what to do about it. */
import { expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import { understand } from './index.ts';
import { home, lineOf } from './testing-home.ts';

const month = '~this-month[26-11-01,26-11-20)';

const classes: readonly (readonly [expected: string, Readonly<Record<Language, readonly string[]>>])[] = [
  [
    'safety warm',
    {
      en: ['the plug feels warm', 'is it normal that the charger gets warm', 'my fuse box makes a buzzing noise'],
      es: ['el enchufe está caliente', 'es normal que el cargador se caliente', 'el cuadro eléctrico hace un zumbido'],
      hi: ['चार्जर गरम होना नॉर्मल है क्या', 'फ्यूज बॉक्स से भनभनाहट आ रही है', 'charger garam ho jata hai'],
    },
  ],
  [
    'safety shock',
    { en: ['I touched the tap and felt a tingle'], es: ['me dio corriente la ducha'], hi: ['गीजर छूने पर करंट लगता है'] },
  ],
  [
    'safety fire',
    {
      en: ['the charger is too hot to touch', 'the plug is melting', 'the charger is burnt'],
      es: ['el cable está derretido', 'el cargador echa humo'],
      hi: ['सॉकेट पिघल रहा है', 'charger se dhuan aa raha hai'],
    },
  ],
  [
    `compare-parts fridge ac ${month}`,
    {
      en: ['which uses most, the fridge or the AC', 'is it the fridge or the AC that uses the least'],
      es: ['cuál gasta más, la nevera o el aire', 'cuál gasta menos la nevera o el aire'],
      hi: ['फ्रिज या एसी कौन ज़्यादा', 'फ्रिज या एसी किसका खर्च सबसे ज़्यादा है'],
    },
  ],
  [
    'impossible unknown-device freezer',
    {
      en: ['which uses more, the fridge or the freezer'],
      es: [],
      hi: ['fridge ya freezer kaun zyada bijli khata hai'],
    },
  ],
  [
    'impossible unknown-device congelador',
    { en: [], es: ['cuál gasta más, la nevera o el congelador', 'qué gasta más, el congelador o la nevera'], hi: [] },
  ],
  [`usage all ${month} least-device`, { en: ['which uses least, fridge or oven or AC'], es: [], hi: [] }],
  ['term power factor', { en: ['what is power factor'], es: [], hi: [] }],
  ['term factor de potencia', { en: [], es: ['qué es el factor de potencia'], hi: [] }],
  ['term पावर फैक्टर', { en: [], es: [], hi: ['पावर फैक्टर क्या है'] }],
  [
    'term kwh',
    {
      en: ['what does kWh mean', 'what does kWh mean for us'],
      es: ['qué significa kWh'],
      hi: ['kwh ka matlab kya hai'],
    },
  ],
  [
    'devices on - - lamp',
    {
      en: ['which lights are on', 'how many lights are on'],
      es: ['qué luces están prendidas'],
      hi: ['कौन सी लाइटें जल रही हैं', 'कितनी लाइट चालू हैं'],
    },
  ],
  [
    'impossible setting -',
    {
      en: ['turn down the AC', 'turn the heater up a bit', 'set the AC to 24 degrees', 'dim the bedroom lamp'],
      es: [
        'baja el aire',
        'pon la tele más alta',
        'prende la lámpara del dormitorio un ratito',
        'sube la temperatura del aire',
        'pon el aire a 24 grados',
      ],
      hi: ['एसी कम करो', 'एसी 24 पर कर दो', 'एसी का तापमान बढ़ा दो', 'AC thoda kam karo'],
    },
  ],
  [
    'device washer',
    {
      en: [
        'is the washing machine working',
        'is the washing machine done',
        "what's the washing machine doing",
        'has the washer finished',
      ],
      es: [
        'funciona la lavadora',
        'ha terminado la lavadora',
        'qué hace la lavadora',
        'ya acabó la lavadora?',
        'está lista la lavadora',
      ],
      hi: ['वॉशिंग मशीन क्या कर रही है', 'washing machine ho gayi kya', 'वॉशिंग मशीन का काम खत्म हुआ क्या'],
    },
  ],
  [
    `usage water ${month} devices`,
    {
      en: ["where's all my water going", 'where does our water go', 'where did all the water go'],
      es: ['adónde se me va el agua', 'dónde se nos está yendo el agua', 'a dónde va el agua'],
      hi: ['पानी जा कहां रहा है', 'सारा पानी कहां जाता है', 'pani kahan ja raha hai'],
    },
  ],
  [
    `usage electricity ${month} most-device`,
    {
      en: ["what's hogging the electricity", 'who eats all the power'],
      es: ['quién se está comiendo la luz', 'quién gasta la electricidad'],
      hi: ['bijli kaun kha raha hai', 'बिजली कौन खा रहा है'],
    },
  ],
  [
    `compare water ${month} [25-11-01,25-11-20)`,
    { en: ['is our water up on last November', 'is water down on last November'], es: [], hi: [] },
  ],
  [
    `compare electricity ${month} last-month[26-10-01,26-10-20)`,
    {
      en: ['did our electricity go up', 'has electricity dropped', 'have we cut our electricity'],
      es: ['nos ha subido la luz?', 'hemos reducido la electricidad', 'ha bajado la luz'],
      hi: ['बिजली बढ़ गई है क्या', 'हमने बिजली कम किया है क्या', 'bijli kam hui kya'],
    },
  ],
  [
    'alerts leak',
    {
      en: ['my water meter never stops', 'the water keeps running', 'the floor in the bathroom is wet'],
      es: ['el contador del agua no para nunca', 'la cisterna no para', 'el suelo del baño está mojado'],
      hi: ['पानी का मीटर रुकता ही नहीं', 'pani ruk nahi raha', 'बाथरूम का फर्श गीला है'],
    },
  ],
  [
    `usage water ${month} most-room`,
    {
      en: ['where do we use the most water', 'which part of the house uses the most water'],
      es: ['dónde gastamos más agua', 'en qué parte de la casa se gasta más agua'],
      hi: [
        'पानी सबसे ज्यादा कहां लगता है',
        'घर के किस हिस्से में सबसे ज्यादा पानी जाता है',
        'ghar ke kis hisse me sabse zyada pani jata hai',
      ],
    },
  ],
  [
    'devices on - -',
    {
      en: ['did I leave anything on'],
      es: ['me dejé algo encendido'],
      hi: ['कुछ चालू तो नहीं छोड़ दिया', 'kuch on to nahi chhod diya'],
    },
  ],
  [
    'switch dishwasher false',
    { en: ['stop the dishwasher'], es: ['detén el lavavajillas'], hi: ['डिशवॉशर रोक दो', 'dishwasher rok do'] },
  ],
  [
    'switch heater true',
    { en: ['start the heater'], es: ['ponme el calentador por favor'], hi: ['गीजर शुरू कर दो', 'geyser shuru karo'] },
  ],
  [
    'bill-change before',
    { en: ['am I paying more than before'], es: ['me cobran más que antes?'], hi: ['पहले से ज्यादा बिल आ रहा है क्या'] },
  ],
  [
    'bill forecast -',
    {
      en: ['how much is it going to sting me this month', 'any idea what the bill will be'],
      es: ['cuánto me va a tocar pagar', 'cuánto voy a tener que pagar este mes'],
      hi: [
        'बड़ा बिल आने वाला है क्या',
        'महीने के अंत में बिल का अंदाजा',
        'इस महीने कितना देना पड़ेगा',
        'is mahine kitna dena padega',
        'इस महीने कितना भरना होगा',
      ],
    },
  ],
  [
    'tips -',
    {
      en: ['my bill is too high what should I do', 'the bill is huge, what do we do'],
      es: ['la factura es demasiado alta qué hago', 'pagamos demasiado, qué hacemos'],
      hi: ['बिल बहुत ज्यादा आ रहा है क्या करूं', 'bill bahut jyada hai kya kare'],
    },
  ],
  [
    'devices list bedroom -',
    { en: ['what is in the bedroom'], es: ['qué hay en el dormitorio'], hi: ['शयनकक्ष में क्या क्या है'] },
  ],
  [
    'devices silent - -',
    {
      en: ["what devices haven't reported", 'which sensors have not checked in'],
      es: ['qué aparatos no han reportado', 'qué sensores no han enviado nada'],
      hi: ['कौन से डिवाइस रिपोर्ट नहीं कर रहे', 'मशीन ने काम करना बंद कर दिया'],
    },
  ],
  [
    `compare water ${month} [25-11-01,25-11-20)`,
    {
      en: ['how does our water compare with this point last year'],
      es: ['cómo va mi agua comparada con estas fechas del año pasado'],
      hi: ['पिछले साल इस समय के मुकाबले पानी'],
    },
  ],
  [
    'tariff electricity now',
    { en: ['current electricity price'], es: ['precio actual de la luz'], hi: ['बिजली का वर्तमान रेट'] },
  ],
  [
    'tips -',
    {
      en: ['does unplugging chargers help', 'reduce bill'],
      es: ['sirve de algo desenchufar los cargadores', 'bájame la factura'],
      hi: ['चार्जर निकालने से फायदा होता है क्या', 'बिल घटाओ', 'bill kam karo'],
    },
  ],
  [
    'bill day -',
    {
      en: ['how many days till the bill'],
      es: ['cuántos días faltan para la factura'],
      hi: ['बिल आने में कितने दिन हैं', 'bill aane me kitne din hai'],
    },
  ],
  [
    'tariff - cheapest-hours',
    {
      en: ['should I wash now or wait till tonight', 'laundry now or later'],
      es: ['lavo ahora o más tarde', 'pongo la lavadora ahora o por la noche'],
      hi: ['कपड़े अभी धोऊं या बाद में', 'kapde abhi dhou ya raat ko'],
    },
  ],
  [
    'impossible others -',
    {
      en: [
        'do homes like mine use more water',
        'what do other people use on average',
        'what did the people next door use',
      ],
      es: ['cuánto gastan los demás de media', 'gasto más que casas parecidas?'],
      hi: [
        'दूसरे लोग औसतन कितना खर्च करते हैं',
        'kya hum dusre logon se zyada bijli lete hain',
        'dusre log kitni bijli lete hain',
      ],
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

test.each<readonly [Language, string]>([
  ['en', 'how much solar power did we make'],
  ['es', 'cuánta energía solar hicimos'],
  ['hi', 'सोलर से कितनी बिजली बनी'],
  ['en', 'how many litres of petrol'],
  ['en', 'kwh of gas'],
  ['es', 'cuántos litros de gasolina'],
  ['hi', 'कितना लीटर पेट्रोल'],
])('%s: %s', (language, text) => {
  expect(lineOf(understand(text, language, home).intent)).toMatch(/^impossible utility /);
});

test.each<readonly [Language, string, string]>([
  ['en', 'what did the basement freezer use', 'impossible unknown-room basement'],
  ['es', 'cuánto gastó la tele del garaje', 'impossible unknown-room garaje'],
  ['es', 'cuándo debo evitar usar luz', 'tariff electricity dearest-hours'],
  ['en', 'close the garage door', 'impossible unknown-room garage'],
  ['es', 'reparto por habitaciones de la semana pasada', 'usage all last-week[26-11-09,26-11-16) rooms'],
  ['hi', 'कल कितनी बत्ती जली', 'usage electricity yesterday[26-11-18,26-11-19) total'],
])('%s: %s', (language, text, expected) => {
  expect(lineOf(understand(text, language, home).intent)).toBe(expected);
});
