import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { judgeInstalled } from './install.mjs';
import { root } from './run.mjs';

const wanted = {
  '': { dependencies: { fastify: '5.0.0' }, devDependencies: { vitest: '4.0.0' } },
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vitest': { version: '4.0.0', dev: true },
};
const fastify = { 'node_modules/fastify': { version: '5.0.0' } };

test('a clean clone has nothing, so that a start installs first', () => {
  expect(judgeInstalled(wanted, {})).toEqual({ hasTools: false, isComplete: false });
});

test('a start needs no tools, and no other versions than the lock file has', () => {
  expect(judgeInstalled(wanted, fastify)).toEqual({ hasTools: false, isComplete: true });
  expect(judgeInstalled(wanted, { ...fastify, 'node_modules/vitest': { version: '4.0.0' } })).toEqual({
    hasTools: true,
    isComplete: true,
  });
  expect(judgeInstalled(wanted, { 'node_modules/fastify': { version: '4.9.0' } }).isComplete).toBe(false);
});

test('the lock file of this project names what a start needs', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect(judgeInstalled(packages, {}).isComplete).toBe(false);
});
