/** The end of an account: what would go, asking for it, taking it back, and carrying out what is due. */
import { endAccount, endingGraceDays, keepAccount, readAccountEnding } from '@wattershed/contracts';
import type { Sql } from '../../platform/db.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { Serve } from '../../platform/serve.ts';

export const endingRoutes = (serve: Serve, sql: Sql): void => {
  const factsOf = async (userId: string): Promise<string> => {
    const [row] = await sql<{ facts: string }[]>`select private.ending_facts(${userId}) as facts`;
    return row?.facts ?? '';
  };

  serve(readAccountEnding, ({ person }) => factsOf(person.sub));

  serve(endAccount, async ({ person, body }) => {
    const [row] = await sql<{ due: Date | null }[]>`
      select private.end_account(${person.sub}, ${JSON.stringify(body.heirs)}::text::jsonb, ${endingGraceDays}) as due`;
    if (!row?.due) throw new ProblemError('forbidden', 'heirs: not a member of a household of yours');
    return factsOf(person.sub);
  });

  serve(keepAccount, async ({ person }) => {
    await sql`select private.keep_account(${person.sub})`;
  });
};

/** Deletes the accounts whose days are over; answers how many. */
export const endDueAccounts = async (sql: Sql): Promise<number> => {
  const gone = await sql`select private.end_due_accounts()`;
  return gone.length;
};
