import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../launch/run.mjs';
import { isHeard, languagesIn, locales, readLanguage } from './locales.mjs';

/** The names of things, and how texts speak. */
const said = ['docs/glossary.md', 'docs/words.md'];

/** By language, the words that the last columns ask to avoid. */
export function wordsToAvoid(markdown) {
  const languages = languagesIn(locales);
  /** @type {Record<string, string[]>} */
  const avoid = Object.fromEntries(languages.map((language) => [language, []]));
  const asked = new RegExp(`\\b(${languages.join('|')}): ([^;]+)`, 'g');
  for (const row of markdown.split('\n').filter((line) => line.startsWith('| '))) {
    const last = row.split('|').at(-2) ?? '';
    for (const [, language, words] of last.matchAll(asked))
      avoid[language].push(...words.split(',').map((word) => word.trim()));
  }
  return avoid;
}

/** Texts of `folder` with a word that the glossary avoids. */
export function glossaryFaults(
  folder,
  markdown = said.map((name) => readFileSync(join(root, name), 'utf8')).join('\n'),
) {
  return Object.entries(wordsToAvoid(markdown)).flatMap(([language, words]) =>
    [...readLanguage(folder, language)]
      .filter(([key]) => !isHeard(key))
      .flatMap(([key, text]) =>
        words
          .filter((word) => new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'iu').test(text))
          .map((word) => `${language} ${key} says "${word}", which ${said.join(' or ')} avoids`),
      ),
  );
}

// Words that code does not say any more, by the last column of the second table of docs/glossary.md: as names, and as parts of names.
const glossary = 'docs/glossary.md';
/** Migrations are never changed. */
const notRead = /^supabase\/(migrations|before)\/|^supabase\/tests\/plain-postgres\//;

/** Each as its parts in small letters; `mostX` stands for every name that goes on after `most`. */
export function retiredWords(markdown) {
  const table = markdown.split('\n## In code\n')[1] ?? '';
  const words = table
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| Say'))
    .flatMap((line) => [...(line.split('|').at(-2) ?? '').matchAll(/`(\w+)`/g)].map(([, word]) => word));
  if (words.length === 0) throw new Error(`${glossary} tells no retired words`);
  return words;
}

const partsOf = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_$]+/)
    .filter(Boolean);

/** Whether a name says a retired word. */
export function says(name, word) {
  if (word.endsWith('X')) return new RegExp(`^${word.slice(0, -1)}(?!Of(?![a-z]))[A-Z]`).test(name);
  return ` ${partsOf(name).join(' ')} `.includes(` ${partsOf(word).join(' ')} `);
}

/** Names of a source text: what stands in its texts and comments is no name. */
export function namesIn(text) {
  const code = text.replace(/\/\*[^]*?\*\/|\/\/.*|--.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ');
  return new Set(code.match(/[A-Za-z_$][\w$]*/g));
}

export function retiredFaults(folder = root) {
  const words = retiredWords(readFileSync(join(folder, glossary), 'utf8'));
  const tracked = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql'], { cwd: folder, encoding: 'utf8' });
  const files = tracked
    .split('\n')
    .filter((name) => name !== '' && !notRead.test(name) && existsSync(join(folder, name)));
  return files.flatMap((name) =>
    [...namesIn(readFileSync(join(folder, name), 'utf8'))].flatMap((one) =>
      words.filter((word) => says(one, word)).map((word) => `${name}: ${one} says "${word}", see ${glossary}`),
    ),
  );
}
