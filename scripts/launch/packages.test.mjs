import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesNamed, forOneSystem, licencesOf, strays, withNames } from './packages.mjs';
import { root } from './run.mjs';

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

test('what stays a package of its own has a program for each system', () => {
  for (const name of forOneSystem) {
    const programs = Object.keys(lock.packages[`node_modules/${name}`].optionalDependencies);
    expect(programs.some((one) => lock.packages[`node_modules/${one}`].os)).toBe(true);
  }
});

test('what an installation without development lacks is no part of the service', () => {
  const files = ['kernel/db.ts', 'node_modules/fastify/fastify.js', 'node_modules/vitest/dist/index.js'];
  expect(strays(lock, files)).toEqual(['node_modules/vitest']);
});

test.each([
  ['const file = "@fonts/a/files/a-400.woff"', ['@fonts/a/files/a-400.woff']],
  [
    "[`@fonts/a/files/b.woff`, '@fonts/a/files/a.woff', '@fonts/a/files/a.woff']",
    ['@fonts/a/files/a.woff', '@fonts/a/files/b.woff'],
  ],
  ['import "@fonts/a/index.js"', []],
])('of %s the files of packages that come along', (text, files) => {
  expect(filesNamed(text)).toEqual(files);
});

test('what is no module gives its parts by name', async () => {
  const built = 'const require_it = () => ({ one: 1, default: 2, "a-b": 3 });\nexport default require_it();\n';
  const named = withNames(built, ['one', 'default', 'a-b']);
  expect({ ...(await import(`data:text/javascript,${encodeURIComponent(named)}`)) }).toEqual({
    default: { one: 1, default: 2, 'a-b': 3 },
    one: 1,
  });
  expect(() => withNames('export { a };\n', [])).toThrow('another way');
});

test('each package in it is named once, with its version and its own licence; also one within another', () => {
  const nested = Object.keys(lock.packages).find(
    (place) => /node_modules\/.*node_modules\//.test(place) && existsSync(join(root, place)),
  );
  const told = licencesOf(root, [
    'kernel/db.ts',
    `${nested}/index.js`,
    'node_modules/fastify/lib/route.js',
    'node_modules/fastify/fastify.js',
    'node_modules/@fontsource/anek-latin/files/anek-latin-latin-400-normal.woff',
  ]);
  const names = [...told.matchAll(/^## (.*) - \d/gm)].map(([, name]) => name);
  expect(names).toHaveLength(3);
  expect(names).toEqual(expect.arrayContaining(['fastify', '@fontsource/anek-latin']));
  expect(told).toMatch(/^## fastify - \d+\.\d+\.\d+ \(MIT\)\n\nMIT License\n\nCopyright/m);
  expect(told).toContain('SIL OPEN FONT LICENSE');
});
