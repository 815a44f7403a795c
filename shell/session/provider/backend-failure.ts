/** What the backend's refusals mean. Loaded when there is one. */
import { type AuthFailure, type AuthFailureCode, weakPasswordReasons } from './auth-provider.ts';

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
  refresh_token_not_found: 'session-missing',
  refresh_token_already_used: 'session-missing',
  otp_expired: 'link-expired',
  access_denied: 'link-expired',
  bad_jwt: 'invalid-token',
  no_authorization: 'session-missing',
  signup_disabled: 'sign-up-closed',
  email_provider_disabled: 'sign-up-closed',
  mfa_verification_failed: 'code-wrong',
  mfa_verification_rejected: 'code-wrong',
  mfa_challenge_expired: 'code-expired',
  mfa_factor_name_conflict: 'name-taken',
  insufficient_aal: 'code-needed',
  reauthentication_needed: 'sign-in-again',
  mfa_factor_not_found: 'code-wrong',
  reauthentication_not_valid: 'invalid-credentials',
  bad_code_verifier: 'google-stale',
  bad_oauth_state: 'google-stale',
  flow_state_not_found: 'google-stale',
  flow_state_expired: 'google-stale',
  flow_state_already_used: 'google-stale',
  pkce_code_verifier_not_found: 'google-stale',
  provider_email_needs_verification: 'google-refused',
};

const byErrorName: Record<string, AuthFailureCode> = {
  AuthRetryableFetchError: 'network',
  AuthSessionMissingError: 'session-missing',
  AuthInvalidCredentialsError: 'invalid-credentials',
  AuthInvalidJwtError: 'invalid-token',
  AuthWeakPasswordError: 'weak-password',
};

/** A backend's code as it also stands in links from mails. */
export function failureOfBackendCode(code: string): AuthFailure {
  return { code: byBackendCode[code] ?? 'unexpected', reasons: [] };
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
  if (/validate email address/i.test(message)) return 'email-invalid';
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
