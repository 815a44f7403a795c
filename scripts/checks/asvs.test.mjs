import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asvsFaults, countAnswers, readAnswers, requirements } from './asvs.mjs';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/operate/asvs.md'), 'utf8');

test('each requirement of the levels 1 and 2 is answered once, and what is met names what shows it', () => {
  expect(requirements).toHaveLength(246);
  expect(asvsFaults(page, root)).toEqual([]);
});

test('the page counts its answers', () => {
  expect(page).toContain(countAnswers(page));
});

test('a planted fault is seen: missing, twice, unknown, another word, no such test, no heading, no reason', () => {
  const planted = (find, put) => asvsFaults(page.replace(find, put), root);
  const [first = ''] = page.split('\n').filter((line) => line.startsWith('| 6.1.1 |'));
  const { shown } = readAnswers(first)[0];
  expect(planted(`${first}\n`, '')).toEqual(['6.1.1: is missing']);
  expect(planted(first, `${first}\n${first}`)).toEqual(['6.1.1: is answered twice']);
  expect(planted(first, `${first}\n| 6.3.5 | x | not here | y |`)).toEqual([
    '6.3.5: is no requirement of level 1 or 2',
  ]);
  expect(planted(first, first.replace('| met |', '| perhaps |'))).toEqual([
    '6.1.1: “perhaps” is none of met, not here, accepted, open',
  ]);
  expect(planted(first, first.replace(shown, '`README.md` “No such”'))).toEqual([
    '6.1.1: README.md has no heading “No such”',
  ]);
  expect(planted(first, first.replace(shown, '`kernel/db.test.ts` “no such”'))).toEqual([
    '6.1.1: kernel/db.test.ts has no test “no such”',
  ]);
  expect(planted(first, first.replace(shown, 'we believe so'))).toEqual(['6.1.1: names no test']);
  expect(planted(first, first.replace(`| met | ${shown} |`, '| open |  |'))).toEqual(['6.1.1: open without a reason']);
});
