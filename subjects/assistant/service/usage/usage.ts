/** "How much did …", for a person and for a program: totals of a period, their daily average, and what of them is estimated. */
import { z } from 'zod';
import { byUtility, firstUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { figure, utilityName } from '../writer.ts';
import type { Intent } from '../intent.ts';
import {
  amountsFacts,
  hourFacts,
  noReadings,
  originFacts,
  periodFacts,
  quantityFacts,
  shape,
  toEachUtility,
  utilityList,
} from '../tools/facts.ts';
import { createTool, dayArg, hourArgs, partArgs, partOf, periodInHours, type ToolOutcome } from '../tools/tool.ts';
import { type Amounts, estimatedShare, groupsOf, isEmpty, noAmounts, sumBy } from './amounts.ts';
import {
  amountsOf,
  atFirst,
  hasNothing,
  inPeriod,
  nameWithin,
  notesOf,
  nothingKnown,
  nothingThen,
  pageOf,
  paragraphs,
  partName,
  plainGroup,
  plainName,
  simulatedNote,
  sourceNote,
  together,
  usageTexts,
  whenOf,
  withWholeDays,
} from './phrases.ts';
import { countedHours, dayOfHours } from './periods.ts';
import {
  type DayUse,
  hasFigures,
  hoursOfRows,
  isWhole,
  readDays,
  readHours,
  readUse,
  type UseFacts,
  utilitiesOf,
} from './use-facts.ts';
import { replyWithGroups, replyWithTimes } from './ranked-use.ts';
import { daysTable, groupsResult, hoursTable, totalResult } from './use-results.ts';

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

interface Average {
  readonly amounts: Amounts;
  /** How many whole days of each utility there are. */
  readonly counts: Readonly<Record<Utility, number>>;
}

/** Of a day, over whole days; null where a utility has none. */
const averageOf = (days: readonly DayUse[]): Average =>
  utilityIds.reduce<Average>(
    ({ amounts, counts }, utility) => {
      const known = days.flatMap((day) => (day.whole.includes(utility) ? (day.amounts[utility] ?? []) : []));
      const mean = (part: 'used' | 'estimated' | 'coveredS'): number =>
        known.reduce((sum, amount) => sum + amount[part], 0) / known.length;
      const amount = {
        used: mean('used'),
        estimated: mean('estimated'),
        coveredS: mean('coveredS'),
        ...(known.some(({ atLeast }) => atLeast) && { atLeast: true as const }),
      };
      return {
        amounts: { ...amounts, [utility]: known.length === 0 ? null : amount },
        counts: { ...counts, [utility]: known.length },
      };
    },
    { amounts: noAmounts, counts: byUtility(() => 0) },
  );

/** How many days it is over; of each utility where they differ. */
const daysCounted = ({ language, write }: Asking, shown: readonly Utility[], { counts }: Average): string => {
  const t = usageTexts(language);
  const [first = firstUtility, ...others] = shown.filter((utility) => counts[utility] > 0);
  const over = others.every((utility) => counts[utility] === counts[first])
    ? t('a-day-over', { count: counts[first] })
    : t('a-day-over-each', {
        list: write.list(
          [first, ...others].map((one) => t('whole-days', { count: counts[one], utility: utilityName(language, one) })),
        ),
      });
  const none = shown.filter((utility) => counts[utility] === 0);
  return together(over, ...none.map((utility) => t('a-day-none-of', { utility: utilityName(language, utility) })));
};

const replyWithAverage = async (asking: Asking, facts: UseFacts): Promise<OwnAnswer> => {
  const { home, language } = asking;
  const t = usageTexts(language);
  const { part, period } = facts;
  const average = averageOf(await readDays(asking, part, period));
  if (isEmpty(average.amounts)) {
    const total = replyWithTotal(asking, facts);
    return { ...total, text: paragraphs(t('a-day-none', { when: whenOf(asking, period) }), total.text) };
  }
  const amounts = amountsOf(asking, part, average.amounts, period);
  return {
    text: paragraphs(
      t('a-day', { when: atFirst(asking, period), name: partName(asking, part), amounts }),
      daysCounted(asking, utilitiesOf(home, part), average),
      sourceNote(asking, { ...facts, amounts: average.amounts }),
    ),
    results: [totalResult(asking, part, period)],
  };
};

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
  'each-day',
  'most-day',
  'least-day',
  'most-hour',
  'least-hour',
]);

export const replyToUsage = async (asking: Asking, intent: UsageIntent): Promise<OwnAnswer> => {
  const { hours, ...days } = intent.period;
  const isCounted = hours === undefined || (!ofWholeDays.has(intent.ask) && countedHours(intent.period) !== null);
  if (isCounted) return replyInPeriod(asking, intent);
  return withWholeDays(asking, await replyInPeriod(asking, { ...intent, period: days }));
};

const replyInPeriod = async (asking: Asking, { part, period, ask }: UsageIntent): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const facts = await readUse(asking, part, period);
  if (hasNothing(asking, facts)) return nothingThen(asking, facts);
  switch (ask) {
    case 'total':
      return replyWithTotal(asking, facts);
    case 'a-day':
      return replyWithAverage(asking, facts);
    case 'estimated':
      return replyWithEstimated(asking, facts);
    case 'most-day':
    case 'least-day':
    case 'most-hour':
    case 'least-hour':
    case 'each-day':
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

const groupings = ['none', 'room', 'device', 'day', 'hour'] as const;

const args = {
  from: dayArg('The first day.'),
  until: dayArg('The last day, which counts too.'),
  ...hourArgs,
  ...partArgs,
  group_by: z
    .enum(groupings)
    .default('none')
    .describe('day: each day, at most 92; hour: each hour of the day on average.'),
};

/** How many days a finer grouping may have. */
const longest = { none: 3700, room: 3700, device: 3700, day: 92, hour: 92 } as const;

const hourShape = shape.quantity.extend(shape.hours.shape).meta({ id: 'hour' });
const amounts = shape.each(shape.amount);
const groups = z.array(z.strictObject({ name: z.string(), ...amounts })).optional();

const usageFacts = z.strictObject({
  of: z.string().describe('The home, or a room or a device of it.'),
  period: shape.period,
  ...amounts,
  with_the_meters_inside_it: z.strictObject(amounts).optional(),
  measured: z.string().optional(),
  readings_begin: z.iso.date().optional(),
  ...shape.origin,
  by_room: groups,
  by_device: groups,
  by_day: z.array(z.strictObject({ day: z.iso.date(), ...amounts })).optional(),
  average_by_hour_of_the_day: z.strictObject(shape.each(z.array(hourShape))).optional(),
});
type UsageFacts = z.output<typeof usageFacts>;
type Grouped = Pick<ToolOutcome, 'result'> & { readonly facts?: Partial<UsageFacts> };

const headFacts = (asking: Asking, facts: UseFacts, shown: readonly Utility[]): UsageFacts => {
  const { part, period, covered, beginsOn, through, isSimulated } = facts;
  return {
    of: plainName(asking, part),
    period: periodFacts(asking, period),
    ...amountsFacts(asking, shown, facts.amounts),
    ...(through !== null && { with_the_meters_inside_it: amountsFacts(asking, shown, through) }),
    ...(covered !== null && covered < 0.95 && { measured: `${asking.write.percent(covered)} of that time` }),
    ...(beginsOn !== null && { readings_begin: beginsOn }),
    ...originFacts(isSimulated),
  };
};

const byGroup = (asking: Asking, facts: UseFacts, shown: readonly Utility[], by: 'room' | 'device'): Grouped => {
  const found = groupsOf(facts.rows, by, facts.latest);
  const told = found.map(({ key, amounts: used }) => {
    const own = shown.filter((utility) => used[utility] !== null);
    return { name: plainGroup(asking, key, by), ...amountsFacts(asking, own, used) };
  });
  return {
    facts: by === 'room' ? { by_room: told } : { by_device: told },
    result: groupsResult(asking, facts.part, facts.period, by, found),
  };
};

/** Of some hours of each day there are rows by the hour already. */
const daysOf = (asking: Asking, { part, period, rows }: UseFacts): Promise<DayUse[]> | DayUse[] => {
  const { hours } = period;
  if (hours === undefined) return readDays(asking, part, period);
  const dayOf = dayOfHours(hours, asking.home.timeZone);
  return [...sumBy(rows, ({ start }) => dayOf(start))]
    .filter(([, used]) => !isEmpty(used))
    .map(([day, used]) => ({ day, amounts: used, whole: [] }))
    .sort((a, b) => a.day.localeCompare(b.day));
};

const byDay = async (asking: Asking, facts: UseFacts, shown: readonly Utility[]): Promise<Grouped> => {
  const found = await daysOf(asking, facts);
  return {
    facts: { by_day: found.map((one) => ({ day: one.day, ...amountsFacts(asking, shown, one.amounts) })) },
    result: daysTable(asking, facts.part, facts.period, found),
  };
};

const byHour = async (asking: Asking, { part, period, rows }: UseFacts): Promise<Grouped> => {
  const found =
    period.hours === undefined ? await readHours(asking, part, period) : hoursOfRows(asking.home, part, rows);
  const told = found.map(({ utility, hours: each }) => {
    const one = each.map(({ hour, used }) => ({
      ...hourFacts({ from: hour, to: hour + 1 }),
      ...quantityFacts(asking, utility, used),
    }));
    return [utility, one] as const;
  });
  return {
    facts: { average_by_hour_of_the_day: toEachUtility(told) },
    result: hoursTable(asking, part, period, found),
  };
};

export const usageTool = createTool({
  name: 'usage',
  tool: 'usage',
  description: `How much ${utilityList} the household, a room or a device used from one day to another, or in some hours of these days. Rooms and devices are net of the meters inside them, so that they add up to the total.`,
  args,
  facts: shape.orNoReadings(usageFacts),
  run: async (asking, { from, until, group_by: by, from_hour, to_hour, ...names }) => {
    const { home } = asking;
    const part = partOf(home, names);
    const use = await readUse(asking, part, periodInHours(home, from, until, { from_hour, to_hour }, longest[by]));
    const shown = utilitiesOf(home, part);
    const grouped = async (): Promise<Grouped> => {
      if (by === 'room' || by === 'device') return byGroup(asking, use, shown, by);
      if (by === 'day') return byDay(asking, use, shown);
      if (by === 'hour') return byHour(asking, use);
      return { result: totalResult(asking, part, use.period) };
    };
    const { facts, result } = await grouped();
    return { facts: hasFigures(home) ? { ...headFacts(asking, use, shown), ...facts } : noReadings, result };
  },
});
