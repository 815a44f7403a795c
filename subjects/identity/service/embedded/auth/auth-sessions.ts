/** Sessions: how one is opened, renewed and ended, and whose token it is that somebody shows. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import type { Sql, TransactionSql } from 'postgres';
import { isUuid } from '#kernel/db.ts';
import { AuthError, badToken, noPerson } from './auth-error.ts';
import { hasFactor, readUser, type User, userJson } from './users.ts';

/** As sign-in answers it. */
export interface OpenedSession {
  readonly access_token: string;
  readonly refresh_token: string;
  /** Seconds. */
  readonly expires_in: number;
  readonly expires_at: number;
  readonly token_type: 'bearer';
  readonly user: { readonly id: string; readonly email: string } & Record<string, unknown>;
}

/** Whoever shows a good access token of a session that lives. */
export interface Caller {
  readonly user: User;
  readonly session: string;
  readonly aal: 'aal1' | 'aal2';
  /** Whether they have shown lately who they are, by a password, a factor, a mail or another provider. */
  readonly isFresh: boolean;
}

/** How somebody showed who they are, as tokens name it. */
type Method =
  | 'anonymous'
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/recovery_code'
  | 'mfa/trusted_device'
  | 'webauthn';

export interface SessionRules {
  readonly sql: Sql;
  readonly jwtSecret: string;
  readonly issuer: string;
  readonly lifetimeS: number;
}

interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly aal: 'aal1' | 'aal2';
  readonly counter: string;
  readonly amr: { method: string; timestamp: number }[];
  readonly is_fresh: boolean;
}

/** Throws `insufficient_aal`: whoever has a second factor has shown it in this session. */
export const demandFactor = ({ user, aal }: Caller): void => {
  if (hasFactor(user) && aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 session is required for this');
};

/** Throws `insufficient_aal`, `reauthentication_needed`: somebody who finds an open browser has not come in just now. */
export const demandFresh = (caller: Caller): void => {
  demandFactor(caller);
  if (!caller.isFresh)
    throw new AuthError(400, 'reauthentication_needed', 'This needs that you show once more who you are');
};

const maxUserAgent = 200;
/** Nobody has looked for so long: whoever has the token may not be its person any more. */
const idleDays = 90;
/** Two tabs may ask with the same token at once, and one may be slow to hear. */
const graceS = 10;
const graceGenerations = 2;

export const endSession = async (sql: Sql, session: string): Promise<boolean> =>
  (await sql`delete from auth.sessions where id = ${session}`).count > 0;

export const endOtherSessions = async (
  sql: Sql | TransactionSql,
  userId: string,
  kept: string | null,
): Promise<void> => {
  await sql`delete from auth.sessions where user_id = ${userId} and id is distinct from ${kept}`;
};

/** A passkey is what one has and who one is at once. */
const isStrong = (methods: readonly Method[]): boolean => methods.includes('webauthn') || methods.length > 1;

/** A refresh token says which session, and the how many-eth it is; only who has the secret can write one. */
const refreshTokens = (secret: string) => {
  const sign = (said: string): string =>
    createHmac('sha256', secret).update(`refresh token ${said}`).digest('base64url');
  return {
    write: (session: string, counter: number): string => {
      const said = `${Buffer.from(session.replaceAll('-', ''), 'hex').toString('base64url')}.${counter.toString(36)}`;
      return `${said}.${sign(said)}`;
    },
    read: (token: string): { session: string; counter: number } | null => {
      const [id = '', count = '', signature = ''] = token.split('.');
      const expected = Buffer.from(sign(`${id}.${count}`));
      const given = Buffer.from(signature);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const hex = Buffer.from(id, 'base64url').toString('hex');
      return {
        session: hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
        counter: Number.parseInt(count, 36),
      };
    },
  };
};

export type Sessions = ReturnType<typeof createSessions>;

export const createSessions = ({ sql, jwtSecret, issuer, lifetimeS }: SessionRules) => {
  const key = new TextEncoder().encode(jwtSecret);
  const tokens = refreshTokens(jwtSecret);

  const row = async (session: string): Promise<SessionRow | undefined> => {
    const [found] = await sql<SessionRow[]>`
      select s.id, s.user_id, coalesce(s.aal, 'aal1') as aal, coalesce(s.refresh_token_counter, 0) as counter, auth.is_fresh(s.id) as is_fresh,
        coalesce((select json_agg(json_build_object('method', a.authentication_method, 'timestamp', floor(extract(epoch from a.updated_at))::bigint)
          order by a.updated_at desc) from auth.mfa_amr_claims a where a.session_id = s.id), '[]'::json) as amr
      from auth.sessions s where s.id = ${session} and (s.not_after is null or s.not_after > now())`;
    return found;
  };

  const answer = async (session: string): Promise<OpenedSession> => {
    const found = await row(session);
    const user = found && (await readUser(sql, found.user_id));
    if (!found || !user) throw badToken();
    if (user.banned_until !== null && user.banned_until > new Date())
      throw new AuthError(400, 'user_banned', 'User is banned');
    const now = Math.floor(Date.now() / 1000);
    const said = {
      email: user.email ?? '',
      phone: user.phone ?? '',
      app_metadata: user.raw_app_meta_data ?? {},
      user_metadata: user.raw_user_meta_data ?? {},
      role: 'authenticated',
      aal: found.aal,
      amr: found.amr,
      session_id: session,
      is_anonymous: user.is_anonymous,
    };
    const access = await new SignJWT(said)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setSubject(user.id)
      .setIssuer(issuer)
      .setAudience('authenticated')
      .setIssuedAt(now)
      .setExpirationTime(now + lifetimeS)
      .sign(key);
    return {
      access_token: access,
      token_type: 'bearer',
      expires_in: lifetimeS,
      expires_at: now + lifetimeS,
      refresh_token: tokens.write(session, Number(found.counter)),
      user: userJson(user),
    };
  };

  const note = (on: Sql | TransactionSql, session: string, method: Method) => on`
    insert into auth.mfa_amr_claims (session_id, authentication_method) values (${session}, ${method})
    on conflict (session_id, authentication_method) do update set updated_at = now()`;

  const short = (userAgent: string | null): string | null => userAgent?.slice(0, maxUserAgent) ?? null;

  /** A token of the versions before: good once, for a token of this one. */
  const takeOld = async (token: string): Promise<string> => {
    if (!isUuid(token)) throw badToken();
    const [old] = await sql<{ session: string }[]>`
      delete from auth.refresh_tokens where token = ${token} and not revoked and session_id is not null returning session_id as session`;
    if (!old) throw badToken();
    await sql`update auth.sessions set refresh_token_counter = 0, not_after = now() + make_interval(days => ${idleDays}) where id = ${old.session}`;
    return old.session;
  };

  return {
    /** Several methods: what is asked for beside the password was shown too. */
    async open(
      user: { id: string },
      method: Method | readonly Method[],
      userAgent: string | null,
    ): Promise<OpenedSession> {
      const session = randomUUID();
      const methods: readonly Method[] = typeof method === 'string' ? [method] : method;
      await sql.begin(async (tx) => {
        await tx`
          insert into auth.sessions (id, user_id, aal, refresh_token_counter, user_agent, not_after)
          values (${session}, ${user.id}, ${isStrong(methods) ? 'aal2' : 'aal1'}, 0, ${short(userAgent)}, now() + make_interval(days => ${idleDays}))`;
        for (const one of methods) await note(tx, session, one);
        // Their person was told, and has not shown the factor for days.
        await tx`delete from auth.mfa_factors f using auth.factor_endings e where e.user_id = ${user.id} and e.due_at <= now() and f.user_id = e.user_id`;
        await tx`delete from auth.factor_endings where user_id = ${user.id} and due_at <= now()`;
        await tx`update auth.users set last_sign_in_at = now() where id = ${user.id}`;
      });
      return answer(session);
    },

    /** Throws `refresh_token_not_found`, `refresh_token_already_used`. */
    async refresh(token: string, userAgent: string | null): Promise<OpenedSession> {
      const shown = tokens.read(token);
      if (!shown) return answer(await takeOld(token));
      const { session, counter } = shown;
      const renewed = await sql`
        update auth.sessions set refresh_token_counter = refresh_token_counter + 1, refreshed_at = now() at time zone 'utc',
          updated_at = now(), not_after = now() + make_interval(days => ${idleDays}), user_agent = coalesce(${short(userAgent)}, user_agent)
        where id = ${session} and refresh_token_counter = ${counter} and (not_after is null or not_after > now())`;
      if (renewed.count > 0) return answer(session);
      const [known] = await sql<{ counter: string; is_fresh: boolean }[]>`
        select refresh_token_counter as counter, refreshed_at > (now() at time zone 'utc') - make_interval(secs => ${graceS}) as is_fresh
        from auth.sessions where id = ${session} and (not_after is null or not_after > now())`;
      const behind = known ? Number(known.counter) - counter : -1;
      if (!known || behind < 0) throw badToken();
      if (known.is_fresh && behind <= graceGenerations) return answer(session);
      // It is in two hands, and nobody can say in whose: all that came of it ends.
      await endSession(sql, session);
      throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    },

    /** Adds what was shown just now to a session, and answers it anew. */
    async raise(session: string, method: Method, factor: string | null): Promise<OpenedSession> {
      await sql.begin(async (tx) => {
        await note(tx, session, method);
        await tx`update auth.sessions set aal = 'aal2', factor_id = ${factor}, updated_at = now(), refresh_token_counter = refresh_token_counter + 1,
          refreshed_at = now() at time zone 'utc' where id = ${session}`;
        // Whoever can show it has not lost it.
        await tx`delete from auth.factor_endings e using auth.sessions s where s.id = ${session} and e.user_id = s.user_id`;
      });
      return answer(session);
    },

    /** Its person has shown once more who they are. */
    async prove(session: string, method: Method): Promise<void> {
      await note(sql, session, method);
    },

    /** Throws `bad_jwt`, `session_not_found`, `user_not_found`. */
    async caller(authorization: string | null): Promise<Caller> {
      const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (token === undefined) throw noPerson();
      const options = { issuer, audience: 'authenticated', algorithms: ['HS256'], requiredClaims: ['sub', 'exp'] };
      const { payload } = await jwtVerify(token, key, options).catch(() => {
        throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
      });
      const { sub = '', session_id: session } = payload;
      const user = isUuid(sub) ? await readUser(sql, sub) : undefined;
      if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
      const found = typeof session === 'string' && isUuid(session) ? await row(session) : undefined;
      if (found?.user_id !== user.id)
        throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      return {
        user,
        session: found.id,
        aal: found.aal,
        isFresh: found.is_fresh,
      };
    },
  };
};
