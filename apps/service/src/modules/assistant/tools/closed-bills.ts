/** Closed bills for a program. */
import { byUtility } from '@wattershed/catalogue';
import { addDays, billAmount } from '@wattershed/domain';
import { z } from 'zod';
import type { FiledBill } from '../../billing/index.ts';
import { billsIn, mostBills, sumBills } from '../facts/closed-bills.ts';
import type { Asking } from '../own-answer.ts';
import { wordClosedBills } from '../replies/closed-bills.ts';
import { toldAmount, toldDays, toldUse } from './money-facts.ts';
import { createTool, ToolRefusal } from './tool.ts';

const billFacts = (bill: FiledBill, { write }: Asking) => ({
  ...toldDays(bill.start, bill.end),
  total: toldAmount(write, bill.total, bill.currency),
  ...byUtility((utility) => toldAmount(write, billAmount(bill, utility).cost, bill.currency)),
  used: byUtility((utility) => toldUse(write, utility, billAmount(bill, utility).used)),
  metersHeard: bill.coverage === null ? null : write.percent(bill.coverage),
  daysWithoutPrice: bill.unpricedDays,
});

const refusal = (bills: readonly FiledBill[]): string => {
  const [latest, oldest] = [bills[0], bills.at(-1)];
  if (!latest || !oldest) return 'No bill is closed yet; the tool `bill` tells of the open cycle.';
  return `No bill is closed for that time. There are ${bills.length} closed bills, from ${oldest.start} to ${addDays(latest.end, -1)}.`;
};

/** So many are listed where no number is named. */
const usually = 12;

export const closedBillsTool = createTool({
  name: 'closed_bills',
  tool: 'bill',
  description:
    'Bills of billing cycles that are over, newest first, with their sum for each currency. A bill belongs to the days that most of it lies in. Without days: the latest.',
  args: {
    from: z.iso.date().optional().describe('The first day asked about; with `until`.'),
    until: z.iso.date().optional().describe('The last day asked about.'),
    count: z
      .int()
      .min(1)
      .max(mostBills)
      .optional()
      .describe(
        'List at most so many, the latest ones; 12 if left out. With days, `sums` are of all bills of those days.',
      ),
  },
  run: async (asking, { from, until, count }) => {
    const all = await asking.sources.bills(mostBills);
    const period =
      from === undefined && until === undefined
        ? null
        : { from: from ?? '2000-01-01', to: addDays(until ?? asking.home.today, 1), name: null, isAssumed: false };
    const most = count ?? usually;
    // Of days that were named all is added up, however long the list.
    const bills = period === null ? all.slice(0, most) : billsIn(all, period);
    if (bills.length === 0) throw new ToolRefusal(refusal(all));
    const listed = bills.slice(0, most);
    const answer = await wordClosedBills(
      asking,
      { about: 'closed-bill', period: null, utility: null, ask: 'list' },
      bills,
    );
    const [result] = answer.results;
    if (!result) throw new ToolRefusal(refusal(all));
    const sums = sumBills(bills, null).map((sum) => ({
      bills: sum.count,
      total: toldAmount(asking.write, sum.amount, sum.currency),
    }));
    return {
      facts: {
        isSimulated: asking.home.kind !== 'home',
        bills: listed.map((one) => billFacts(one, asking)),
        ...(listed.length < bills.length && { leftOut: bills.length - listed.length }),
        sums,
      },
      result,
    };
  },
});
