/** What a home with a roof or a battery drew, produced, stored and returned. */
import type { Sql } from '#kernel/db.ts';
import { ProblemError } from '#kernel/http/problem.ts';
import type { FlowsQuery } from '../contract/usage.ts';

const dayMs = 86_400_000;

/** Every answer is worked out by the quarter-hour: so long a period of them can be read in a second. */
const maxDays: Record<FlowsQuery['bucket'], number> = { hour: 100, day: 1100, week: 1100, month: 1100 };

export const checkLength = (
  { from, to, bucket }: { readonly from: string; readonly to: string; readonly bucket: string },
  most: number,
): void => {
  const length = Date.parse(to) - Date.parse(from);
  if (!(length > 0)) throw new ProblemError('query-invalid', 'to: must be after from');
  if (length > most * dayMs) throw new ProblemError('query-invalid', `to: at most ${most} days with bucket=${bucket}`);
};

/** JSON text of a `FlowsAnswer`. Throws `forbidden` for a household that is not the person's, `query-invalid` for a wrong period. */
export type ReadFlows = (userId: string, query: FlowsQuery) => Promise<string>;

export const createReadFlows =
  (sql: Sql): ReadFlows =>
  async (userId, query) => {
    checkLength(query, maxDays[query.bucket]);
    const [row] = await sql<{ answer: string | null }[]>`
      select private.usage_flows(${userId}, ${query.household ?? null}, ${query.from}, ${query.to}, ${query.bucket}) as answer`;
    const answer = row?.answer ?? null;
    if (answer === null) throw new ProblemError('forbidden');
    return answer;
  };
