/** "How much did …", for a person and for a program: totals of a period, their daily average, and what of them is estimated. */
import { z } from 'zod';
import { byUtility, type Utility } from '#catalogue/index.ts';
import type { OwnAnswer } from '../asking.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { figure } from '../writer.ts';
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
import { createTool, hourArgs, partArgs, partOf, periodInHours, type ToolOutcome, ToolRefusal } from '../tools/tool.ts';
import { estimatedShare, groupsOf, isEmpty, sumBy } from './amounts.ts';
import { type By, capital, note, paragraphs, together, type Voice, voiceOf } from './phrases.ts';
import { aboutUse, notesOf, nothingThen, sourceNote, wellCovered } from './reply-about-use.ts';
import { type Cadence, dayOfHours } from './periods.ts';
import { cadenceOf, isOfTimes, replyWithDaysOver, replyWithGroups, replyWithTimes } from './ranked-use.ts';
import {
  type Average,
  averageOf,
  hasFigures,
  hoursOfRows,
  isWhole,
  readHours,
  readSpans,
  readUse,
  type UseFacts,
} from './use-facts.ts';
import { groupsResult, hoursTable, spansTable, totalResult } from './use-results.ts';
import { periodArgs } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { usage as usageRule } from '../understand/rules/usage-rules.ts';
import { afterUse } from '../talk/suggestions.ts';

declare module '../intent.ts' {
  interface Intents {
    usage: {
      readonly part: AskedPart;
      readonly period: AskedPeriod;
      /** Of rooms and devices: only so many are named, those with the most or the least. */
      readonly count?: number;
      /** In base units. */
      readonly amount?: number;
      /** Of a total: what is taken off it. */
      readonly without?: AskedPart;
      /** `most-…`/`least-…`: who or when used most or least; `rooms`/`devices`: all of them in a table; `each-day`: a series; `a-day`: the mean over whole ones; `days-over`: those with more than the amount. */
      readonly ask:
        | 'total'
        | `a-${'day' | 'week' | 'month'}`
        | 'rooms'
        | 'devices'
        | `${'most' | 'least'}-${'room' | 'device' | 'day' | 'hour'}`
        | `each-${'day' | 'week' | 'month'}`
        | 'days-over'
        | 'estimated';
    };
  }
}

type UsageIntent = Intent<'usage'>;

const totalText = (
  voice: Voice,
  { part, period, amounts, known, through }: UseFacts,
  when = voice.atFirst(period),
): string => {
  const values = { when, name: voice.within(part) };
  if (through !== null) {
    const own = known.map(({ utility, used }) => figure(voice.write.amount(utility, used), voice.page(part, period)));
    const passed = voice.amounts(part, through, period);
    return voice.t('use-through', { ...values, through: passed, amounts: voice.write.list(own) });
  }
  const key = isWhole(part) ? 'use-home' : part.device === null ? 'use-room' : 'use-device';
  return voice.t(key, { ...values, amounts: voice.amounts(part, amounts, period) });
};

const replyWithTotal = (voice: Voice, facts: UseFacts): OwnAnswer => ({
  text: paragraphs(totalText(voice, facts), notesOf(voice, facts)),
  results: [totalResult(voice, facts)],
});

/** Without a room or a device, whose own use is told beside it. */
const replyWithout = async (voice: Voice, facts: UseFacts, without: AskedPart): Promise<OwnAnswer> => {
  const { period } = facts;
  const left = { ...without, utility: facts.part.utility };
  const name = voice.within(left);
  const out = await readUse(voice, left, period);
  const off = out.through ?? out.amounts;
  const rest = byUtility((utility) => {
    const amount = facts.amounts[utility];
    return amount && { ...amount, used: Math.max(0, amount.used - (off[utility]?.used ?? 0)) };
  });
  const when = voice.t('without', { when: voice.atFirst(period), name });
  return {
    text: paragraphs(
      together(
        totalText(voice, { ...facts, amounts: rest }, when),
        isEmpty(off)
          ? capital(voice.t('nothing-when', { when: voice.when(period), name }))
          : voice.t('left-out', { name, amounts: voice.amounts(left, off, period) }),
      ),
      notesOf(voice, facts),
    ),
    results: [totalResult(voice, facts)],
  };
};

/** How many it is over; of each utility where they differ. */
const countedText = (voice: Voice, shown: readonly Utility[], { counts }: Average, by: Cadence): string => {
  const { t, write } = voice;
  const told = shown.filter((utility) => counts[utility] > 0);
  const [count = 0, ...others] = new Set(told.map((utility) => counts[utility]));
  const each = (): string[] =>
    told.map((one) => t(`whole-${by}s`, { count: counts[one], utility: voice.utility(one) }));
  return together(
    others.length === 0 ? t(`a-${by}-over`, { count }) : t('average-over-each', { list: write.list(each()) }),
    ...shown
      .filter((utility) => counts[utility] === 0)
      .map((utility) => t(`a-${by}-none-of`, { utility: voice.utility(utility) })),
  );
};

const isAverage = (ask: string): ask is `a-${Cadence}` => ask.startsWith('a-');

/** `total`: what is told where none of them is whole. */
const replyWithAverage = async (voice: Voice, facts: UseFacts, by: Cadence, total: OwnAnswer): Promise<OwnAnswer> => {
  const { part, period, shown } = facts;
  const average = averageOf(await readSpans(voice, part, period, by));
  if (isEmpty(average.amounts))
    return { ...total, text: paragraphs(voice.t(`a-${by}-none`, { when: voice.when(period) }), total.text) };
  const amounts = voice.amounts(part, average.amounts, period);
  return {
    text: paragraphs(
      voice.t(`a-${by}`, { when: voice.atFirst(period), name: voice.name(part), amounts }),
      countedText(voice, shown, average, by),
      sourceNote(voice, { ...facts, amounts: average.amounts }),
    ),
    results: [totalResult(voice, facts)],
  };
};

const replyWithEstimated = (voice: Voice, facts: UseFacts): OwnAnswer => {
  const { t, write } = voice;
  const { part, period, known } = facts;
  const lines = known.map(({ utility, ...amount }) => {
    const share = estimatedShare(amount);
    return t(amount.estimated === 0 ? 'estimated-none' : 'estimated-some', {
      total: voice.amount(utility, amount.used, part, period),
      amount: `**${write.amount(utility, amount.estimated)}**`,
      share: write.percent(share, share < 0.01 ? 2 : 0),
      utility: voice.utility(utility),
    });
  });
  return {
    text: paragraphs(
      voice.inPeriod(period, lines).join(' '),
      known.some(({ estimated }) => estimated !== 0) && t('estimated-why'),
      note(voice.simulated(facts.isSimulated)),
    ),
    results: [totalResult(voice, facts)],
  };
};

const replyToUsage = aboutUse<UsageIntent>(
  async (voice, { part, period, ask, count, amount, without }) => {
    const facts = await readUse(voice, part, period);
    if (facts.known.length === 0) return nothingThen(voice, facts);
    if (without !== undefined) return replyWithout(voice, facts, without);
    if (ask === 'total') return replyWithTotal(voice, facts);
    if (ask === 'days-over') return replyWithDaysOver(voice, facts, amount ?? 0);
    if (ask === 'estimated') return replyWithEstimated(voice, facts);
    if (isAverage(ask)) return replyWithAverage(voice, facts, cadenceOf(ask), replyWithTotal(voice, facts));
    return isOfTimes(ask) ? replyWithTimes(voice, facts, ask) : replyWithGroups(voice, facts, ask, count);
  },
  // Days, weeks and months are told as a whole, whatever hours were named.
  ({ ask }) => !isAverage(ask) && !isOfTimes(ask) && ask !== 'days-over',
);

/** How many days each grouping may have. */
const maxDays = { none: 3700, room: 3700, device: 3700, day: 92, week: 1100, month: 3700, hour: 92 } as const;
type Grouping = keyof typeof maxDays;

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

const headFacts = (voice: Voice, facts: UseFacts): UsageFacts => {
  const { part, period, shown, covered, beginsOn, through } = facts;
  return {
    of: voice.plain(part),
    period: periodFacts(voice, period),
    ...amountsFacts(voice, shown, facts.amounts),
    ...(through !== null && { with_the_meters_inside_it: amountsFacts(voice, shown, through) }),
    ...(covered !== null && covered < wellCovered && { measured: `${voice.write.percent(covered)} of that time` }),
    ...(beginsOn !== null && { readings_begin: beginsOn }),
    ...originFacts(facts.isSimulated),
  };
};

const byGroup = (voice: Voice, facts: UseFacts, by: By): Grouped => {
  const found = groupsOf(facts.rows, by, facts.latest);
  const told = found.map(({ key, amounts: used }) => {
    const own = facts.shown.filter((utility: Utility) => used[utility] !== null);
    return { name: voice.plainGroup(key, by), ...amountsFacts(voice, own, used) };
  });
  return { facts: { [`by_${by}`]: told }, result: groupsResult(voice, facts, by, found) };
};

/** Of some hours of each day there are rows by the hour already. */
const spansOf = (voice: Voice, { part, period, rows }: UseFacts, by: Cadence) => {
  const { hours } = period;
  if (hours === undefined || by !== 'day') return readSpans(voice, part, period, by);
  const dayOf = dayOfHours(hours, voice.home.timeZone);
  return [...sumBy(rows, ({ start }) => dayOf(start))]
    .filter(([, used]) => !isEmpty(used))
    .map(([day, used]) => ({ day, amounts: used, whole: [] }))
    .sort((a, b) => a.day.localeCompare(b.day));
};

const bySpan = async (voice: Voice, facts: UseFacts, by: Cadence): Promise<Grouped> => {
  const spans = await spansOf(voice, facts, by);
  const told = spans.map(({ day, amounts: used, whole }) => ({
    ...(by === 'day' ? { day } : { from: day }),
    ...(by !== 'day' && whole.length === 0 && { note: 'not all of its days, or not all measured' }),
    ...amountsFacts(voice, facts.shown, used),
  }));
  return { facts: { [`by_${by}`]: told }, result: spansTable(voice, facts, spans, by) };
};

const byHour = async (voice: Voice, facts: UseFacts): Promise<Grouped> => {
  const { part, period, rows } = facts;
  const found = period.hours === undefined ? await readHours(voice, part, period) : hoursOfRows(voice.home, part, rows);
  const told = found.map(({ utility, hours }) => {
    const each = hours.map(({ hour, used }) => ({
      ...hourFacts({ from: hour, to: hour + 1 }),
      ...quantityFacts(voice, utility, used),
    }));
    return [utility, each] as const;
  });
  return { facts: { average_by_hour_of_the_day: toEachUtility(told) }, result: hoursTable(voice, facts, found) };
};

const grouped = async (voice: Voice, facts: UseFacts, by: Grouping): Promise<Grouped> => {
  if (by === 'none') return { result: totalResult(voice, facts) };
  if (by === 'hour') return byHour(voice, facts);
  return by === 'room' || by === 'device' ? byGroup(voice, facts, by) : bySpan(voice, facts, by);
};

const usageTool = createTool({
  name: 'usage',
  tool: 'usage',
  description: `How much ${utilityList} the household, a room or a device used from one day to another, or in some hours of these days. Rooms and devices are net of the meters inside them, so that they add up to the total.`,
  args: {
    ...periodArgs,
    ...hourArgs,
    ...partArgs,
    group_by: z
      .enum(Object.keys(maxDays) as Grouping[])
      .default('none')
      .describe(
        'day: each day, at most 92; week, month: each of them, weeks from Monday on; hour: each hour of the day on average.',
      ),
  },
  facts: shape.orNoReadings(usageFacts),
  run: async (asking, { from, until, group_by: by, from_hour, to_hour, ...names }) => {
    const { home } = asking;
    const voice = voiceOf(asking);
    const part = partOf(home, names);
    if (from_hour !== undefined && (by === 'week' || by === 'month'))
      throw new ToolRefusal('group_by: hours of a day are told by day, or by the hour.');
    const period = periodInHours(home, from, until, { from_hour, to_hour }, maxDays[by]);
    const use = await readUse(voice, part, period);
    const { facts, result } = await grouped(voice, use, by);
    return { facts: hasFigures(home) ? { ...headFacts(voice, use), ...facts } : noReadings, result };
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
    'days-over': 'day count which list when more than',
    estimated: 'estimated silent',
  },
  saidBy: ({ ask }) => (ask === 'days-over' ? ['use.over'] : []),
  nextOf: (of, { part, period }) => afterUse(of, part, period),
  tools: [usageTool],
  reply: replyToUsage,
};
