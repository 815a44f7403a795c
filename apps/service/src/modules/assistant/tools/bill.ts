/** The open cycle for a program: now, likely, the next price step, budgets. */
import { byUtility } from '@wattershed/catalogue';
import type { BillSoFar } from '@wattershed/contracts';
import { blocksAhead, type BudgetFacts, likelyOf, type OpenBill, readOpenBill } from '../facts/bill.ts';
import type { Asking } from '../own-answer.ts';
import { wordBill } from '../replies/bill.ts';
import { noTariffRefusal, toldAmount, toldDays, toldUse } from './money-facts.ts';
import { createTool, ToolRefusal } from './tool.ts';

const likelyFacts = (soFar: BillSoFar, currency: string, { write }: Asking) => {
  const { likely, likelyMissing } = soFar;
  if (likely === null) return { missing: likelyMissing };
  const range = (one: ReturnType<typeof likelyOf>) =>
    one && {
      low: toldAmount(write, one.low, currency),
      expected: toldAmount(write, one.expected, currency),
      high: toldAmount(write, one.high, currency),
    };
  return {
    ...range(likely),
    ...byUtility((utility) => range(likelyOf(soFar, utility))),
    eightOfTenLieBetweenLowAndHigh: true,
    basedOnDays: likely.basedOnDays,
  };
};

const blockFacts = (soFar: BillSoFar, currency: string, { write }: Asking) =>
  blocksAhead(soFar, null).map(({ utility, above, left, unit, rate, nextRate, jump, day }) => ({
    utility,
    unit,
    above,
    left,
    pricePerUnitNow: toldAmount(write, rate, currency),
    pricePerUnitThen: toldAmount(write, nextRate, currency),
    crossingCosts: toldAmount(write, jump, currency),
    expectedOn: day,
  }));

const budgetFacts = (
  { utility, budget, spent, likely, share, stage }: BudgetFacts,
  currency: string,
  { write }: Asking,
) => ({
  utility,
  budget: toldAmount(write, budget, currency),
  spent: toldAmount(write, spent, currency),
  spentShare: write.percent(share),
  likely: likely === null ? null : toldAmount(write, likely, currency),
  stage,
});

const factsOf = ({ soFar, budgets }: OpenBill, asking: Asking): Record<string, unknown> => {
  const { amounts, cost, currency, start, end } = soFar;
  if (cost === null || currency === null) throw new ToolRefusal(noTariffRefusal);
  const { write } = asking;
  return {
    isSimulated: soFar.origin === 'simulated',
    hasReadings: soFar.origin !== 'none',
    isClosed: false,
    ...toldDays(start, end),
    dayOfCycle: soFar.daysGone + 1,
    daysLeftWithToday: soFar.daysLeft,
    soFar: {
      total: toldAmount(write, cost.total, currency),
      ...byUtility((utility) => toldAmount(write, amounts[utility].cost, currency)),
    },
    used: byUtility((utility) => toldUse(write, utility, amounts[utility].used)),
    wholeCycleLikely: likelyFacts(soFar, currency, asking),
    nextBlocks: blockFacts(soFar, currency, asking),
    budgets: budgets.map((one) => budgetFacts(one, currency, asking)),
    metersHeard: soFar.coverage === null ? null : write.percent(soFar.coverage),
    daysWithoutPrice: cost.unpricedDays,
    missingPrices: cost.faults.map(({ utility, code, of = null }) => ({ utility, code, of })),
    billsThatWaitForPrices: soFar.waiting.map((one) => toldDays(one.start, one.end)),
  };
};

export const billTool = createTool({
  name: 'bill',
  tool: 'bill',
  description:
    'What the open billing cycle costs so far (it is no bill yet), what it will likely come to with its range, the next price step, and how budgets stand.',
  args: {},
  run: async (asking) => {
    const open = await readOpenBill(asking.sources);
    const facts = factsOf(open, asking);
    const { results } = wordBill(asking, open, { about: 'bill', ask: 'parts', utility: null });
    const [result] = results;
    if (!result) throw new ToolRefusal(noTariffRefusal);
    return { facts, result };
  },
});
