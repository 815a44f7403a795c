/** In pixels. */
export type MeasureText = (text: string) => number;

/** Lines of whole words, none wider than `width`: a word that is too long by itself is cut between letters, which ends in an ellipsis. */
export function wrapWords(text: string, width: number, measure: MeasureText): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && measure(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(cutWord(word, width, measure));
  }
  return lines;
}

// As letters are read: a vowel sign of Devanagari stays with its consonant.
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function cutWord(word: string, width: number, measure: MeasureText): string {
  if (measure(word) <= width) return word;
  const parts = [...letters.segment(word)].map(({ segment }) => segment);
  while (parts.length > 1 && measure(`${parts.join('')}…`) > width) parts.pop();
  return `${parts.join('')}…`;
}
