import { expect, test } from 'vitest';
import en from '#locales/en/account.json';
import es from '#locales/es/account.json';
import hi from '#locales/hi/account.json';
import { authFailureCodes, identityCodes } from '../auth-provider.ts';
import { setUpFailure, toFirebaseFailure } from './firebase-failure.ts';

const languages = [
  ['en', en.failure],
  ['es', es.failure],
  ['hi', hi.failure],
] as const;

test.each(identityCodes)('C8.9 auth/%s keeps its code, with the error as it came', (code) => {
  const cause = { code: `auth/${code}`, message: 'Firebase: …' };
  expect(toFirebaseFailure(cause)).toEqual({ code, reasons: [], cause });
});

test.each(languages)('C8.8 C8.9 C1.4 each code has words of its own (%s)', (_language, words) => {
  expect(Object.keys(words).toSorted()).toEqual([...authFailureCodes].toSorted());
  const own = [...identityCodes, 'provider-not-initialized', 'provider-not-configured', 'google-unavailable'] as const;
  expect(new Set(own.map((code) => words[code])).size).toBe(own.length);
  for (const code of own) expect(Object.values(words).filter((text) => text === words[code])).toHaveLength(1);
});

test.each([
  ['provider-not-initialized', 'Firebase not initialized'],
  ['provider-not-configured', 'Firebase auth not configured'],
  ['google-unavailable', 'Google provider unavailable'],
] as const)('C8.8 %s is returned as "%s"', (code, message) => {
  expect(setUpFailure(code)).toMatchObject({ code, cause: { message } });
});

test.each([
  ['auth/invalid-credential', 'invalid-credentials', []],
  ['auth/wrong-password', 'invalid-credentials', []],
  ['auth/user-not-found', 'invalid-credentials', []],
  ['auth/email-already-in-use', 'email-taken', []],
  ['auth/weak-password', 'weak-password', ['length']],
  ['auth/password-does-not-meet-requirements', 'weak-password', ['characters']],
  ['auth/requires-recent-login', 'sign-in-again', []],
  ['auth/user-disabled', 'account-disabled', []],
  ['auth/user-token-expired', 'session-missing', []],
  ['auth/too-many-requests', 'rate-limited', []],
  ['auth/invalid-verification-code', 'code-wrong', []],
  ['auth/code-expired', 'code-expired', []],
  ['auth/api-key-not-valid.-please-pass-a-valid-api-key.', 'invalid-api-key', []],
  ['auth/something-new', 'unexpected', []],
  [undefined, 'unexpected', []],
] as const)('C8.5 %s is told as %s', (code, told, reasons) => {
  expect(toFirebaseFailure({ code })).toMatchObject({ code: told, reasons });
});
