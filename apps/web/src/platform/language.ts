export const languages = ['en', 'es', 'hi'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

/** Each language in its own words, wherever one chooses among them. */
export const languageNames: Record<Language, string> = { en: 'English', es: 'Español', hi: 'हिन्दी' };

/** Where a phone's header has room for little. */
export const languageShortNames: Record<Language, string> = { en: 'EN', es: 'ES', hi: 'हिं' };

export const languageStorageKey = 'language';

export function toLanguage(value: unknown): Language | undefined {
  return languages.find((language) => language === value);
}
