/** `/auth/v1`: what is asked of every request before its route runs, and of every answer after it. */
import { isConnectionError, isUnfitInput, isUuid } from '#kernel/db.ts';
import { bodyFault } from '#kernel/http/sayable.ts';
import { type BackendLog, createFaultLog } from '#kernel/postgres/backend-error.ts';
import { AuthError, invalid, noSuchAddress, notOffered, unavailable } from './auth-error.ts';
import type { Caller, OpenedSession, Sessions } from './auth-sessions.ts';
import type { KnownDevices } from './known-devices.ts';
import { maxAddress } from './users.ts';
import type { Attempt, AuthAction, AuthGate } from './limits.ts';
import { type Proofs, safeRedirect } from './proofs.ts';

type Body = Readonly<Record<string, unknown>>;

export interface AuthCall {
  readonly url: URL;
  readonly body: Body;
  readonly origin: string;
  /** Ours, as the browser names it: passkeys are bound to that. */
  readonly site: string;
  /** On our own site, whatever was asked for. */
  readonly redirectTo: string;
  readonly userAgent: string | null;
  readonly cookies: string | null;
  readonly authorization: string | null;
  /** In small letters; empty where none is said. */
  readonly account: string;
  readonly text: (name: string) => string;
  readonly caller: () => Promise<Caller>;
}

/** What a route answers. Where it opens a session, the device is known from now on. */
export interface Outcome {
  readonly status?: number;
  readonly body?: unknown;
  readonly location?: string;
  readonly cookies?: readonly string[];
  readonly opened?: OpenedSession;
}

export interface Route {
  /** By what it is counted; absent: by nothing. */
  readonly limit?: AuthAction | ((call: AuthCall) => AuthAction);
  /** The account whose password is tried, where the request does not name it. */
  readonly whose?: (call: AuthCall) => Promise<string>;
  /** Followed from a mail or from another provider: it carries no key of ours. */
  readonly isLink?: true;
  readonly run: (call: AuthCall) => Promise<Outcome>;
}

export type Routes = Readonly<Record<string, Route>>;

export interface AuthServerDeps {
  readonly anonKey: string;
  readonly routes: Routes;
  readonly publicOrigin: () => string;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly devices: KnownDevices;
  readonly gate: AuthGate;
  readonly log: BackendLog;
}

const maxBodyBytes = 64 * 1024;
/** What a guesser hears. */
const guesses = new Set(['invalid_credentials', 'mfa_verification_failed']);
/** A token in two hands is told as well. */
const isTold = (error: unknown): error is AuthError =>
  error instanceof AuthError && (guesses.has(error.code) || error.code === 'refresh_token_already_used');
const texts = [
  'email',
  'phone',
  'password',
  'refresh_token',
  'token',
  'token_hash',
  'auth_code',
  'code_verifier',
  'current_password',
];
const badJson = (): AuthError =>
  new AuthError(400, 'bad_json', 'Could not parse request body as JSON: it is of another shape');
const isRecord = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const readBody = (bytes: ArrayBuffer, name: string): Body => {
  if (bytes.byteLength > maxBodyBytes) throw new AuthError(413, 'request_too_large', 'The request is too large.');
  if (bytes.byteLength === 0) return {};
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw badJson();
  }
  const leftOut = name === 'PUT user' ? undefined : null;
  const isFit =
    isRecord(body) &&
    isRecord(body['data'] ?? {}) &&
    texts.every((field) => body[field] === undefined || body[field] === leftOut || typeof body[field] === 'string');
  // A refresh token that cannot be one is none.
  if (!isFit || (bodyFault(body) !== null && name !== 'POST token refresh_token')) throw badJson();
  return body as Body;
};

/** The route of a request: a name with `:id` stands for any one part. */
const find = (routes: Routes, name: string): [Route | undefined, string] => {
  const exact = routes[name];
  if (exact) return [exact, ''];
  const parts = name.split('/');
  const at = isUuid(parts[1] ?? '') ? parts[1] : undefined;
  const byId = at === undefined ? undefined : routes[name.replace(at, ':id')];
  if (byId) return [byId, at as string];
  const [, area = ''] = /^\w+ (admin|factors|user\/identities)(\/|$)/.exec(name) ?? [];
  return [routes[`ANY ${area}`], ''];
};

export const createAuthServer = (deps: AuthServerDeps) => {
  const { anonKey, routes, gate, devices, proofs, sessions, publicOrigin, log } = deps;
  const tellFault = createFaultLog((fault) => log.error(fault));

  const settle = (attempt: Attempt, outcome: 'right' | 'wrong' | 'neither'): void => {
    const isOften = gate.settle(attempt, outcome);
    if (!isOften || attempt.action !== 'sign-in') return;
    log.security('account-guessed', { address: attempt.address });
    proofs.tellGuesses(attempt.account, publicOrigin()).catch((error) => log.error(String(error)));
  };

  const callOf = (request: Request, url: URL, body: Body, id: string): AuthCall => {
    const text = (name: string): string => {
      const value = body[name];
      return typeof value === 'string' ? value : '';
    };
    const isReset = url.pathname.endsWith('/recover') || url.searchParams.get('type') === 'recovery';
    if (id) url.searchParams.set('id', id);
    return {
      url,
      body,
      origin: publicOrigin(),
      site: new URL(safeRedirect(publicOrigin(), request.headers.get('origin'))).origin,
      redirectTo: safeRedirect(publicOrigin(), url.searchParams.get('redirect_to'), isReset ? '/reset-password' : '/'),
      userAgent: request.headers.get('user-agent'),
      cookies: request.headers.get('cookie'),
      authorization: request.headers.get('authorization'),
      account: text('email').trim().toLowerCase(),
      text,
      caller: () => sessions.caller(request.headers.get('authorization')),
    };
  };

  const run = async (name: string, route: Route, call: AuthCall, address: string): Promise<Outcome> => {
    const action = typeof route.limit === 'function' ? route.limit(call) : (route.limit ?? 'free');
    const named = action === 'factor' ? (call.url.searchParams.get('id') ?? '') : call.account;
    const account = route.whose ? await route.whose(call) : named;
    const attempt: Attempt = { action, address, account, device: devices.read(call.cookies, account) };
    const asked = { action: name, address };
    try {
      gate.admit(attempt);
    } catch (error) {
      log.security('sign-in-limited', asked);
      throw error;
    }
    try {
      const outcome = await route.run(call);
      settle(attempt, 'right');
      if (action !== 'free')
        log.security('sign-in-done', { ...asked, ...(outcome.opened && { account: outcome.opened.user.id }) });
      return outcome;
    } catch (error) {
      const isWrong = error instanceof AuthError && guesses.has(error.code);
      settle(attempt, isWrong ? 'wrong' : 'neither');
      if (isTold(error))
        log.security(isWrong ? 'sign-in-refused' : 'refresh-token-reused', { ...asked, code: error.code });
      throw error;
    }
  };

  const toResponse = ({ status = 200, body, location, cookies = [], opened }: Outcome, call: AuthCall): Response => {
    const headers = new Headers(location === undefined ? {} : { location });
    const email = (opened?.user.email ?? '').toLowerCase();
    const marks = opened ? devices.marksFor(email, call.cookies, publicOrigin().startsWith('https:')) : [];
    for (const cookie of [...cookies, ...marks]) headers.append('set-cookie', cookie);
    return body === undefined ? new Response(null, { status, headers }) : Response.json(body, { status, headers });
  };

  const answer = async (request: Request, address: string): Promise<Response> => {
    const url = new URL(request.url);
    const path = url.pathname.split('/').slice(3).join('/');
    const grant = url.searchParams.get('grant_type');
    const name = `${request.method} ${path}${path === 'token' && grant ? ` ${grant}` : ''}`;
    const [route, id] = find(routes, name);
    if (!route?.isLink && request.headers.get('apikey') !== anonKey && url.searchParams.get('apikey') !== anonKey) {
      const said = request.headers.has('apikey') ? 'Invalid API key' : 'No API key found in request';
      return Response.json({ message: said, hint: 'Send the key of this backend as `apikey`.' }, { status: 401 });
    }
    if (!route) throw notOffered();
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const body = isRead ? {} : readBody(await request.arrayBuffer(), name);
    const call = callOf(request, url, body, id);
    if (call.account.length > maxAddress) throw noSuchAddress();
    return toResponse(await run(name, route, call, address), call);
  };

  return {
    async fetch(request: Request, { address }: { address: string }): Promise<Response> {
      try {
        return await answer(request, address);
      } catch (error) {
        if (error instanceof AuthError) return error.toResponse();
        if (isConnectionError(error)) return unavailable(503).toResponse();
        const { code = '', message = '' } = error as { code?: string; message?: string };
        // A value that cannot be kept, or a rule of ours that it breaks; a missing table or right is our own fault.
        if (isUnfitInput(error) || code.startsWith('23'))
          return invalid('The request has a value that cannot be kept').toResponse();
        tellFault(`sign-in failed at ${new URL(request.url).pathname}: ${code} ${message}`);
        return new AuthError(
          500,
          'unexpected_failure',
          'Unexpected failure, please check server logs for more information',
        ).toResponse();
      }
    },
  };
};
