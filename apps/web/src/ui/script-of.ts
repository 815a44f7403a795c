/** The language that a text is written in, as far as its letters tell; else what its author's page was in. */
export function scriptOf(text: string, language?: string): string | undefined {
  if (/[\u0900-\u097f]/.test(text)) return 'hi';
  return language === 'hi' ? 'en' : language;
}
