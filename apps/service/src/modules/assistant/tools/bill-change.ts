/** Why the latest bill is not as much as another, for a program. */
import { z } from 'zod';
import { type BillChange, type ChangePart, readBillChange } from '../facts/bill-change.ts';
import { deviceName } from '../names.ts';
import type { Asking } from '../own-answer.ts';
import { wordChange } from '../replies/bill-change.ts';
import { toldAmount, toldDays, toldUse } from './money-facts.ts';
import { createTool, ToolRefusal } from './tool.ts';

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

export const billChangeTool = createTool({
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
