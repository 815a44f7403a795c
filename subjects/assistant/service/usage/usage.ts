/** "How much did …", for a person and for a program: totals of a period, their daily average, and what of them is estimated. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { figure, utilityName } from '../writer.ts';
import type { Intent } from '../intent.ts';
import {
  amountsFacts,
  createTool,
  dayArg,
  noReadings,
  originFacts,
  partArgs,
  partOf,
  periodFacts,
  periodOf,
  quantityFacts,
  type ToolOutcome,
  utilityList,
} from '../tools/tool.ts';
import { estimatedShare, groupsOf } from './amounts.ts';
import { replyWithAverage } from './averages.ts';
import {
  amountsOf,
  atFirst,
  hasNothing,
  inItsHours,
  inPeriod,
  nameWithin,
  notesOf,
  nothingKnown,
  nothingThen,
  pageOf,
  paragraphs,
  plainGroup,
  plainName,
  simulatedNote,
  usageTexts,
} from './phrases.ts';
import { type Cadence, countedHours } from './periods.ts';
import { hasFigures, isWhole, readSpans, readHours, readUse, type UseFacts, utilitiesOf } from './use-facts.ts';
import { cadenceOf, replyWithGroups, replyWithTimes } from './ranked-use.ts';
import { groupsResult, hoursTable, hourText, spansTable, totalResult } from './use-results.ts';

export type UsageIntent = Extract<Intent, { about: 'usage' }>;

const throughText = (asking: Asking, { part, period, amounts, through }: UseFacts): string | null => {
  if (through === null) return null;
  const own = utilitiesOf(asking.home, part).flatMap((utility) => {
    const amount = amounts[utility];
    return amount === null ? [] : [figure(asking.write.amount(utility, amount.used), pageOf(asking, part, period))];
  });
  return usageTexts(asking.language)('use-through', {
    when: atFirst(asking, period),
    name: nameWithin(asking, part),
    through: amountsOf(asking, part, through, period),
    amounts: asking.write.list(own),
  });
};

const plainText = (asking: Asking, { part, period, amounts }: UseFacts): string => {
  const key = isWhole(part) ? 'use-home' : part.device === null ? 'use-room' : 'use-device';
  return usageTexts(asking.language)(key, {
    when: atFirst(asking, period),
    name: nameWithin(asking, part),
    amounts: amountsOf(asking, part, amounts, period),
  });
};

const totalText = (asking: Asking, facts: UseFacts): string => throughText(asking, facts) ?? plainText(asking, facts);

const replyWithTotal = (asking: Asking, facts: UseFacts): OwnAnswer => ({
  text: paragraphs(totalText(asking, facts), notesOf(asking, facts)),
  results: [totalResult(asking, facts.part, facts.period)],
});

const replyWithEstimated = (asking: Asking, facts: UseFacts): OwnAnswer => {
  const { home, language, write } = asking;
  const t = usageTexts(language);
  const { part, period, amounts, isSimulated } = facts;
  const known = utilitiesOf(home, part).flatMap((utility) => {
    const amount = amounts[utility];
    return amount === null ? [] : [{ utility, amount }];
  });
  const lines = known.map(({ utility, amount }) =>
    t(amount.estimated === 0 ? 'estimated-none' : 'estimated-some', {
      total: figure(write.amount(utility, amount.used), pageOf(asking, { ...part, utility }, period)),
      amount: `**${write.amount(utility, amount.estimated)}**`,
      share: write.percent(estimatedShare(amount), estimatedShare(amount) < 0.01 ? 2 : 0),
      utility: utilityName(language, utility),
    }),
  );
  const why = known.some(({ amount }) => amount.estimated !== 0) ? t('estimated-why') : null;
  return {
    text: paragraphs(inPeriod(asking, period, lines).join(' '), why, simulatedNote(asking, isSimulated)),
    results: [totalResult(asking, part, period)],
  };
};

/** What is told of days as a whole, whatever hours were named. */
const ofWholeDays: ReadonlySet<UsageIntent['ask']> = new Set([
  'a-day',
  'a-week',
  'a-month',
  'each-day',
  'each-week',
  'each-month',
  'most-day',
  'least-day',
  'most-hour',
  'least-hour',
]);

export const replyToUsage = (asking: Asking, intent: UsageIntent): Promise<OwnAnswer> =>
  inItsHours(
    asking,
    intent,
    (asked) => replyInPeriod(asking, asked),
    !ofWholeDays.has(intent.ask) && countedHours(intent.period) !== null,
  );

const replyInPeriod = async (asking: Asking, { part, period, ask }: UsageIntent): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const facts = await readUse(asking, part, period);
  if (hasNothing(asking, facts)) return nothingThen(asking, facts);
  switch (ask) {
    case 'total':
      return replyWithTotal(asking, facts);
    case 'a-day':
    case 'a-week':
    case 'a-month':
      return replyWithAverage(asking, facts, cadenceOf(ask), replyWithTotal(asking, facts));
    case 'estimated':
      return replyWithEstimated(asking, facts);
    case 'most-day':
    case 'least-day':
    case 'most-hour':
    case 'least-hour':
    case 'each-day':
    case 'each-week':
    case 'each-month':
      return replyWithTimes(asking, facts, ask);
    case 'rooms':
    case 'devices':
    case 'most-room':
    case 'least-room':
    case 'most-device':
    case 'least-device':
      return replyWithGroups(asking, facts, ask);
  }
};

const groupings = ['none', 'room', 'device', 'day', 'week', 'month', 'hour'] as const;

const args = {
  from: dayArg('The first day.'),
  until: dayArg('The last day, which counts too.'),
  ...partArgs,
  group_by: z
    .enum(groupings)
    .default('none')
    .describe(
      'day: each day, at most 92; week, month: each of them, weeks from Monday on; hour: each hour of the day on average.',
    ),
};

/** How many days a finer grouping may have. */
const longest = { none: 3700, room: 3700, device: 3700, day: 92, week: 1100, month: 3700, hour: 92 } as const;

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

const byCadence = async (
  asking: Asking,
  facts: UseFacts,
  shown: readonly Utility[],
  by: Cadence,
): Promise<ToolOutcome> => {
  const spans = await readSpans(asking, facts.part, facts.period, by);
  return {
    facts: {
      ...headFacts(asking, facts, shown),
      [`by_${by}`]: spans.map((one) => ({
        [by === 'day' ? 'day' : 'from']: one.day,
        ...(by !== 'day' && one.whole.length === 0 && { note: 'not all of its days, or not all measured' }),
        ...amountsFacts(asking, shown, one.amounts),
      })),
    },
    result: spansTable(asking, facts.part, facts.period, spans, by),
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
    if (by === 'day' || by === 'week' || by === 'month') return byCadence(asking, facts, shown, by);
    if (by === 'hour') return byHour(asking, facts, shown);
    return { facts: headFacts(asking, facts, shown), result: totalResult(asking, part, facts.period) };
  },
});
