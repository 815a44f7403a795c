/** Numbers as a model writes them when it does not use our digits: in words of the three languages, in other scripts, as ④② or ½. */
import { toCardinal as english } from 'n2words/en-GB';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as hindi } from 'n2words/hi-IN';
import { languageIds } from '#catalogue/index.ts';
import { dataOf, fold } from '../understand/lexicon.ts';

/** What a number word does to those before it. */
type Kind = 'value' | 'power' | 'half' | 'andHalf' | 'point' | 'joiner';
type NumberWord = readonly [word: string, value: number];

/** Of all languages at once, each with its place in the list: a model may mix them. */
const listed = (key: keyof (typeof dataOf)['en']['numbers']): readonly NumberWord[] =>
  languageIds.flatMap((language) =>
    dataOf[language].numbers[key]
      .split(', ')
      .flatMap((ways, at) => ways.split('/').map((word): NumberWord => [word, at]))
      .filter(([word]) => word !== '-'),
  );

const powers = [1e2, 1e3, 1e5, 1e6, 1e7];
export const powerWords = listed('powers').map(([word, at]): NumberWord => [word, powers[at] ?? 1]);

const upTo = [...Array.from({ length: 100 }, (_, n) => n), 200, 300, 400, 500, 600, 700, 800, 900];
const written = [english, spanish, hindi].flatMap((write) => upTo.map((n): NumberWord => [write(n), n]));
/** Those that are put together of others are added up. */
const simple = written.filter(([words]) => !/[\s-]/.test(words));
/** Those that it does not write: one and a half, other spellings. */
const others = listed('otherNumbers').map(
  ([pair]): NumberWord => [pair.replace(/ .*/, ''), Number(/[\d.]+/.exec(pair))],
);

const wordsOf: Readonly<Record<Kind, readonly NumberWord[]>> = {
  value: [...simple, ...others],
  power: powerWords,
  half: listed('half'),
  andHalf: listed('andHalf'),
  point: listed('point'),
  joiner: listed('joiners'),
};
const dictionary = new Map(
  (Object.keys(wordsOf) as Kind[]).flatMap((kind) =>
    wordsOf[kind].map(([word, value]) => [fold(word), { kind, value }] as const),
  ),
);

export interface WordNumber {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** So many tenths were written. */
  readonly decimals: number;
}

const nothing = { total: 0, part: 0, half: 0, tenths: null as string | null };
type Sum = typeof nothing;

/** "Seven twenty" is two numbers, "twenty seven" is one. */
const mayFollow = (value: number, part: number): boolean => part % 100 === 0 || (part % 10 === 0 && value < 10);

/** Null: it is none of this number. */
const add: Readonly<Record<Kind, (sum: Sum, value: number) => Sum | null>> = {
  value: (sum, value) => (mayFollow(value, sum.part) ? { ...sum, part: sum.part + value } : null),
  power: (sum, size) =>
    size === 100
      ? { ...sum, part: (sum.part || 1) * size }
      : { ...sum, total: sum.total + (sum.part || 1) * size, part: 0 },
  half: (sum) => (sum === nothing || sum.half > 0 ? null : { ...sum, half: 0.5 }),
  andHalf: (sum) => (sum === nothing ? { ...sum, half: 0.5 } : null),
  point: (sum) => (sum === nothing ? null : { ...sum, tenths: '' }),
  joiner: () => null,
};

const addWord = (sum: Sum, word: string): Sum | null => {
  const { kind, value } = dictionary.get(word) ?? { kind: 'joiner', value: 0 };
  if (sum.tenths === null) return add[kind](sum, value);
  return kind === 'value' && value < 100 ? { ...sum, tenths: `${sum.tenths}${value}` } : null;
};

/** In the order in which they stand. */
export const wordNumbers = (text: string): readonly WordNumber[] => {
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)].map(({ index: from, 0: word }) => ({
    from,
    to: from + word.length,
    word: fold(word),
  }));
  const isJoiner = (at: number): boolean => dictionary.get(words[at]?.word ?? '')?.kind === 'joiner';
  const isNext = (at: number): boolean => /^[\s-]{1,2}$/.test(text.slice(words[at - 1]?.to, words[at]?.from));
  /** The last word of the number that begins there, and what it comes to. */
  const readFrom = (first: number): { readonly last: number; readonly sum: Sum } => {
    let [last, sum] = [-1, nothing];
    for (let at = first; at === first || isNext(at); at += 1) {
      // "And" and "a" join where more follows.
      if (last !== -1 && isJoiner(at) && dictionary.has(words[at + 1]?.word ?? '')) continue;
      const next = addWord(sum, words[at]?.word ?? '');
      if (next === null) break;
      [last, sum] = [at, next];
    }
    return { last, sum };
  };
  const found: WordNumber[] = [];
  for (let first = 0; first < words.length; first += 1) {
    const { last, sum } = readFrom(first);
    if (last === -1) continue;
    const value = sum.total + sum.part + sum.half + Number(`0.${sum.tenths ?? ''}`);
    const decimals = sum.tenths?.length ?? (Number.isInteger(value) ? 0 : 1);
    found.push({ from: words[first]?.from ?? 0, to: words[last]?.to ?? 0, value, decimals });
    first = last;
  }
  return found;
};

/** Digits of any script but Hindi's own, in circles, raised, on keys or with nothing seen between them, as plain ones: the text says the same. */
export const plainNumbers = (text: string): string =>
  text
    .replace(/(?<=\d)[\u200b-\u200d\u2060\ufeff]+(?=\d)/g, '')
    .replace(/(\d)\ufe0f?\u20e3/g, '$1')
    .replace(/(\d?)([½¼¾⅓⅔⅕⅛])/g, (_, whole: string, sign: string) => {
      const [above = 0, below = 1] = sign.normalize('NFKC').split('⁄').map(Number);
      return `${whole || '0'}${(above / below).toFixed(3).replace(/0+$/, '').slice(1)}`;
    })
    // Of m³ and CO₂ they are no figures.
    .replace(/(?<![\p{L}])[\p{Nd}\p{No}]+/gu, (digits) => (/^[\d०-९]+$/.test(digits) ? digits : plainDigits(digits)));

const plainDigits = (digits: string): string => digits.replace(/[^०-९]/gu, digitOf);

const digitOf = (one: string): string => {
  const plain = one.normalize('NFKC').replace(/\D/g, '');
  if (plain !== '' || !/\p{Nd}/u.test(one)) return plain;
  // Ten of a kind follow each other, the nought first.
  let code = one.codePointAt(0) ?? 0;
  let value = 0;
  for (; value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - 1)); code -= 1) value += 1;
  return String(value);
};
