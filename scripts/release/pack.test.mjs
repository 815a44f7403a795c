import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../launch/run.mjs';
import { packedManifest } from './pack.mjs';

const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

test('the packed manifest names what is no part of the built service, has no scripts, and is not private', () => {
  const ours = json('package.json');
  const {
    dependencies,
    optionalDependencies,
    bundleDependencies,
    scripts,
    private: isPrivate,
    bin,
  } = packedManifest(ours);
  expect(dependencies).toEqual({ '@node-rs/argon2': ours.dependencies['@node-rs/argon2'] });
  expect(optionalDependencies).toEqual(ours.optionalDependencies);
  expect([bundleDependencies, scripts, isPrivate]).toEqual([undefined, undefined, undefined]);
  expect(readFileSync(join(root, bin.wattershed), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('the command has every command of the service', () => {
  const [, listed] = /const commands[^{]*\{([^}]*)\}/.exec(readFileSync(join(root, 'apps/service/cli.ts'), 'utf8'));
  const [, said] = /const commands = \{([^}]*)\}/.exec(readFileSync(join(root, 'install/wattershed.mjs'), 'utf8'));
  const names = (text) => [...text.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name).toSorted();
  expect(names(said)).toEqual(names(listed));
});
