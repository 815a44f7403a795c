/** `/auth/v1`, as supabase-js speaks it: one list of routes, and what is asked of every request before and after. */
import { bodyFault } from '#kernel/http/sayable.ts';
import { isConnectionError, isUnfitInput } from '#kernel/db.ts';
import type { BackendLog } from '#kernel/postgres/backend-error.ts';
import { type Accounts, checkAddress } from './accounts.ts';
import {
  AuthError,
  badLink,
  badToken,
  invalid,
  noPerson,
  notOffered,
  noSuchAddress,
  unavailable,
} from './auth-error.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Attempt, AuthAction, AuthGate } from './limits.ts';
import { type Proofs, safeRedirect } from './proofs.ts';
import { type Providers, withSession } from './providers.ts';
import { type Caller, endOtherSessions, endSession, type OpenedSession, type Sessions } from './sessions.ts';
import { isGuestEmail, readUser, type User, userJson } from './users.ts';
import type { Sql } from 'postgres';

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
  readonly sql: Sql;
  readonly anonKey: string;
  readonly guestDomain: string;
  readonly mustConfirmEmail: boolean;
  readonly publicOrigin: () => string;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly providers: Providers;
  readonly devices: KnownDevices;
  readonly gate: Pick<AuthGate, 'admit' | 'settle'>;
  readonly more: Routes;
  readonly log: BackendLog;
}

const maxBodyBytes = 64 * 1024;
/** Whoever asks again and again does not fill the log. */
const faultPauseMs = 60_000;
const maxFaults = 100;
/** What a guesser hears. */
const guesses = new Set(['invalid_credentials', 'mfa_verification_failed']);
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
const off = (status: number, code: string, message: string): Route => ({
  run: () => Promise.reject(new AuthError(status, code, message)),
});
/** The same, and only a person hears it. */
const offTo = (status: number, code: string, message: string): Route => ({
  run: async ({ caller }) => {
    await caller();
    throw new AuthError(status, code, message);
  },
});
/** No person is the operator, whatever token they show. */
const forAdmin: Route = {
  run: ({ authorization }) =>
    Promise.reject(authorization === null ? noPerson() : new AuthError(403, 'not_admin', 'User not allowed')),
};
const noPhone = (status: number, message: string): AuthError =>
  new AuthError(status, 'phone_provider_disabled', message);
const session = (opened: OpenedSession): Outcome => ({ body: opened, opened });

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

const routesOf = (deps: AuthServerDeps): Routes => {
  const { sql, accounts, sessions, proofs, providers, devices, guestDomain, publicOrigin } = deps;
  const placesOf = ({ redirectTo }: AuthCall) => ({ origin: new URL(redirectTo).origin, redirectTo });

  const signUp = async (call: AuthCall): Promise<Outcome> => {
    const password = call.text('password');
    if (call.text('phone') && !call.account) throw noPhone(400, 'Phone signups are disabled');
    if (!call.account && !password)
      throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
    if (!password) throw invalid('Signup requires a valid password');
    const wish = { email: call.account, password, data: (call.body['data'] ?? {}) as Record<string, unknown> };
    const made = await accounts.signUp(wish, placesOf(call), call.userAgent);
    if ('access_token' in made) return session(made as OpenedSession);
    return { body: made, cookies: [devices.signUpMark(made.id, publicOrigin().startsWith('https:'))] };
  };

  const change = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    const { body } = call;
    if (call.text('phone')) throw noPhone(400, 'Unsupported phone provider');
    if (body['app_metadata']) throw new AuthError(403, 'not_admin', 'User not allowed');
    const changed = await accounts.change(
      caller,
      {
        ...(call.account && { email: call.account }),
        ...(body['password'] !== undefined && { password: call.text('password') }),
        ...(body['data'] !== undefined && { data: body['data'] as Record<string, unknown> }),
        ...(body['current_password'] !== undefined && { currentPassword: call.text('current_password') }),
      },
      placesOf(call),
    );
    return { body: changed };
  };

  /** A new address needs nobody signed in: whoever opens its link may own a mistyped one. Who shows their own session with it gets one. */
  const verifyByApp = async (call: AuthCall): Promise<Outcome> => {
    const hash = call.text('token_hash');
    if (!hash) throw badLink();
    const shown = await proofs.show(hash, call.text('type'), devices.signedUp(call.cookies));
    if (shown.kind === 'lost_factor') return { body: {} };
    const caller = shown.kind === 'email_change' ? await call.caller().catch(() => null) : null;
    if (shown.kind === 'email_change' && caller?.user.id !== shown.userId)
      return { body: { user: userJson((await readUser(sql, shown.userId)) as User) } };
    return session(await sessions.open({ id: shown.userId }, 'otp', call.userAgent));
  };

  const verifyByLink = async (call: AuthCall): Promise<Outcome> => {
    const asked = call.url.searchParams;
    try {
      const shown = await proofs.show(
        asked.get('token') ?? '',
        asked.get('type') ?? '',
        devices.signedUp(call.cookies),
      );
      if (shown.kind === 'email_change' || shown.kind === 'lost_factor') {
        const url = new URL(call.redirectTo);
        url.hash = `type=${shown.kind}`;
        return { status: 303, location: url.href };
      }
      const opened = await sessions.open({ id: shown.userId }, 'otp', call.userAgent);
      const target = shown.needsPassword ? new URL('/reset-password', call.redirectTo).href : call.redirectTo;
      return { status: 303, location: withSession(target, opened, shown.kind), opened };
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      const url = new URL(call.redirectTo);
      url.hash = new URLSearchParams({
        error: 'access_denied',
        error_code: error.code,
        error_description: error.message,
      }).toString();
      return { status: 303, location: url.href };
    }
  };

  const logout = async (call: AuthCall): Promise<Outcome> => {
    const caller = await call.caller();
    const scope = call.url.searchParams.get('scope') ?? 'global';
    if (scope === 'local') await endSession(sql, caller.session);
    else if (scope === 'others') await endOtherSessions(sql, caller.user.id, caller.session);
    else if (scope === 'global') await endOtherSessions(sql, caller.user.id, null);
    else throw invalid(`Unsupported logout scope "${scope.slice(0, 20)}"`);
    return { status: 204 };
  };

  const mailed = (send: (call: AuthCall) => Promise<void>): Route => ({
    limit: 'mail',
    run: async (call) => {
      if (call.text('phone')) throw noPhone(400, 'Unsupported phone provider');
      checkAddress(call.account);
      await send(call);
      return { body: {} };
    },
  });

  return {
    'POST signup': { limit: ({ account }) => (isGuestEmail(account, guestDomain) ? 'guest' : 'sign-up'), run: signUp },
    'POST token password': {
      limit: 'sign-in',
      run: async (call) => {
        if (call.text('phone') && !call.account) throw noPhone(422, 'Phone logins are disabled');
        return session(await accounts.signIn(call.account, call.text('password'), call));
      },
    },
    'POST token refresh_token': {
      run: async (call) => {
        const token = call.text('refresh_token');
        if (!token) throw badToken();
        return session(await sessions.refresh(token, call.userAgent));
      },
    },
    'POST token pkce': {
      run: async (call) =>
        session(await providers.exchange(call.text('auth_code'), call.text('code_verifier'), call.userAgent)),
    },
    'POST logout': { run: logout },
    'GET user': { run: async ({ caller }) => ({ body: userJson((await caller()).user) }) },
    'PUT user': { limit: ({ account }) => (account ? 'mail' : 'change'), run: change },
    'POST recover': mailed(({ account, ...call }) => proofs.recover(account, placesOf({ ...call, account }))),
    'POST resend': mailed((call) => proofs.resend(call.account, call.text('type'), placesOf(call))),
    'POST verify': { limit: 'verify', run: verifyByApp },
    'GET verify': { limit: 'verify', isLink: true, run: verifyByLink },
    'GET authorize': {
      isLink: true,
      run: async ({ url, redirectTo }) => {
        const challenge = url.searchParams.get('code_challenge');
        const method = url.searchParams.get('code_challenge_method');
        const provider = url.searchParams.get('provider') ?? '';
        const { location, cookie } = await providers.begin({
          provider,
          redirectTo,
          challenge,
          method,
          origin: publicOrigin(),
        });
        return { status: 302, location, cookies: [cookie] };
      },
    },
    'GET callback': {
      isLink: true,
      run: async ({ url, cookies, userAgent }) => ({
        status: 303,
        location: await providers.end(url, publicOrigin(), cookies, userAgent),
      }),
    },
    'GET settings': { run: async () => ({ body: settingsOf(deps) }) },
    'GET health': {
      run: async () => ({ body: { version: 'wattershed', name: 'GoTrue', description: 'Sign-in of Wattershed' } }),
    },
    // The secret is shared: no key is published.
    'GET .well-known/jwks.json': { isLink: true, run: async () => ({ body: { keys: [] } }) },
    'POST otp': {
      run: async (call) => {
        if (call.text('phone')) throw noPhone(400, 'Unsupported phone provider');
        throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
      },
    },
    'POST magiclink': off(422, 'otp_disabled', 'Signups not allowed for otp'),
    'POST sso': off(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
    'POST token id_token': off(400, 'provider_disabled', 'Provider is not enabled'),
    'POST token web3': off(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
    'POST invite': forAdmin,
    'ANY admin': forAdmin,
    'ANY user/identities': offTo(404, 'manual_linking_disabled', 'Manual linking is disabled'),
    // Our own: whoever is in shows the password once more, and stays in the same session.
    'POST reauthenticate': {
      limit: 'sign-in',
      whose: async ({ caller }) => (await caller()).user.email ?? '',
      run: async (call) => {
        await accounts.prove(await call.caller(), call.text('password'));
        return { status: 204 };
      },
    },
    'GET reauthenticate': offTo(404, 'not_found', 'This backend does not offer that.'),
    ...deps.more,
  };
};

/** Of what a hosted one may offer, as its clients read it. */
const settingsOf = ({ mustConfirmEmail, providers, more }: AuthServerDeps): unknown => ({
  external: {
    anonymous_users: false,
    email: true,
    phone: false,
    google: providers.ids.includes('google'),
    ...Object.fromEntries(providers.ids.map((id) => [id, true])),
  },
  disable_signup: false,
  mailer_autoconfirm: !mustConfirmEmail,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
  passkeys_enabled: 'POST passkeys/authentication/options' in more,
});

/** The route of a request: a name with `:id` stands for any one part. */
const find = (routes: Routes, name: string): [Route | undefined, string] => {
  const exact = routes[name];
  if (exact) return [exact, ''];
  const parts = name.split('/');
  const at = /^[0-9a-f-]{36}$/i.test(parts[1] ?? '') ? parts[1] : undefined;
  const byId = at === undefined ? undefined : routes[name.replace(at, ':id')];
  if (byId) return [byId, at as string];
  const [, area = ''] = /^\w+ (admin|user\/identities)(\/|$)/.exec(name) ?? [];
  return [routes[`ANY ${area}`], ''];
};

export interface AuthServer {
  fetch(request: Request, from: { address: string }): Promise<Response>;
}

export const createAuthServer = (deps: AuthServerDeps): AuthServer => {
  const { anonKey, gate, devices, proofs, sessions, publicOrigin, log } = deps;
  const routes = routesOf(deps);
  const faults = new Map<string, number>();

  const tellFault = (fault: string): void => {
    const since = Date.now() - faultPauseMs;
    for (const [one, at] of faults) if (at < since) faults.delete(one);
    if (faults.has(fault) || faults.size >= maxFaults) return;
    faults.set(fault, Date.now());
    log.error(fault);
  };

  const settle = (attempt: Attempt, outcome: 'right' | 'wrong' | 'neither'): void => {
    const isTold = gate.settle(attempt, outcome);
    if (!isTold || attempt.action !== 'sign-in') return;
    log.warn('somebody tries passwords at an account: its person is told');
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

  const run = async (route: Route, call: AuthCall, address: string): Promise<Outcome> => {
    const action = typeof route.limit === 'function' ? route.limit(call) : (route.limit ?? 'free');
    const named = action === 'factor' ? (call.url.searchParams.get('id') ?? '') : call.account;
    const account = route.whose ? await route.whose(call) : named;
    const attempt: Attempt = { action, address, account, device: devices.read(call.cookies, account) };
    gate.admit(attempt);
    try {
      const outcome = await route.run(call);
      settle(attempt, 'right');
      return outcome;
    } catch (error) {
      const isWrong = error instanceof AuthError && guesses.has(error.code);
      settle(attempt, isWrong ? 'wrong' : 'neither');
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
    if (call.account.length > 254) throw noSuchAddress();
    return toResponse(await run(route, call, address), call);
  };

  return {
    async fetch(request, { address }) {
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
