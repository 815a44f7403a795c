/** Who may ask: the tokens of the backend that is configured, as long as their sessions live. */
import type { Config } from '../config.ts';
import type { Sql } from '../db.ts';
import { type Authenticate, createAuthenticate, issuerOf } from './person.ts';

/** `secret`: the embedded backend's own. */
export const openAuthentication = (
  config: Config,
  secret: string | undefined,
  sql: Sql,
  now: () => number,
): { authenticate: Authenticate; sessions: LiveSessions } => {
  const sessions = createLiveSessions(async (session) => {
    const [row] = await sql<{ live: boolean }[]>`select private.session_is_live(${session}) as live`;
    return row?.live ?? false;
  }, now);
  const keys = secret
    ? { secret, issuer: issuerOf(secret) }
    : {
        secret: config.BACKEND_JWT_SECRET,
        keySetUrl: `${config.BACKEND_URL}/auth/v1/.well-known/jwks.json`,
        issuer: config.BACKEND_ISSUER ?? `${config.BACKEND_URL}/auth/v1`,
      };
  const authenticate = createAuthenticate(keys, () => now() / 1000, sessions.isLive);
  // Another provider asks in its own way, and a hosted sign-in in its own time.
  if (secret && config.IDENTITY_PROVIDER === 'backend')
    authenticate.isFresh = async ({ session }) => {
      const [row] = await sql<{ fresh: boolean }[]>`select private.session_is_fresh(${session}) as fresh`;
      return row?.fresh ?? false;
    };
  return { authenticate, sessions };
};

// Whether a session still lives, asked of the database now and then: a token outlives its session by half a minute at most.

interface LiveSessions {
  readonly isLive: (session: string) => Promise<boolean>;
  /** Asks anew for every session: one has ended. */
  readonly forget: () => void;
}

const trustedMs = 20_000;
const remembered = 10_000;

export const createLiveSessions = (
  isThere: (session: string) => Promise<boolean>,
  now: () => number = Date.now,
): LiveSessions => {
  const known = new Map<string, { readonly until: number; readonly live: Promise<boolean> }>();

  const ask = async (session: string): Promise<boolean> => {
    const live = isThere(session);
    if (known.size >= remembered) known.delete(known.keys().next().value as string);
    known.delete(session);
    known.set(session, { until: now() + trustedMs, live });
    const dropped = (): void => void known.delete(session);
    live.then((lives) => lives || dropped(), dropped);
    return live;
  };

  return {
    isLive: (session) => {
      const last = known.get(session);
      return last && last.until > now() ? last.live : ask(session);
    },
    forget: () => known.clear(),
  };
};

type Fetch<F> = (request: Request, from: F) => Promise<Response>;

/** A sign-out and a change of password end sessions; so does the first proof of an address, by a link or by another provider. */
const ending = new Set([
  'POST /auth/v1/logout',
  'PUT /auth/v1/user',
  'GET /auth/v1/verify',
  'POST /auth/v1/verify',
  'GET /auth/v1/callback',
]);

/** Where sign-in passes through here, what ends a session is heard at once. */
export const watchSignOuts =
  <F>(backend: Fetch<F>, ended: () => void): Fetch<F> =>
  async (request, from) => {
    const answer = await backend(request, from);
    if (answer.status < 400 && ending.has(`${request.method} ${new URL(request.url).pathname}`)) ended();
    return answer;
  };
