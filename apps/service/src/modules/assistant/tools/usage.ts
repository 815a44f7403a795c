/** Use of a period, as a total, by room, by device, by day or by hour of the day. */
import type { Utility } from '@wattershed/catalogue';
import { z } from 'zod';
import { groupsOf } from '../facts/groups.ts';
import { hasFigures, readDays, readHours, readUse, type UseFacts, utilitiesOf } from '../facts/use.ts';
import type { Asking } from '../own-answer.ts';
import { plainGroup, plainName } from '../replies/phrases.ts';
import { daysTable, groupsResult, hoursTable, hourText, totalResult } from '../replies/use-results.ts';
import { utilityList } from '../utilities.ts';
import { amountsFacts, noReadings, originFacts, periodFacts, quantityFacts } from './amount-facts.ts';
import { day, partArgs, partOf, periodOf } from './asked.ts';
import { createTool, type ToolOutcome } from './tool.ts';

const groupings = ['none', 'room', 'device', 'day', 'hour'] as const;

const args = {
  from: day('The first day.'),
  until: day('The last day, which counts too.'),
  ...partArgs,
  group_by: z
    .enum(groupings)
    .default('none')
    .describe('day: each day, at most 92; hour: each hour of the day on average.'),
};

/** How many days a finer grouping may have. */
const longest = { none: 3700, room: 3700, device: 3700, day: 92, hour: 92 } as const;

const headFacts = (asking: Asking, facts: UseFacts, shown: readonly Utility[]): ToolOutcome['facts'] => {
  const { write, home } = asking;
  const { part, period, amounts, covered, beginsOn, through, isSimulated } = facts;
  if (!hasFigures(home)) return noReadings;
  return {
    of: plainName(asking, part),
    period: periodFacts(asking, period),
    ...amountsFacts(asking, shown, amounts),
    ...(through !== null && { with_the_meters_inside_it: amountsFacts(asking, shown, through) }),
    ...(covered !== null && covered < 0.95 && { measured: `${write.percent(covered)} of that time` }),
    ...(beginsOn !== null && { readings_begin: beginsOn }),
    ...originFacts(isSimulated),
  };
};

const byGroup = (asking: Asking, facts: UseFacts, shown: readonly Utility[], by: 'room' | 'device'): ToolOutcome => {
  const groups = groupsOf(facts.rows, by, facts.latest);
  return {
    facts: {
      ...headFacts(asking, facts, shown),
      [`by_${by}`]: groups.map(({ key, amounts }) => ({
        name: plainGroup(asking, key, by),
        ...amountsFacts(
          asking,
          shown.filter((utility) => amounts[utility] !== null),
          amounts,
        ),
      })),
    },
    result: groupsResult(asking, facts.part, facts.period, by, groups),
  };
};

const byDay = async (asking: Asking, facts: UseFacts, shown: readonly Utility[]): Promise<ToolOutcome> => {
  const days = await readDays(asking, facts.part, facts.period);
  return {
    facts: {
      ...headFacts(asking, facts, shown),
      by_day: days.map((one) => ({ day: one.day, ...amountsFacts(asking, shown, one.amounts) })),
    },
    result: daysTable(asking, facts.part, facts.period, days),
  };
};

const byHour = async (asking: Asking, facts: UseFacts, shown: readonly Utility[]): Promise<ToolOutcome> => {
  const hours = await readHours(asking, facts.part, facts.period);
  const told = hours.map(({ utility, hours: all }) => [
    utility,
    all.map(({ hour, used }) => ({ hour: hourText(hour), ...quantityFacts(asking, utility, used) })),
  ]);
  return {
    facts: { ...headFacts(asking, facts, shown), average_by_hour_of_the_day: Object.fromEntries(told) },
    result: hoursTable(asking, facts.part, facts.period, hours),
  };
};

export const usageTool = createTool({
  name: 'usage',
  tool: 'usage',
  description: `How much ${utilityList} the household, a room or a device used from one day to another. Rooms and devices are net of the meters inside them, so that they add up to the total.`,
  args,
  run: async (asking, { from, until, group_by: by, ...names }) => {
    const part = partOf(asking.home, names);
    const facts = await readUse(asking, part, periodOf(asking.home, from, until, longest[by]));
    const shown = utilitiesOf(asking.home, part);
    if (by === 'room' || by === 'device') return byGroup(asking, facts, shown, by);
    if (by === 'day') return byDay(asking, facts, shown);
    if (by === 'hour') return byHour(asking, facts, shown);
    return { facts: headFacts(asking, facts, shown), result: totalResult(asking, part, facts.period) };
  },
});
