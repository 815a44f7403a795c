/** How sign-in refuses, in the shape that a hosted one has, so that supabase-js makes of it what it makes of that. */
import { passwordLength } from '#catalogue/password-length.ts';
import type { Weakness } from '#kernel/people/password-strength.ts';

/** An expected outcome. `code` is one of auth-js' own; `more` stands beside it in the body. */
export class AuthError extends Error {
  override readonly name = 'AuthError';

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
    readonly more: Record<string, unknown> = {},
  ) {
    super(message);
  }

  toResponse(): Response {
    const body = { code: this.status, error_code: this.code, msg: this.message, ...this.more };
    return Response.json(body, { status: this.status, headers: this.headers });
  }
}

export const badCredentials = (): AuthError => new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
export const badLink = (): AuthError => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
/** The same, where an app shows the token. */
export const badOtp = (): AuthError => new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
export const badToken = (): AuthError =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
export const noPerson = (): AuthError =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
export const invalid = (message: string): AuthError => new AuthError(400, 'validation_failed', message);
export const noSuchAddress = (): AuthError => invalid('Unable to validate email address: invalid format');
export const notOffered = (): AuthError => new AuthError(404, 'not_found', 'This backend does not offer that.');

export const tooMany = (retryAfterS: number, isMail: boolean): AuthError => {
  const headers = { 'retry-after': String(retryAfterS) };
  const wait = `For security purposes, you can only request this after ${retryAfterS} seconds.`;
  return isMail
    ? new AuthError(429, 'over_email_send_rate_limit', wait, headers)
    : new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', headers);
};

export const guestsAreFull = (): AuthError =>
  new AuthError(
    429,
    'guest_limit_reached',
    'All places for guests are taken just now. Try again later, or make an account.',
  );

export const unavailable = (status: 503 | 504): AuthError =>
  new AuthError(status, 'unexpected_failure', 'The sign-in service is not available just now.', { 'retry-after': '1' });

export const weakPassword = (reason: Weakness, minLength: number): AuthError => {
  const words = {
    length: `Password should be at least ${minLength} and at most ${passwordLength.max} characters.`,
    pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
  }[reason];
  return new AuthError(422, 'weak_password', words, {}, { weak_password: { reasons: [reason] } });
};
