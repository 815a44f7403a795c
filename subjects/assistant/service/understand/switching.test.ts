/** Switching: the device that is named, the way that is said, and never for a text that asks. */
import type { Language } from '#catalogue/index.ts';
import { describe, expect, test } from 'vitest';
import type { HomeDevice } from '../home.ts';
import type { Intent } from '../intent.ts';
import { understand } from './index.ts';
import { home, lineOf } from './testing-home.ts';

/** A stroke stands for the name. */
const off: readonly (readonly [Language, string])[] = [
  ['en', 'turn off _'],
  ['en', 'turn off the _ please'],
  ['en', 'turn _ off'],
  ['en', 'switch the _ off'],
  ['en', 'please switch off the _'],
  ['en', 'could you turn the _ off, we are going out'],
  ['en', 'shut _ down'],
  ['en', 'power off _'],
  ['en', '_ off'],
  ['en', 'hey, can you turn off my _'],
  ['es', 'apaga _'],
  ['es', 'apaga el _ por favor'],
  ['es', '¿puedes apagar _?'],
  ['es', 'apágame la _'],
  ['es', 'quiero que apagues _'],
  ['es', 'desconecta _'],
  ['hi', '_ बंद करो'],
  ['hi', '_ बंद कर दीजिए'],
  ['hi', 'क्या आप _ बंद कर सकते हैं'],
  ['hi', '_ को बंद कर दो'],
  ['hi', '_ off karo'],
  ['hi', '_ band kar do'],
  ['hi', 'please _ band karo'],
];
const on: readonly (readonly [Language, string])[] = [
  ['en', 'turn on _'],
  ['en', 'turn the _ on'],
  ['en', 'switch _ on, please'],
  ['en', 'please switch on the _'],
  ['en', 'power on _'],
  ['en', '_ on'],
  ['es', 'enciende _'],
  ['es', 'prende el _ por favor'],
  ['es', '¿me puedes encender _?'],
  ['es', 'quiero que enciendas _'],
  ['hi', '_ चालू करो'],
  ['hi', '_ चालू कर दीजिए'],
  ['hi', '_ को ऑन कर दो'],
  ['hi', '_ on karo'],
  ['hi', '_ chalu kar do'],
];
const asks: readonly (readonly [Language, string])[] = [
  ['en', '_ kwh on 3 nov'],
  ['en', '_ on Monday'],
  ['en', 'how much was the _ on yesterday'],
  ['en', 'did I turn off the _'],
  ['en', 'when was the _ turned off'],
  ['en', 'why does the _ turn off'],
  ['en', "don't turn off the _"],
  ['en', 'turn off the _ tomorrow at 8'],
  ['en', 'turn _ on in 10 minutes'],
  ['en', '_ use on 5 November'],
  ['es', '¿está apagado _?'],
  ['es', 'cuándo se apaga _'],
  ['es', 'no apagues _'],
  ['es', 'apagué _'],
  ['es', 'apaga _ a las 8'],
  ['es', 'cuánto gastó _ encendido ayer'],
  ['hi', 'क्या _ चालू है'],
  ['hi', '_ कल कितना चालू रहा'],
  ['hi', '_ मत बंद करो'],
  ['hi', '_ बंद नहीं करना'],
  ['hi', '_ कब बंद हुआ'],
  ['hi', '_ 8 बजे बंद करो'],
];

const namesOf = ({ name }: HomeDevice): string[] => [name, name.toLowerCase()];
const withName = (text: string, name: string): string => text.replace('_', name);
const meant = (language: Language, text: string, before: Intent | null = null): string =>
  lineOf(understand(text, language, home, before).intent);

describe.each(home.devices.map((device) => [device.name, device] as const))('%s', (_, device) => {
  test('is switched the way that is said', () => {
    for (const [way, texts] of [
      [false, off],
      [true, on],
    ] as const)
      for (const [language, text] of texts)
        for (const name of namesOf(device))
          expect.soft(meant(language, withName(text, name)), withName(text, name)).toBe(`switch ${device.id} ${way}`);
  });

  test('is not switched by a text that asks, tells, forbids or plans', () => {
    for (const [language, text] of asks)
      for (const name of namesOf(device))
        expect.soft(meant(language, withName(text, name)), withName(text, name)).not.toMatch(/^switch/);
  });
});

const before: Intent = { about: 'switch', device: 'oven', on: true };

test.each<readonly [Language, string, string]>([
  ['en', 'turn off kitchen electricity', 'switch kitchen-e false'],
  ['en', 'turn off the water in the garden', 'switch pump false'],
  ['en', 'and the AC off', 'switch ac false'],
  ['en', 'the AC', 'switch ac true'],
  ['en', 'turn it off', 'switch oven false'],
  ['en', 'turn the oven off, I am on my way', 'switch oven false'],
  ['en', "turn the AC on, I'm off to work", 'switch ac true'],
  ['en', 'turn the lamp on the bedroom wall off', 'switch lamp-bed false'],
  ['en', 'turn kitchen electricity off tomorrow at 8', 'impossible setting -'],
  ['en', 'turn off the lamp in the kitchen', 'unclear switch Turn off Bedroom lamp,Turn off Hall lamp'],
  ['en', 'turn off the AC in the bedroom', 'unclear switch Turn off AC'],
  ['en', 'turn off the water in the garage', 'impossible unknown-room garage'],
  ['es', 'apaga la electricidad de la cocina', 'switch kitchen-e false'],
  ['es', 'apaga la luz de la cocina', 'unclear switch Apaga Bedroom lamp,Apaga Hall lamp'],
  ['es', 'apaga el agua del jardín', 'switch pump false'],
  ['hi', 'रसोई की बिजली बंद करो', 'switch kitchen-e false'],
  ['hi', 'use band kar do', 'switch oven false'],
  ['hi', 'उसे बंद कर दो', 'switch oven false'],
  ['hi', 'isko chalu karo', 'switch oven true'],
  ['hi', 'bagiche ka pani band karo', 'switch pump false'],
  ['hi', 'kitchen electricity off karo', 'switch kitchen-e false'],
])('after "turn on the oven" (%s), "%s"', (language, text, expected) => {
  expect(meant(language, text, before)).toBe(expected);
});

test('all of the home is switched by its exact name alone', () => {
  for (const text of [
    'turn off the electricity',
    'turn off the mains',
    'turn off main electricity',
    'turn everything off',
    'apaga el agua',
  ])
    expect(meant('en', text), text).not.toMatch(/^switch|Mains/);
});

describe('an answer to what was proposed', () => {
  const both: Intent = {
    about: 'switches',
    all: [
      { device: 'ac', on: false },
      { device: 'tv', on: false },
    ],
  };
  const one: Intent = { about: 'switch', device: 'oven', on: false };
  const lamp: Intent = { about: 'switch', device: 'lamp-bed', on: false };
  test.each([
    ['en', 'yes please', one, 'switch oven false'],
    ['es', 'dale', one, 'switch oven false'],
    ['hi', 'हाँ कर दो', one, 'switch oven false'],
    ['en', 'go ahead', both, 'switches ac:off,tv:off'],
    ['en', 'no thanks', both, 'left-as-is'],
    ['hi', 'rehne do', one, 'left-as-is'],
    ['en', 'turn it back on', one, 'switch oven true'],
    ['es', 'vuélvelo a encender', one, 'switch oven true'],
    ['es', 'mejor la tele', one, 'switch tv false'],
    ['es', 'no perdón, la tele', one, 'switch tv false'],
    ['es', 'no esa no, el aire', one, 'switch ac false'],
    ['en', 'not that one, the bedroom lamp', one, 'switch lamp-bed false'],
    ['en', 'not that', one, 'left-as-is'],
    ['en', 'not the oven, the AC', one, 'switch ac false'],
    ['en', "don't turn off the oven or the AC", one, 'left-as-is'],
    ['hi', 'नहीं नहीं एसी', one, 'switch ac false'],
    ['hi', 'टीवी भी', one, 'switch tv false'],
    ['en', 'also the hall', lamp, 'switch lamp-hall false'],
    ['es', 'la del pasillo también', lamp, 'switch lamp-hall false'],
    ['hi', 'वो नहीं, हॉल वाला', lamp, 'switch lamp-hall false'],
  ] as const)('%s: %s', (language, text, previous, expected) => {
    expect(lineOf(understand(text, language, home, previous).intent)).toBe(expected);
  });
});

test('a device that is called by what it is in another script has no word left', () => {
  const { intent, caveats } = understand('वॉटर हीटर और एसी चालू करो', 'hi', home);
  expect([lineOf(intent), caveats]).toEqual(['switches heater:on,ac:on', []]);
});
