import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findBinaries, locatePackage } from './postgres-binaries.ts';

const nobody = { uid: 65534, gid: 65534 };
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wattershed-binaries-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A package as npm leaves it when it does not run install scripts. */
function packageWithoutLinks(): { root: string; version: string } {
  const root = join(folder, 'package');
  for (const part of ['bin', 'lib', 'share']) mkdirSync(join(root, 'native', part), { recursive: true });
  for (const name of ['postgres', 'initdb'])
    writeFileSync(join(root, 'native', 'bin', name), 'program', { mode: 0o755 });
  writeFileSync(join(root, 'native', 'lib', 'libicuuc.so.60.2'), 'library');
  writeFileSync(join(root, 'native', 'lib', 'libpgport.a'), 'for linkers');
  writeFileSync(
    join(root, 'native', 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' }]),
  );
  return { root, version: '17.0.0' };
}

const spare = () => join(folder, 'spare');
const link = (root: string) => join(root, 'native', 'lib', 'libicuuc.so.60');

test('the programs of this system are installed', () => {
  const { root } = locatePackage();
  expect(existsSync(join(root, 'native', 'share'))).toBe(true);
});

test('a system without a package is told what to do instead', () => {
  expect(() => locatePackage('sunos', 'x64')).toThrow(expect.objectContaining({ code: 'platform-unsupported' }));
  expect(() => locatePackage('linux', 'mips')).toThrow(expect.objectContaining({ code: 'binaries-missing' }));
});

test('links that an install script would have made are made, in place', () => {
  const found = packageWithoutLinks();
  const binaries = findBinaries(undefined, spare, found);
  expect(binaries).toEqual({
    initdb: join(found.root, 'native/bin/initdb'),
    postgres: join(found.root, 'native/bin/postgres'),
  });
  expect(readlinkSync(link(found.root))).toBe('libicuuc.so.60.2');
});

test("programs below a private home are copied to where PostgreSQL's user can run them", () => {
  const found = packageWithoutLinks();
  chmodSync(folder, 0o700);
  const binaries = findBinaries(nobody, spare, found);
  const copy = join(spare(), 'postgresql-17.0.0');
  expect(binaries.copiedTo).toBe(copy);
  expect(readFileSync(binaries.postgres, 'utf8')).toBe('program');
  expect(readFileSync(link(copy), 'utf8')).toBe('library');
  expect(existsSync(join(copy, 'native/lib/libpgport.a'))).toBe(false);
  expect(existsSync(link(found.root))).toBe(false);
  expect(findBinaries(nobody, spare, found).copiedTo).toBe(copy);
});
