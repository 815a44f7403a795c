import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../launch/run.mjs';
import { installScripts, licenceFaults, scriptFaults, sourceFaults, versionFaults } from './supply-chain.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const json = (path) => JSON.parse(read(path));
// The emulator of sign-in is a test tool that is installed apart.
const places = ['', 'e2e-identity/emulator/'];

test.each(places)('%spackage.json names exact versions', (place) => {
  expect(versionFaults(json(`${place}package.json`))).toEqual([]);
});

test('every package is proven by its hash, and comes from the registry', () => {
  for (const place of places) {
    const lock = json(`${place}package-lock.json`);
    expect(Object.keys(lock.packages).length).toBeGreaterThan(500);
    expect(sourceFaults(lock)).toEqual([]);
  }
});

test('no script of an installation runs, and each is known', () => {
  expect(scriptFaults(json('package-lock.json'), read('.npmrc'))).toEqual([]);
  for (const reason of Object.values(installScripts)) expect(reason.length).toBeGreaterThan(5);
});

test('every licence is one that we can ship with', () => {
  expect(licenceFaults(json('package-lock.json'))).toEqual([]);
});

/** A lock file of one sound package, with what is said differently. */
const lockOf = (said = {}, location = 'node_modules/@a/b') => ({
  packages: {
    '': { name: 'wattershed' },
    [location]: {
      version: '1.2.3',
      resolved: 'https://registry.npmjs.org/@a/b/-/b-1.2.3.tgz',
      integrity: `sha512-${'a'.repeat(86)}==`,
      license: 'MIT',
      ...said,
    },
  },
});

describe('what is planted is seen', () => {
  test.each([
    '^1.2.3',
    '~1.2.3',
    '1',
    'latest',
    '*',
    '>=1.0.0',
    'github:a/b',
    'git+https://a/b.git',
    'file:../b',
    'npm:b@^1.0.0',
    { b: '1.0.0' },
  ])('the version %j is not exact', (version) => {
    for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'])
      expect(versionFaults({ [kind]: { b: version } })).toHaveLength(1);
  });

  test('an exact version is one, by whatever name', () => {
    const dependencies = { a: '1.2.3', b: '17.10.0-beta.17', c: 'npm:tslib@2.8.1', d: 'npm:@a/b@1.0.0' };
    expect(versionFaults({ dependencies })).toEqual([]);
  });

  test.each([
    [{ integrity: undefined }, 'has no sha512 hash'],
    [{ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'has no sha512 hash'],
    [{ resolved: 'https://mirror.example.org/@a/b/-/b-1.2.3.tgz' }, 'comes from https://mirror.example.org'],
    [{ resolved: 'http://registry.npmjs.org/@a/b/-/b-1.2.3.tgz' }, 'comes from http:'],
    [{ resolved: 'git+ssh://git@github.com/a/b.git#0a1b' }, 'comes from git+ssh'],
    [{ resolved: 'file:../b.tgz' }, 'comes from file:'],
    [{ resolved: 'https://registry.npmjs.org/c/-/c-1.2.3.tgz' }, 'comes from https://registry.npmjs.org/c/'],
    [{ resolved: '../b', link: true }, 'is a folder'],
    [{ extraneous: true }, 'is wanted by nothing'],
    [{ inBundle: true }, 'has a source of its own'],
  ])('%j', (said, fault) => {
    expect(sourceFaults(lockOf(said)).join('\n')).toContain(fault);
  });

  test('a sound package, one by another name and one in a bundle are none', () => {
    const inBundle = { inBundle: true, resolved: undefined, integrity: undefined };
    const renamed = lockOf({ name: '@a/b' }, 'node_modules/c/node_modules/d');
    for (const lock of [lockOf(), lockOf(inBundle), renamed]) expect(sourceFaults(lock)).toEqual([]);
  });

  test('a script of an installation', () => {
    const silent = 'ignore-scripts=true\n';
    expect(scriptFaults(lockOf({ hasInstallScript: true }), silent, {})[0]).toContain('nobody looked at');
    expect(scriptFaults(lockOf({ hasInstallScript: true }), silent, { '@a/b': 'a reason' })).toEqual([]);
    expect(scriptFaults(lockOf(), silent, { '@a/b': 'a reason' })[0]).toContain('no install script any more');
    expect(scriptFaults(lockOf(), 'ignore-scripts=false\n', {})[0]).toContain('.npmrc');
  });

  test.each([
    ['GPL-3.0-only', false],
    ['AGPL-3.0', false],
    ['(MIT OR GPL-3.0)', true],
    ['(MIT AND GPL-3.0)', false],
    ['(MIT AND Zlib)', true],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    [undefined, false],
  ])('the licence %j is one to ship with: %s', (license, isOne) => {
    expect(licenceFaults(lockOf({ license }), {}, {})).toHaveLength(isOne ? 0 : 1);
  });

  test('an exception is for its package and its licence, a tool for tests alone, and goes when it is not needed', () => {
    const others = { '@a/*': { licence: 'MPL-2.0', isTool: true, reason: 'a test tool' } };
    const faultsOf = (said) => licenceFaults(lockOf(said), others, {}).join('\n');
    expect(faultsOf({ license: 'MPL-2.0', dev: true })).toBe('');
    expect(faultsOf({ license: 'MPL-2.0' })).toContain('no mere tool');
    expect(faultsOf({ license: 'LGPL-3.0', dev: true })).toContain('LGPL-3.0');
    expect(faultsOf()).toContain('nothing needs');
    expect(licenceFaults(lockOf({ license: undefined }), {}, { '@a/b': 'MIT' })).toEqual([]);
    expect(licenceFaults(lockOf(), {}, { '@a/b': 'MIT' })[0]).toContain('nothing needs');
  });
});
