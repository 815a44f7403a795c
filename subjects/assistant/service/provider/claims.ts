/** What a model says it has done. It can do nothing: a switch is only proposed, and done by the person's press. So such words are always wrong. */
import { foldName } from '../understand/reading.ts';
import { placesOf, says } from '../understand/sayings.ts';

/** "Done!", and nothing else before the first mark. */
const isDoneAlone = (words: readonly string[]): boolean =>
  placesOf(words, 'any', 'answer.acted-alone').some(({ length }) => length === words.length);

/** "I have **switched off** the hall". */
export const claimsToHaveActed = (markdown: string): boolean => {
  const parts = markdown.replace(/[*_`~]/g, '').split(/[.!?।,;:\n–—]|\s-\s/u);
  return (
    isDoneAlone(foldName(parts[0] ?? '')) ||
    parts.some(
      (part) =>
        placesOf(foldName(part), 'any', 'answer.acted').length > 0 ||
        says(part.toLowerCase(), 'any', 'answer.acted-accents'),
    )
  );
};
