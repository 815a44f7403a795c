/** What a misspelt word was meant as: by how it is often typed, by its sound, in haste, or with a letter wrong. */
import { lateByLanguage, type Language, languageIds } from '#catalogue/index.ts';
import { dataOf, isKnown, phraseBooks, remembered, spellingBooksOf } from './lexicon.ts';

/** Ordinary words that are a letter away from one of ours, and mean what they say: nothing is read into them. */
const ordinary = lateByLanguage(
  (language): ReadonlySet<string> => new Set(dataOf[language].spelling.ordinary.split(' ')),
);

/** What is so often typed that no rule of letters finds it. */
const spelled = lateByLanguage(
  (language): ReadonlyMap<string, string> =>
    new Map(
      dataOf[language].spelling.meant.split(', ').map((pair): [string, string] => {
        const [typed = '', word = ''] = pair.split(' ');
        return [typed, word];
      }),
    ),
);

// A word with a letter wrong, as the word that was meant.

const shortest = 4;
const long = 9;

/** Letters to change, add, drop or swap with the next one; more than `most` is not counted out. */
const distance = (one: string, other: string, most: number): number => {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      let cost = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row.push(cost);
    }
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return above[other.length] ?? 0;
};

/** Short words have too many neighbours: they are meant as they stand. */
export const isNear = (typed: string, word: string): boolean => {
  if (typed === word) return true;
  if (languageIds.some((language) => ordinary[language].has(typed))) return false;
  const most = typed.length >= long ? 2 : 1;
  const mayBe = typed.length >= shortest && word.length > shortest && typed[0] === word[0];
  return mayBe && Math.abs(typed.length - word.length) <= most && distance(typed, word, most) <= most;
};

const withoutPlural = (word: string): string[] =>
  word.length > 3 && word.endsWith('s') ? [word.slice(0, -1), ...(word.endsWith('es') ? [word.slice(0, -2)] : [])] : [];

/** A letter left out, doubled or swapped with the next; another letter makes another word of a short one. */
const isNearShort = (typed: string, word: string): boolean =>
  word.length === shortest &&
  typed.length >= shortest - 1 &&
  typed.length <= shortest + 1 &&
  typed[0] === word[0] &&
  distance(typed, word, 1) <= 1 &&
  (typed.length !== shortest || Array.from(typed).sort().join('') === Array.from(word).sort().join(''));

/** The first books are the language's own. */
const ownBooks = 2;
const maxSpelledLength = 24;
const minConsonants = 3;
const sureConsonants = 5;

/** What else a word could have been meant as: by its sound, in haste, or with a letter wrong. */
const createSpelling = (language: Language) => {
  const books = spellingBooksOf[language];
  // Nobody is refused by a guess: "taken" is no token.
  const hostile = new Set(dataOf[language].words.hostile.split(', ').map((word) => word.replace('*', '')));
  // Of what a language borrows, only what matters.
  const words = [
    ...new Set(
      books.flatMap((book, at) =>
        at < ownBooks ? [...book.matters, ...book.words, ...book.stems] : [...book.matters],
      ),
    ),
  ].filter((word) => !hostile.has(word));
  const matters = [...new Set(books.flatMap((book) => [...book.matters]))];
  const bySound = new Map<string, string>();
  for (const word of words) {
    const sound = soundOf(word, language);
    if (!bySound.has(sound)) bySound.set(sound, word);
  }
  const isMeant = (word: string): boolean => [...books, phraseBooks[language]].some((book) => isKnown(book, word));
  const byConsonants = new Map([...matters].reverse().map((word) => [withoutVowels(word), word]));
  const inHaste = (word: string): string | undefined => {
    const consonants = withoutVowels(word);
    const isSure = consonants === word ? word.length >= minConsonants : consonants.length >= sureConsonants;
    return isSure ? byConsonants.get(consonants) : undefined;
  };
  const stems = books
    .flatMap((book) => book.stems.filter((stem) => stem.length > shortest))
    .map((stem) => ({ stem, sound: soundOf(stem, language) }));
  const byEar = (word: string): string | undefined => {
    if (word.length <= (language === 'hi' ? 3 : 2) && /^[a-z]/.test(word)) return undefined;
    const own = soundOf(word, language);
    return bySound.get(own) ?? stems.find(({ sound }) => own.startsWith(sound))?.stem;
  };
  const surely = remembered(
    (word): string | null => withoutPlural(word).find(isMeant) ?? inHaste(word) ?? byEar(word) ?? null,
  );
  const nearly = remembered(
    (word): string =>
      words.find((one) => isNear(word, one)) ??
      matters.find((one) => word.length > shortest && one.slice(1) === word) ??
      matters.find((one) => isNearShort(word, one)) ??
      word,
  );
  return (word: string, names: ReadonlySet<string>): string => {
    const written = spelled[language].get(word);
    if (written !== undefined && !names.has(word)) return written;
    if (names.has(word) || word.length > maxSpelledLength || isMeant(word) || ordinary[language].has(word)) return word;
    return surely(word) ?? [...names].find((one) => isNear(word, one)) ?? nearly(word);
  };
};

// Words that sound alike, written alike: how people spell by ear.

type Changes = readonly (readonly [RegExp, string])[];

/** Pairs of what is written and what it sounds like; of the second, nothing may be left. */
const changesOf = (pairs: string): Changes =>
  (pairs === '-' ? [] : pairs.split(', ')).map((pair) => {
    const [written = '', sound = ''] = pair.split(' ');
    return [new RegExp(written, 'g'), sound];
  });

/** In Latin letters, and in those of the language where they are others. */
const sounds = lateByLanguage((language) => {
  const { sounds: latin, nativeSounds: native } = dataOf[language].spelling;
  return { latin: changesOf(latin), native: changesOf(native) };
});

const soundOf = (word: string, language: Language): string => {
  const { latin, native } = sounds[language];
  const changes = /\p{Script=Latin}/u.test(word) ? latin : native;
  return changes.reduce((text, [from, to]) => text.replace(from, to), word).replace(/(.)\1+/gu, '$1');
};

/** "Wk", "mnth": as it is typed in haste. */
const withoutVowels = (word: string): string => word.replace(/[aeiou]/g, '');

/** Of a word, and of the names of the household. */
export const meantBy = lateByLanguage(createSpelling);
