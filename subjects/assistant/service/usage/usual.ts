/** What is usual here, for a person and for a program: a day's use over the last 30 days, and a time or an amount beside it. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { textsIn } from '#kernel/texts.ts';
import { quantileOf } from '#subjects/insight/domain/honest/home-use.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { quantityFacts, shape } from '../tools/facts.ts';
import { partArgs, partOf } from '../tools/tool.ts';
import { sumUsed } from './amounts.ts';
import { cutRow } from './compare-use.ts';
import { dayIn, isOpen, lengthOf, startOfDay, untilToday } from './periods.ts';
import { capital, changeKey, note, paragraphs, said, together, type Voice } from './phrases.ts';
import { estimatedNotes, notesOf, whereKnown, withWholeDays } from './reply-about-use.ts';
import { averageOf, readRows, readSpans, readUse, type SpanUse, type UseFacts, utilitiesOf } from './use-facts.ts';
import { spansResult, totalResult } from './use-results.ts';
import { createUseTool } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { fits, type Rule } from '../understand/asked.ts';
import { onPart, periodOr } from '../understand/rules/one-part.ts';
import { amountIn } from '../understand/rules/usage-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    /** What a day mostly takes; `period` and `amount`, of a day and in base units, stand beside it. */
    usual: { readonly part: AskedPart; readonly period: AskedPeriod | null; readonly amount: number | null };
  }
}

const usualDays = 30;
/** Fewer have no middle half worth telling. */
const minOfRange = 8;

type Usual = UsualFacts['all'][number];
type UsualFacts = Awaited<ReturnType<typeof readUsual>>;

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'usual');

const isWholeOf =
  (utility: Utility) =>
  (span: SpanUse): boolean =>
    span.whole.includes(utility);

const readUsual = async (asking: Asking, part: AskedPart) => {
  const { home } = asking;
  const period = { from: addDays(home.today, -usualDays), to: home.today, name: null, isAssumed: true };
  const spans = await readSpans(asking, part, period, 'day');
  const { amounts, counts } = averageOf(spans);
  const all = utilitiesOf(home, part).flatMap((utility) => {
    const mean = amounts[utility]?.used;
    if (mean === undefined) return [];
    const sorted = Float64Array.from(
      spans.filter(isWholeOf(utility)).map((span) => span.amounts[utility]?.used ?? 0),
    ).sort();
    // Between these lay half of the days.
    const range = { low: quantileOf(sorted, 0.25), high: quantileOf(sorted, 0.75) };
    const count = counts[utility];
    return [{ utility, mean, count, range: count < minOfRange ? null : range }];
  });
  return { part, period, spans, all };
};

/** What was usual until this time of the day, on average of the same whole days. */
const readUntilNow = async (asking: Asking, { part, period, spans }: UsualFacts, utility: Utility) => {
  const { timeZone, nowMs, today } = asking.home;
  const [dayOf, offsetAt] = [dayIn(timeZone), zoneOffsets(timeZone)];
  const whole = new Set(spans.filter(isWholeOf(utility)).map(({ day }) => day));
  const passedMs = nowMs - startOfDay(today, offsetAt);
  const rows = (await readRows(asking, period, { ...part, utility }, 'hour')).flatMap((row) => {
    const day = dayOf(row.start);
    return whole.has(day) ? cutRow(row, startOfDay(day, offsetAt) + passedMs) : [];
  });
  return sumUsed(rows) / whole.size;
};

const usualText = (voice: Voice, { part, period }: UsualFacts, { utility, mean, count, range }: Usual): string => {
  const { write } = voice;
  const t = texts(voice);
  const amount = voice.amount(utility, mean, part, period);
  return together(
    capital(t('usual', { name: voice.within(part), amount, utility: voice.utility(utility) })),
    range && t('range', { low: write.amount(utility, range.low), high: write.amount(utility, range.high) }),
    t('over', { count, days: write.number(usualDays) }),
  );
};

/** Of one day's amount. */
const rangeText = (asking: Asking, { range }: Usual, used: number): string | null => {
  if (range === null) return null;
  return texts(asking)(used < range.low ? 'below' : used > range.high ? 'above' : 'within');
};

/** An amount beside what is usual; `when`: the time in which it was used. */
const besideUsual = (
  voice: Voice,
  key: 'amount' | 'period' | 'so-far',
  { utility }: Usual,
  { used, usually, ...values }: { used: number; usually: number; amount: string; when?: string },
): string => {
  const share = usually === 0 ? null : used / usually - 1;
  return texts(voice)(`${key}-${changeKey(share)}`, {
    ...values,
    share: voice.write.percent(Math.abs(share ?? 0)),
    usual: voice.write.amount(utility, usually),
  });
};

/** The time that was named beside it: today so far by the same hours, of more days the mean of whole ones. */
const besideText = async (voice: Voice, own: UseFacts, facts: UsualFacts, usual: Usual): Promise<string> => {
  const { home } = voice;
  const { part, period } = own;
  const { utility, mean } = usual;
  const t = texts(voice);
  const isDay = lengthOf(untilToday(period, home)) === 1;
  const when = voice.atFirst(period);
  const written = (used: number): string => voice.amount(utility, used, part, period);
  const total = own.amounts[utility]?.used;
  if (total === undefined) return '';
  if (isDay && isOpen(period, home)) {
    const usually = await readUntilNow(voice, facts, utility);
    return besideUsual(voice, 'so-far', usual, { used: total, usually, when, amount: written(total) });
  }
  const used = averageOf(await readSpans(voice, part, period, 'day')).amounts[utility]?.used;
  if (used === undefined) return t('not-whole', { when, amount: written(total) });
  const amount = isDay ? written(used) : t('a-day', { amount: written(used) });
  return together(
    besideUsual(voice, 'period', usual, { used, usually: mean, when, amount }),
    isDay && rangeText(voice, usual, used),
  );
};

const amountText = (voice: Voice, usual: Usual, used: number): string => {
  const amount = voice.write.amount(usual.utility, used);
  return together(
    besideUsual(voice, 'amount', usual, { used, usually: usual.mean, amount }),
    rangeText(voice, usual, used),
  );
};

const resultsOf = (voice: Voice, facts: UsualFacts): FoundResult[] =>
  facts.all.map(({ utility }) => spansResult(voice, facts, utility, facts.spans, 'day'));

const replyToUsual = async (voice: Voice, { part, amount, period }: Intent<'usual'>): Promise<OwnAnswer> => {
  const facts = await readUsual(voice, part);
  const [first] = facts.all;
  if (first === undefined) return said(texts(voice)('none', { days: voice.write.number(usualDays) }));
  const { hours, ...days }: AskedPeriod = period ?? facts.period;
  const own = period === null ? null : await readUse(voice, part, days);
  const beside = own === null ? [] : await Promise.all(facts.all.map((one) => besideText(voice, own, facts, one)));
  const { amounts } = averageOf(facts.spans);
  const answer = {
    text: paragraphs(
      amount !== null && amountText(voice, first, amount),
      together(...beside),
      facts.all.map((one) => usualText(voice, facts, one)).join(' '),
      own === null ? note(...estimatedNotes(voice, { part, amounts }), voice.simulated()) : notesOf(voice, own),
    ),
    results: resultsOf(voice, facts),
  };
  return hours === undefined ? answer : withWholeDays(voice, answer);
};

const usualTool = createUseTool({
  name: 'usual',
  description: `What is usual for the household, a room or a device: the mean of a day's use over the whole days among the last ${usualDays}, and between which amounts half of them lay.`,
  args: partArgs,
  more: { whole_days: z.int().optional() },
  each: z.strictObject({
    a_day: shape.quantity,
    whole_days: z.int(),
    half_of_days_from: shape.quantity.optional(),
    half_of_days_to: shape.quantity.optional(),
  }),
  run: async (voice, names) => {
    const part = partOf(voice.home, names);
    const facts = await readUsual(voice, part);
    const [result = totalResult(voice, facts)] = resultsOf(voice, facts);
    const each = facts.all.map(({ utility, mean, count, range }) => {
      const told = (used: number) => quantityFacts(voice, utility, used);
      const half = range && { half_of_days_from: told(range.low), half_of_days_to: told(range.high) };
      return [utility, { a_day: told(mean), whole_days: count, ...half }] as const;
    });
    return {
      part,
      period: facts.period,
      facts: { ...(each.length === 0 && { whole_days: 0 }) },
      each,
      result,
    };
  },
});

/** "Is 15 kWh a day normal", «¿es mucho lo de hoy?», "इतना पानी सामान्य है क्या". */
const rule: Rule = (asked) => {
  // "Was yesterday unusual" is of that day; "anything unusual" of notices.
  if (
    !fits(
      asked,
      'normal !@against|bill|cost|pay|strange|why|budget',
      'normal strange @period !@against|bill|cost|pay|why',
    )
  )
    return null;
  const amount = amountIn(asked)?.amount ?? null;
  // "On a normal day" is a mean.
  const isMean = asked.reading.items.some(({ concepts, text }) => concepts.has('average') && text.includes(' '));
  if (amount === null && (isMean || !fits(asked, '@part|@utility|@period|use'))) return null;
  const isNamed = fits(asked, '@period|more|less');
  const period = isNamed ? periodOr(asked, 'this-month') : null;
  return onPart(asked, (part) => ({ about: 'usual', part, period, amount }));
};

export const usualTopic: Topic<'usual'> = {
  about: 'usual',
  rule,
  tells: 'figures',
  takes: 'normal use average day more than less changed',
  next: ['today', 'compare', 'tips'],
  tools: [usualTool],
  reply: whereKnown(({ part }) => part, replyToUsual),
};
