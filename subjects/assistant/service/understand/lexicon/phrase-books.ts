import { type InLanguages, type Language, usualUtilities, utilityIds } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { type Concept, en, type Lexicon } from './en.ts';
import { es } from './es.ts';
import { hiLatin } from './hi-latin.ts';
import { hi } from './hi.ts';

/** Text as it is looked up: without case, marks and the many ways in which one letter can be written. */

export interface Token {
  /** As the lexicon has it. */
  readonly word: string;
  /** As it was typed. */
  readonly typed: string;
}

const devanagariZero = 0x0966;

/** Virama, vowel signs and the rest of Devanagari stay; accents and nuktas go. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u093c\u200b-\u200d]/g, '')
    .replace(/\u0901/g, '\u0902')
    .normalize('NFC')
    .toLowerCase()
    .replace(/(\p{L})\1{2,}/gu, '$1$1');

const maxTokens = 400;

/** Dates such as 2026-11-05 and 5/11/2026 are one token; so is the dash of `1-7`. */
const tokenPattern =
  /m3(?![\p{L}\d])|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|\d{1,2}\/\d{1,2}(?!\d)|\d+|(?<=\d\s?)[-–—](?=\s?\d)|[\p{L}\p{M}]+/gu;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - devanagariZero))
    .replace(/['’`´]s(?!\p{L})/gu, '')
    .replace(/(?<=\p{L})['’`´](?=\p{L})/gu, '');

export const tokensOf = (text: string): Token[] =>
  (plain(text).match(tokenPattern) ?? []).slice(0, maxTokens).map((typed) => ({ word: fold(typed), typed }));

// The lexicons as they are looked up: phrases by the first letters of their first word.

/** Numbers and places in a row as words, from one on; a slash parts the ways to write one. */
const counted = {
  en: `one/a/an, two/couple, three, four, five, six, seven, eight, nine, ten, eleven, twelve/dozen, thirteen, fourteen, fifteen, sixteen, seventeen, eighteen, nineteen, twenty, twenty one, twenty two, twenty three, twenty four, twenty five, twenty six, twenty seven, twenty eight, twenty nine, thirty, thirty one`,
  es: `uno/un/una/primero, dos/par, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce, trece, catorce, quince, dieciseis, diecisiete, dieciocho, diecinueve, veinte, veintiuno, veintidos, veintitres, veinticuatro, veinticinco, veintiseis, veintisiete, veintiocho, veintinueve, treinta, treinta y uno`,
  hi: `एक, दो, तीन, चार, पांच, छह/छः/छे, सात, आठ, नौ, दस, ग्यारह, बारह, तेरह, चौदह, पंद्रह, सोलह, सत्रह, अठारह, उन्नीस, बीस, इक्कीस, बाईस, तेईस, चौबीस, पच्चीस, छब्बीस, सत्ताईस, अट्ठाईस, उनतीस, तीस, इकतीस`,
  hiLatin: `ek, do, teen/tin, char/chaar, paanch/panch, chhe/cheh, saat/sat, aath, nau, das/dus, gyarah, barah, terah, chaudah, pandrah, solah, satrah, atharah, unnis, bees, ikkis, bais, teis, chaubis, pachis/pachchis, chhabbis, sattais, atthais, untis, tees, ikattis`,
};

type Written = keyof typeof counted;

const placed: Readonly<Record<Written, string>> = {
  en: `first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth, eleventh, twelfth, thirteenth, fourteenth, fifteenth, sixteenth, seventeenth, eighteenth, nineteenth, twentieth, twenty first, twenty second, twenty third, twenty fourth, twenty fifth, twenty sixth, twenty seventh, twenty eighth, twenty ninth, thirtieth, thirty first`,
  es: `primer/primera/primero/primeros/primeras, segundo/segunda, tercer/tercera/tercero, cuarta`,
  hi: `पहला/पहली, दूसरा/दूसरी/दूसरे, तीसरा/तीसरी/तीसरे, चौथा/चौथी/चौथे`,
  hiLatin: `pehla/pehli/pahla/pahli, dusra/dusri/dusre/doosre/doosri, teesra/teesri/teesre/tisre, chautha/chauthi/chauthe`,
};

const numbered = (texts: string, letter: 'n' | 'd'): Record<string, string> =>
  Object.fromEntries(texts.split(',').map((ways, at) => [`${letter}${at + 1}`, ways.replaceAll('/', ',')]));

const thousands: Readonly<Record<Written, readonly string[]>> = {
  en: ['two thousand', 'two thousand and', 'twenty'],
  es: ['dos mil'],
  hi: ['दो हजार'],
  hiLatin: ['do hazaar', 'do hazar', 'do hajar', 'do hajaar'],
};

const [firstYear, lastYear] = [2010, 2031];

/** "Two thousand twenty five", «dos mil veinticinco», "दो हज़ार पच्चीस": the years that a household may have. */
const years = (written: Written): Record<string, string> =>
  Object.fromEntries(
    counted[written].split(',').flatMap((ways, at) => {
      const year = 2001 + at;
      if (year < firstYear || year > lastYear) return [];
      const said = ways.split('/').flatMap((way) => thousands[written].map((start) => `${start} ${way.trim()}`));
      return [[`n${year}`, said.join(',')]];
    }),
  );

/** `n14` is fourteen, `d14` the fourteenth. */
const numbersOf = (written: Written): Record<string, string> => ({
  ...numbered(counted[written], 'n'),
  ...numbered(placed[written], 'd'),
  ...years(written),
});

interface Phrase {
  readonly words: readonly string[];
  readonly concepts: readonly Concept[];
}

export interface PhraseBook {
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  readonly words: ReadonlySet<string>;
  readonly stems: readonly string[];
  /** Words that a question turns on, not those that hold it together. */
  readonly matters: ReadonlySet<string>;
}

const initial = (word: string): string => word.slice(0, 2);

const fits = (pattern: string, word: string | undefined): boolean =>
  word !== undefined && (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern);

const names: ReadonlySet<string> = new Set([...Object.keys(en), ...utilityIds]);
const isConcept = (key: string): key is Concept => names.has(key) || /^[nd]\d+$/.test(key);

const isThing = (concept: Concept): boolean =>
  utilityIds.some((utility) => utility === concept) ||
  /^(?:room:|kind:|otherUtility$|bill$|device$|tariff$|m\d)/.test(concept);

const asides = [
  'glue',
  'insult',
  'hostile',
  'outside',
  'explain',
  'setting',
  'otherUtility',
  'kind:server',
  'kind:doorbell',
];
const isOfUse = (concept: Concept): boolean => !asides.includes(concept);

const isKept = (concept: Concept): boolean => concept === 'bill' || utilityIds.some((utility) => utility === concept);
/** "Mas barata la luz" is of power too, "on my bill" of the bill. */
const keepsParts = (concept: Concept): boolean =>
  /^(?:cheapHours|dearHours|leak|tips|bill|parts|cycleEnd)$/.test(concept);

const phrasesOf = (lexicon: Lexicon, wanted: (concept: Concept) => boolean): Phrase[] => {
  const concepts = new Map<string, Concept[]>();
  for (const [concept, texts] of Object.entries(lexicon)) {
    if (!isConcept(concept) || !wanted(concept)) continue;
    for (const text of (texts ?? '').split(',')) {
      const phrase = fold(text).trim();
      if (phrase !== '') concepts.set(phrase, [...(concepts.get(phrase) ?? []), concept]);
    }
  }
  const keptOf = (word: string): Concept[] => (concepts.get(word) ?? concepts.get(`${word}*`) ?? []).filter(isKept);
  return [...concepts].map(([phrase, of]) => {
    const words = phrase.split(' ');
    const kept = words.length > 1 && of.some(keepsParts) ? words.flatMap(keptOf) : [];
    return { words, concepts: [...of, ...kept] };
  });
};

const bookOf = (lexicon: Lexicon, wanted: (concept: Concept) => boolean = () => true): PhraseBook => {
  const all = phrasesOf(lexicon, wanted);
  const phrases = new Map<string, Phrase[]>();
  for (const phrase of all) {
    const key = initial(phrase.words[0] ?? '');
    phrases.set(key, [...(phrases.get(key) ?? []), phrase]);
  }
  const words = all.flatMap((phrase) => phrase.words);
  return {
    phrases,
    words: new Set(words.filter((word) => !word.endsWith('*'))),
    stems: words.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
    matters: new Set(
      all
        .filter(({ words: [, ...others], concepts }) => others.length === 0 && concepts.some(isOfUse))
        .flatMap(({ words: [word = ''] }) => (word.endsWith('*') ? [] : [word])),
    ),
  };
};

/** The longest of a book's phrases that begin there; several concepts, if several are written so. */
export const phraseAt = (
  book: PhraseBook,
  words: readonly string[],
  at: number,
): { readonly length: number; readonly concepts: ReadonlySet<Concept> } => {
  let length = 0;
  const concepts = new Set<Concept>();
  for (const phrase of book.phrases.get(initial(words[at] ?? '')) ?? []) {
    if (phrase.words.length < length || !phrase.words.every((word, i) => fits(word, words[at + i]))) continue;
    if (phrase.words.length > length) concepts.clear();
    length = phrase.words.length;
    for (const concept of phrase.concepts) concepts.add(concept);
  }
  return { length, concepts };
};

/** Of utilities that only some homes have, whoever searches for them and whoever asks says the same. */
const utilityWords = (language: Language): Lexicon =>
  Object.fromEntries(
    utilityIds
      .filter((utility) => !usualUtilities.includes(utility))
      .map((utility) => [utility, textsIn(language, 'search', 'utilities')(utility)]),
  );

/** Words that sentences are built of tell the language better than names of things do, which travel. */
const english: Lexicon = { ...en, ...utilityWords('en'), ...numbersOf('en') };
const spanish: Lexicon = { ...es, ...utilityWords('es'), ...numbersOf('es') };
const hindi: Lexicon = { ...hi, ...utilityWords('hi'), ...numbersOf('hi') };
const latinHindi: Lexicon = { ...hiLatin, ...numbersOf('hiLatin') };

const builders = { en: [english], es: [spanish], hi: [hindi, latinHindi] } as const;
const isBuilder = (concept: Concept): boolean => !isThing(concept);

const signs = (lexicons: readonly Lexicon[]) => ({
  structure: lexicons.map((lexicon) => bookOf(lexicon, isBuilder)),
  things: lexicons.map((lexicon) => bookOf(lexicon, isThing)),
});

export const signsOf = {
  en: signs(builders.en),
  es: signs(builders.es),
  hi: signs(builders.hi),
} satisfies InLanguages<ReturnType<typeof signs>>;

const whole = { en: bookOf(english), es: bookOf(spanish), hi: bookOf(hindi), hiLatin: bookOf(latinHindi) };

/** What is understood in any language: things by name, and attempts to misuse. */
const isForAll = (concept: Concept): boolean => isThing(concept) || concept === 'hostile';
const shared = {
  en: bookOf(en, isForAll),
  es: bookOf(es, isForAll),
  hiLatin: bookOf(hiLatin, (concept) => concept === 'hostile'),
};

/** Where a question in that language looks words up, the likeliest first; Hindi borrows all of English. */
export const booksOf = {
  en: [whole.en, whole.hi, shared.es, shared.hiLatin],
  es: [whole.es, whole.hi, shared.en, shared.hiLatin],
  hi: [whole.hi, whole.hiLatin, whole.en, shared.es],
} satisfies InLanguages<readonly PhraseBook[]>;

/** Languages that have words of their own here. */
export type Understood = keyof typeof booksOf;

export const isKnown = (book: PhraseBook, word: string): boolean =>
  book.words.has(word) || book.stems.some((stem) => word.startsWith(stem));
