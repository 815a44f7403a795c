// docs/architecture.md says where things are: what it names is there, and its counts are right.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../launch/run.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const page = read('docs/architecture.md');
const places = /^(apps|catalogue|kernel|locales|shell|simulator|subjects|supabase)\//;
const codesIn = (text) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code);
const pathsIn = (text) => codesIn(text).filter((code) => places.test(code));

test('every file and folder that the page names is there', () => {
  expect(pathsIn(page).filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

const walks = page
  .split(/^##+ /m)
  .map((section) => ({ section, title: section.split('\n')[0], steps: section.match(/^\d+\. .*$/gm) ?? [] }))
  .filter(({ steps }) => steps.length > 0);

test('there are three walks', () => {
  expect(walks).toHaveLength(3);
});

describe.each(walks)('$title', ({ section, steps }) => {
  test('names as many files as it says', () => {
    const [, files, , unopened = '0'] = /^(?:Passes|Names) (\d+) files(, (\d+) of them in brackets)?/m.exec(section);
    expect(new Set(steps.flatMap(pathsIn)).size).toBe(Number(files));
    expect(new Set(steps.flatMap((step) => step.match(/\(`[^`]+`\)/g) ?? [])).size).toBe(Number(unopened));
  });

  test('each step has the names that its files have', () => {
    const strangers = steps.flatMap((step) => {
      const texts = pathsIn(step).map(read).join('\n');
      return codesIn(step).filter((code) => !places.test(code) && !texts.includes(code));
    });
    expect(strangers).toEqual([]);
  });
});
