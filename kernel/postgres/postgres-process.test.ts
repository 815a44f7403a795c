import { expect, test } from 'vitest';
import { sharedBuffers } from './postgres-process.ts';

const giga = 1024 ** 3;

test.each([
  [giga / 2, 8 * giga, '32MB'],
  [giga, 8 * giga, '64MB'],
  [giga, giga, '64MB'],
  [8 * giga, 8 * giga, '128MB'],
  // A group without a limit says a number that no machine has.
  [2 ** 63, giga, '64MB'],
  [giga / 8, giga, '32MB'],
])('with a limit of %d and %d in all, PostgreSQL keeps %s of its pages', (limit, total, kept) => {
  expect(sharedBuffers(limit, total)).toBe(kept);
});
