/** How much power was drawn at most and when, for a person and for a program: the hour with the most, and its mean. */
import { z } from 'zod';
import { factsOf, rateOver, type Utility } from '#catalogue/index.ts';
import type { LocalDay } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { UsageRow } from '#subjects/usage/contract/usage.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import {
  hourFacts,
  noReadings,
  originFacts,
  periodFacts,
  quantityFacts,
  rateFacts,
  shape,
  toEachUtility,
} from '../tools/facts.ts';
import { createTool, dayArg, partArgs, partOf, periodOf } from '../tools/tool.ts';
import { figure, utilityName } from '../writer.ts';
import { type Amount, devicesInside, noAmounts, sumBy } from './amounts.ts';
import { countedHours, dayIn, daysRead, hourIn, inHours, lengthOf, maxHourDays, hourMs } from './periods.ts';
import {
  capital,
  dayText,
  hasNothing,
  inItsHours,
  inPeriod,
  nameWithin,
  note,
  nothingKnown,
  nothingThen,
  pageOf,
  paragraphs,
  plainName,
  sourceNote,
  together,
  usageTexts,
  whenOf,
} from './phrases.ts';
import { hasFigures, hoursPeriod, type HourUse, readRows, readUse, utilitiesOf } from './use-facts.ts';
import { dayPeriod, hoursResult, hourText, totalResult } from './use-results.ts';
import type { Topic } from '../topic.ts';
import { peak as peakRule } from '../understand/rules/habit-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    /** How much power was drawn at most, and when. */
    peak: { readonly part: AskedPart; readonly period: AskedPeriod };
  }
}

type PeakIntent = Intent<'peak'>;
interface Peak {
  readonly utility: Utility;
  readonly day: LocalDay;
  readonly hour: number;
  readonly amount: Amount;
  /** All hours that are over, for a chart of one day. */
  readonly hours: readonly HourUse[];
}

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'peak');

/** Of a meter with others behind it all that passed it. */
const readHourRows = async (asking: Asking, part: AskedPart, asked: AskedPeriod): Promise<readonly UsageRow[]> => {
  const { sources, home } = asking;
  const hours = countedHours(asked);
  const period = hours === null ? asked : daysRead(asked, hours);
  const inside = part.device === null ? new Set<string>() : devicesInside(await sources.latest(), part.device);
  const rows =
    inside.size === 0
      ? await readRows(asking, period, part, 'hour')
      : (await sources.usage({ from: period.from, to: period.to, bucket: 'hour', by: 'room,device' })).rows.filter(
          ({ deviceId }) => deviceId === part.device || inside.has(deviceId ?? ''),
        );
  const isIn = hours === null ? () => true : inHours(asked, hours, home.timeZone);
  return rows.filter(({ start }) => Date.parse(start) + hourMs <= home.nowMs && isIn(start));
};

/** Power is asked of: what is counted by volume has none, and is told where nothing else is there. */
const askedUtilities = (asking: Asking, part: AskedPart): Utility[] => {
  const all = utilitiesOf(asking.home, part);
  const powered = all.filter((utility) => factsOf(utility).flow.unit === 'W');
  return powered.length === 0 ? all : powered;
};

const readPeaks = async (asking: Asking, part: AskedPart, period: AskedPeriod): Promise<Peak[]> => {
  const { timeZone } = asking.home;
  const [dayOf, hourOf] = [dayIn(timeZone), hourIn(timeZone)];
  const sums = [...sumBy(await readHourRows(asking, part, period), ({ start }) => start)].sort(([a], [b]) =>
    a.localeCompare(b),
  );
  return askedUtilities(asking, part).flatMap((utility) => {
    const known = sums.flatMap(([start, { [utility]: amount }]) => (amount === null ? [] : [{ start, amount }]));
    const [first, ...others] = known;
    if (first === undefined) return [];
    const { start, amount } = others.reduce((best, one) => (one.amount.used > best.amount.used ? one : best), first);
    const hours = known.map((one) => ({
      hour: hourOf(one.start),
      used: one.amount.used,
      coveredS: one.amount.coveredS,
    }));
    return [{ utility, day: dayOf(start), hour: hourOf(start), amount, hours }];
  });
};

const isOneDay = (period: AskedPeriod): boolean => lengthOf(period) === 1;

const lineOf = (asking: Asking, part: AskedPart, period: AskedPeriod, peak: Peak): string => {
  const { language, write } = asking;
  const { utility, day, hour, amount } = peak;
  const link = pageOf(asking, { ...part, utility }, dayPeriod(day));
  return texts(asking)(isOneDay(period) ? 'hour' : 'day-hour', {
    name: nameWithin(asking, part),
    utility: utilityName(language, utility),
    day: dayText(asking, day),
    from: write.clock(hourText(hour)),
    to: write.clock(hourText(hour + 1)),
    rate: figure(write.rate(utility, rateOver(utility, amount.used, hourMs)), link),
    amount: write.amount(utility, amount.used),
  });
};

const resultOf = (asking: Asking, part: AskedPart, period: AskedPeriod, peaks: readonly Peak[]): FoundResult => {
  const [first] = peaks;
  return first !== undefined && isOneDay(period)
    ? hoursResult(asking, part, period, first.utility, first.hours)
    : totalResult(asking, part, period);
};

const replyWithPeak = async (asking: Asking, { part, period: asked }: PeakIntent): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const period = hoursPeriod(asked, asking.home);
  const facts = await readUse(asking, part, period);
  if (hasNothing(asking, facts)) return nothingThen(asking, facts);
  const peaks = await readPeaks(asking, part, period);
  const results = [resultOf(asking, part, period, peaks)];
  if (peaks.length === 0)
    return { text: usageTexts(asking.language)('hours-none', { when: whenOf(asking, asked) }), results };
  const amounts = peaks.reduce((all, { utility, amount }) => ({ ...all, [utility]: amount }), noAmounts);
  return {
    text: paragraphs(
      inPeriod(
        asking,
        // The days that were read, where all of them would be too many.
        period.from === asked.from ? asked : period,
        peaks.map((peak) => lineOf(asking, part, period, peak)),
      ).join(' '),
      together(note(texts(asking)('mean')), sourceNote(asking, { ...facts, amounts })),
    ),
    results,
  };
};

const replyToPeak = (asking: Asking, intent: PeakIntent): Promise<OwnAnswer> =>
  inItsHours(asking, intent, (asked) => replyWithPeak(asking, asked));

const peakShape = z.strictObject({
  day: z.iso.date(),
  ...shape.hours.shape,
  mean_of_that_hour: shape.rate,
  used_in_it: shape.quantity,
});

const peakTool = createTool({
  name: 'peak',
  tool: 'usage',
  description: `The hour in which the household, a room or a device drew the most from one day to another, with the mean power of that hour; at most ${maxHourDays} days.`,
  args: { from: dayArg('The first day.'), until: dayArg('The last day, which counts too.'), ...partArgs },
  facts: shape.orNoReadings(
    z.strictObject({
      of: z.string(),
      period: shape.period,
      ...shape.each(peakShape),
      peak: z.string().optional(),
      ...shape.origin,
    }),
  ),
  run: async (asking, { from, until, ...names }) => {
    const part = partOf(asking.home, names);
    const period = periodOf(asking.home, from, until, maxHourDays);
    const peaks = await readPeaks(asking, part, period);
    const result = resultOf(asking, part, period, peaks);
    if (!hasFigures(asking.home)) return { facts: noReadings, result };
    const told = peaks.map(
      ({ utility, day, hour, amount }) =>
        [
          utility,
          {
            day,
            ...hourFacts({ from: hour, to: hour + 1 }),
            mean_of_that_hour: rateFacts(asking, utility, { rate: rateOver(utility, amount.used, hourMs), within: 0 }),
            used_in_it: quantityFacts(asking, utility, amount.used),
          },
        ] as const,
    );
    return {
      facts: {
        of: capital(plainName(asking, part)),
        period: periodFacts(asking, period),
        ...(told.length === 0 ? { peak: 'no full hour of readings' } : toEachUtility(told)),
        ...originFacts(asking.home.kind !== 'home'),
      },
      result,
    };
  },
});

export const peakTopic: Topic<'peak'> = {
  about: 'peak',
  rule: peakRule,
  tells: 'figures',
  takes: 'peakPower most use electricity when',
  next: ['now', 'fixed', 'always-on'],
  tools: [peakTool],
  reply: replyToPeak,
};
