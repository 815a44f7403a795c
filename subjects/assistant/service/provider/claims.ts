/** What a model says it has done. It can do nothing: a switch is only proposed, and done by the person's press. So such words are always wrong. */
import { tokensOf } from '../understand/lexicon.ts';
import { placesOf, says } from '../understand/sayings.ts';

const folded = (text: string): string =>
  tokensOf(text)
    .map(({ word }) => word)
    .join(' ');

/** "Done!", and nothing else before the first mark. */
const isDoneAlone = (text: string): boolean => {
  const words = folded(text).split(' ');
  return placesOf(words, 'any', 'answer.acted-alone').some(({ length }) => length === words.length);
};

/** "I have **switched off** the hall". */
export const claimsToHaveActed = (markdown: string): boolean => {
  const parts = markdown.replace(/[*_`~]/g, '').split(/[.!?।,;:\n–—]|\s-\s/u);
  return (
    isDoneAlone(parts[0] ?? '') ||
    parts.some(
      (part) => says(folded(part), 'any', 'answer.acted') || says(part.toLowerCase(), 'any', 'answer.acted-accents'),
    )
  );
};
