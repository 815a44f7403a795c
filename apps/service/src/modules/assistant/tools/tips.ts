/** The three tips, with what the home's own figures say to them. */
import { utilityIds, utilityWithStandby } from '@wattershed/catalogue';
import { z } from 'zod';
import { leakOf } from '../facts/leak.ts';
import { readTips } from '../facts/tips.ts';
import { deviceName } from '../names.ts';
import { tipsResult } from '../replies/tips.ts';
import { hourText } from '../replies/use-results.ts';
import { isAnyAsked } from '../utilities.ts';
import { leakMeterFacts, quantityFacts, rateFacts } from './amount-facts.ts';
import { createTool } from './tool.ts';

const args = { utility: z.enum(utilityIds).optional().describe('All of them where it is left out.') };

export const tipsTool = createTool({
  name: 'tips',
  tool: 'tips',
  description:
    'How this household can save: three tips, each with its reason from the household’s own figures of the last 30 days.',
  args,
  run: async (asking, { utility = null }) => {
    const facts = await readTips(asking);
    const { busiest, alwaysOnWatts, cooling, running } = facts;
    const power = {
      shift_heavy_use_to_off_peak_hours:
        busiest === null
          ? {}
          : {
              busiest_hour: `${hourText(busiest.hour)} to ${hourText(busiest.hour + 1)}`,
              average_in_that_hour: quantityFacts(asking, utilityWithStandby, busiest.used),
            },
      'set_the_AC_to_24°C': {
        last_30_days: cooling.map(({ device, used }) => ({
          device: device.name,
          ...quantityFacts(asking, utilityWithStandby, used),
        })),
        ...(alwaysOnWatts !== null && {
          always_on: rateFacts(asking, utilityWithStandby, { rate: alwaysOnWatts, within: 0 }),
        }),
      },
    };
    const leaks = {
      fix_leaks: {
        ...leakMeterFacts(asking),
        running_without_a_stop: running.map((notice) => {
          const { utility: leaking, leaked } = leakOf(asking.home, notice);
          const device = notice.device === null ? null : deviceName(asking.home, notice.device);
          return { device, leak_so_far: quantityFacts(asking, leaking, leaked) };
        }),
      },
    };
    return {
      facts: {
        ...(isAnyAsked(utility, 'hasStandby') && power),
        ...(isAnyAsked(utility, 'canLeak') && leaks),
      },
      result: tipsResult(asking, facts),
    };
  },
});
