/** The three tips, with what the home's own figures say to them. */
import { utilityIds } from '@wattershed/catalogue';
import { z } from 'zod';
import { readTips } from '../facts/tips.ts';
import { deviceName } from '../names.ts';
import { tipsResult } from '../replies/tips.ts';
import { hourText } from '../replies/use-results.ts';
import { quantityFacts, rateFacts } from './amount-facts.ts';
import { createTool } from './tool.ts';

const args = { utility: z.enum(utilityIds).optional().describe('Both where it is left out.') };

export const tipsTool = createTool({
  name: 'tips',
  tool: 'tips',
  description:
    'How this household can save: three tips, each with its reason from the household’s own figures of the last 30 days.',
  args,
  run: async (asking, { utility }) => {
    const facts = await readTips(asking);
    const { busiest, alwaysOnWatts, cooling, running, hasWater } = facts;
    const power = {
      shift_heavy_use_to_off_peak_hours:
        busiest === null
          ? {}
          : {
              busiest_hour: `${hourText(busiest.hour)} to ${hourText(busiest.hour + 1)}`,
              average_in_that_hour: quantityFacts(asking, 'electricity', busiest.used),
            },
      'set_the_AC_to_24°C': {
        last_30_days: cooling.map(({ device, used }) => ({
          device: device.name,
          ...quantityFacts(asking, 'electricity', used),
        })),
        ...(alwaysOnWatts !== null && {
          always_on: rateFacts(asking, 'electricity', { rate: alwaysOnWatts, within: 0 }),
        }),
      },
    };
    const water = {
      fix_leaks: {
        measures_water: hasWater,
        running_without_a_stop: running.map(({ device, figures }) => ({
          device: device === null ? null : deviceName(asking.home, device),
          used: quantityFacts(asking, 'water', Number(figures['usedMl'] ?? 0)),
        })),
      },
    };
    return {
      facts: { ...(utility !== 'water' && power), ...(utility !== 'electricity' && water) },
      result: tipsResult(asking, facts),
    };
  },
});
