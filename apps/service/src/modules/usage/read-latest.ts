/** What each meter said last; the answer is the database's JSON, passed on as it is. */
import type { Sql } from '../../platform/db.ts';
import { ProblemError } from '../../platform/problem.ts';

/** Throws `forbidden` when the person is no member of `household` (or of any). */
export const readLatest = async (sql: Sql, userId: string, household: string | undefined): Promise<string> => {
  const [row] = await sql<{ answer: string | null }[]>`
    select private.usage_latest(${userId}, ${household ?? null}) as answer`;
  if (!row?.answer) throw new ProblemError('forbidden');
  return row.answer;
};
