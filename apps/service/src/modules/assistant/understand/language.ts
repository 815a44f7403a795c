/** Which language a question is in: by its letters, and by the words that sentences are built of. */
import { type Language, languageIds, ofLanguage } from '@wattershed/catalogue';
import type { Token } from './fold.ts';
import { isKnown, signsOf } from './lexicon/phrases.ts';

const devanagari = /\p{Script=Devanagari}/u;
const spanishMarks = /[¿¡ñáéíóú]/iu;

const weight = { script: 3, structure: 2, thing: 1, ofThePage: 1 };

const scoreOf = (language: Language, { word }: Token): number => {
  if (devanagari.test(word)) return language === 'hi' ? weight.script : 0;
  const { structure, things } = ofLanguage(signsOf, language);
  if (structure.some((book) => isKnown(book, word))) return weight.structure;
  return things.some((book) => isKnown(book, word)) ? weight.thing : 0;
};

/** That of the page, unless the question is clearly in another. */
export const languageOf = (text: string, tokens: readonly Token[], ofPage: Language): Language => {
  const score = (language: Language): number =>
    tokens.reduce((sum, token) => sum + scoreOf(language, token), 0) +
    (language === ofPage ? weight.ofThePage : 0) +
    (language === 'es' && spanishMarks.test(text) ? weight.script : 0);
  const ranked = languageIds.map((language) => ({ language, score: score(language) }));
  return ranked.reduce((best, one) =>
    one.score > best.score || (one.score === best.score && one.language === ofPage) ? one : best,
  ).language;
};
