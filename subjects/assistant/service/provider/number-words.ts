/** Numbers as a model writes them when it does not use our digits: in words of the three languages, in other scripts, as ④② or ½. */
import { toCardinal as english } from 'n2words/en-GB';
import { toCardinal as spanish } from 'n2words/es-ES';
import { toCardinal as hindi } from 'n2words/hi-IN';

/** Without accents, and without the dot below that Hindi is written with or not. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u093c]/g, '')
    .replaceAll('ँ', 'ं');

/** Words that stand for a number by themselves: what is put together of several is added up. */
const simple = new Map<string, number>(
  [english, spanish, hindi].flatMap((write) =>
    [...Array.from({ length: 100 }, (_, n) => n), 200, 300, 400, 500, 600, 700, 800, 900].flatMap(
      (n): [string, number][] => {
        const words = fold(write(n)).split(/[\s-]+/);
        return words.length === 1 ? [[words[0] as string, n]] : [];
      },
    ),
  ),
);
/** Those that it does not write: one and a half, two and a half, other spellings. */
for (const [word, value] of [
  ['ciento', 100],
  ['डेढ', 1.5],
  ['ढाई', 2.5],
  ['छः', 6],
  ['पांच', 5],
] as const)
  simple.set(word, value);

const magnitudes = new Map<string, number>([
  ['hundred', 100],
  ['सौ', 100],
  ['thousand', 1e3],
  ['mil', 1e3],
  ['हजार', 1e3],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['लाख', 1e5],
  ['million', 1e6],
  ['millon', 1e6],
  ['millones', 1e6],
  ['crore', 1e7],
  ['crores', 1e7],
  ['करोड', 1e7],
] as const);
/** Between the whole and its tenths. */
const points: ReadonlySet<string> = new Set(['point', 'punto', 'coma', 'दशमलव']);
const halves: ReadonlySet<string> = new Set(['half', 'medio', 'media', 'साढे']);
/** Between two that are added up. */
const fillers: ReadonlySet<string> = new Set(['and', 'y', 'a']);

export interface WordNumber {
  readonly from: number;
  readonly to: number;
  readonly value: number;
  /** So many tenths were written. */
  readonly decimals: number;
}

/** Takes words while they make one number. */
const createSum = () => {
  let [total, part, half] = [0, 0, 0];
  let tenths: string | null = null;
  let isBegun = false;
  const takeWord = (word: string): boolean => {
    const value = simple.get(word);
    const size = magnitudes.get(word);
    if (tenths !== null) {
      if (value === undefined || value > 99) return false;
      tenths += String(value);
    } else if (halves.has(word)) {
      if (half > 0 || (word !== 'साढे') !== isBegun) return false;
      half = 0.5;
    } else if (points.has(word)) {
      if (!isBegun) return false;
      tenths = '';
    } else if (value !== undefined) {
      // "Seven twenty" is two numbers, "twenty seven" is one.
      if (part % 100 !== 0 && !(part % 10 === 0 && value < 10)) return false;
      part += value;
    } else if (size === undefined) return false;
    else if (size === 100) part = (part || 1) * size;
    else [total, part] = [total + (part || 1) * size, 0];
    return true;
  };
  return {
    take: (word: string): boolean => {
      const isTaken = takeWord(word);
      isBegun ||= isTaken;
      return isTaken;
    },
    value: (): Pick<WordNumber, 'value' | 'decimals'> => {
      const value = total + part + half + Number(`0.${tenths ?? ''}`);
      return { value, decimals: tenths?.length ?? (Number.isInteger(value) ? 0 : 1) };
    },
  };
};

const begins = (word: string | undefined): boolean =>
  word !== undefined && (simple.has(word) || magnitudes.has(word) || halves.has(word));

/** In the order in which they stand. */
export const wordNumbers = (text: string): readonly WordNumber[] => {
  const words = [...text.matchAll(/[\p{L}\p{M}]+/gu)].map(({ index: from, 0: word }) => ({
    from,
    to: from + word.length,
    word: fold(word),
  }));
  const isNext = (at: number): boolean => /^[\s-]{1,2}$/.test(text.slice(words[at - 1]?.to, words[at]?.from));
  const found: WordNumber[] = [];
  for (let first = 0; first < words.length; first += 1) {
    const sum = createSum();
    let last = -1;
    for (let at = first; at < words.length && (at === first || isNext(at)); at += 1) {
      const { word } = words[at] as (typeof words)[number];
      if (last !== -1 && fillers.has(word) && (begins(words[at + 1]?.word) || words[at + 1]?.word === 'a')) continue;
      if (!sum.take(word)) break;
      last = at;
    }
    if (last === -1) continue;
    found.push({ from: words[first]?.from ?? 0, to: words[last]?.to ?? 0, ...sum.value() });
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
