import {
  AuthApiError,
  AuthInvalidCredentialsError,
  AuthInvalidJwtError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { failureOfBackendCode, toAuthFailure } from './backend-failure.ts';

test.each([
  [new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'), 'invalid-credentials'],
  [new AuthApiError('Invalid login credentials', 400, undefined), 'invalid-credentials'],
  [new AuthInvalidCredentialsError('no'), 'invalid-credentials'],
  [new AuthApiError('User already registered', 422, 'user_already_exists'), 'email-taken'],
  [new AuthApiError('slow down', 429, undefined), 'rate-limited'],
  [new AuthApiError('mails', 429, 'over_email_send_rate_limit'), 'rate-limited'],
  [new AuthSessionMissingError(), 'session-missing'],
  [new AuthRetryableFetchError('Failed to fetch', 0), 'network'],
  [new AuthRetryableFetchError('bad gateway', 502), 'network'],
  [new AuthInvalidJwtError('bad'), 'invalid-token'],
  [new AuthApiError('?', 418, 'teapot'), 'unexpected'],
  [new TypeError('Failed to fetch'), 'network'],
  [undefined, 'unexpected'],
])('C8.5 %s is told as %s, with the error as the backend sent it', (error, code) => {
  expect(toAuthFailure(error)).toEqual({ code, reasons: [], cause: error });
});

test('C5.2 C8.5 a weak password keeps the reasons that the backend gave', () => {
  const error = new AuthWeakPasswordError('weak', 422, ['length', 'pwned']);
  expect(toAuthFailure(error)).toMatchObject({ code: 'weak-password', reasons: ['length', 'pwned'] });
});

test('C8.5 the session-missing error reads as the backend library says it', () => {
  expect(new AuthSessionMissingError()).toMatchObject({ message: 'Auth session missing!', status: 400 });
});

test('C2.11 a code in a link from a mail has its own words', () => {
  expect(failureOfBackendCode('otp_expired').code).toBe('link-expired');
});
