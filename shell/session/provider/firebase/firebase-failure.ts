/** Why Firebase refused, in the codes that the interface has words for. */
import { type AuthFailure, type AuthFailureCode, identityCodes, type WeakPasswordReason } from '../auth-provider.ts';

const setUpMessages = {
  'provider-not-initialized': 'Firebase not initialized',
  'provider-not-configured': 'Firebase auth not configured',
  'google-unavailable': 'Google provider unavailable',
} as const;

const byFirebaseCode: Record<string, AuthFailureCode> = {
  'invalid-credential': 'invalid-credentials',
  'invalid-login-credentials': 'invalid-credentials',
  'wrong-password': 'invalid-credentials',
  'user-not-found': 'invalid-credentials',
  'user-mismatch': 'invalid-credentials',
  'missing-password': 'invalid-credentials',
  'weak-password': 'weak-password',
  'password-does-not-meet-requirements': 'weak-password',
  'email-already-in-use': 'email-taken',
  'credential-already-in-use': 'email-taken',
  'account-exists-with-different-credential': 'email-taken',
  'invalid-email': 'email-invalid',
  'missing-email': 'email-invalid',
  'invalid-new-email': 'email-invalid',
  'missing-new-email': 'email-invalid',
  'unverified-email': 'email-not-confirmed',
  'too-many-requests': 'rate-limited',
  'quota-exceeded': 'rate-limited',
  'user-token-expired': 'session-missing',
  'invalid-user-token': 'session-missing',
  'null-user': 'session-missing',
  'no-current-user': 'session-missing',
  'expired-action-code': 'link-expired',
  'invalid-action-code': 'link-expired',
  'user-disabled': 'account-disabled',
  'requires-recent-login': 'sign-in-again',
  'invalid-verification-code': 'code-wrong',
  'missing-verification-code': 'code-wrong',
  'code-expired': 'code-expired',
  'invalid-verification-id': 'code-expired',
  'missing-verification-id': 'code-expired',
  'invalid-phone-number': 'phone-invalid',
  'missing-phone-number': 'phone-invalid',
  'second-factor-already-in-use': 'phone-taken',
  'captcha-check-failed': 'captcha-failed',
  'invalid-app-credential': 'captcha-failed',
  'missing-app-credential': 'captcha-failed',
  'operation-not-allowed': 'way-closed',
  'admin-restricted-operation': 'way-closed',
  'app-not-authorized': 'unauthorized-domain',
  'multi-factor-info-not-found': 'missing-multi-factor-info',
  'missing-multi-factor-session': 'missing-multi-factor-info',
  'invalid-multi-factor-session': 'missing-multi-factor-info',
  timeout: 'network-request-failed',
  'user-cancelled': 'google-cancelled',
  'redirect-cancelled-by-user': 'google-cancelled',
};

const weaknesses: Record<string, WeakPasswordReason> = {
  'weak-password': 'length',
  'password-does-not-meet-requirements': 'characters',
};

/** Something that the operator has to set up; `cause` is the message to the letter. */
export function setUpFailure(code: keyof typeof setUpMessages, cause?: unknown): AuthFailure {
  return { code, reasons: [], cause: new Error(setUpMessages[code], { cause }) };
}

/** The part after `auth/`; undefined for what does not come from Firebase. */
export function firebaseCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('auth/') ? code.slice(5) : undefined;
}

export function toFirebaseFailure(error: unknown): AuthFailure {
  const said = firebaseCode(error);
  if (said === undefined) return { code: 'unexpected', reasons: [], cause: error };
  const weakness = weaknesses[said];
  return { code: codeOf(said), reasons: weakness === undefined ? [] : [weakness], cause: error };
}

function codeOf(said: string): AuthFailureCode {
  // What Google's service says of a wrong key becomes a code as it stands.
  if (said.startsWith('api-key-not-valid')) return 'invalid-api-key';
  return byFirebaseCode[said] ?? identityCodes.find((code) => code === said) ?? 'unexpected';
}
