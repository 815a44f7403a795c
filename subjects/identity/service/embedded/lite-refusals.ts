/** How the embedded backend refuses, in the shapes that hosted sign-in and tables have. */
import { bodyFault } from '#kernel/http/sayable.ts';
import type { Weakness } from '#kernel/people/password-strength.ts';

// What is not offered here is refused as a hosted backend refuses what is switched off; lite would answer some of it wrongly.

/** What mails bring. Of a magic link, which none does, lite would take the token of a sign-up, and leave out what its proof is to end. */
const MAILED = new Set<unknown>(['signup', 'recovery', 'email_change']);

type AuthBody = Record<string, unknown>;
type Refusal = readonly [status: number, code: string, message: string];

const NO_PERSON: Refusal = [401, 'no_authorization', 'This endpoint requires a valid Bearer token'];
const NO_SUCH_TOKEN: Refusal = [400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'];
const NO_SUCH_CODE: Refusal = [403, 'otp_expired', 'Token has expired or is invalid'];
const NO_PHONE: Refusal = [400, 'phone_provider_disabled', 'Unsupported phone provider'];
const UNREADABLE: Refusal = [400, 'bad_json', 'Could not parse request body as JSON: it is of another shape'];
const NOT_ADMIN: Refusal = [403, 'not_admin', 'User not allowed'];

const FOR_A_PERSON = /^\w+ (factors|user\/identities|admin|invite|reauthenticate)(\/|$)/;

const BY_ROUTE: [RegExp, Refusal][] = [
  [/^POST (otp|magiclink)$/, [422, 'otp_disabled', 'Signups not allowed for otp']],
  [/^\w+ user\/identities\//, [404, 'manual_linking_disabled', 'Manual linking is disabled']],
  [/^\w+ factors\//, [404, 'mfa_factor_not_found', 'Factor not found']],
  [/^\w+ (admin\/|invite$)/, NOT_ADMIN],
  [/^POST sso$/, [404, 'saml_provider_disabled', 'SAML 2.0 is disabled']],
  [/^POST token id_token$/, [400, 'provider_disabled', 'Provider is not enabled']],
  [/^POST token web3$/, [422, 'web3_provider_disabled', 'Web3 provider is disabled']],
];

/** What goes by telephone. */
const BY_PHONE: Record<string, Refusal> = {
  'POST signup': [400, 'phone_provider_disabled', 'Phone signups are disabled'],
  'POST token password': [422, 'phone_provider_disabled', 'Phone logins are disabled'],
  'POST otp': NO_PHONE,
  'POST resend': NO_PHONE,
  'PUT user': NO_PHONE,
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TEXTS = ['email', 'phone', 'password', 'refresh_token', 'token', 'token_hash', 'auth_code', 'code_verifier'];

const isObject = (value: unknown): value is AuthBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** lite would fail on one. Whether it is JSON at all (undefined here), lite looks itself. */
function isMisshapen(route: string, body: unknown): boolean {
  if (body === undefined) return false;
  if (!isObject(body) || !isObject(body['data'] ?? {})) return true;
  const leftOut = route === 'PUT user' ? undefined : null;
  return TEXTS.some((name) => body[name] !== undefined && body[name] !== leftOut && typeof body[name] !== 'string');
}

/** As long as mail knows them, and as the tables keep them. */
const MAX_EMAIL = 254;
const LONG_EMAIL: Refusal = [400, 'validation_failed', 'Unable to validate email address: invalid format'];

function factorDisabled(body: AuthBody): Refusal {
  const kind = ['phone', 'webauthn'].find((known) => known === body['factor_type']) ?? 'totp';
  return [422, `mfa_${kind}_enroll_not_enabled`, `MFA enroll is disabled for ${kind}`];
}

function refusalOf(route: string, body: AuthBody): Refusal | undefined {
  const { phone, email, refresh_token: refreshToken, token_hash: tokenHash, app_metadata: rights } = body;
  if (phone && (!email || route === 'PUT user') && BY_PHONE[route]) return BY_PHONE[route];
  if (route === 'PUT user' && rights) return NOT_ADMIN;
  if (route === 'POST verify' && (!tokenHash || !MAILED.has(body['type']))) return NO_SUCH_CODE;
  const isToken = typeof refreshToken !== 'string' || refreshToken === '' || UUID.test(refreshToken);
  if (route === 'POST token refresh_token' && !isToken) return NO_SUCH_TOKEN;
  if (route === 'POST factors') return factorDisabled(body);
  return BY_ROUTE.find(([pattern]) => pattern.test(route))?.[1];
}

/** `route` names the grant too, as `POST token password`. */
export function refuseUnoffered(route: string, body: unknown, hasPerson: boolean): Response | undefined {
  if (FOR_A_PERSON.test(route) && !hasPerson) return authError(...NO_PERSON);
  if (isMisshapen(route, body)) return authError(...UNREADABLE);
  const said = isObject(body) ? body : {};
  const refusal = refusalOf(route, said) ?? (bodyFault(body) === null ? undefined : UNREADABLE);
  if (refusal) return authError(...refusal);
  const { email } = said;
  return typeof email === 'string' && email.trim().length > MAX_EMAIL ? authError(...LONG_EMAIL) : undefined;
}

/** A link whose kind no mail has leads back as one that has expired. */
export function isMailed(url: URL): boolean {
  return MAILED.has(url.searchParams.get('type'));
}

// Answers in the shape of the sign-in backend's own, so that supabase-js makes of them what it makes of those.

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

// Errors of the tables, in PostgREST's shape.

export interface DatabaseError {
  code: string;
  message: string;
  detail?: string | undefined;
  hint?: string | undefined;
}

/** By class, then by code: PostgREST's own table, for the codes that lite answers with 500. */
const CLASS_STATUS: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '25': 500,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '53': 503,
  '54': 413,
  '55': 500,
  '57': 500,
  '58': 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

const CODE_STATUS: Record<string, number> = {
  '23503': 409,
  '23505': 409,
  '25006': 405,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53400': 500,
  P0001: 400,
};

function statusOfSqlState(code: string, isAnonymous: boolean): number {
  if (code === '42501') return isAnonymous ? 401 : 403;
  // A function says its own status, as with PostgREST: PT429.
  if (/^PT[45]\d\d$/.test(code)) return Number(code.slice(2));
  return CODE_STATUS[code] ?? CLASS_STATUS[code.slice(0, 2)] ?? 400;
}

export function postgrestError(error: DatabaseError, isAnonymous: boolean): Response {
  const { code, message, detail = null, hint = null } = error;
  return Response.json({ code, message, details: detail, hint }, { status: statusOfSqlState(code, isAnonymous) });
}

/** Whether it is what was asked that the database does not take, and no fault of ours. */
export function isRefusal(error: DatabaseError): boolean {
  return statusOfSqlState(error.code, false) < 500;
}

/** An error that no database told. */
export function tableApiError(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ code, message, details: null, hint: null }, { status, headers });
}

export function tablesUnavailable(status: 503 | 504): Response {
  const code = status === 503 ? 'PGRST001' : 'PGRST003';
  return tableApiError(status, code, 'The table service is not available just now.', { 'retry-after': '1' });
}
