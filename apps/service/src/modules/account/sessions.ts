/** Where a person is signed in, and the end of one of these sessions, or of all but the one that asks. */
import { type AccountSessions, endOtherSessions, endSession, readSessions } from '@wattershed/contracts';
import { z } from 'zod';
import type { Sql } from '../../platform/db.ts';
import type { Person } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';
import { readUserAgent } from './user-agent.ts';

export interface SessionDeps {
  readonly sql: Sql;
  /** Called when sessions have ended: nobody is believed on what was known of them. */
  readonly forgetSessions: () => void;
}

interface Row {
  readonly id: string;
  readonly made_at: Date;
  readonly used_at: Date;
  readonly user_agent: string | null;
}

const sessionsOf = async (sql: Sql, person: Person): Promise<AccountSessions> => {
  const rows = await sql<Row[]>`select id, made_at, used_at, user_agent from private.sessions_of(${person.sub})`;
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      madeAt: row.made_at.toISOString(),
      usedAt: row.used_at.toISOString(),
      ...readUserAgent(row.user_agent),
      isThis: row.id === person.session,
    })),
  };
};

export const sessionRoutes = (serve: Serve, { sql, forgetSessions }: SessionDeps): void => {
  serve(readSessions, ({ person }) => sessionsOf(sql, person));

  serve(endOtherSessions, async ({ person: { sub, session } }) => {
    // Without a name of its own there is no telling which one to keep.
    if (session === null) throw new ProblemError('forbidden');
    await sql`select private.end_other_sessions(${sub}, ${session})`;
    forgetSessions();
  });

  serve(endSession, async ({ person, params }) => {
    const id = z.uuid().safeParse(params.id);
    const [row] = id.success
      ? await sql<{ ended: boolean }[]>`select private.end_session(${person.sub}, ${id.data}) as ended`
      : [];
    if (!row?.ended) throw new ProblemError('not-found');
    forgetSessions();
  });
};
