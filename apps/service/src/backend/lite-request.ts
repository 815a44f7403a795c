import { authError } from './auth-answers.ts';
import { isGuestEmail } from './account-commands.ts';
import type { AuthAction } from './auth-limits.ts';
import type { HttpCall } from './lite-messages.ts';
import { safeRedirect } from './own-origin.ts';

const AUTH_BODY_BYTES = 64 * 1024;
const REST_BODY_BYTES = 1024 * 1024;

/** Whatever else lite offers (one-time passwords, magic links) makes accounts for addresses nobody has proved to own. */
const AUTH_ROUTES = new Set([
  'POST signup',
  'POST token',
  'POST logout',
  'GET user',
  'PUT user',
  'POST recover',
  'POST resend',
  'GET verify',
  'POST verify',
  'GET settings',
  'GET health',
  'GET authorize',
  'GET callback',
]);

const FORWARDED_HEADERS = [
  'authorization',
  'apikey',
  'content-type',
  'prefer',
  'accept',
  'accept-profile',
  'content-profile',
  'range',
  'range-unit',
  'user-agent',
  'x-client-info',
  'x-supabase-api-version',
];

export interface ReadRequest {
  call: HttpCall;
  action: AuthAction;
  /** The e-mail address in question, in small letters; empty where there is none. */
  account: string;
  /** One that a person chose just now; empty where there is none. */
  newPassword: string;
}

function textOf(body: unknown, field: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value : '';
}

function parseJson(bytes: ArrayBuffer | null): unknown {
  try {
    return bytes ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
  } catch {
    return undefined;
  }
}

/** What else a caller adds, lite would carry to Google. */
const AUTHORIZE_QUESTIONS = new Set(['provider', 'redirect_to', 'code_challenge', 'code_challenge_method']);

function actionOf(route: string, url: URL, isGuest: boolean, account: string): AuthAction {
  switch (route) {
    case 'POST signup':
      return isGuest ? 'guest' : 'sign-up';
    case 'POST token':
      return url.searchParams.get('grant_type') === 'refresh_token' ? 'free' : 'sign-in';
    case 'POST recover':
    case 'POST resend':
      return 'mail';
    case 'GET verify':
    case 'POST verify':
      return 'verify';
    case 'PUT user':
      return account ? 'mail' : 'change';
    default:
      return 'free';
  }
}

interface Rules {
  origin: string;
  guestDomain: string;
  guestsInTotal: number;
}

/** Turns a request of a browser into a call of the worker, or answers why it goes no further. */
export async function readRequest(request: Request, rules: Rules): Promise<ReadRequest | Response> {
  const url = new URL(request.url);
  const method = request.method.toUpperCase();
  const [, area, version, ...rest] = url.pathname.split('/');
  const isAuth = area === 'auth' && version === 'v1';
  if (!isAuth && !(area === 'rest' && version === 'v1')) return authError(404, 'not_found', 'There is no such route.');
  const route = `${method} ${rest.join('/')}`;
  if (isAuth && method !== 'OPTIONS' && !AUTH_ROUTES.has(route))
    return authError(404, 'not_found', 'This backend does not offer that.');
  const bytes = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  if (bytes && bytes.byteLength > (isAuth ? AUTH_BODY_BYTES : REST_BODY_BYTES))
    return authError(413, 'request_too_large', 'The request is too large.');

  const body = isAuth ? parseJson(bytes) : undefined;
  const account = textOf(body, 'email').trim().toLowerCase();
  const isGuest = isGuestEmail(account, rules.guestDomain);
  if (route === 'PUT user' && isGuest)
    return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
  if (isAuth && route === 'POST verify' && !textOf(body, 'token_hash'))
    return authError(403, 'otp_expired', 'Email link is invalid or has expired');

  const isReset = route === 'POST recover' || url.searchParams.get('type') === 'recovery';
  const redirectTo = safeRedirect(rules.origin, url.searchParams.get('redirect_to'), isReset ? '/reset-password' : '/');
  if (isAuth && url.searchParams.has('redirect_to')) url.searchParams.set('redirect_to', redirectTo);
  if (isAuth && route === 'GET authorize') {
    const asked = [...url.searchParams].filter(([name]) => AUTHORIZE_QUESTIONS.has(name));
    url.search = new URLSearchParams(asked).toString();
  }
  const forwarded = isAuth && route === 'GET callback' ? [...FORWARDED_HEADERS, 'cookie'] : FORWARDED_HEADERS;
  const headers = forwarded.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  const action = isAuth ? actionOf(route, url, isGuest, account) : 'free';
  const grant = url.searchParams.get('grant_type');
  const call: HttpCall = {
    call: 'http',
    route: isAuth ? [route, grant].filter(Boolean).join(' ') : 'table',
    method,
    target: url.pathname + url.search,
    headers,
    body: bytes?.byteLength ? bytes : null,
    origin: new URL(redirectTo).origin,
    publicOrigin: rules.origin,
    redirectTo,
  };
  if (action === 'guest') call.guestCap = rules.guestsInTotal;
  const isChoice = isAuth && !isGuest && (route === 'POST signup' || route === 'PUT user');
  return { call, action, account, newPassword: isChoice ? textOf(body, 'password') : '' };
}
