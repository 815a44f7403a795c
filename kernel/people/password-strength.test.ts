import { dictionary } from '@zxcvbn-ts/language-common';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { weaknessOf } from './password-strength.ts';

const email = 'ada.lovelace@example.org';
const weak = (password: string, minLength = 6) => weaknessOf({ password, email }, minLength);

describe('what a guesser tries first', () => {
  test.each([
    ['of the commonest', ['123456', 'password', 'qwerty', '111111', 'iloveyou', 'dragon', '1qaz2wsx', 'trustno1']],
    ['in other letters', ['PassWord', 'QWERTY', 'iLoveYou', 'ｐａｓｓｗｏｒｄ']],
    ['with something at an end', ['password1!', 'Summer2024!', '!dragon!', '123dragon', 'monkey-12', 'qwerty123456']],
    ['in disguise', ['p@ssw0rd', 'P@$$w0rd1', 'dr4g0n', '1l0vey0u']],
    ['twice, or turned round', ['passwordpassword', 'dragondragon', 'drowssap', 'abcabcabc', '7878787878']],
    ['a run', ['abcdefgh', '98765432', 'aaaaaaaaaaaa', '0123456789']],
    [
      'the address',
      ['ada.lovelace', 'lovelace', 'Lovelace1', 'ada.lovelace@example.org', 'adalovelace', 'lovelace2026!'],
    ],
    ['our own name', ['wattershed', 'Wattershed1', 'W4tt3rsh3d', 'wattershed!']],
  ])('%s is refused', async (_what, passwords) => {
    for (const password of passwords) expect([password, await weak(password)]).toEqual([password, 'pwned']);
  });

  test('every one of the list, in any letters and with a small suffix, is refused', async () => {
    const one = fc.constantFrom(
      ...dictionary['passwords-common'].filter((said) => said.length >= 6 && /^\p{L}/u.test(said)),
    );
    const suffix = fc.constantFrom('', '1', '12', '123', '2026', '!', '1!', '2026!');
    await fc.assert(
      fc.asyncProperty(one, suffix, fc.boolean(), async (said, end, isLoud) => {
        expect(await weak((isLoud ? said.toUpperCase() : said) + end)).toBe('pwned');
      }),
      { numRuns: 1000 },
    );
  });
});

test('what is none of these is taken: words together, a word with much behind it, what a keeper of passwords makes', async () => {
  const good = [
    'correct horse',
    'nobody else has this',
    'secret-7x',
    'sunset83492761',
    'kestrel under ice',
    'añil y cobre',
    'पानी और धूप',
  ];
  for (const password of good) expect([password, await weak(password)]).toEqual([password, null]);
  const made = fc.stringMatching(/^[a-zA-Z0-9]{16}$/);
  await fc.assert(
    fc.asyncProperty(made, async (password) => {
      expect(await weak(password)).toBeNull();
    }),
    { numRuns: 300 },
  );
});

test('C9.8 at least six characters, or as many as the operator asks for', async () => {
  expect(await weak('xk7#p')).toBe('length');
  expect(await weak('xk7#pq')).toBeNull();
  expect(await weak('xk7#pqm', 8)).toBe('length');
  expect(await weak('xk7#pqmz', 8)).toBeNull();
});

test('a name of one or two letters forbids nothing', async () => {
  expect(await weaknessOf({ password: 'ab-kestrel-9', email: 'ab@example.org' }, 6)).toBeNull();
});
