/** What each meter said last; the answer is the database's JSON, passed on as it is. */
import type { Sql } from '../../platform/db.ts';
import { ProblemError } from '../../platform/problem.ts';
import { createQuestion } from './ask.ts';

/** JSON text of a `LatestAnswer`. Throws `forbidden` when the person is no member of `household` (or of any). */
export type ReadLatest = (userId: string, household: string | undefined) => Promise<string>;

/** About as many rows as a home has meters. */
const weight = 10;

export const createReadLatest = (sql: Sql): ReadLatest => {
  const ask = createQuestion(sql, 'usage_latest', ['uuid', 'uuid']);
  return async (userId, household) => {
    const answer = await ask([userId, household ?? null], weight);
    if (answer === null) throw new ProblemError('forbidden');
    return answer;
  };
};
