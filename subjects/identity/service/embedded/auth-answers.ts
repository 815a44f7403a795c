import type { Weakness } from '#kernel/people/password-strength.ts';

/** Answers in the shape of the sign-in backend's own, so that supabase-js makes of them what it makes of those. */
export function authError(
  status: number,
  errorCode: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code: status, error_code: errorCode, msg: message }, { status, headers });
}

export function tooManyRequests(retryAfterS: number, isMail: boolean): Response {
  const headers = { 'retry-after': String(retryAfterS) };
  return isMail
    ? authError(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${retryAfterS} seconds.`,
        headers,
      )
    : authError(429, 'over_request_rate_limit', 'Request rate limit reached', headers);
}

export function guestsAreFull(): Response {
  return authError(
    429,
    'guest_limit_reached',
    'All places for guests are taken just now. Try again later, or make an account.',
  );
}

export function backendUnavailable(status: 503 | 504): Response {
  return authError(status, 'unexpected_failure', 'The sign-in and table service is not available just now.', {
    'retry-after': '1',
  });
}

/** As a hosted backend tells of a password that is too short, or on the lists. */
export function weakPassword(reason: Weakness, minLength: number): Response {
  const msg = {
    length: `Password should be at least ${minLength} characters.`,
    pwned: 'Password is known to be weak and easy to guess, please choose a different one.',
  }[reason];
  const body = { code: 422, error_code: 'weak_password', msg, weak_password: { reasons: [reason] } };
  return Response.json(body, { status: 422 });
}
