import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../launch/run.mjs';
import { addressFaults, listFaults, membersOf } from './closed-lists.mjs';

let folder;
const plant = (name, text) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lists-'));
  for (const place of ['catalogue', 'locales']) cpSync(join(root, place), join(folder, place), { recursive: true });
  for (const place of ['apps', 'kernel', 'shell', 'simulator', 'subjects'])
    mkdirSync(join(folder, place), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

test('the lists are read from the catalogue itself', () => {
  expect(membersOf()).toEqual([expect.arrayContaining(['electricity', 'water']), expect.arrayContaining(['en', 'es'])]);
});

test.each([
  ["type Utility = 'electricity' | 'water';", 'a union'],
  ["const all = ['water', 'electricity'];", 'an array'],
  ["const unit = utility === 'water' ? 'L' : 'kWh';", 'a choice'],
  ["if (utility !== 'electricity') return;", 'a choice'],
  ["const languages = ['en', 'es', 'hi'];", 'an array'],
  ["let language: 'en' | 'es';", 'a union'],
])('%s stands in the catalogue only', (line, what) => {
  plant('subjects/usage/domain/part.ts', `\n${line}\n`);
  expect(listFaults(folder)).toEqual([`subjects/usage/domain/part.ts:2: ${what} of the catalogue's`]);
});

test('a test names what it likes, and a language has rules of its own', () => {
  plant('subjects/usage/domain/part.test.ts', "const all = ['water', 'electricity'];");
  plant('subjects/usage/service/part.ts', "const isPlural = language === 'hi' && count > 1;");
  expect(listFaults(folder)).toEqual([]);
});

test('an address stands in its contract only', () => {
  plant('subjects/usage/contract/part.ts', "export const readPart = endpoint({ path: '/api/v1/part' });");
  plant(
    'subjects/usage/web/part.ts',
    "\nconst answer = await fetch('/api/v1/part');\nconst other = `${origin}/api/v2/write`;",
  );
  plant('subjects/usage/web/part.test.ts', "fetch('/api/v1/part');");
  expect(addressFaults(folder)).toEqual(
    [2, 3].map((line) => `subjects/usage/web/part.ts:${line}: an address that stands in its contract`),
  );
});

test('where no contract is found nothing is said to be in order', () => {
  expect(() => addressFaults(folder)).toThrow('could not be read');
});
