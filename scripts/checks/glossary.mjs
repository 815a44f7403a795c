import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/place.mjs';
import { languagesIn, locales, readLanguage } from './locales.mjs';

/** By language, the words that the glossary's last column asks to avoid. */
export function wordsToAvoid(markdown) {
  const languages = languagesIn(locales);
  /** @type {Record<string, string[]>} */
  const avoid = Object.fromEntries(languages.map((language) => [language, []]));
  const said = new RegExp(`\\b(${languages.join('|')}): ([^;]+)`, 'g');
  for (const row of markdown.split('\n').filter((line) => line.startsWith('| '))) {
    const last = row.split('|').at(-2) ?? '';
    for (const [, language, words] of last.matchAll(said))
      avoid[language].push(...words.split(',').map((word) => word.trim()));
  }
  return avoid;
}

/** Texts of `folder` with a word that the glossary avoids. */
export function glossaryFaults(folder, markdown = readFileSync(join(root, 'docs/glossary.md'), 'utf8')) {
  return Object.entries(wordsToAvoid(markdown)).flatMap(([language, words]) =>
    [...readLanguage(folder, language)].flatMap(([key, text]) =>
      words
        .filter((word) => new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'iu').test(text))
        .map((word) => `${language} ${key} says "${word}", which docs/glossary.md avoids`),
    ),
  );
}
