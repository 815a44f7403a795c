/** The end of an account: what would go, asking for it, taking it back, and carrying out what is due. */
import { endAccountBody, endingGraceDays } from '@wattershed/contracts';
import type { FastifyInstance } from 'fastify';
import type { Sql } from '../../platform/db.ts';
import type { Authenticate } from '../../platform/person.ts';
import { ProblemError } from '../../platform/problem.ts';

const path = '/api/v1/account/ending';

export const endingRoutes = (app: FastifyInstance, sql: Sql, authenticate: Authenticate): void => {
  const factsOf = async (userId: string): Promise<string> => {
    const [row] = await sql<{ facts: string }[]>`select private.ending_facts(${userId}) as facts`;
    return row?.facts ?? '';
  };

  app.get(path, async (request, reply) => {
    const person = await authenticate(request);
    return reply.type('application/json').send(await factsOf(person.sub));
  });

  app.post(path, async (request, reply) => {
    const person = await authenticate(request);
    const parsed = endAccountBody.safeParse(request.body ?? {});
    if (!parsed.success) throw new ProblemError('body-malformed', 'heirs: household ids, each with a member id');
    const [row] = await sql<{ due: Date | null }[]>`
      select private.end_account(${person.sub}, ${JSON.stringify(parsed.data.heirs)}::text::jsonb, ${endingGraceDays}) as due`;
    if (!row?.due) throw new ProblemError('forbidden', 'heirs: not a member of a household of yours');
    return reply.type('application/json').send(await factsOf(person.sub));
  });

  app.delete(path, async (request, reply) => {
    const person = await authenticate(request);
    await sql`select private.keep_account(${person.sub})`;
    return reply.code(204).send();
  });
};

/** Deletes the accounts whose days are over; answers how many. */
export const endDueAccounts = async (sql: Sql): Promise<number> => {
  const gone = await sql`select private.end_due_accounts()`;
  return gone.length;
};
