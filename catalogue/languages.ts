/** Languages that people read in: a folder of texts beside this list's file, and an entry there. */
import languages from '#locales/languages.json' with { type: 'json' };

interface LanguageFacts {
  /** In its own words, wherever one chooses among them; the short one where there is room for little. */
  readonly name: string;
  readonly shortName: string;
  /** Latin letters are part of every page; others are fetched where they are read. */
  readonly script: string;
  /** Countries that write numbers and dates in this language in a way of their own; the first one stands for all others. */
  readonly countries: readonly string[];
}

export type Language = keyof typeof languages;
export const languageIds = Object.keys(languages) as [Language, ...Language[]];

/** What is read where nobody has chosen. */
export const defaultLanguage = 'en' satisfies Language;

export const languageFacts = (language: Language): LanguageFacts => languages[language];

/** What some languages have of their own, the default one among them; the others have what that one has. */
export type InLanguages<Value> = Record<typeof defaultLanguage, Value> & Partial<Record<Language, Value | undefined>>;

export const ofLanguage = <Value>(values: Readonly<InLanguages<Value>>, language: Language): Value =>
  values[language] ?? values[defaultLanguage];

export type TranslatedWords = InLanguages<string>;

/** One text for all readers, or one for each language. */
export type Words = string | Readonly<TranslatedWords>;

/** In the reader's language where there is a text in it. */
export const textIn = (words: Words, language: Language): string =>
  typeof words === 'string' ? words : ofLanguage(words, language);

/** One value for each language. */
export const byLanguage = <Value>(of: (language: Language) => Value): Record<Language, Value> =>
  Object.fromEntries(languageIds.map((language) => [language, of(language)])) as Record<Language, Value>;

/** The same, each made when it is first asked for: what is large, and not needed by every home. */
export const lateByLanguage = <Value>(of: (language: Language) => Value): Record<Language, Value> => {
  const made = new Map<Language, Value>();
  const get = (language: Language): Value => {
    if (!made.has(language)) made.set(language, of(language));
    return made.get(language) as Value;
  };
  const properties = byLanguage((language) => ({ enumerable: true, get: () => get(language) }));
  return Object.defineProperties({}, properties) as Record<Language, Value>;
};

export const toLanguage = (value: unknown): Language | undefined => languageIds.find((language) => language === value);

/** The language one reads in, with the grouping and dates of where one lives. */
export const localeOf = (language: Language, country: string | null): string => {
  const { countries } = languageFacts(language);
  return `${language}-${country !== null && countries.includes(country) ? country : countries[0]}`;
};
