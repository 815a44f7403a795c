import { languageFacts, languageIds, toLanguage } from '#catalogue/index.ts';

/** The language that a text is written in, as far as its letters tell; else what its author's page was in. */
export function scriptOf(text: string, language?: string): string | undefined {
  if (/[\u0900-\u097f]/.test(text)) return languageIds.find((one) => languageFacts(one).script === 'devanagari');
  const known = toLanguage(language);
  if (known === undefined || languageFacts(known).script === 'latin') return language;
  return languageIds.find((one) => languageFacts(one).script === 'latin');
}
