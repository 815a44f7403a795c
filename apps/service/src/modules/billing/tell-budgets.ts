/** Whether a household is to be told of a budget: three quarters or all of it are spent, or it is on course to be passed. */
import type { Utility } from '@wattershed/catalogue';
import { budgetStage } from '@wattershed/domain';
import type { BillSoFar } from '@wattershed/contracts';
import type { Transaction } from '../../platform/db.ts';
import type { Books } from './books.ts';

const stateOf = (utility: Utility, budget: string, { amounts, likely, currency, start, end }: BillSoFar) => {
  const soFar = amounts[utility].cost;
  const expected = likely?.use[utility]?.cost.expected ?? null;
  return {
    utility,
    kind: budgetStage(budget, soFar, expected),
    figures: { budget, soFar, ...(expected !== null && { likely: expected }), currency, start, end },
  };
};

/** `soFar` is null where there is no budget: what was told of one before is over then. */
export const tellBudgets = async (
  tx: Transaction,
  { household, budgets }: Books,
  soFar: BillSoFar | null,
  nowMs: number,
): Promise<void> => {
  const states = !soFar?.cost ? [] : budgets.map(({ utility, amount }) => stateOf(utility, amount, soFar));
  await tx`select private.tell_budgets(${household}, ${new Date(nowMs).toISOString()}, ${JSON.stringify(states)}::text::jsonb)`;
};
