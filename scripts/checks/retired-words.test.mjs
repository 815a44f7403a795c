import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { namesIn, retiredFaults, retiredWords, says } from './glossary.mjs';

test.each([
  ['mostX', 'mostBytes', true],
  ['mostX', 'mostOf', false],
  ['mostX', 'mostOften', true],
  ['mostX', 'almostAll', false],
  ['stretch', 'usage_stretch', true],
  ['stretch', 'addStretch', true],
  ['stretch', 'stretchedImage', false],
  ['setAside', 'wasSetAside', true],
  ['setAside', 'set_aside', true],
  ['setAside', 'setAsides', false],
])('%s in %s: %s', (word, name, isSaid) => {
  expect(says(name, word)).toBe(isSaid);
});

test('texts and comments say what they like', () => {
  const names = namesIn(`// a stretch\n/* setAside */ const gap = 'stretch' + "stretch"; -- stretch\ncall(gap);`);
  expect([...names]).toEqual(['const', 'gap', 'call']);
});

test('without its table nothing is said to be right', () => {
  expect(() => retiredWords('# Glossary\n')).toThrow('tells no retired words');
});

let folder;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'retired-'));
  mkdirSync(join(folder, 'docs'));
  mkdirSync(join(folder, 'supabase/migrations'), { recursive: true });
  const table = '# Glossary\n\n## In code\n\n| Say | For | Retired |\n|---|---|---|\n| gap | a silence | `stretch` |\n';
  writeFileSync(join(folder, 'docs/glossary.md'), table);
  writeFileSync(join(folder, 'a.ts'), 'export const maxStretch = 1;\n');
  writeFileSync(join(folder, 'supabase/b.sql'), 'create table usage_stretch ();\n');
  writeFileSync(join(folder, 'supabase/migrations/1.sql'), 'create table usage_stretch ();\n');
  execFileSync('git', ['init', '-q'], { cwd: folder });
  execFileSync('git', ['add', '.'], { cwd: folder });
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a word that comes back is told with its file, but for migrations', () => {
  expect(retiredFaults(folder)).toEqual([
    'a.ts: maxStretch says "stretch", see docs/glossary.md',
    'supabase/b.sql: usage_stretch says "stretch", see docs/glossary.md',
  ]);
});
