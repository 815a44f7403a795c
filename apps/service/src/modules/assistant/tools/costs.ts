/** What rooms or devices cost, for a program. */
import { utilityWithStandby } from '@wattershed/catalogue';
import { z } from 'zod';
import { type CostFacts, mostCostDays, readCostFacts } from '../facts/costs.ts';
import type { Home } from '../home.ts';
import { deviceName } from '../names.ts';
import type { Asking } from '../own-answer.ts';
import type { AskedPeriod } from '../question.ts';
import { wordCosts } from '../replies/costs.ts';
import { periodOf } from './asked.ts';
import { noTariffRefusal, toldAmount, toldDays, toldUse } from './money-facts.ts';
import { createTool, ToolRefusal } from './tool.ts';

const rowsOf = ({ devices, rooms, currency }: CostFacts, by: 'room' | 'device', { write, home }: Asking) =>
  by === 'room'
    ? rooms.map(({ room, cost, isRest }) => ({ room, isRest, cost: toldAmount(write, cost, currency) }))
    : devices.map(({ device, room, utility, used, cost, isRest }) => ({
        device: deviceName(home, device),
        room,
        utility,
        isRest,
        used: toldUse(write, utility, used),
        cost: toldAmount(write, cost, currency),
      }));

/** Of the open cycle: with what is fixed on its bill. */
const openFacts = (facts: CostFacts, by: 'room' | 'device', { write }: Asking) => {
  const { currency, alwaysOn } = facts;
  const told = (amount: string) => toldAmount(write, amount, currency);
  return {
    of: 'the open billing cycle until today',
    total: told(facts.total),
    fixedChargesOfNone: told(by === 'device' ? facts.fixed : facts.apart),
    alwaysOn: alwaysOn && {
      power: write.rate(utilityWithStandby, alwaysOn.watts),
      soFar: told(alwaysOn.cost),
      inThirtyDays: told(alwaysOn.month),
    },
  };
};

/** Of a period: with what is not in it. */
const periodFacts = ({ total, currency, unpriced, heard }: CostFacts, { write }: Asking) => ({
  of: 'the use of these days, at the prices of their billing cycles; fixed charges are not in it',
  total: toldAmount(write, total, currency),
  ...(unpriced.days > 0 && { daysWithoutPrice: unpriced.days }),
  ...(unpriced.utilities.length > 0 && { withoutTariff: unpriced.utilities }),
  ...(unpriced.missing.length > 0 && { pricesMissingOf: unpriced.missing }),
  metersHeard: heard.covered === null ? null : write.percent(heard.covered),
});

const factsOf = (facts: CostFacts, by: 'room' | 'device', asking: Asking) => ({
  isSimulated: asking.home.kind !== 'home',
  ...toldDays(facts.days.from, facts.days.to),
  ...(facts.period === null ? openFacts(facts, by, asking) : periodFacts(facts, asking)),
  [`${by}s`]: rowsOf(facts, by, asking),
});

const periodAsked = (home: Home, from: string | undefined, until: string | undefined): AskedPeriod | null => {
  if (from === undefined && until === undefined) return null;
  if (from === undefined || until === undefined) throw new ToolRefusal('from and until go together, or neither.');
  return periodOf(home, from, until, mostCostDays);
};

export const costsTool = createTool({
  name: 'costs',
  tool: 'costs',
  description:
    'What each room or device has cost, dearest first: in the open billing cycle so far, with what is always on; or, with from and until, what its use cost on those days. `isRest`: what meters below it did not see.',
  args: {
    by: z.enum(['room', 'device']).describe('Rooms or devices.'),
    from: z.iso
      .date()
      .optional()
      .describe('The first local day; left out together with `until`: the open billing cycle.'),
    until: z.iso.date().optional().describe(`The last day, which counts too; at most ${mostCostDays} days.`),
  },
  run: async (asking, { by, from, until }) => {
    const period = periodAsked(asking.home, from, until);
    const part = { utility: null, room: null, device: null };
    const facts = await readCostFacts(asking, part, period);
    if (facts === null) throw new ToolRefusal(noTariffRefusal);
    const ask = by === 'room' ? 'rooms' : 'devices';
    const [result] = wordCosts(asking, facts, { about: 'costs', part, ask, period }).results;
    if (!result) throw new ToolRefusal(noTariffRefusal);
    return { facts: factsOf(facts, by, asking), result };
  },
});
