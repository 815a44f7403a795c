import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const seal = createSeal('keys', 'of the installation');

test('what is sealed is opened where it belongs, and never looks the same twice', () => {
  const [one, other] = [seal.seal('sk_live_1', 'home/octopus'), seal.seal('sk_live_1', 'home/octopus')];
  expect(seal.open(one, 'home/octopus')).toBe('sk_live_1');
  expect(one).not.toBe(other);
  expect(Buffer.from(one, 'base64').toString('latin1')).not.toContain('sk_live');
});

test('at another place, for another purpose, by another secret or changed it is nothing', () => {
  const sealed = seal.seal('sk_live_1', 'home/octopus');
  expect(seal.open(sealed, 'other home/octopus')).toBeNull();
  expect(createSeal('factors', 'of the installation').open(sealed, 'home/octopus')).toBeNull();
  expect(createSeal('keys', 'another').open(sealed, 'home/octopus')).toBeNull();
  expect(seal.open(`A${sealed.slice(1)}`, 'home/octopus')).toBeNull();
  expect(seal.open('', 'home/octopus')).toBeNull();
});
