/** How a budget stands: what is spent of it, and whether it is on course to be passed. */
import { exact } from '../tariff/exact.ts';
import type { DecimalText } from '../tariff/plan.ts';

const budgetStages = ['budget-course', 'budget-most', 'budget-passed'] as const;
export type BudgetStage = (typeof budgetStages)[number];

const warnPercent = 75;

/** The most serious that holds; null: all is well. `likely`: what the cycle is expected to cost; null: nobody can tell. */
export const budgetStage = (
  budget: DecimalText,
  soFar: DecimalText,
  likely: DecimalText | null,
): BudgetStage | null => {
  const spent = exact(soFar);
  if (spent.compare(exact(budget)) >= 0) return 'budget-passed';
  if (spent.mul(100).compare(exact(budget).mul(warnPercent)) >= 0) return 'budget-most';
  return likely !== null && exact(likely).compare(exact(budget)) > 0 ? 'budget-course' : null;
};
