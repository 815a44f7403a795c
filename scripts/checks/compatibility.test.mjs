import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callsIn, faultOf, readRows, sourcesOfWeb, verbsIn } from './compatibility.mjs';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/operate/compatibility.md'), 'utf8');

test('each row of the page names a test that is there', () => {
  const rows = readRows(page);
  expect(rows.length).toBeGreaterThan(50);
  expect(rows.map((row) => faultOf(row, root)).filter(Boolean)).toEqual([]);
});

test('each threat of the threat model names a test that is there', () => {
  const rows = readRows(readFileSync(join(root, 'docs/operate/threat-model.md'), 'utf8'));
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.map((row) => faultOf(row, root)).filter(Boolean)).toEqual([]);
});

test('each call that the web app makes of its backend has a row', () => {
  const about = readRows(page)
    .map((row) => row.about)
    .join('\n');
  const calls = [...new Set(sourcesOfWeb(root).flatMap(callsIn))];
  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter((call) => !about.includes(`\`${call}\``))).toEqual([]);
});

test('each row of a table tells everything that the web app does to it', () => {
  const rows = readRows(page);
  const done = sourcesOfWeb(root).flatMap(verbsIn);
  expect(done.length).toBeGreaterThan(40);
  const untold = done.filter(({ call, verb }) =>
    rows.every(({ about, said }) => about !== `\`${call}\`` || !said.includes(verb)),
  );
  expect(untold).toEqual([]);
});

test('a call without a row, and a row without a test, are seen', () => {
  expect(callsIn("tables.from('new_table').select(); auth.mfa.enroll({}); files.upload(x); Array.from('x')")).toEqual([
    "from('new_table')",
    "from('x')",
    'auth.mfa.enroll',
    'storage.upload',
  ]);
  expect(verbsIn("tables.from('a').select(); tables\n  .from('b')\n  .upsert(x)")).toEqual([
    { call: "from('a')", verb: 'read' },
    { call: "from('b')", verb: 'upsert' },
  ]);
  const [row] = readRows('| call | test |\n|---|---|\n| `auth.x` | `scripts/checks/compatibility.mjs` “no such” |');
  expect(faultOf(row, root)).toBe('`auth.x`: scripts/checks/compatibility.mjs has no test “no such”');
  expect(faultOf({ about: 'y', file: 'not/there.ts' }, root)).toBe('y: there is no not/there.ts');
  expect(faultOf({ about: 'z', file: '' }, root)).toBe('z: names no test');
});
