// What the documentation names must be there: linked files, npm scripts, settings.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(root, path), 'utf8');
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
];

describe.each(pages)('%s', (page) => {
  test('links to files that exist', () => {
    const links = [...read(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link]) => link);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  test('names npm scripts that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read(page).matchAll(/(?:`npm (?:run )?|^ *npm run )([a-z]+(?::[a-z]+)?)/gm)].map(
      ([, name]) => name,
    );
    const npmOwn = ['install', 'ci', 'exec'];
    expect(named.filter((name) => !(name in scripts) && !npmOwn.includes(name))).toEqual([]);
  });
});

test('every setting that the service reads is in the table, and no other', () => {
  const [, schema] = /const schema = z\n {2}\.object\(\{\n([\s\S]*?)\n {2}\}\)/.exec(read('kernel/config.ts'));
  const settings = [...schema.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name);
  const table = read('docs/operate/configuration.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...line.split(' | ')[0].matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name));
  expect([...new Set(table)].sort()).toEqual([...settings].sort());
});
