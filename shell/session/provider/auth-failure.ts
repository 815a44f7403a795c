/** What Firebase says, in its own words for it. */
export const identityCodes = [
  'unauthorized-domain',
  'popup-blocked',
  'popup-closed-by-user',
  'cancelled-popup-request',
  'web-storage-unsupported',
  'network-request-failed',
  'internal-error',
  'argument-error',
  'invalid-api-key',
  'missing-multi-factor-info',
  'auth-domain-config-required',
] as const;

/** Why somebody was refused, as a closed set that the interface has words for. */
export const authFailureCodes = [
  'invalid-credentials',
  'weak-password',
  'same-password',
  'email-taken',
  'email-invalid',
  'email-not-confirmed',
  'rate-limited',
  'network',
  'session-missing',
  'link-expired',
  'invalid-token',
  'sign-up-closed',
  'guest-unavailable',
  'code-wrong',
  'code-expired',
  'code-needed',
  'name-taken',
  'passkey-cancelled',
  'passkey-unsupported',
  'google-cancelled',
  'google-refused',
  'google-stale',
  'not-configured',
  'provider-not-initialized',
  'provider-not-configured',
  'google-unavailable',
  'account-disabled',
  'account-ended',
  'captcha-failed',
  'phone-invalid',
  'phone-taken',
  'sign-in-again',
  'way-closed',
  ...identityCodes,
  'unexpected',
] as const;

export type AuthFailureCode = (typeof authFailureCodes)[number];

export const weakPasswordReasons = ['length', 'characters', 'pwned'] as const;
export type WeakPasswordReason = (typeof weakPasswordReasons)[number];

export interface AuthFailure {
  code: AuthFailureCode;
  /** Only with `weak-password`: what the backend found. */
  reasons: readonly WeakPasswordReason[];
  /** The error as the backend sent it. */
  cause?: unknown;
}
