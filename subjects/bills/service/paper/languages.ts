/** What the languages of many lands call months and units of time, as the runtime knows it (CLDR), and which of them a paper speaks. */
import { type TimeUnit, timeUnits } from '../../contract/paper-bill.ts';

const languages =
  'en es hi de fr it pt nl pl cs sk sl hr sr bg ro hu el tr sv da nb fi et lv lt is ga ru uk ja ko zh th vi id ms fil sw zu af ca eu gl cy lb sq mk ka hy az kk uz bn ta te mr gu kn ml pa ne ar he fa ur de-AT es-PE'.split(
    ' ',
  );

const digitOf = (digit: string): string => {
  const code = digit.charCodeAt(0);
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCharCode(code - value - 1))) value += 1;
  return String(value);
};
/** Digits of any script become ours, odd spaces and minus signs plain ones; the length stays. */
export const plainText = (text: string): string =>
  text
    .replace(/(?![0-9])\p{Nd}/gu, (digit) => (digit.length === 1 ? digitOf(digit) : digit))
    .replace(/[\u00a0\u2000-\u2002\u2004-\u200a\u202f\u3000]/g, ' ')
    .replace(/[−‒－]/g, '-')
    .replace(/[’ʼ]/g, "'")
    .replace(/٫/g, ',')
    .replace(/٬/g, "'")
    .replace(/円(\d\d)銭/g, '.$1円');

interface Meaning<Of> {
  readonly of: Of;
  readonly language: string;
  readonly isWhole: boolean;
}
/** A word may mean one thing here, and another there. */
type Lexicon<Of> = Map<string, Meaning<Of>[]>;
const put = <Of>(lexicon: Lexicon<Of>, word: string, meaning: Meaning<Of>): void =>
  void lexicon.set(word, [...(lexicon.get(word) ?? []), meaning]);

const isIndian = (word: string): boolean => /[\u0900-\u0dff]/.test(word);
/** Letters without their signs: what is left of a word of India where a PDF has lost some. */
const bareOf = (word: string): string => word.replace(/[^\p{L}]/gu, '');
const plainWord = (word: string): string => word.toLowerCase().replace(/\./g, '').trim();

const monthNames: Lexicon<number> = new Map();
const timeWords: Lexicon<TimeUnit> = new Map();
for (const language of languages) {
  for (const options of [
    { month: 'long', day: 'numeric' },
    { month: 'short', day: 'numeric' },
    { month: 'long' },
  ] as const) {
    const format = new Intl.DateTimeFormat(`${language}-u-ca-gregory`, { ...options, timeZone: 'UTC' });
    for (let month = 1; month <= 12; month += 1) {
      const parts = format.formatToParts(Date.UTC(2026, month - 1, 15));
      const name = plainWord(parts.find(({ type }) => type === 'month')?.value ?? '');
      if (/^\p{L}[\p{L}\p{M}]+$/u.test(name))
        put(monthNames, name, { of: month, language, isWhole: options.month === 'long' });
    }
  }
  for (const unit of timeUnits)
    for (const unitDisplay of ['long', 'short'] as const) {
      const format = new Intl.NumberFormat(`${language}-u-nu-latn`, { style: 'unit', unit, unitDisplay });
      for (const count of [1, 2, 5, 30]) {
        const word = plainWord(format.formatToParts(count).find(({ type }) => type === 'unit')?.value ?? '');
        if (!/^[\p{L}\p{M}]+$/u.test(word) || /^[a-z]$/.test(word)) continue;
        for (const written of isIndian(word) ? [word, bareOf(word)] : [word])
          put(timeWords, written, { of: unit, language, isWhole: unitDisplay === 'long' });
      }
    }
}

/** Of a unit of time, also with an ending of two letters more. */
const timeMeanings = (word: string) => {
  const stems = isIndian(word) ? [word, bareOf(word)] : [word, word.slice(0, -1), word.slice(0, -2)];
  return stems.flatMap((stem) =>
    stem === word || stem.length > 2 || /^\P{Script=Latin}/u.test(stem) ? (timeWords.get(stem) ?? []) : [],
  );
};

const isWithin = (letters: string, word: string): boolean => {
  let at = 0;
  for (const letter of word) if (letter === letters[at]) at += 1;
  return at === letters.length;
};
const monthsLike = (word: string): Meaning<number>[] => {
  const bare = bareOf(word);
  if (!isIndian(word) || bare.length < 3) return [];
  return [...monthNames].flatMap(([name, meanings]) => {
    const letters = bareOf(name);
    return letters[0] === bare[0] && letters.length <= bare.length + 3 && isWithin(bare, letters) ? meanings : [];
  });
};

const only = <Of>(meanings: readonly Meaning<Of>[]): Of | undefined => {
  const all = new Set(meanings.map(({ of }) => of));
  return all.size === 1 ? [...all][0] : undefined;
};

interface MonthName {
  readonly month: number;
  readonly isWhole: boolean;
  /** In a language that the paper speaks. */
  readonly isOwn: boolean;
}
/** What words mean on one paper. */
export interface Speech {
  readonly languages: readonly string[];
  /** Also what a name begins with, where that has three letters; nothing where it may be one of two. */
  readonly monthOf: (name: string) => MonthName | undefined;
  readonly timeUnitOf: (word: string) => TimeUnit | undefined;
}

/** In a language that speaks more a word means what it does there. */
const speechIn = (ranks: readonly ReadonlySet<string>[]): Speech => {
  const spokenOf = <Of>(meanings: readonly Meaning<Of>[]): Meaning<Of>[] =>
    ranks.map((rank) => meanings.filter(({ language }) => rank.has(language))).find(({ length }) => length > 0) ?? [];
  const findMonth = (word: string): MonthName | undefined => {
    const exact = monthNames.get(word) ?? [];
    const begun = (): Meaning<number>[] =>
      word.length < 3
        ? []
        : [...monthNames].flatMap(([name, meanings]) =>
            name.startsWith(word)
              ? meanings.filter(({ isWhole }) => isWhole).map((one) => ({ ...one, isWhole: false }))
              : [],
          );
    const own = [exact, begun()].map(spokenOf).find(({ length }) => length > 0) ?? [];
    const told = [own, exact].find(({ length }) => length > 0) ?? monthsLike(word);
    const month = only(told);
    return month === undefined ? undefined : { month, isWhole: told.some((one) => one.isWhole), isOwn: told === own };
  };
  const months = new Map<string, MonthName | undefined>();
  return {
    languages: ranks.flatMap((rank) => [...rank]),
    monthOf: (name) => {
      const word = plainWord(name);
      if (!months.has(word)) months.set(word, findMonth(word));
      return months.get(word);
    },
    timeUnitOf: (word) => only(spokenOf(timeMeanings(plainWord(word)))),
  };
};

/** What stands between money and what it is paid for. */
export const perWords = 'per|pro|je|por|al|par|prix|an|a|each|y';
export const fullYear = '(?:20|25)\\d\\d';
const wordOf = '(\\p{L}[\\p{L}\\p{M}]*)';
/** `30 days`, `/month`, `per year` */
const counted = new RegExp(`(?:(?<![\\d.,])\\d{1,4}\\s?|/\\s?|(?<!\\p{L})(?:${perWords})\\s)${wordOf}`, 'giu');
/** Two letters are a unit behind a number where nothing is said on: `30 zi`. */
const shortUnit = /(?:(?<![\d.,])\d{1,4}\s?|\/\s?)(\p{L}{2})(?!\s*[\p{L}\p{M}])/gu;
/** `4-SEP-26`, `2026. máj. 4.`, `Sep 4, 2026` */
const dated = new RegExp(
  `(?:${fullYear}[. /-]{1,2}|\\d[-/](?=[\\p{L}\\p{M}]+[-/]\\d\\d))${wordOf}|${wordOf}\\.?[ ,/'-]{1,3}(?:de |del )?(?:\\d{1,2}(?:st|nd|rd|th)?,? ?)?${fullYear}`,
  'giu',
);
const maxLanguages = 3;

/**
 * The languages that most names of months and units of time speak for, and that of words which the first do not know; all of those that
 * know as many. A word of three letters counts little where no number stands beside it: it may be any other word of another language.
 */
export const speechOf = (texts: readonly string[]): Speech => {
  const votes = new Map<string, { known: ReadonlySet<string>; weight: number }>();
  const vote = (written: string, meaningsOf: (word: string) => readonly Meaning<unknown>[], weight: number): void => {
    const word = plainWord(written);
    const known = new Set(meaningsOf(word).map(({ language }) => language));
    if (known.size > 0 && weight > (votes.get(word)?.weight ?? 0)) votes.set(word, { known, weight });
  };
  const wholes = (word: string) =>
    [...(monthNames.get(word) ?? []), ...(timeWords.get(word) ?? [])].filter(({ isWhole }) => isWhole);
  for (const text of texts) {
    for (const [, word = ''] of text.matchAll(counted))
      if (word.length > 2 || /^\P{Script=Latin}/u.test(word)) vote(word, timeMeanings, 2);
    for (const [, word = ''] of text.matchAll(shortUnit)) vote(word, timeMeanings, 1);
    for (const [, last, first = ''] of text.matchAll(dated))
      vote(last ?? first, (word) => monthNames.get(word) ?? [], 2);
    for (const [word] of text.matchAll(/\p{L}[\p{L}\p{M}]{2,}/gu)) vote(word, wholes, word.length > 3 ? 1 : 0.5);
  }
  const ranks: Set<string>[] = [];
  let left = [...votes.values()];
  while (ranks.length < maxLanguages) {
    const sums = new Map<string, number>();
    for (const { known, weight } of left) for (const one of known) sums.set(one, (sums.get(one) ?? 0) + weight);
    const most = Math.max(...sums.values());
    // One short word alone, with no number beside it, makes no second language.
    if (most < (ranks.length === 0 ? 0.5 : 1)) break;
    const rank = new Set([...sums].flatMap(([language, sum]) => (sum === most ? [language] : [])));
    ranks.push(rank);
    left = left.filter(({ known }) => ![...known].some((one) => rank.has(one)));
  }
  return speechIn(ranks);
};
