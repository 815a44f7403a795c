/** What rooms or devices cost, for a program. */
import { z } from 'zod';
import { type CostFacts, readCostFacts } from '../facts/costs.ts';
import { deviceName } from '../names.ts';
import type { Asking } from '../own-answer.ts';
import { wordCosts } from '../replies/costs.ts';
import { noTariffRefusal, toldAmount, toldUse } from './money-facts.ts';
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

const factsOf = (facts: CostFacts, by: 'room' | 'device', asking: Asking) => {
  const { currency, alwaysOn } = facts;
  const told = (amount: string) => toldAmount(asking.write, amount, currency);
  return {
    isSimulated: asking.home.kind !== 'home',
    firstDay: facts.start,
    lastDay: facts.today,
    total: told(facts.total),
    fixedChargesOfNone: told(by === 'device' ? facts.fixed : facts.apart),
    [`${by}s`]: rowsOf(facts, by, asking),
    alwaysOn: alwaysOn && {
      power: asking.write.power(alwaysOn.watts),
      soFar: told(alwaysOn.cost),
      inThirtyDays: told(alwaysOn.month),
    },
  };
};

export const costsTool = createTool({
  name: 'costs',
  tool: 'costs',
  description:
    'What each room or device, and what is always on, has cost in the open billing cycle so far, dearest first. `isRest`: what meters below it did not see.',
  args: { by: z.enum(['room', 'device']).describe('Rooms or devices.') },
  run: async (asking, { by }) => {
    const facts = await readCostFacts(asking.sources, null);
    if (facts === null) throw new ToolRefusal(noTariffRefusal);
    const part = { utility: null, room: null, device: null };
    const [result] = wordCosts(asking, facts, {
      about: 'costs',
      part,
      ask: by === 'room' ? 'rooms' : 'devices',
    }).results;
    if (!result) throw new ToolRefusal(noTariffRefusal);
    return { facts: factsOf(facts, by, asking), result };
  },
});
