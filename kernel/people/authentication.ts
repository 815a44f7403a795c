/** Who may ask: the tokens of the backend that is configured, as long as their sessions live. */
import type { Config } from '../config.ts';
import type { Sql } from '../db.ts';
import { createLiveSessions, type LiveSessions } from './live-sessions.ts';
import { type Authenticate, createAuthenticate } from './person.ts';

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
    ? { secret }
    : {
        secret: config.BACKEND_JWT_SECRET,
        keySetUrl: `${config.BACKEND_URL}/auth/v1/.well-known/jwks.json`,
        issuer: config.BACKEND_ISSUER ?? `${config.BACKEND_URL}/auth/v1`,
      };
  return { authenticate: createAuthenticate(keys, () => now() / 1000, sessions.isLive), sessions };
};
