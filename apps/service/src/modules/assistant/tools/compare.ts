/** Two periods beside each other. */
import { compareUse } from '../facts/compare.ts';
import { hasFigures } from '../facts/use.ts';
import { plainName } from '../replies/phrases.ts';
import { comparisonResult } from '../replies/compare.ts';
import { noReadings, originFacts, periodFacts, quantityFacts } from './amount-facts.ts';
import { day, partArgs, partOf, periodOf } from './asked.ts';
import { createTool } from './tool.ts';

const args = {
  from: day('The first day of one period.'),
  until: day('Its last day.'),
  against_from: day('The first day of the period that it is compared with.'),
  against_until: day('Its last day.'),
  ...partArgs,
};

export const compareTool = createTool({
  name: 'compare',
  tool: 'compare',
  description:
    'Compares the use of two periods, of the household, a room or a device. Where one is not over, only as much of the other counts as has passed of it.',
  args,
  run: async (asking, { from, until, against_from, against_until, ...names }) => {
    const { home, write } = asking;
    const part = partOf(home, names);
    const comparison = await compareUse(
      asking,
      part,
      periodOf(home, from, until),
      periodOf(home, against_from, against_until),
    );
    const { now, before, changes, isToDate, lengths } = comparison;
    const result = comparisonResult(asking, part, comparison);
    if (!hasFigures(home)) return { facts: noReadings, result };
    const told = changes.map(({ utility, now: used, before: earlier, share, hasGap }) => [
      utility,
      {
        period: used === null ? 'no readings' : quantityFacts(asking, utility, used),
        against: earlier === null ? 'no readings' : quantityFacts(asking, utility, earlier),
        ...(used !== null &&
          earlier !== null && { difference: quantityFacts(asking, utility, Math.abs(used - earlier)) }),
        ...(share !== null && { change: `${share < 0 ? '-' : '+'}${write.percent(Math.abs(share))}` }),
        ...(hasGap && { note: 'One of them was measured in part only, so there is no percentage.' }),
      },
    ]);
    return {
      facts: {
        of: plainName(asking, part),
        period: periodFacts(asking, now.period),
        against: { ...periodFacts(asking, before.period), ...(isToDate && { counted: 'up to the same hour' }) },
        ...(lengths !== null && { days: { period: lengths.now, against: lengths.before } }),
        ...Object.fromEntries(told),
        ...originFacts(now.isSimulated),
      },
      result,
    };
  },
});
