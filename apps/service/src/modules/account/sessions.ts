/** Where a person is signed in, and the end of one of these sessions, or of all but the one that asks. */
import type { AccountSessions } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate, Person } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';
import { readUserAgent } from './user-agent.ts';

const path = '/api/v1/account/sessions';

export interface SessionDeps {
  readonly sql: Sql;
  readonly authenticate: Authenticate;
  /** Called when sessions have ended: nobody is believed on what was known of them. */
  readonly forgetSessions: () => void;
}

interface Row {
  readonly id: string;
  readonly made_at: Date;
  readonly used_at: Date;
  readonly user_agent: string | null;
}

const readSessions = async (sql: Sql, person: Person): Promise<AccountSessions> => {
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

export const sessionRoutes = (app: FastifyInstance, { sql, authenticate, forgetSessions }: SessionDeps): void => {
  app.get(path, async (request) => readSessions(sql, await authenticate(request)));

  app.delete(path, async (request, reply) => {
    const { sub, session } = await authenticate(request);
    // Without a name of its own there is no telling which one to keep.
    if (session === null) throw new ProblemError('forbidden');
    await sql`select private.end_other_sessions(${sub}, ${session})`;
    forgetSessions();
    return reply.code(204).send();
  });

  app.delete<{ Params: { id: string } }>(`${path}/:id`, async (request, reply) => {
    const { sub } = await authenticate(request);
    const id = z.uuid().safeParse(request.params.id);
    const [row] = id.success
      ? await sql<{ ended: boolean }[]>`select private.end_session(${sub}, ${id.data}) as ended`
      : [];
    if (!row?.ended) throw new ProblemError('not-found');
    forgetSessions();
    return reply.code(204).send();
  });
};
