/** Questions asked at the same moment go to the database as one statement: opening its tables costs more than the answer. */
import { availableParallelism } from 'node:os';
import { createCoalescer } from '#kernel/coalesce.ts';
import { isConnectionError, pgTexts, type Sql } from '#kernel/db.ts';

export type Argument = string | boolean | null;

interface Asked {
  readonly given: readonly Argument[];
  readonly weight: number;
}

/** So much of a batch that nobody waits long for somebody else's long answer. */
const maxAtOnce = 400;

/** One more than there are processors: fewer let one idle, more only make each other wait (measured on two). */
const lanes = availableParallelism() + 1;

/**
 * Asks `private.<name>`, whose arguments are of `types`. Each call is answered, and its membership checked, for itself.
 * `weight`: about how many rows the answer is made of.
 */
export const createBatchedQuery = (
  sql: Sql,
  name: string,
  types: readonly string[],
): ((given: readonly Argument[], weight: number) => Promise<string | null>) => {
  const columns = types.map((_, i) => `a${i}`).join(', ');
  const arrays = types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');
  const text = `select private.${name}(${columns}) as answer from unnest(${arrays}) asked (${columns})`;
  const ask = async (asked: readonly Asked[]): Promise<(string | null)[]> => {
    const parameters = types.map((_, i) => pgTexts(asked.map((one) => one.given[i] ?? null)));
    const rows = await sql.unsafe<{ answer: string | null }[]>(text, parameters, { prepare: true });
    return rows.map((row) => row.answer);
  };
  const coalescer = createCoalescer<Asked, string | null>(ask, {
    lanes,
    most: maxAtOnce,
    weigh: (one) => one.weight,
    blamesOne: (error) => !isConnectionError(error),
  });
  return (given, weight) => coalescer.add({ given, weight });
};
