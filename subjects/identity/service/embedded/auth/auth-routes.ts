/** The routes of `/auth/v1`, as supabase-js asks for them: one list. */
import type { Sql } from 'postgres';
import type { Accounts } from './accounts.ts';
import { endOtherSessions, endSession, type OpenedSession, type Sessions } from './auth-sessions.ts';
import { AuthError, badOtp, badToken, invalid, noPerson, noSuchAddress } from './auth-error.ts';
import type { Outcome, AuthCall, Route, Routes } from './auth-server.ts';
import type { KnownDevices } from './known-devices.ts';
import type { Proofs } from './proofs.ts';
import { type Providers, withSession } from './providers.ts';
import { isAddress, isGuestEmail, readUser, type User, userJson } from './users.ts';

export interface RouteDeps {
  readonly sql: Sql;
  readonly guestDomain: string;
  readonly mustConfirmEmail: boolean;
  readonly publicOrigin: () => string;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly proofs: Proofs;
  readonly providers: Providers;
  readonly devices: KnownDevices;
  /** Of factors and passkeys. */
  readonly more: Routes;
}

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

export const authRoutes = (deps: RouteDeps): Routes => {
  const { sql, accounts, sessions, proofs, providers, devices, guestDomain, publicOrigin } = deps;
  const placesOf = ({ redirectTo }: AuthCall) => ({ origin: new URL(redirectTo).origin, redirectTo });

  const signUp = async (call: AuthCall): Promise<Outcome> => {
    const password = call.text('password');
    if (call.text('phone') && !call.account) throw noPhone(400, 'Phone signups are disabled');
    const told = (call.body['data'] ?? {}) as Record<string, unknown>;
    // Without a word of who they are: a guest.
    if (!call.account && !password) return session(await accounts.signUpGuest(told, call.userAgent));
    if (!password) throw invalid('Signup requires a valid password');
    const wish = { email: call.account, password, data: told };
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
    const [hash, phone] = [call.text('token_hash'), call.text('phone')];
    if (phone && !/^\+?[1-9]\d{6,14}$/.test(phone)) throw invalid('Invalid phone number format (E.164 required)');
    if (!hash) throw badOtp();
    const shown = await proofs.show(hash, call.text('type'), devices.signedUp(call.cookies)).catch((error: unknown) => {
      throw error instanceof AuthError && error.code === 'otp_expired' ? badOtp() : error;
    });
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
      if (!isAddress(call.account)) throw noSuchAddress();
      await send(call);
      return { body: {} };
    },
  });

  return {
    'POST signup': {
      limit: ({ account }) => (account === '' || isGuestEmail(account, guestDomain) ? 'guest' : 'sign-up'),
      run: signUp,
    },
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
      limit: 'change',
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
    'ANY factors': offTo(404, 'mfa_factor_not_found', 'Factor not found'),
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
const settingsOf = ({ mustConfirmEmail, providers, more }: RouteDeps): unknown => ({
  external: {
    anonymous_users: true,
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
