/** Who comes by another provider's word: Google, and any that speaks OpenID Connect. Code and PKCE there, and the same here where the app asks for it. */
import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import * as oidc from 'openid-client';
import type { Sql, TransactionSql } from 'postgres';
import { isUuid } from '#kernel/db.ts';
import { cappedFetch } from '#kernel/http/capped-fetch.ts';
import { AuthError } from './auth-error.ts';
import { cookieName } from './known-devices.ts';
import { hashOf } from './proofs.ts';
import type { OpenedSession, Sessions } from './auth-sessions.ts';
import { makeUser } from './users.ts';

export interface Provider {
  /** As the app asks for it. */
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly secret: string;
}

export interface ProviderRules {
  readonly sql: Sql;
  readonly sessions: Sessions;
  readonly providers: readonly Provider[];
  readonly secret: string;
}

interface Flow {
  readonly id: string;
  readonly provider_type: string;
  readonly referrer: string;
  readonly code_challenge: string | null;
  readonly is_used: boolean;
}

interface Begin {
  readonly provider: string;
  readonly redirectTo: string;
  readonly challenge: string | null;
  readonly method: string | null;
  readonly origin: string;
}

const stateCookie = 'wattershed-oauth-state';
const flowS = 300;
const timeoutS = 10;
const maxBytes = 1024 * 1024;
const scopes = 'openid email profile';

/** What a provider says wrongly, or not at all. */
const farSide = [
  oidc.ResponseBodyError,
  oidc.AuthorizationResponseError,
  oidc.ClientError,
  oidc.WWWAuthenticateChallengeError,
];

const flowError = (): AuthError =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');

/** An error is told twice, as apps look for it in both places. */
const withError = (location: string, error: string, code: string, description: string): string => {
  const url = new URL(location);
  const told = { error, error_code: code, error_description: description };
  for (const [name, value] of Object.entries(told)) url.searchParams.set(name, value);
  url.hash = new URLSearchParams(told).toString();
  return url.href;
};

export const withSession = (location: string, opened: OpenedSession, type?: string): string => {
  const url = new URL(location);
  const { access_token, refresh_token, expires_in, expires_at, token_type } = opened;
  const told = {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
  };
  url.hash = new URLSearchParams({ ...told, ...(type && { type }) }).toString();
  return url.href;
};

interface Proven {
  readonly provider: string;
  readonly subject: string;
  readonly email: string;
  readonly told: Record<string, unknown>;
}

/** Their account here: known by who they are there, or by their proved address; else it is made. */
const accountOf = async (tx: TransactionSql, { provider, subject, email, told }: Proven): Promise<string> => {
  await tx`select pg_advisory_xact_lock(hashtextextended('address ' || ${email}, 0))`;
  const data = { ...told, sub: subject, email, email_verified: true };
  const [known] = await tx<{ user_id: string }[]>`
    update auth.identities set identity_data = ${tx.json(data)}, last_sign_in_at = now(), updated_at = now()
    where provider = ${provider} and provider_id = ${subject} returning user_id`;
  if (known) return known.user_id;
  const [user] = await tx<{ id: string }[]>`
    select id from auth.users where email = ${email} and not is_sso_user and deleted_at is null`;
  if (!user) return makeUser(tx, { email, provider, subject, hash: null, told, isConfirmed: true, isProved: true });
  // Of an account that nobody had proved the database ends all that was there before (auth.admit_identity).
  await tx`
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
    values (${randomUUID()}, ${provider}, ${subject}, ${user.id}, ${tx.json(data)}, now())`;
  await tx`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()),
    raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || jsonb_build_object('providers',
      (select json_agg(distinct i.provider) from auth.identities i where i.user_id = ${user.id})) where id = ${user.id}`;
  return user.id;
};

export type Providers = ReturnType<typeof createProviders>;

export const createProviders = ({ sql, sessions, providers, secret }: ProviderRules) => {
  const known = new Map<string, Promise<oidc.Configuration>>();
  /** Both are the far side's to carry, and need not be kept: only who has the secret can tell them from the state. */
  const derive = (what: string, state: string): string =>
    createHmac('sha256', secret).update(`oauth ${what} ${state}`).digest('base64url');

  const discover = async ({ issuer, clientId, secret: password }: Provider): Promise<oidc.Configuration> => {
    const isLocal = issuer.startsWith('http://');
    return oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretPost(password), {
      // By itself the library believes the line; a provider in one's own network may speak plain HTTP.
      execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])],
      timeout: timeoutS,
      [oidc.customFetch]: cappedFetch(maxBytes) as oidc.CustomFetch,
    });
  };

  const configured = (id: string): Promise<oidc.Configuration> => {
    const provider = providers.find((one) => one.id === id);
    if (!provider) throw new AuthError(400, 'validation_failed', 'Unsupported provider: provider is not enabled');
    const asked = known.get(id) ?? discover(provider);
    known.set(id, asked);
    // Whoever was away for a moment is asked again at the next visit.
    asked.catch(() => known.delete(id));
    return asked;
  };

  const readFlow = async (state: string): Promise<Flow | undefined> => {
    if (!isUuid(state)) return undefined;
    const [flow] = await sql<Flow[]>`
      select id, provider_type, referrer, code_challenge, authentication_method <> 'begun' as is_used from auth.flow_state
      where id = ${state} and created_at > now() - make_interval(secs => ${flowS})`;
    return flow;
  };

  const askProvider = async (flow: Flow, url: URL, origin: string): Promise<Proven> => {
    const back = new URL(`/auth/v1/callback${url.search}`, origin);
    const tokens = await oidc.authorizationCodeGrant(await configured(flow.provider_type), back, {
      expectedState: flow.id,
      expectedNonce: derive('nonce', flow.id),
      pkceCodeVerifier: derive('verifier', flow.id),
      idTokenExpected: true,
    });
    const claims = tokens.claims() as oidc.IDToken;
    const { sub, email, email_verified: isProved, name, picture } = claims;
    if (typeof email !== 'string' || isProved !== true) {
      const words = `Unverified email with ${flow.provider_type}. Verify the email with ${flow.provider_type} in order to sign in`;
      throw new AuthError(422, 'provider_email_needs_verification', words);
    }
    const told = {
      iss: claims.iss,
      ...(typeof name === 'string' && { name, full_name: name }),
      ...(typeof picture === 'string' && { avatar_url: picture }),
    };
    return { provider: flow.provider_type, subject: sub, email: email.trim().toLowerCase(), told };
  };

  const complete = async (flow: Flow, userId: string, userAgent: string | null): Promise<string> => {
    if (flow.code_challenge === null)
      return withSession(flow.referrer, await sessions.open({ id: userId }, 'oauth', userAgent));
    const code = randomBytes(32).toString('base64url');
    await sql`update auth.flow_state set user_id = ${userId}, auth_code = ${hashOf(code)}, auth_code_issued_at = now() where id = ${flow.id}`;
    const url = new URL(flow.referrer);
    url.searchParams.set('code', code);
    return url.href;
  };

  return {
    ids: providers.map(({ id }) => id),

    /** Where the browser goes, and the cookie that binds it to this. Throws `validation_failed`. */
    async begin({
      provider,
      redirectTo,
      challenge,
      method,
      origin,
    }: Begin): Promise<{ location: string; cookie: string }> {
      const config = await configured(provider).catch((error: unknown) => {
        if (error instanceof AuthError) throw error;
        throw new AuthError(503, 'unexpected_failure', `${provider} cannot be reached just now`, {
          'retry-after': '10',
        });
      });
      const state = randomUUID();
      await sql`delete from auth.flow_state where created_at < now() - interval '1 day'`;
      await sql`
        insert into auth.flow_state (id, authentication_method, code_challenge, code_challenge_method, provider_type, referrer)
        values (${state}, 'begun', ${challenge}, ${challenge === null ? null : method === 'plain' ? 'plain' : 's256'}, ${provider}, ${redirectTo})`;
      const redirect = new URL('/auth/v1/callback', origin);
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirect.href,
        scope: scopes,
        state,
        nonce: derive('nonce', state),
        code_challenge: await oidc.calculatePKCECodeChallenge(derive('verifier', state)),
        code_challenge_method: 'S256',
      });
      const isSecure = redirect.protocol === 'https:';
      const rest = `Path=/auth/v1/callback; Max-Age=${flowS}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
      const cookie = `${cookieName(stateCookie, isSecure)}=${state}; ${rest}`;
      return { location: url.href, cookie };
    },

    /** Where the browser goes on, with a session, a code or an error. */
    async end(url: URL, origin: string, cookies: string | null, userAgent: string | null): Promise<string> {
      const state = url.searchParams.get('state') ?? '';
      const home = new URL('/', origin).href;
      const flow = await readFlow(state);
      const badState = 'OAuth state is invalid: it has expired, or nobody here began this';
      if (!flow) return withError(home, 'invalid_request', 'bad_oauth_state', badState);
      const used = withError(home, 'invalid_request', 'flow_state_already_used', 'This sign-in was completed already');
      if (flow.is_used) return used;
      const isSameBrowser = (cookies ?? '')
        .split(/;\s*/)
        .includes(`${cookieName(stateCookie, origin.startsWith('https:'))}=${state}`);
      if (flow.code_challenge === null && !isSameBrowser)
        return withError(flow.referrer, 'invalid_request', 'bad_oauth_state', 'Another browser began this.');
      const taken =
        await sql`update auth.flow_state set authentication_method = 'oauth' where id = ${state} and authentication_method = 'begun'`;
      if (taken.count === 0) return used;
      const refused = url.searchParams.get('error');
      if (refused)
        return withError(flow.referrer, refused, refused, url.searchParams.get('error_description') ?? refused);
      try {
        const proven = await askProvider(flow, url, origin);
        const userId = await sql.begin((tx) => accountOf(tx, proven));
        return await complete(flow, userId, userAgent);
      } catch (error) {
        if (error instanceof AuthError) return withError(flow.referrer, 'access_denied', error.code, error.message);
        if (!farSide.some((kind) => error instanceof kind)) throw error;
        const words = `${flow.provider_type} did not confirm this sign-in`;
        return withError(flow.referrer, 'server_error', 'bad_oauth_callback', words);
      }
    },

    /** Throws `flow_state_not_found`, `bad_code_verifier`. */
    async exchange(code: string, verifier: string, userAgent: string | null): Promise<OpenedSession> {
      const [flow] = await sql<{ id: string; user_id: string; challenge: string; method: string; is_late: boolean }[]>`
        select id, user_id, code_challenge as challenge, code_challenge_method as method,
          auth_code_issued_at < now() - make_interval(secs => ${flowS}) as is_late
        from auth.flow_state where auth_code = ${hashOf(code)} and user_id is not null and code_challenge is not null`;
      if (!flow) throw flowError();
      if (flow.is_late) throw new AuthError(404, 'flow_state_expired', 'invalid flow state, flow state has expired');
      const shown = flow.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
      if (shown !== flow.challenge)
        throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
      const taken = await sql`delete from auth.flow_state where id = ${flow.id}`;
      if (taken.count === 0) throw flowError();
      return sessions.open({ id: flow.user_id }, 'oauth', userAgent);
    },
  };
};
