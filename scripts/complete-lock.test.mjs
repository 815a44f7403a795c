import { expect, test } from 'vitest';
import { completeLock, platformOf, withoutUnproven } from './complete-lock.mjs';

test('a platform is read from the name of its package', () => {
  expect(platformOf('@biomejs/cli-linux-x64-musl')).toEqual({ cpu: ['x64'], libc: ['musl'], os: ['linux'] });
  expect(platformOf('@oxlint/binding-linux-arm-gnueabihf')).toEqual({ cpu: ['arm'], os: ['linux'] });
  expect(platformOf('@oxlint/binding-win32-arm64-msvc')).toEqual({ cpu: ['arm64'], os: ['win32'] });
});

test('what the registry did not offer is added, what is there stays', () => {
  const tool = {
    version: '1.0.0',
    dev: true,
    optionalDependencies: { '@t/darwin-x64': '1.0.0', '@t/linux-x64': '1.0.0' },
  };
  const packages = { 'node_modules/tool': tool, 'node_modules/@t/linux-x64': { version: '1.0.0', optional: true } };
  const { lock, added } = completeLock({ packages });
  expect(added).toEqual(['@t/darwin-x64@1.0.0']);
  expect(lock.packages['node_modules/@t/darwin-x64']).toEqual({
    version: '1.0.0',
    cpu: ['x64'],
    os: ['darwin'],
    dev: true,
    optional: true,
  });
  expect(lock.packages['node_modules/@t/linux-x64']).toBe(packages['node_modules/@t/linux-x64']);
});

test('what has no hash is taken out to be asked for again, but not what lies in a bundle', () => {
  const packages = {
    '': { name: 'wattershed' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true },
    'node_modules/@t/darwin-x64': { version: '1.0.0', optional: true },
  };
  expect(Object.keys(withoutUnproven({ packages }).packages)).toEqual(Object.keys(packages).slice(0, 3));
});
