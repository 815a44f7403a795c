import type { Sql } from 'postgres';
import { authError } from '../auth-answers.ts';

const LONGEST_USER_AGENT = 200;

export async function endSession(sql: Sql, session: string): Promise<boolean> {
  await sql`delete from auth.refresh_tokens where session_id = ${session}`;
  return (await sql`delete from auth.sessions where id = ${session}`).count > 0;
}

export async function endOtherSessions(sql: Sql, userId: string, kept: string): Promise<void> {
  await sql`delete from auth.refresh_tokens where user_id = ${userId} and session_id <> ${kept}`;
  await sql`delete from auth.sessions where user_id = ${userId} and id <> ${kept}`;
}

/**
 * Two tabs may ask with the same token at once, so a used one is good for ten seconds more. Later it is in two hands,
 * and nobody can say in whose: all that came of it ends.
 */
export async function refuseReuse(sql: Sql, refreshToken: string): Promise<Response | undefined> {
  const [used] = await sql<{ session: string }[]>`
    select session_id as session from auth.refresh_tokens
    where token = ${refreshToken} and revoked and updated_at < now() - interval '10 seconds'`;
  if (!used) return undefined;
  await endSession(sql, used.session);
  return authError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
}

/** lite leaves it empty; no address is kept. */
export async function noteUserAgent(sql: Sql, session: string, userAgent: string | null): Promise<void> {
  const short = userAgent?.slice(0, LONGEST_USER_AGENT) ?? null;
  await sql`update auth.sessions set user_agent = ${short} where id = ${session} and user_agent is distinct from ${short}`;
}

export async function sessionIsThere(sql: Sql, session: string): Promise<boolean> {
  return (await sql`select from auth.sessions where id = ${session}`).length > 0;
}
