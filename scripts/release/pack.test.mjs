import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../launch/run.mjs';
import { packedManifest, partOfLock, runtimeNames } from './pack.mjs';

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

test.each([
  ['import fastify from "fastify";', true],
  ['import "fastify";', true],
  ['import("fastify").then(use)', true],
  ['require2("fastify")', true],
  ['import x from "fastify/lib/route.js";', true],
  ["const file = 'fastify/files/a.woff'", true],
  ['import x from "fastify-plugin";', false],
  ['url("fastify", "secret")', false],
])('%s needs the package: %s', (built, isNeeded) => {
  expect(runtimeNames({ fastify: '5.0.0' }, built)).toEqual(isNeeded ? ['fastify'] : []);
});

const lock = {
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0' }, peerDependencies: { d: '*' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', dependencies: { c: '1.0.0' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/c': { version: '1.0.0' },
    'node_modules/d': { version: '1.0.0', optionalDependencies: { absent: '1.0.0' } },
    'node_modules/builds': { version: '1.0.0' },
    'node_modules/hash': { version: '1.0.0', optionalDependencies: { 'hash-linux': '1.0.0' } },
    'node_modules/hash-linux': { version: '1.0.0', os: ['linux'], cpu: ['x64'] },
  },
};

test('of the lock file goes along what is needed, each from where Node would take it', () => {
  const { packages } = partOfLock(lock, { name: 'w', version: '1.0.0', dependencies: { a: '1.0.0' } });
  expect(Object.keys(packages)).toEqual([
    '',
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/c',
    'node_modules/d',
  ]);
});

describe('the packed manifest', () => {
  test('leaves out what builds, and brings what is not made for one system', () => {
    const ours = { name: 'w', version: '1.0.0', dependencies: { a: '1.0.0', builds: '1.0.0', hash: '1.0.0' } };
    const { dependencies, bundleDependencies } = packedManifest(ours, lock, 'from "a"; from "hash"');
    expect(dependencies).toEqual({ a: '1.0.0', hash: '1.0.0' });
    expect(bundleDependencies).toEqual(['a']);
  });

  test('has no scripts, and is not private', () => {
    const { scripts, private: isPrivate, bin } = packedManifest(json('package.json'), json('package-lock.json'), '');
    expect([scripts, isPrivate]).toEqual([undefined, undefined]);
    expect(readFileSync(join(root, bin.wattershed), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });
});

test('the command has every command of the service', () => {
  const [, listed] = /const commands[^{]*\{([^}]*)\}/.exec(readFileSync(join(root, 'apps/service/cli.ts'), 'utf8'));
  const [, said] = /const commands = \{([^}]*)\}/.exec(readFileSync(join(root, 'install/wattershed.mjs'), 'utf8'));
  const names = (text) => [...text.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name).toSorted();
  expect(names(said)).toEqual(names(listed));
});
