/** What a model says it has done. It can do nothing: a switch is only proposed, and done by the person's press. So such words are always wrong. */
import { tokensOf } from '../understand/lexicon.ts';
import { placesOf, says } from '../understand/sayings.ts';

/** As sayings have them. */
export const foldedWords = (text: string): string[] => tokensOf(text).map(({ word }) => word);

/** "Done!", and nothing else before the first mark. */
const isDoneAlone = (words: readonly string[]): boolean =>
  placesOf(words, 'any', 'answer.acted-alone').some(({ length }) => length === words.length);

/** "I have **switched off** the hall". */
export const claimsToHaveActed = (markdown: string): boolean => {
  const parts = markdown.replace(/[*_`~]/g, '').split(/[.!?।,;:\n–—]|\s-\s/u);
  return (
    isDoneAlone(foldedWords(parts[0] ?? '')) ||
    parts.some(
      (part) =>
        placesOf(foldedWords(part), 'any', 'answer.acted').length > 0 ||
        says(part.toLowerCase(), 'any', 'answer.acted-accents'),
    )
  );
};
