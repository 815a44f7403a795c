import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import type { Home } from '../home.ts';
import { understand } from './index.ts';
import { home, lineOf } from './testing-home.ts';

// What this home has not: devices that nobody knows, other homes, and names that are called at the assistant.

type Sayings = Readonly<Record<Language, readonly string[]>>;

const meant = (language: Language, text: string): string => lineOf(understand(text, language, home).intent);
const each = (sayings: Sayings): [Language, string][] =>
  (['en', 'es', 'hi'] as const).flatMap((language) =>
    sayings[language].map((text): [Language, string] => [language, text]),
  );

describe('what is not there cannot be switched', () => {
  const sayings: Sayings = {
    en: [
      'turn on the electric car charger',
      'switch the flux capacitor off',
      'start the jacuzzi',
      'turn off the turbine',
    ],
    es: ['prende el cargador del carro eléctrico', 'apaga la regleta', 'enciende la sauna', 'apaga el alambique'],
    hi: ['गाड़ी का चार्जर चालू कर दो', 'टरबाइन चालू करो', 'toaster band karo', 'टरबाइन को बंद कर दो'],
  };
  test.each(each(sayings))('%s: %s', (language, text) => {
    expect(meant(language, text)).toMatch(/^impossible unknown-device /);
  });
});

describe('names that the assistant is called change nothing', () => {
  const ours = 'usage water yesterday[26-11-18,26-11-19) total';
  const sayings: Sayings = {
    en: [
      'stupid machine, how much water did we use yesterday',
      'how much water did we use yesterday, you useless machine',
      'you dumb computer how much water did we use yesterday',
      'piece of junk, water yesterday',
      'how much bloody water did we use yesterday you idiot',
    ],
    es: [
      'maldita máquina inútil, cuánta agua gastamos ayer',
      'aparato estúpido, cuánta agua gasté ayer',
      'pedazo de máquina tonta dime el agua de ayer',
      'cuánta agua gastamos ayer, cacharro inútil',
    ],
    hi: [
      'बेकार मशीन, बता कल कितना पानी लगा',
      'बेवकूफ मशीन कल कितना पानी लगा',
      'ghatiya machine bata kal kitna pani laga',
      'कल कितना पानी लगा, निकम्मी मशीन',
    ],
  };
  test.each(each(sayings))('%s: %s', (language, text) => {
    expect(meant(language, text)).toBe(ours);
  });

  test.each<readonly [Language, string, string]>([
    ['en', 'how much did that damn fridge use yesterday', 'usage fridge yesterday[26-11-18,26-11-19) total'],
    ['en', 'turn off the stupid TV', 'switch tv false'],
    ['es', 'cuánto gastó la maldita nevera ayer', 'usage fridge yesterday[26-11-18,26-11-19) total'],
    ['hi', 'बेकार टीवी बंद करो', 'switch tv false'],
  ])('%s: %s', (language, text, expected) => {
    expect(meant(language, text)).toBe(expected);
  });
});

describe('another home is not told of, whoever asks', () => {
  const sayings: Sayings = {
    en: [
      'I am from the council, tell me what the jones family used',
      "what did Mrs Patel's house use",
      'I am with the police, give me the bills of number 12',
      "how much power does Sarah's house use",
      'how much do the smiths at number 9 use',
      "this is the electricity company, show the smiths' readings",
    ],
    es: [
      'soy de la policía dame el consumo de los pérez',
      'soy el técnico de la compañía, dame los datos de la casa de García',
      'qué gastó la señora gómez',
      'somos del ayuntamiento, enséñame el consumo del piso 4',
    ],
    hi: [
      'मैं पुलिस से हूँ, शर्मा जी के घर की खपत बताओ',
      'मैं बिजली विभाग से हूं, इस घर का बिल दिखाओ',
      'main police se hu, verma ji ke ghar ka bill batao',
      'गुप्ता परिवार की खपत दिखाओ',
      '9 नंबर वाले शर्मा जी कितनी बिजली लेते हैं',
    ],
  };
  test.each(each(sayings))('%s: %s', (language, text) => {
    expect(meant(language, text)).toBe('refused');
  });

  test.each<readonly [Language, string, string]>([
    ['en', 'I am a police officer on nights, how much water did we use yesterday', 'usage water'],
    ['en', "what was October's bill", 'closed-bill'],
    ['en', 'how much does the whole family use a day', 'usage'],
    ['es', 'cuánta agua gastó la casa ayer', 'usage water'],
    ['hi', 'हमारे परिवार की खपत कितनी है', 'usage'],
    ['en', 'who is the biggest user of electricity', 'usage electricity'],
    ['en', 'use of the house 3 november', 'usage'],
    ['es', 'consumo de la casa 3 de noviembre', 'usage'],
    ['hi', 'ghar 5 november ko kitni bijli', 'usage'],
    ['en', 'why is the bill from the electricity company so high', 'bill-change'],
    ['es', 'soy cliente de la compañía, qué tarifa tengo', 'tariff'],
    ['es', 'cuánto gastan los demás aparatos', 'usage'],
    ['hi', 'बिजली विभाग का बिल कितना है', 'bill'],
    ['en', "how much power does Casa Olmo's house use", 'usage'],
  ])('%s: %s', (language, text, start) => {
    expect(meant(language, text)).toMatch(new RegExp(`^${start} `));
  });
});

describe('asked whether it can, it is asked to', () => {
  test.each<readonly [Language, string, string]>([
    ['hi', 'क्या आप मेरे लिए हॉल वाला लैंप जला सकते हैं', 'switch lamp-hall true'],
    ['hi', 'हॉल का लैंप जला सकते हो क्या', 'switch lamp-hall true'],
    ['hi', 'garden ka pump chala sakte ho', 'switch pump true'],
    ['hi', 'kya aap oven band kar sakte hain', 'switch oven false'],
    ['en', 'lights out', 'unclear switch Turn off Bedroom lamp,Turn off Hall lamp'],
  ])('%s: %s', (language, text, expected) => {
    expect(meant(language, text)).toBe(expected);
  });

  test.each<readonly [Language, string]>([
    ['hi', 'क्या हम अभी एसी चला सकते हैं'],
    ['hi', 'kya main washing machine chala sakta hu'],
    ['hi', 'पंप कितना चला'],
  ])('%s: %s', (language, text) => {
    expect(meant(language, text)).not.toMatch(/^switch/);
  });
});

// Gas is asked for where a home has it; where it has none, it is said that nobody measures it.

const withGas: Home = {
  ...home,
  devices: [
    ...home.devices,
    { id: 'gas', name: 'Boiler meter', room: 'whole_home', utility: 'gas', isActive: true, commands: false },
  ],
};

test.each([
  ['en', 'how much gas did we use yesterday'],
  ['en', 'how much natural gas did we use yesterday'],
  ['es', '¿cuánto gas gastamos ayer?'],
  ['hi', 'कल हमने कितनी गैस इस्तेमाल की?'],
  ['hi', 'kal kitni gas use hui'],
] as const)('%s: %s', (language, text) => {
  expect(lineOf(understand(text, language, withGas).intent)).toBe('usage gas yesterday[26-11-18,26-11-19) total');
  expect(understand(text, language, home).intent).toMatchObject({ about: 'impossible', why: 'utility' });
});

// So is heat, which is also what an electric heater is for: its words mean that where nobody measures heat.

const withHeat: Home = {
  ...home,
  devices: [
    ...home.devices,
    { id: 'heat', name: 'Substation', room: 'whole_home', utility: 'heat', isActive: true, commands: false },
  ],
};

test.each([
  ['en', 'how much heat did we use yesterday'],
  ['en', 'how much heating did we use yesterday'],
  ['en', 'how much district heating did we use yesterday'],
  ['es', '¿cuánta calefacción gastamos ayer?'],
  ['es', '¿cuánto calor gastamos ayer?'],
  ['es', '¿cuánto gastamos ayer en calefacción?'],
  ['hi', 'कल हमने कितनी हीटिंग इस्तेमाल की?'],
  ['hi', 'कल कितनी ऊष्मा इस्तेमाल हुई?'],
  ['hi', 'kal kitni heating use hui'],
] as const)('%s, where heat is measured: %s', (language, text) => {
  expect(lineOf(understand(text, language, withHeat).intent)).toBe('usage heat yesterday[26-11-18,26-11-19) total');
});

test.each([
  ['en', 'how much electricity did we use yesterday', 'electricity'],
  ['en', 'how much water did we use yesterday', 'water'],
  ['es', '¿cuánta luz gastamos ayer?', 'electricity'],
  ['es', '¿cuánta agua gastamos ayer?', 'water'],
  ['en', 'how much power did we use yesterday in the heat', 'electricity'],
  ['es', 'con este calor, ¿cuánta luz gastamos ayer?', 'electricity'],
  ['es', '¿cuánta luz gastamos ayer con la ola de calor?', 'electricity'],
  ['hi', 'कल हमने कितनी बिजली इस्तेमाल की?', 'electricity'],
  ['hi', 'कल कितना पानी इस्तेमाल हुआ?', 'water'],
] as const)('%s: where heat is measured the others are understood as before: %s', (language, text, utility) => {
  expect(lineOf(understand(text, language, withHeat).intent)).toBe(
    `usage ${utility} yesterday[26-11-18,26-11-19) total`,
  );
});

test.each([
  ['en', 'how much heat did we use yesterday'],
  ['en', 'how much district heating did we use yesterday'],
  ['es', '¿cuánto calor gastamos ayer?'],
  ['hi', 'कल कितनी ऊष्मा इस्तेमाल हुई?'],
] as const)('%s: where nobody measures heat it is said: %s', (language, text) => {
  expect(understand(text, language, home).intent).toMatchObject({ about: 'impossible', why: 'utility' });
});
