import type { FaqItem } from '../../platform/faq.ts';
import { fold, soundOf } from '../../platform/fold.ts';

/** The questions that have every word of the query in them, or words that begin so; Hindi in either script. */
export function findQuestions(
  items: readonly FaqItem[],
  query: string,
  categoryName: (item: FaqItem) => string,
): FaqItem[] {
  const asked = fold(query).split(' ').filter(Boolean);
  if (asked.length === 0) return [...items];
  return items.filter((item) => {
    const words = fold(`${item.question} ${item.answer} ${categoryName(item)}`).split(' ');
    return asked.every((token) => words.some((word) => word.includes(token)) || soundsLikeOne(token, words));
  });
}

/** Only typed in Latin letters for words in Devanagari: "bijli" finds बिजली. */
function soundsLikeOne(token: string, words: readonly string[]): boolean {
  const sound = soundOf(token);
  if (sound.length < 2 || !/^[a-z]+$/.test(token)) return false;
  return words.some((word) => /[\u0900-\u097f]/.test(word) && soundOf(word).startsWith(sound));
}
