/** Why the backend refused, as a closed set that the interface has words for. */
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
  'not-configured',
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

const byBackendCode: Record<string, AuthFailureCode> = {
  invalid_credentials: 'invalid-credentials',
  weak_password: 'weak-password',
  same_password: 'same-password',
  user_already_exists: 'email-taken',
  email_exists: 'email-taken',
  email_address_invalid: 'email-invalid',
  email_not_confirmed: 'email-not-confirmed',
  over_request_rate_limit: 'rate-limited',
  over_email_send_rate_limit: 'rate-limited',
  session_not_found: 'session-missing',
  session_expired: 'session-missing',
  otp_expired: 'link-expired',
  access_denied: 'link-expired',
  bad_jwt: 'invalid-token',
  no_authorization: 'session-missing',
  signup_disabled: 'sign-up-closed',
  email_provider_disabled: 'sign-up-closed',
};

const byErrorName: Record<string, AuthFailureCode> = {
  AuthRetryableFetchError: 'network',
  AuthSessionMissingError: 'session-missing',
  AuthInvalidCredentialsError: 'invalid-credentials',
  AuthInvalidJwtError: 'invalid-token',
  AuthWeakPasswordError: 'weak-password',
};

export function authFailure(code: AuthFailureCode): AuthFailure {
  return { code, reasons: [] };
}

/** A backend's code as it also stands in links from mails. */
export function failureOfBackendCode(code: string): AuthFailure {
  return authFailure(byBackendCode[code] ?? 'unexpected');
}

export function toAuthFailure(error: unknown): AuthFailure {
  const { name, code, status, message, reasons } = (error ?? {}) as Record<string, unknown>;
  return {
    code:
      byErrorName[String(name)] ??
      byBackendCode[String(code)] ??
      byMessage(message) ??
      byStatus(status) ??
      'unexpected',
    reasons: weakPasswordReasons.filter((reason) => Array.isArray(reasons) && reasons.includes(reason)),
    cause: error,
  };
}

// Backends older than error codes say it in English only.
function byMessage(message: unknown): AuthFailureCode | undefined {
  if (typeof message !== 'string') return undefined;
  if (/invalid login credentials/i.test(message)) return 'invalid-credentials';
  if (/already (been )?registered/i.test(message)) return 'email-taken';
  if (/not confirmed/i.test(message)) return 'email-not-confirmed';
  if (/backend not configured/i.test(message)) return 'not-configured';
  if (/failed to fetch|network/i.test(message)) return 'network';
  return undefined;
}

function byStatus(status: unknown): AuthFailureCode | undefined {
  if (status === 429) return 'rate-limited';
  if (status === 401 || status === 403) return 'session-missing';
  if (status === 0 || status === 502 || status === 503 || status === 504) return 'network';
  return undefined;
}
