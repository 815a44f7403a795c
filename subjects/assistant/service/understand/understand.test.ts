import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Language } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import type { AskedPart, AskedPeriod, Intent, Understood } from '../intent.ts';
import { homeOf } from '../home.ts';
import { type LimitCase, limitCases, type Wanted } from '../questions/testing-limits.ts';
import { understand } from './index.ts';
import { home, lineOf } from './testing-home.ts';

// What is understood of a question that goes on from another, in another language than the page's, or of nothing sensible.

/** Each question after the one above it. */
const talks: readonly (readonly [Language, readonly (readonly [string, string])[]])[] = [
  [
    'en',
    [
      ['how much water did the kitchen use yesterday', 'usage water/kitchen yesterday[26-11-18,26-11-19) total'],
      ['and today?', 'usage water/kitchen today[26-11-19,26-11-20) total'],
      ['and the bathroom?', 'usage water/bathroom today[26-11-19,26-11-20) total'],
      ['and electricity?', 'usage electricity/bathroom today[26-11-19,26-11-20) total'],
      ['what about last week', 'usage electricity/bathroom last-week[26-11-09,26-11-16) total'],
      ['show me each day', 'usage electricity/bathroom last-week[26-11-09,26-11-16) each-day'],
      [
        'and compared with the week before?',
        'compare electricity/bathroom last-week[26-11-09,26-11-16) [26-11-02,26-11-09)',
      ],
    ],
  ],
  [
    'es',
    [
      ['¿cuánta agua gastó la cocina ayer?', 'usage water/kitchen yesterday[26-11-18,26-11-19) total'],
      ['¿y hoy?', 'usage water/kitchen today[26-11-19,26-11-20) total'],
      ['¿y el baño?', 'usage water/bathroom today[26-11-19,26-11-20) total'],
      ['¿y en octubre?', 'usage water/bathroom [26-10-01,26-11-01) total'],
      ['¿y la nevera?', 'usage fridge [26-10-01,26-11-01) total'],
      ['¿y el garaje?', 'impossible unknown-room garaje'],
    ],
  ],
  [
    'hi',
    [
      ['रसोई ने कल कितना पानी लगाया', 'usage water/kitchen yesterday[26-11-18,26-11-19) total'],
      ['और आज?', 'usage water/kitchen today[26-11-19,26-11-20) total'],
      ['और बाथरूम?', 'usage water/bathroom today[26-11-19,26-11-20) total'],
      ['aur bijli?', 'usage electricity/bathroom today[26-11-19,26-11-20) total'],
    ],
  ],
  [
    'en',
    [
      ['what is my bill so far', 'bill so-far -'],
      ['why?', 'bill-change before'],
      ['water yesterday', 'usage water yesterday[26-11-18,26-11-19) total'],
    ],
  ],
  [
    'en',
    [
      ['what is my bill so far', 'bill so-far -'],
      ['and water?', 'bill so-far water'],
      ['and last month?', 'closed-bill last-month[26-10-01,26-11-01) water amount'],
      ['and next month?', 'bill forecast water'],
    ],
  ],
  [
    'en',
    [
      ['turn on the oven', 'switch oven true'],
      ['and the AC', 'switch ac true'],
      ['is the fridge on?', 'device fridge'],
      ['thanks', 'thanks'],
    ],
  ],
  [
    'en',
    [
      ['this month vs last month', 'compare all this-month[26-11-01,26-11-20) last-month[26-10-01,26-10-20)'],
      ['and water?', 'compare water this-month[26-11-01,26-11-20) last-month[26-10-01,26-10-20)'],
      ['and last week?', 'compare water last-week[26-11-09,26-11-16) [26-11-02,26-11-09)'],
    ],
  ],
];

test.each(talks)('a talk goes on from what was asked (%s)', (language, talk) => {
  let previous: Intent | null = null;
  for (const [text, expected] of talk) {
    previous = understand(text, language, home, previous).intent;
    expect(lineOf(previous), text).toBe(expected);
  }
});

test.each([
  ['how much water did the kitchen use yesterday', 'es', 'en'],
  ['¿cuánta agua gastó la cocina ayer?', 'en', 'es'],
  ['cuanto pague en octubre', 'hi', 'es'],
  ['इस महीने का बिल', 'en', 'hi'],
  ['is mahine ka bill', 'en', 'hi'],
  ['kal kitni bijli lagi', 'es', 'hi'],
  ['AC', 'es', 'es'],
  ['/usage', 'hi', 'hi'],
  ['/billing', 'es', 'es'],
] as const)('%s, on a page in %s, is answered in %s', (text, ofPage, expected) => {
  expect(understand(text, ofPage, home).language).toBe(expected);
});

test('a name does not make the language', () => {
  const [first] = home.devices;
  const fan = { ...first!, id: 'fan', name: 'पंखा', commands: true };
  const understood = understand('turn off पंखा', 'es', { ...home, devices: [fan] });
  expect(`${understood.language} ${lineOf(understood.intent)}`).toBe('en switch fan false');
});

test('the month comes first for those who write it first', () => {
  const american = { ...home, country: 'US' };
  expect(lineOf(understand('water on 11/05/2026', 'en', american).intent)).toBe(
    'usage water [26-11-05,26-11-06) total',
  );
  expect(lineOf(understand('water on 11/05/2026', 'en', home).intent)).toBe('usage water [26-05-11,26-05-12) total');
});

test('each choice of an unclear question is understood', () => {
  for (const text of ['turn off the lamp', 'how much did the lamp use yesterday', '¿cuánto gastó la lámpara ayer?']) {
    const { intent, language } = understand(text, 'en', home);
    const choices = intent.about === 'unclear' ? intent.choices : [];
    expect(choices).toHaveLength(2);
    for (const choice of choices)
      expect(['switch', 'usage']).toContain(understand(choice, language, home).intent.about);
  }
});

const partsOf = (intent: Intent): AskedPart[] =>
  Object.values(intent).filter(
    (value): value is AskedPart => typeof value === 'object' && value !== null && 'device' in value,
  );

const periodsOf = (intent: Intent): AskedPeriod[] =>
  Object.values(intent).filter(
    (value): value is AskedPeriod => typeof value === 'object' && value !== null && 'from' in value,
  );

const words =
  'how much water did the kitchen use yesterday than last month compared with from 1 to 7 November bill why paid in May 2025 and turn off lamp is on since Monday cuánto gasté agua cocina ayer que el mes pasado hace 3 días del al factura subido मई में कल कितना पानी रसोई से ज्यादा पिछले हफ्ते बिल क्यों बंद करो 31 30 29 2024-02-29 99/99/9999 31/02/2026 0 400'.split(
    ' ',
  );

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 2000 }),
  fc.string({ unit: 'binary', maxLength: 2000 }),
  fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((some) => some.join(' ')),
);
const anyLanguage = fc.constantFrom<Language>('en', 'es', 'hi');
const rooms = new Set(home.rooms);
const devices = new Set(home.devices.map(({ id }) => id));

describe('whatever is typed', () => {
  test('only what the household has is asked of, and only days that have begun', () => {
    fc.assert(
      fc.property(anyText, anyText, anyLanguage, (before, text, language) => {
        const previous = understand(before, language, home).intent;
        const { intent } = understand(text, language, home, previous);
        for (const { room, device } of partsOf(intent)) {
          expect(room === null || rooms.has(room)).toBe(true);
          expect(device === null || devices.has(device)).toBe(true);
        }
        const isOfDevice = intent.about === 'switch' || intent.about === 'device';
        expect(!isOfDevice || devices.has(intent.device)).toBe(true);
        for (const { from, to } of periodsOf(intent)) {
          expect(from < to).toBe(true);
          expect(to <= addDays(home.today, 1)).toBe(true);
        }
      }),
      { numRuns: process.env['TEST_FULL'] === '1' ? 1000 : 150 },
    );
  });

  test('a household may name its things as it likes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { maxLength: 8 }),
        anyText,
        (names, text) => {
          const [first] = home.devices;
          const odd = names.map((name, i) => ({ ...first!, id: `d${i}`, name, room: name }));
          const { intent } = understand(`${text} ${names[0] ?? ''}`, 'en', { ...home, devices: odd, rooms: names });
          expect(intent.about).toBeTypeOf('string');
        },
      ),
      { numRuns: 200 },
    );
  });
});

// Questions at the limits of what a home's meters know: what they are understood as.

const isNotOfThen = ({ intent }: Understood): boolean =>
  (intent.about === 'impossible' && ['future', 'setting'].includes(intent.why)) ||
  (intent.about === 'bill' && !['so-far', 'parts'].includes(intent.ask)) ||
  (intent.about === 'tariff' && intent.ask === 'tomorrow');

const isRight: Readonly<Record<Wanted, (understood: Understood) => boolean>> = {
  future: isNotOfThen,
  'left-as-is': ({ intent }) => intent.about === 'left-as-is',
  told: ({ intent, caveats }) =>
    ['usage', 'costs', 'now', 'compare'].includes(intent.about) &&
    ('without' in intent || caveats.some(({ kind }) => kind === 'left-out')),
  danger: ({ intent }) => intent.about === 'safety' && intent.what !== 'unwell',
  unwell: ({ intent }) => intent.about === 'safety',
  others: ({ intent }) => intent.about === 'impossible' && intent.why === 'others',
  co2: ({ intent }) => intent.about === 'co2',
  plain: ({ intent, caveats }) =>
    (!['safety', 'left-as-is', 'impossible', 'unknown', 'refused'].includes(intent.about) ||
      (intent.about === 'impossible' && intent.why === 'unknown-device')) &&
    caveats.length === 0,
};

const wrongOf = (cases: readonly LimitCase[]): string[] =>
  cases.flatMap(({ wanted, written, language, text }) => {
    const understood = understand(text, language, home);
    return isRight[wanted](understood)
      ? []
      : [`${written} ${wanted}: ${text} → ${JSON.stringify(understood.intent)} ${JSON.stringify(understood.caveats)}`];
  });

describe('a floor', () => {
  const within = { kitchen: 'First floor', Study: 'Primera planta', bedroom: 'पहली मंज़िल' };
  const floors = homeOf(
    { ...home, places: Object.entries(within).map(([name, inside]) => ({ name, inside })) },
    home.nowMs,
  );
  test.each([
    [
      'en',
      'how much electricity did the first floor use yesterday',
      'usage electricity/First floor yesterday[26-11-18,26-11-19) total',
    ],
    [
      'es',
      '¿cuánta luz gastó la primera planta ayer?',
      'usage electricity/Primera planta yesterday[26-11-18,26-11-19) total',
    ],
    ['hi', 'पहली मंज़िल ने कल कितनी बिजली लगाई', 'usage electricity/पहली मंज़िल yesterday[26-11-18,26-11-19) total'],
    ['en', 'what did the first floor cost last month', 'costs First floor total last-month[26-10-01,26-11-01)'],
    ['en', 'how much did I use on the first of November', 'usage all [26-11-01,26-11-02) total'],
  ] as const)('%s: %s', (language, text, line) => {
    expect(lineOf(understand(text, language, floors).intent)).toBe(line);
  });
});

describe.each(['first', 'second'] as const)('the %s halves', (which) => {
  const cases = limitCases(which);
  const kinds = [...new Set(cases.map(({ kind }) => kind))];
  test.each(kinds)('%s', (kind) => {
    const ofKind = cases.filter((one) => one.kind === kind);
    const wrong = wrongOf(ofKind);
    process.stdout.write(`${kind}, ${which} halves: ${ofKind.length - wrong.length}/${ofKind.length}\n`);
    expect(wrong).toEqual([]);
  });
});
