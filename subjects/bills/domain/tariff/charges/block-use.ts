/** Use against the steps of a block tariff: which table holds for it, and how much of it falls in each step. */
import { type ChargeDays, timesPer } from './charge-days.ts';
import { type Exact, exact, greatestOf, leastOf, zero } from '../exact.ts';
import type { Blocks, BlockStep, BlockTable, DecimalText } from '../plan.ts';

export interface BlockPart {
  readonly step: BlockStep;
  /** In billing units, for these days. */
  readonly used: Exact;
  readonly above: Exact;
  readonly upTo: Exact | null;
}

interface Limit {
  readonly upTo?: DecimalText | undefined;
  readonly perPerson?: DecimalText | undefined;
}

/** Where a step or a table ends, in billing units for these days; null: it does not. */
export const limitOf = (limit: Limit, blocks: Blocks, held: ChargeDays, persons: number): Exact | null => {
  if (limit.upTo === undefined) return null;
  const more = Math.max(0, persons - (blocks.personsIncluded ?? 0));
  const whole = exact(limit.upTo).add(exact(limit.perPerson ?? '0').mul(more));
  return whole.mul(timesPer(blocks.per, held));
};

const tableFor = (used: Exact, blocks: Blocks, held: ChargeDays, persons: number): BlockTable | undefined =>
  blocks.tables.find((table) => {
    const limit = limitOf(table, blocks, held, persons);
    return limit === null || used.compare(limit) <= 0;
  }) ?? blocks.tables.at(-1);

/** `used` in billing units; parts are of the table that holds for all of it, and sum to it. */
export const blockParts = (used: Exact, blocks: Blocks, held: ChargeDays, persons: number): BlockPart[] => {
  const parts: BlockPart[] = [];
  let above = zero;
  for (const step of tableFor(used, blocks, held, persons)?.steps ?? []) {
    const upTo = limitOf(step, blocks, held, persons);
    const end = upTo === null ? used : leastOf(used, upTo);
    if (end.compare(above) > 0) parts.push({ step, used: end.sub(above), above, upTo });
    if (upTo === null || used.compare(upTo) <= 0) break;
    above = greatestOf(above, upTo);
  }
  return parts;
};
