// The steps of a Dockerfile, and what of a folder .dockerignore lets in: as far as ours go.
import { readFileSync } from 'node:fs';

/** `{ name, words }` each: `RUN`, and the rest of its lines. */
export function stepsOf(file) {
  const text = readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ');
  return [...text.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, name, words]) => ({ name, words: words.trim() }));
}

/** As a pattern of .dockerignore is meant: `*` within a folder, `**` any folders, and all that lies below. */
const matcher = (pattern) => {
  const source = pattern
    .split('/')
    .map((part) => (part === '**' ? '(?:.*)' : part.replace(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*')))
    .join('/')
    .replaceAll('(?:.*)/', '(?:.*/)?');
  return new RegExp(`^${source}(?:/.*)?$`);
};

/** The last line that a path matches decides. */
export function lettingIn(file) {
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const rules = lines.map((line) => ({ isIn: line.startsWith('!'), match: matcher(line.replace(/^!/, '')) }));
  return (path) => rules.findLast(({ match }) => match.test(path))?.isIn ?? true;
}
