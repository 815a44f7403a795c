import { expect, test } from 'vitest';
import { safeRedirect } from './proofs.ts';

const OWN = 'https://home.example';

test.each([
  'https://evil.example/reset-password',
  'http://home.example/',
  'https://home.example:444/',
  'https://home.example.evil.example/',
  'https://home.example@evil.example/',
  'https://user:password@home.example/',
  '//evil.example/x',
  String.raw`\\evil.example\x`,
  'javascript:alert(1)',
  'data:text/html,x',
  'https://127.0.0.1/',
  '',
  null,
])('%s is not our own', (target) => {
  expect(safeRedirect(OWN, target, '/reset-password')).toBe('https://home.example/reset-password');
});

test('our own places stay as they are, by path or in full', () => {
  expect(safeRedirect(OWN, '/reset-password?a=1#b')).toBe('https://home.example/reset-password?a=1#b');
  expect(safeRedirect(OWN, 'https://home.example/profile')).toBe('https://home.example/profile');
});

test('on one machine, its names are one: localhost and 127.0.0.1 of the same port', () => {
  expect(safeRedirect('http://127.0.0.1:8080', 'http://localhost:8080/profile')).toBe('http://localhost:8080/profile');
  expect(safeRedirect('http://127.0.0.1:8080', 'http://localhost:9999/profile')).toBe('http://127.0.0.1:8080/');
});
