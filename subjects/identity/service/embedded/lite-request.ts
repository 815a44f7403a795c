import { decodeJwt } from 'jose';
import { bodyFault, unkeptText } from '#kernel/http/sayable.ts';
import type { ChosenPassword } from '#kernel/people/password-strength.ts';
import { authError, isMailed, refuseUnoffered, tableApiError } from './lite-refusals.ts';
import { isGuestEmail, safeRedirect } from './accounts/account-commands.ts';
import type { AuthAction } from './limits/auth-limits.ts';
import type { HttpCall } from './lite-messages.ts';

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
  /** What a person chose just now, and whose it will be. */
  chosen: ChosenPassword | null;
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

interface Asked {
  request: Request;
  url: URL;
  method: string;
  /** As `PUT user`; of the table API as `GET households`. */
  route: string;
  bytes: ArrayBuffer | null;
}

function forwardedHeaders(request: Request, names: readonly string[]): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = request.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
}

/** Only what is escaped can be such a text; most bodies escape nothing. */
function hasUnkeptText(bytes: ArrayBuffer | null): boolean {
  return (
    bytes !== null && Buffer.from(bytes).includes('\\u') && bodyFault(parseJson(bytes))?.endsWith(unkeptText) === true
  );
}

/** lite makes no row of defaults alone, and tells so in words of SQL. */
function saysNothing(bytes: ArrayBuffer | null): boolean {
  if (!bytes || bytes.byteLength > 64) return false;
  return /^\s*(\[\s*)?\{\s*\}(\s*\])?\s*$/.test(new TextDecoder().decode(bytes));
}

function readTable({ request, url, method, route, bytes }: Asked, { origin }: Rules): ReadRequest | Response {
  if (bytes && bytes.byteLength > REST_BODY_BYTES)
    return tableApiError(413, 'request_too_large', 'The request is too large.');
  if (hasUnkeptText(bytes)) return tableApiError(400, '22P05', unkeptText);
  if (method === 'POST' && !route.startsWith('POST rpc/') && saysNothing(bytes))
    return tableApiError(400, 'PGRST102', 'Empty or invalid json');
  const prefer = request.headers.get('prefer') ?? '';
  // Of what a row leaves to its default, lite would tell null. Without `columns` it wants rows alike, and tells them right.
  if (prefer.includes('missing=default') && prefer.includes('return=representation'))
    url.searchParams.delete('columns');
  const headers = forwardedHeaders(request, FORWARDED_HEADERS).map(([name, value]): [string, string] => [
    name,
    // PostgREST counts, too, where there are few; lite would always guess.
    name === 'prefer' ? value.replace('count=estimated', 'count=exact') : value,
  ]);
  const call: HttpCall = {
    call: 'http',
    route: 'table',
    method,
    target: url.pathname + url.search,
    headers,
    body: bytes?.byteLength ? bytes : null,
    origin: new URL(safeRedirect(origin, null)).origin,
    publicOrigin: origin,
    redirectTo: safeRedirect(origin, null),
  };
  return { call, action: 'free', account: '', chosen: null };
}

/** Of the person who asks, as far as they say it themselves. */
function emailOf(request: Request): string {
  try {
    const { email } = decodeJwt((request.headers.get('authorization') ?? '').replace(/^Bearer /, ''));
    return typeof email === 'string' ? email : '';
  } catch {
    return '';
  }
}

/** `POST token` by its grant; elsewhere a grant is nothing that was asked, and would give the route another name. */
function nameOf(route: string, url: URL): string {
  const grant = url.searchParams.get('grant_type');
  if (route === 'POST token' && grant) return `${route} ${grant}`;
  url.searchParams.delete('grant_type');
  return route;
}

function refuseAuth({ request, method, route, bytes }: Asked, named: string, body: unknown): Response | undefined {
  if (bytes && bytes.byteLength > AUTH_BODY_BYTES)
    return authError(413, 'request_too_large', 'The request is too large.');
  const refused = refuseUnoffered(named, body, request.headers.has('authorization'));
  if (refused) return refused;
  if (method === 'OPTIONS' || AUTH_ROUTES.has(route)) return undefined;
  return authError(404, 'not_found', 'This backend does not offer that.');
}

/** Where a mail or Google leads back to; the question is changed to say so. */
function leadBack(url: URL, route: string, origin: string): string {
  const isReset = route === 'POST recover' || url.searchParams.get('type') === 'recovery';
  const redirectTo = safeRedirect(origin, url.searchParams.get('redirect_to'), isReset ? '/reset-password' : '/');
  if (url.searchParams.has('redirect_to')) url.searchParams.set('redirect_to', redirectTo);
  if (route === 'GET authorize') {
    const asked = [...url.searchParams].filter(([name]) => AUTHORIZE_QUESTIONS.has(name));
    url.search = new URLSearchParams(asked).toString();
  }
  return redirectTo;
}

function readAuth(asked: Asked, rules: Rules): ReadRequest | Response {
  const { request, url, method, route, bytes } = asked;
  const body = parseJson(bytes);
  if (route === 'GET .well-known/jwks.json') return Response.json({ keys: [] });
  const named = nameOf(route, url);
  const refused = refuseAuth(asked, named, body);
  if (refused) return refused;
  const account = textOf(body, 'email').trim().toLowerCase();
  const isGuest = isGuestEmail(account, rules.guestDomain);
  if (route === 'GET verify' && !isMailed(url)) url.searchParams.set('type', 'invite');
  if (route === 'PUT user' && isGuest)
    return authError(400, 'validation_failed', 'Unable to validate email address: invalid format');

  const redirectTo = leadBack(url, route, rules.origin);
  const action = actionOf(route, url, isGuest, account);
  const call: HttpCall = {
    call: 'http',
    route: named,
    method,
    target: url.pathname + url.search,
    headers: forwardedHeaders(request, route === 'GET callback' ? [...FORWARDED_HEADERS, 'cookie'] : FORWARDED_HEADERS),
    body: bytes?.byteLength ? bytes : null,
    origin: new URL(redirectTo).origin,
    publicOrigin: rules.origin,
    redirectTo,
  };
  if (action === 'guest') call.guestCap = rules.guestsInTotal;
  const isChoice = !isGuest && (route === 'POST signup' || route === 'PUT user');
  const password = isChoice ? textOf(body, 'password') : '';
  return { call, action, account, chosen: password ? { password, email: account || emailOf(request) } : null };
}

/** Turns a request of a browser into a call of the worker, or answers why it goes no further. */
export async function readRequest(request: Request, rules: Rules): Promise<ReadRequest | Response> {
  const url = new URL(request.url);
  const method = request.method.toUpperCase();
  const [, area, version, ...rest] = url.pathname.split('/');
  const isKnown = version === 'v1' && (area === 'auth' || area === 'rest');
  if (!isKnown) return authError(404, 'not_found', 'There is no such route.');
  const bytes = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
  const asked: Asked = { request, url, method, route: `${method} ${rest.join('/')}`, bytes };
  return area === 'auth' ? readAuth(asked, rules) : readTable(asked, rules);
}
