import { describe, expect, test } from 'vitest';
import { type Language, languageIds } from '#catalogue/index.ts';
import { readTexts } from '#kernel/texts.ts';
import { fold } from './lexicon.ts';
import { placesOf, type Saying, says } from './sayings.ts';

const sayingsIn = (language: Language) => Object.entries(readTexts(language, 'sayings')) as [Saying, string[]][];
const all = languageIds.flatMap((language) =>
  sayingsIn(language).flatMap(([key, patterns]) => patterns.map((pattern) => ({ language, key, pattern }))),
);
const partsOf = (pattern: string): string[] => pattern.replace(/^! /, '').split(' ');
const wordsOf = (part: string): string[] => part.replace(/^\(|\)$/g, '').split('/');

describe('what stands in the files', () => {
  const keysOf = (language: Language) => sayingsIn(language).map(([key]) => key);

  test.each(languageIds)('%s has the keys of all, each with a saying in some language', (language) => {
    expect(keysOf(language)).toEqual(keysOf('en'));
    const said = new Set(all.map(({ key }) => key));
    expect(keysOf(language).filter((key) => !said.has(key))).toEqual([]);
  });

  test('patterns are written as the notes on them say', () => {
    const word = String.raw`(?:\*?[\p{L}\p{M}]+(?:'s)?\*?|\d+|[*#,–—-])`;
    const part = String.raw`(?:\.\.[1-9]?|\[[\w.-]+\]|${word}(?:/${word})*|\(${word}(?:/${word})*\))`;
    const isPattern = new RegExp(`^(?:! )?${part}(?: ${part})*$`, 'u');
    expect(all.filter(({ pattern }) => !isPattern.test(pattern))).toEqual([]);
  });

  test('a pattern begins and ends with what is said, and no word is in it twice', () => {
    const isLoose = (pattern: string) => {
      const parts = partsOf(pattern);
      return (
        [parts[0], parts.at(-1)].some((part) => part?.startsWith('..')) ||
        parts.every((part) => /^[(*]/.test(part) && !/\p{L}/u.test(part))
      );
    };
    const hasTwice = (pattern: string) =>
      partsOf(pattern).some((part) => new Set(wordsOf(part)).size < wordsOf(part).length);
    expect(all.filter(({ pattern }) => isLoose(pattern) || hasTwice(pattern))).toEqual([]);
  });

  test('words are as folded text has them; only where accents decide they have them', () => {
    const names = new Set(['NAME', 'STRANGE', "NAME's", "STRANGE's"]);
    const isFolded = (pattern: string) =>
      partsOf(pattern)
        .filter((part) => !part.startsWith('['))
        .flatMap(wordsOf)
        .every((word) => names.has(word) || fold(word) === word);
    expect(all.filter(({ key, pattern }) => !key.endsWith('accents') && !isFolded(pattern))).toEqual([]);
  });
});

describe('no pattern is shadowed', () => {
  /** What a pattern means, in the fewest words: every word of it once, where others stand the first. */
  const examplesOf = (language: Language, pattern: string): string[] => {
    const needed = partsOf(pattern).filter((part) => !/^(?:\.\.|\()/.test(part));
    const ways = needed.map((part) => {
      const [, key] = /^\[(.+)\]$/.exec(part) ?? [];
      const inner = sayingsIn(language).find(([one]) => one === key)?.[1];
      if (inner !== undefined) return examplesOf(language, inner[0] ?? '').slice(0, 1);
      return wordsOf(part).map((word) => word.replaceAll('*', 'x').replace('#', '3'));
    });
    const first = ways.map(([one = '']) => one);
    return ways.flatMap((some, at) => some.map((way) => first.with(at, way).join(' ')));
  };

  test('each means every example that is made of it', () => {
    const missed = all
      .filter(({ pattern }) => !pattern.startsWith('!'))
      .flatMap(({ language, key, pattern }) =>
        examplesOf(language, pattern)
          .filter((text) => !says(` ${text} `, language, key))
          .map((text) => `${language} ${key}: ${text}`),
      );
    expect(missed).toEqual([]);
  });
});

describe('what a sign stands for', () => {
  const cases: readonly [string, Saying, string, string][] = [
    ['..', 'danger.grave', 'my chest really does still hurt', 'my chest really does still not hurt'],
    ['..1', 'danger.gas', 'gas ki bahut badbu', 'gas ki bahut zyada badbu'],
    ['*', 'others.homes', 'los vecinos', 'los primos'],
    ['* before', 'future.verbs', 'kitna aayega', 'kitna aaya'],
    ['#', 'future.named', 'next 3 days', 'last 3 days'],
    ['()', 'danger.shock', 'it gave me a shock', 'it gave you all a shock'],
    ['[]', 'danger.flood', 'water is dripping on the socket', 'water is dripping on the floor'],
    [',', 'negation.idioms', ', no , the kitchen ,', ', no kitchen ,'],
  ];
  test.each(cases)('%s', (_, key, said, other) => {
    expect([says(` ${said} `, 'any', key), says(` ${other} `, 'any', key)]).toEqual([true, false]);
  });

  const excepted: readonly [Saying, string, string][] = [
    ['danger.fire', 'the smoke detector battery', 'smoke at the smoke detector'],
    ['danger.fire', 'la alarma de humo', 'humo en la cocina'],
    ['danger.fire', 'the house is burning money', 'the house is burning'],
    ['danger.warm', 'can i plug in the hot water tank', 'the plug gets hot'],
    ['danger.unwell', 'i am sick of this', 'i am sick'],
    ['danger.grave', 'water is on the floor', 'she is on the floor'],
    ['rhythm.day', 'all day and night', 'by day and at night'],
    ['refused.somebody', "our family's bill", "the smith family's bill"],
    ['refused.in-office', 'soy cliente de la compania', 'soy de la compania'],
    ['negation.before', 'cual gasta menos la nevera', 'la casa menos la nevera'],
    ['payments.ends', 'credit last week', 'how long does it last'],
    ['payments.owed', 'que debo hacer', 'que debo pagar'],
    ['tomorrow', 'por la manana', 'manana'],
    ['future.verbs', 'will you tell me', 'what will it be'],
    ['future.verbs', 'i am going to be told', 'are we going to pay'],
    ['future.verbs', 'vamos a ver', 'vamos a gastar'],
    ['future.verbs', 'lo que gastara', 'cuanto gastara'],
    ['future.verbs', 'mega', 'kitna lagega'],
    ['than.weak', 'mas o menos que', 'que el'],
    ['use.amount', 'kitni bijli par kharcha', 'kitni bijli lagegi'],
    ['switch.later', 'todo a la vez', 'apaga a las seis'],
    ['clock.morning', 'good morning water use', 'morning water use'],
    ['clock.afternoon', 'good afternoon water use', 'afternoon water use'],
    ['clock.evening', 'good evening water use', 'evening water use'],
    ['time.none', 'three sundays ago', 'on sundays'],
    ['person.uses', 'biwi puch rahi hai kitna kharch kiya', 'biwi ne kitna kharch kiya'],
    ['use.goes-where', 'por donde va el agua', 'donde se va el agua'],
  ];
  test.each(excepted)('! of %s: %s', (key, other, said) => {
    expect([says(` ${said} `, 'any', key), says(` ${other} `, 'any', key)]).toEqual([true, false]);
  });

  test('every exception has its case', () => {
    const keys = new Set(all.filter(({ pattern }) => pattern.startsWith('!')).map(({ key }) => key));
    expect([...keys].sort()).toEqual([...new Set(excepted.map(([key]) => key))].sort());
  });

  test('a place is told in words', () => {
    expect(placesOf(['leaving', 'out', 'the', 'oven'], 'en', 'negation.before')).toEqual([{ at: 0, length: 2 }]);
    expect(placesOf(['a', 'excepcion', 'del', 'horno'], 'es', 'negation.before')).toEqual([{ at: 0, length: 3 }]);
  });
});

test('a text of 400 words takes at most twice the looks of its half, of whatever words it is made', () => {
  const looksAt = (words: readonly string[], key: Saying): number => {
    let looks = 0;
    const watched = new Proxy(words, {
      get: (target, name) => {
        if (typeof name === 'string' && /^\d+$/.test(name)) looks += 1;
        return Reflect.get(target, name) as unknown;
      },
    });
    placesOf(watched, 'any', key);
    return looks;
  };
  const keys = [...new Set(all.map(({ key }) => key))];
  for (const key of keys) {
    // Those of its own patterns come furthest.
    const own = all
      .filter((one) => one.key === key || one.key.startsWith('danger.'))
      .flatMap(({ pattern }) => partsOf(pattern).flatMap(wordsOf));
    const half = Array.from({ length: 200 }, (_, at) => (own[(at * 7) % own.length] ?? '').replaceAll('*', ''));
    const [once, twice] = [looksAt(half, key), looksAt([...half, ...half], key)];
    expect(twice, key).toBeLessThan(2.1 * once);
    expect(twice / 400, key).toBeLessThan(5000);
  }
});
