/** The open cycle: what it costs so far, what it may come to, its next price step, and how budgets stand. */
import type { Utility } from '@wattershed/catalogue';
import type { BillSoFar } from '@wattershed/contracts';
import { type BudgetStage, budgetStage, exact, isWaitedFor } from '@wattershed/domain';
import type { Sources } from '../sources.ts';
import { utilitiesAsked } from '../utilities.ts';

export interface BudgetFacts {
  readonly utility: Utility;
  readonly budget: string;
  readonly spent: string;
  /** Null: nobody can tell yet. */
  readonly likely: string | null;
  /** Spent of it, 1 being all. */
  readonly share: number;
  readonly stage: BudgetStage | null;
}

export interface OpenBill {
  readonly soFar: BillSoFar;
  readonly budgets: readonly BudgetFacts[];
}

type LikelyCost = Pick<NonNullable<BillSoFar['likely']>, 'low' | 'expected' | 'high'>;
type NextBlock = NonNullable<NonNullable<BillSoFar['likely']>['use'][Utility]>['nextBlocks'][number];

export interface UtilityBlock extends NextBlock {
  readonly utility: Utility;
}

/** Null: no tariff is in force, or it prices nothing of what this utility used. */
export const costOf = ({ cost, amounts }: BillSoFar, utility: Utility | null): string | null => {
  if (cost === null || utility === null) return cost?.total ?? null;
  const own = amounts[utility].cost;
  const isUnpriced = cost.faults.some((fault) => fault.utility === utility && fault.used > 0 && isWaitedFor(fault));
  return isUnpriced && Number(own) === 0 ? null : own;
};

export const likelyOf = ({ likely }: BillSoFar, utility: Utility | null): LikelyCost | null =>
  utility === null ? likely : (likely?.use[utility]?.cost ?? null);

/** The nearest first; those that are not expected in this cycle last. */
export const blocksAhead = ({ likely }: BillSoFar, utility: Utility | null): UtilityBlock[] =>
  utilitiesAsked(utility)
    .flatMap((one) => (likely?.use[one]?.nextBlocks ?? []).map((block) => ({ ...block, utility: one })))
    .sort((a, b) => (a.day ?? '9999').localeCompare(b.day ?? '9999'));

const shareOf = (part: string, whole: string): number =>
  Number(whole) === 0 ? 1 : exact(part).div(exact(whole)).valueOf();

export const readOpenBill = async ({ soFar, budgets }: Pick<Sources, 'soFar' | 'budgets'>): Promise<OpenBill> => {
  const [open, kept] = await Promise.all([soFar(), budgets()]);
  return {
    soFar: open,
    budgets: kept.flatMap(({ utility, amount }) => {
      const spent = costOf(open, utility);
      if (spent === null) return [];
      const likely = likelyOf(open, utility)?.expected ?? null;
      const stage = budgetStage(amount, spent, likely);
      return [{ utility, budget: amount, spent, likely, share: shareOf(spent, amount), stage }];
    }),
  };
};
