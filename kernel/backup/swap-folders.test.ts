import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { finishSwap, swapFolders } from './swap-folders.ts';

let dataDir: string;
const write = (name: string, words: string): void => {
  mkdirSync(join(dataDir, name, '..'), { recursive: true });
  writeFileSync(join(dataDir, name), words);
};
const read = (name: string): string => readFileSync(join(dataDir, name), 'utf8');

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'wattershed-swap-'));
  write('backend-secrets.json', 'old');
  write('postgres/PG_VERSION', 'old');
  write('storage/files/one', 'old');
  write('backups/kept.backup', 'kept');
  write('new/backend-secrets.json', 'new');
  write('new/postgres/PG_VERSION', 'new');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const expectSwapped = (): void => {
  expect(readdirSync(dataDir).sort()).toEqual(['backend-secrets.json', 'backups', 'old', 'postgres']);
  expect([read('backend-secrets.json'), read('postgres/PG_VERSION')]).toEqual(['new', 'new']);
  expect([read('old/backend-secrets.json'), read('old/postgres/PG_VERSION'), read('old/storage/files/one')]).toEqual([
    'old',
    'old',
    'old',
  ]);
};

test('the new takes the place of the old as a whole, and the old is kept', () => {
  swapFolders(dataDir, join(dataDir, 'new'), join(dataDir, 'old'));
  expectSwapped();
});

test('a swap that was cut off after any of its moves is finished by the next start', () => {
  const moves: [string, string][] = [
    ['backend-secrets.json', 'old/backend-secrets.json'],
    ['postgres', 'old/postgres'],
    ['storage', 'old/storage'],
    ['new/backend-secrets.json', 'backend-secrets.json'],
    ['new/postgres', 'postgres'],
  ];
  mkdirSync(join(dataDir, 'old'));
  write('restore-swap.json', JSON.stringify({ from: 'new', moves }));
  const pristine = `${dataDir}-pristine`;
  fs.cpSync(dataDir, pristine, { recursive: true });
  for (let made = 0; made <= moves.length; made += 1) {
    rmSync(dataDir, { recursive: true });
    fs.cpSync(pristine, dataDir, { recursive: true });
    for (const [from, to] of moves.slice(0, made)) fs.renameSync(join(dataDir, from), join(dataDir, to));
    finishSwap(dataDir);
    expectSwapped();
  }
  rmSync(pristine, { recursive: true });
});

test('a swap that fails leaves the old as it was', () => {
  rmSync(join(dataDir, 'storage'), { recursive: true });
  // A disk that is not there.
  fs.symlinkSync(join(dataDir, 'nowhere'), join(dataDir, 'storage'));
  write('new/storage/files/one', 'new');
  expect(() => swapFolders(dataDir, join(dataDir, 'new'), join(dataDir, 'old'))).toThrow(/ENOTDIR|EEXIST|EPERM/);
  expect(read('backend-secrets.json')).toBe('old');
  expect(read('postgres/PG_VERSION')).toBe('old');
  expect(read('new/postgres/PG_VERSION')).toBe('new');
  expect(readdirSync(dataDir)).not.toContain('restore-swap.json');
});
