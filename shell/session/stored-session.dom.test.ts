import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { ownPath, rememberPlace, takePlace } from './stored-session.ts';

const origin = 'https://home.example';
const awkward = fc.constantFrom(
  '/',
  '//',
  '\\',
  '/\\',
  '.',
  '..',
  ':',
  '@',
  '\t',
  '\n',
  '%2f',
  'javascript:',
  'evil.example',
  '?',
  '#',
  ' ',
);
const tricky = fc
  .array(fc.oneof(awkward, fc.string({ maxLength: 4 })), { maxLength: 8 })
  .map((parts) => parts.join(''));

beforeEach(() => sessionStorage.clear());

test('C7.3 whatever was remembered, one only ever comes back to a path of this origin', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        tricky,
        tricky.map((text) => `/${text}`),
        fc.webUrl(),
      ),
      (text) => {
        const path = ownPath(text, origin);
        if (path === undefined) return;
        expect(path).toMatch(/^\/(?!\/)/);
        expect(new URL(path, origin).origin).toBe(origin);
        // And a second reading changes nothing.
        expect(ownPath(path, origin)).toBe(path);
      },
    ),
    { numRuns: 2000 },
  );
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '',
  'dashboard',
])('C7.3 %j is no place of ours', (text) => expect(ownPath(text, origin)).toBeUndefined());

test('C7.3 the place is remembered with its query and fragment, and taken once', () => {
  history.replaceState(null, '', '/analytics?room=kitchen#days');
  rememberPlace();
  history.replaceState(null, '', '/');
  expect(takePlace()).toBe('/analytics?room=kitchen#days');
  expect(takePlace()).toBe('/');
});

test('C7.3 a place that somebody else wrote there leads to the site root', () => {
  sessionStorage.setItem('wattershed-return', '//evil.example/dashboard');
  expect(takePlace()).toBe('/');
});
