/** How much power was drawn at most and when, for a person and for a program: the hour with the most, and its mean. */
import { z } from 'zod';
import { factsOf, rateOver } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { UsageRow } from '#subjects/usage/contract/usage.ts';
import type { Asking, FoundResult } from '../asking.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { hourFacts, quantityFacts, rateFacts, shape } from '../tools/facts.ts';
import { partArgs, partOf, periodOf } from '../tools/tool.ts';
import { figure } from '../writer.ts';
import { devicesInside, noAmounts, sumBy } from './amounts.ts';
import { countedHours, dayIn, daysRead, hourIn, hourMs, inHours, lengthOf, maxHourDays } from './periods.ts';
import { capital, note, paragraphs, together, type Voice } from './phrases.ts';
import { aboutUse, nothingThen, sourceNote } from './reply-about-use.ts';
import { hoursPeriod, readRows, readUse, utilitiesOf } from './use-facts.ts';
import { dayPeriod, hoursResult, type Of, totalResult } from './use-results.ts';
import { createUseTool, periodArgs } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { fits, type Rule } from '../understand/asked.ts';
import { onPart, periodOr } from '../understand/rules/one-part.ts';

declare module '../intent.ts' {
  interface Intents {
    /** How much power was drawn at most, and when. */
    peak: { readonly part: AskedPart; readonly period: AskedPeriod };
  }
}

type Peak = Awaited<ReturnType<typeof readPeaks>>[number];

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'peak');

/** Of a meter with others behind it all that passed it. */
const readHourRows = async (asking: Asking, { part, period: asked }: Of): Promise<readonly UsageRow[]> => {
  const { sources, home } = asking;
  const hours = countedHours(asked);
  const { from, to } = hours === null ? asked : daysRead(asked, hours);
  const inside = part.device === null ? new Set<string>() : devicesInside(await sources.latest(), part.device);
  const rows =
    inside.size === 0
      ? await readRows(asking, { from, to }, part, 'hour')
      : (await sources.usage({ from, to, bucket: 'hour', by: 'room,device' })).rows.filter(
          ({ deviceId }) => deviceId === part.device || inside.has(deviceId ?? ''),
        );
  const isIn = hours === null ? () => true : inHours(asked, hours, home.timeZone);
  return rows.filter(({ start }) => Date.parse(start) + hourMs <= home.nowMs && isIn(start));
};

const readPeaks = async (asking: Asking, of: Of) => {
  const { timeZone } = asking.home;
  const [dayOf, hourOf] = [dayIn(timeZone), hourIn(timeZone)];
  const sums = [...sumBy(await readHourRows(asking, of), ({ start }) => start)].sort(([a], [b]) => a.localeCompare(b));
  // Power is asked of: what is counted by volume has none, and is told where nothing else is there.
  const all = utilitiesOf(asking.home, of.part);
  const powered = all.filter((utility) => factsOf(utility).flow.unit === 'W');
  return (powered.length === 0 ? all : powered).flatMap((utility) => {
    const known = sums.flatMap(([start, { [utility]: amount }]) => (amount === null ? [] : [{ start, amount }]));
    const [first, ...others] = known;
    if (first === undefined) return [];
    const { start, amount } = others.reduce((best, one) => (one.amount.used > best.amount.used ? one : best), first);
    // For a chart of one day.
    const hours = known.map((one) => ({ hour: hourOf(one.start), ...one.amount }));
    return [{ utility, day: dayOf(start), hour: hourOf(start), amount, hours }];
  });
};

const isOneDay = (period: AskedPeriod): boolean => lengthOf(period) === 1;

const lineOf = (voice: Voice, { part, period }: Of, { utility, day, hour, amount }: Peak): string => {
  const { write } = voice;
  const link = voice.page({ ...part, utility }, dayPeriod(day));
  return texts(voice)(isOneDay(period) ? 'hour' : 'day-hour', {
    name: voice.within(part),
    utility: voice.utility(utility),
    day: voice.weekday(day),
    ...voice.hour(hour),
    rate: figure(write.rate(utility, rateOver(utility, amount.used, hourMs)), link),
    amount: write.amount(utility, amount.used),
  });
};

const resultOf = (voice: Voice, of: Of, [first]: readonly Peak[]): FoundResult =>
  first !== undefined && isOneDay(of.period)
    ? hoursResult(voice, of, first.utility, first.hours)
    : totalResult(voice, of);

const replyToPeak = aboutUse<Intent<'peak'>>(async (voice, { part, period: asked }) => {
  const period = hoursPeriod(asked, voice.home);
  const facts = await readUse(voice, part, period);
  if (facts.known.length === 0) return nothingThen(voice, facts);
  const peaks = await readPeaks(voice, facts);
  const results = [resultOf(voice, facts, peaks)];
  if (peaks.length === 0) return { text: voice.t('hours-none', { when: voice.when(asked) }), results };
  const amounts = peaks.reduce((all, { utility, amount }) => ({ ...all, [utility]: amount }), noAmounts);
  const lines = peaks.map((peak) => lineOf(voice, facts, peak));
  return {
    text: paragraphs(
      // The days that were read, where all of them would be too many.
      voice.inPeriod(period.from === asked.from ? asked : period, lines).join(' '),
      together(note(texts(voice)('mean')), sourceNote(voice, { ...facts, amounts })),
    ),
    results,
  };
});

const peakTool = createUseTool({
  name: 'peak',
  description: `The hour in which the household, a room or a device drew the most from one day to another, with the mean power of that hour; at most ${maxHourDays} days.`,
  args: { ...periodArgs, ...partArgs },
  more: { of: z.string(), peak: z.string().optional() },
  each: z.strictObject({
    day: z.iso.date(),
    ...shape.hours.shape,
    mean_of_that_hour: shape.rate,
    used_in_it: shape.quantity,
  }),
  run: async (voice, { from, until, ...names }) => {
    const part = partOf(voice.home, names);
    const period = periodOf(voice.home, from, until, maxHourDays);
    const peaks = await readPeaks(voice, { part, period });
    const each = peaks.map(({ utility, day, hour, amount: { used } }) => {
      const rate = rateFacts(voice, utility, { rate: rateOver(utility, used, hourMs), within: 0 });
      const hours = hourFacts({ from: hour, to: hour + 1 });
      return [
        utility,
        { day, ...hours, mean_of_that_hour: rate, used_in_it: quantityFacts(voice, utility, used) },
      ] as const;
    });
    return {
      part,
      period,
      facts: {
        of: capital(voice.plain(part)),
        ...(each.length === 0 && { peak: 'no full hour of readings' }),
      },
      each,
      result: resultOf(voice, { part, period }, peaks),
    };
  },
});

/** "What was our peak load yesterday". */
const rule: Rule = (asked) =>
  fits(asked, 'peakPower !tariff|cheapHours|cost|bill|hour')
    ? onPart(asked, (part) => ({ about: 'peak', part, period: periodOr(asked, 'this-month') }))
    : null;

export const peakTopic: Topic<'peak'> = {
  about: 'peak',
  rule,
  tells: 'figures',
  takes: 'peakPower most use electricity when',
  next: ['now', 'fixed', 'always-on'],
  tools: [peakTool],
  reply: replyToPeak,
};
