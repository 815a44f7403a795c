/** The tools about money and help. */

import { byUtility } from '@wattershed/catalogue';
import { addDays, billAmount } from '@wattershed/domain';
import { z } from 'zod';
import type { FiledBill } from '../../billing/index.ts';
import { type BillChange, type ChangePart, readBillChange } from '../facts/bill-change.ts';
import { billsIn, mostBills, sumBills } from '../facts/closed-bills.ts';
import { faqLink } from '../links.ts';
import { deviceName } from '../names.ts';
import type { Asking } from '../own-answer.ts';
import { wordChange } from '../replies/bill-change.ts';
import { wordClosedBills } from '../replies/closed-bills.ts';
import { wordFaq } from '../replies/faq.ts';
import { findFaq } from '../replies/find-faq.ts';
import { billTool } from './bill.ts';
import { costsTool } from './costs.ts';
import { toldAmount, toldDays, toldUse } from './money-facts.ts';
import { tariffTool } from './tariff.ts';
import { createTool, type Tool, ToolRefusal } from './tool.ts';

/** Closed bills for a program. */

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

const closedBillsTool = createTool({
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

/** Why the latest bill is not as much as another, for a program. */

const partFacts = ({ kind, utility, device, used, degrees, amount }: ChangePart, currency: string, asking: Asking) => ({
  kind,
  utility,
  amount: toldAmount(asking.write, amount, currency),
  ...(device !== undefined && { device: deviceName(asking.home, device) }),
  ...(used !== undefined && utility !== null && { usedMore: toldUse(asking.write, utility, used) }),
  ...(degrees !== undefined && { meanCelsius: degrees }),
});

const factsOf = ({ bill, against, difference, daysMore, parts, weather }: BillChange, asking: Asking) => ({
  isSimulated: asking.home.kind !== 'home',
  bill: { ...toldDays(bill.start, bill.end), total: toldAmount(asking.write, bill.total, bill.currency) },
  earlier: { ...toldDays(against.start, against.end), total: toldAmount(asking.write, against.total, bill.currency) },
  difference: toldAmount(asking.write, difference, bill.currency),
  daysMore,
  parts: parts.map((part) => partFacts(part, bill.currency, asking)),
  partsSumToDifference: true,
  weather,
});

const billChangeTool = createTool({
  name: 'bill_change',
  tool: 'bill-change',
  description:
    'Why the latest closed bill is more or less than the one before it, or that of a year before: causes by size.',
  args: {
    against: z.enum(['before', 'year']).default('before').describe('The bill before it, or that of a year before.'),
  },
  run: async (asking, { against }) => {
    const found = await readBillChange(asking.sources, against);
    if (found === 'no-bills') throw new ToolRefusal('No bill is closed yet; the tool `bill` tells of the open cycle.');
    if ('missing' in found)
      throw new ToolRefusal(
        `There is no ${against === 'year' ? 'bill of a year before' : 'earlier bill'} in the same currency to hold against the latest one, which begins on ${found.bill.start}.`,
      );
    const { results } = await wordChange(asking, found);
    const [result] = results;
    if (!result) throw new ToolRefusal('Nothing is known of that.');
    return { facts: factsOf(found, asking), result };
  },
});

/** The published questions, for a program. */

const faqTool = createTool({
  name: 'search_faq',
  tool: 'faq',
  description: 'The published question about Wattershed itself that fits best, with its answer.',
  args: {
    query: z.string().trim().min(1).max(300).describe("What is asked, in words of the person's language."),
  },
  run: async (asking, { query }) => {
    const entries = await asking.sources.faq(asking.language);
    const entry = findFaq(entries, query, asking.language);
    if (entry === null)
      throw new ToolRefusal(
        `No published question fits. There are: ${entries.map(({ question }) => question).join(' | ')}`,
      );
    const [result] = wordFaq(asking, entry).results;
    if (!result) throw new ToolRefusal('No published question fits.');
    return { facts: { question: entry.question, answer: entry.answer, link: faqLink(entry.key) }, result };
  },
});

export const moneyTools: readonly Tool[] = [billTool, closedBillsTool, billChangeTool, costsTool, tariffTool, faqTool];
