/** "How much did …", for a person and for a program: totals of a period, their daily average, and what of them is estimated. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
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
import {
  createTool,
  dayArg,
  hourArgs,
  partArgs,
  partOf,
  periodInHours,
  type ToolOutcome,
  ToolRefusal,
} from '../tools/tool.ts';
import { estimatedShare, groupsOf, isEmpty, sumBy } from './amounts.ts';
import { isAverage, replyWithAverage } from './averages.ts';
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
import { type Cadence, countedHours, dayOfHours } from './periods.ts';
import {
  hasFigures,
  hoursOfRows,
  isWhole,
  readHours,
  readSpans,
  readUse,
  type UseFacts,
  utilitiesOf,
} from './use-facts.ts';
import { cadenceOf, isOfTimes, replyWithGroups, replyWithTimes } from './ranked-use.ts';
import { groupsResult, hoursTable, spansTable, totalResult } from './use-results.ts';
import type { Topic } from '../topic.ts';
import { usage as usageRule } from '../understand/rules/usage-rules.ts';
import { afterUse } from '../talk/suggestions.ts';

declare module '../intent.ts' {
  interface Intents {
    usage: {
      readonly part: AskedPart;
      readonly period: AskedPeriod;
      /** `most-…`/`least-…`: who or when used most or least; `rooms`/`devices`: all of them in a table; `each-day`: a series; `a-day`: the mean over whole ones. */
      readonly ask:
        | 'total'
        | `a-${'day' | 'week' | 'month'}`
        | 'rooms'
        | 'devices'
        | `${'most' | 'least'}-${'room' | 'device' | 'day' | 'hour'}`
        | `each-${'day' | 'week' | 'month'}`
        | 'estimated';
    };
  }
}

type UsageIntent = Intent<'usage'>;
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

const replyToUsage = (asking: Asking, intent: UsageIntent): Promise<OwnAnswer> =>
  inItsHours(
    asking,
    intent,
    (asked) => replyInPeriod(asking, asked),
    // Days, weeks and months are told as a whole, whatever hours were named.
    !isAverage(intent.ask) && !isOfTimes(intent.ask) && countedHours(intent.period) !== null,
  );

const replyInPeriod = async (asking: Asking, { part, period, ask }: UsageIntent): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const facts = await readUse(asking, part, period);
  if (hasNothing(asking, facts)) return nothingThen(asking, facts);
  if (ask === 'total') return replyWithTotal(asking, facts);
  if (ask === 'estimated') return replyWithEstimated(asking, facts);
  if (isAverage(ask)) return replyWithAverage(asking, facts, cadenceOf(ask), replyWithTotal(asking, facts));
  return isOfTimes(ask) ? replyWithTimes(asking, facts, ask) : replyWithGroups(asking, facts, ask);
};

const groupings = ['none', 'room', 'device', 'day', 'week', 'month', 'hour'] as const;

const args = {
  from: dayArg('The first day.'),
  until: dayArg('The last day, which counts too.'),
  ...hourArgs,
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

const hourShape = shape.quantity.extend(shape.hours.shape).meta({ id: 'hour' });
const amounts = shape.each(shape.amount);
/** Weeks and months by their first day. */
const ofSpans = z.array(z.strictObject({ from: z.iso.date(), note: shape.note, ...amounts })).optional();
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
  by_week: ofSpans,
  by_month: ofSpans,
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
const spansOf = (asking: Asking, { part, period, rows }: UseFacts, by: Cadence) => {
  const { hours } = period;
  if (hours === undefined || by !== 'day') return readSpans(asking, part, period, by);
  const dayOf = dayOfHours(hours, asking.home.timeZone);
  return [...sumBy(rows, ({ start }) => dayOf(start))]
    .filter(([, used]) => !isEmpty(used))
    .map(([day, used]) => ({ day, amounts: used, whole: [] }))
    .sort((a, b) => a.day.localeCompare(b.day));
};

const byCadence = async (asking: Asking, facts: UseFacts, shown: readonly Utility[], by: Cadence): Promise<Grouped> => {
  const spans = await spansOf(asking, facts, by);
  const told = (one: (typeof spans)[number]) => amountsFacts(asking, shown, one.amounts);
  const long = () =>
    spans.map((one) => ({
      from: one.day,
      ...(one.whole.length === 0 && { note: 'not all of its days, or not all measured' }),
      ...told(one),
    }));
  return {
    facts:
      by === 'day'
        ? { by_day: spans.map((one) => ({ day: one.day, ...told(one) })) }
        : by === 'week'
          ? { by_week: long() }
          : { by_month: long() },
    result: spansTable(asking, facts.part, facts.period, spans, by),
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

const usageTool = createTool({
  name: 'usage',
  tool: 'usage',
  description: `How much ${utilityList} the household, a room or a device used from one day to another, or in some hours of these days. Rooms and devices are net of the meters inside them, so that they add up to the total.`,
  args,
  facts: shape.orNoReadings(usageFacts),
  run: async (asking, { from, until, group_by: by, from_hour, to_hour, ...names }) => {
    const { home } = asking;
    const part = partOf(home, names);
    const hours = { from_hour, to_hour };
    if (from_hour !== undefined && (by === 'week' || by === 'month'))
      throw new ToolRefusal('group_by: hours of a day are told by day, or by the hour.');
    const use = await readUse(asking, part, periodInHours(home, from, until, hours, longest[by]));
    const shown = utilitiesOf(home, part);
    const grouped = async (): Promise<Grouped> => {
      if (by === 'room' || by === 'device') return byGroup(asking, use, shown, by);
      if (by === 'day' || by === 'week' || by === 'month') return byCadence(asking, use, shown, by);
      if (by === 'hour') return byHour(asking, use);
      return { result: totalResult(asking, part, use.period) };
    };
    const { facts, result } = await grouped();
    return { facts: hasFigures(home) ? { ...headFacts(asking, use, shown), ...facts } : noReadings, result };
  },
});

export const usageTopic: Topic<'usage'> = {
  about: 'usage',
  rule: usageRule,
  tells: 'figures',
  takes: 'use both waste meter',
  takesFor: {
    total: 'device count',
    'a-day': 'average day eachDay',
    'a-week': 'perWeek week average',
    'a-month': 'perMonth month average',
    'each-day': 'eachDay average day',
    'each-week': 'perWeek week average eachDay most more least less when',
    'each-month': 'perMonth month average eachDay most more least less when',
    rooms: 'byRoom room',
    devices: 'byDevice device',
    'most-room': 'most more room byRoom dearest',
    'least-room': 'least less room byRoom cheapest',
    'most-device': 'explain most more device byDevice dearest tips strange',
    'least-device': 'least less device byDevice cheapest',
    'most-day': 'most more day when dearest cost',
    'least-day': 'least less day when cheapest cost',
    'most-hour': 'most more hour when day dearest average',
    'least-hour': 'least less hour when day cheapest average',
    estimated: 'estimated silent',
  },
  nextOf: (of, { part, period }) => afterUse(of, part, period),
  tools: [usageTool],
  reply: replyToUsage,
};
