/** What is usual here, for a person and for a program: a day's use over the last 30 days, and a time or an amount beside it. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import { addDays } from '#catalogue/local-day.ts';
import { zoneOffsets } from '#catalogue/zone-clock.ts';
import { textsIn } from '#kernel/texts.ts';
import { quantileOf } from '#subjects/insight/domain/honest/home-use.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPart, AskedPeriod, Intent } from '../intent.ts';
import { noReadings, originFacts, periodFacts, quantityFacts, shape, toEachUtility } from '../tools/facts.ts';
import { createTool, partArgs, partOf } from '../tools/tool.ts';
import { figure, utilityName } from '../writer.ts';
import { averageOf } from './averages.ts';
import { cutRow } from './compare-use.ts';
import { dayIn, isOpen, lengthOf, startOfDay, untilToday } from './periods.ts';
import {
  atFirst,
  capital,
  changeKey,
  estimatedNotes,
  nameWithin,
  note,
  notesOf,
  nothingKnown,
  pageOf,
  paragraphs,
  plainName,
  said,
  simulatedText,
  together,
  withWholeDays,
} from './phrases.ts';
import { hasFigures, readRows, readSpans, readUse, type SpanUse, type UseFacts, utilitiesOf } from './use-facts.ts';
import { spansResult, totalResult } from './use-results.ts';
import type { Topic } from '../topic.ts';
import { usual as usualRule } from '../understand/rules/habit-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    /** What a day mostly takes; `period` and `amount`, of a day and in base units, stand beside it. */
    usual: { readonly part: AskedPart; readonly period: AskedPeriod | null; readonly amount: number | null };
  }
}

type UsualIntent = Intent<'usual'>;
const usualDays = 30;
/** Fewer have no middle half worth telling. */
const minOfRange = 8;

interface Usual {
  readonly utility: Utility;
  /** Of a day, over whole ones. */
  readonly mean: number;
  readonly count: number;
  /** Between these lay half of the days; null: too few are known. */
  readonly range: { readonly low: number; readonly high: number } | null;
}

interface UsualFacts {
  /** The days before today. */
  readonly period: AskedPeriod;
  readonly spans: readonly SpanUse[];
  readonly all: readonly Usual[];
}

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'usual');

const isWholeOf =
  (utility: Utility) =>
  (span: SpanUse): boolean =>
    span.whole.includes(utility);

const readUsual = async (asking: Asking, part: AskedPart): Promise<UsualFacts> => {
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
    const range = { low: quantileOf(sorted, 0.25), high: quantileOf(sorted, 0.75) };
    return [{ utility, mean, count: counts[utility], range: counts[utility] < minOfRange ? null : range }];
  });
  return { period, spans, all };
};

/** What was usual until this time of the day, on average of the same whole days. */
const readUntilNow = async (asking: Asking, part: AskedPart, { period, spans }: UsualFacts, utility: Utility) => {
  const { timeZone, nowMs, today } = asking.home;
  const [dayOf, offsetAt] = [dayIn(timeZone), zoneOffsets(timeZone)];
  const whole = new Set(spans.filter(isWholeOf(utility)).map(({ day }) => day));
  const passedMs = nowMs - startOfDay(today, offsetAt);
  const rows = (await readRows(asking, period, { ...part, utility }, 'hour')).flatMap((row) => {
    const day = dayOf(row.start);
    return whole.has(day) ? cutRow(row, startOfDay(day, offsetAt) + passedMs) : [];
  });
  return rows.reduce((sum, { used }) => sum + used, 0) / whole.size;
};

const usualText = (asking: Asking, part: AskedPart, { period }: UsualFacts, usual: Usual): string => {
  const { language, write } = asking;
  const { utility, mean, count, range } = usual;
  const t = texts(asking);
  const link = pageOf(asking, { ...part, utility }, period);
  return together(
    capital(
      t('usual', {
        name: nameWithin(asking, part),
        amount: figure(write.amount(utility, mean), link),
        utility: utilityName(language, utility),
      }),
    ),
    range && t('range', { low: write.amount(utility, range.low), high: write.amount(utility, range.high) }),
    t('over', { count, days: write.number(usualDays) }),
  );
};

/** Of one day's amount. */
const rangeText = (asking: Asking, { range }: Usual, used: number): string | null => {
  if (range === null) return null;
  return texts(asking)(used < range.low ? 'below' : used > range.high ? 'above' : 'within');
};

const amountText = (asking: Asking, usual: Usual, used: number): string => {
  const { write } = asking;
  const { utility, mean } = usual;
  const share = mean === 0 ? null : used / mean - 1;
  const values = {
    amount: write.amount(utility, used),
    usual: write.amount(utility, mean),
    share: write.percent(Math.abs(share ?? 0)),
  };
  return together(texts(asking)(`amount-${changeKey(share)}`, values), rangeText(asking, usual, used));
};

/** The time that was named beside it: today so far by the same hours, of more days the mean of whole ones. */
const besideText = async (asking: Asking, own: UseFacts, facts: UsualFacts, usual: Usual): Promise<string> => {
  const { home, write } = asking;
  const { part, period } = own;
  const { utility, mean } = usual;
  const t = texts(asking);
  const days = untilToday(period, home);
  const isDay = lengthOf(days) === 1;
  const link = pageOf(asking, { ...part, utility }, period);
  const written = (used: number): string => figure(write.amount(utility, used), link);
  const told = (key: 'period' | 'so-far', used: number, usually: number): string => {
    const share = usually === 0 ? null : used / usually - 1;
    return t(`${key}-${changeKey(share)}`, {
      when: atFirst(asking, period),
      amount: isDay ? written(used) : t('a-day', { amount: written(used) }),
      share: write.percent(Math.abs(share ?? 0)),
      usual: write.amount(utility, usually),
    });
  };
  const total = own.amounts[utility]?.used;
  if (total === undefined) return '';
  if (isDay && isOpen(period, home)) return told('so-far', total, await readUntilNow(asking, part, facts, utility));
  const used = averageOf(await readSpans(asking, part, period, 'day')).amounts[utility]?.used;
  if (used === undefined) return t('not-whole', { when: atFirst(asking, period), amount: written(total) });
  return together(told('period', used, mean), isDay && rangeText(asking, usual, used));
};

const resultsOf = (asking: Asking, part: AskedPart, { period, spans, all }: UsualFacts): FoundResult[] =>
  all.map(({ utility }) => spansResult(asking, part, period, utility, spans, 'day'));

const replyToUsual = async (asking: Asking, intent: UsualIntent): Promise<OwnAnswer> => {
  const { part, amount } = intent;
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const facts = await readUsual(asking, part);
  const [first] = facts.all;
  if (first === undefined) return said(texts(asking)('none', { days: asking.write.number(usualDays) }));
  const { hours, ...days } = intent.period ?? facts.period;
  const own = intent.period === null ? null : await readUse(asking, part, days);
  const beside = own === null ? [] : await Promise.all(facts.all.map((one) => besideText(asking, own, facts, one)));
  const { amounts } = averageOf(facts.spans);
  const answer = {
    text: paragraphs(
      amount === null ? null : amountText(asking, first, amount),
      together(...beside),
      facts.all.map((one) => usualText(asking, part, facts, one)).join(' '),
      own === null
        ? note(
            together(...estimatedNotes(asking, { part, amounts }), simulatedText(asking, asking.home.kind !== 'home')),
          )
        : notesOf(asking, own),
    ),
    results: resultsOf(asking, part, facts),
  };
  return hours === undefined ? answer : withWholeDays(asking, answer);
};

const usualShape = z.strictObject({
  a_day: shape.quantity,
  whole_days: z.int(),
  half_of_days_from: shape.quantity.optional(),
  half_of_days_to: shape.quantity.optional(),
});

const usualTool = createTool({
  name: 'usual',
  tool: 'usage',
  description: `What is usual for the household, a room or a device: the mean of a day's use over the whole days among the last ${usualDays}, and between which amounts half of them lay.`,
  args: partArgs,
  facts: shape.orNoReadings(
    z.strictObject({
      of: z.string(),
      period: shape.period,
      ...shape.each(usualShape),
      whole_days: z.int().optional(),
      ...shape.origin,
    }),
  ),
  run: async (asking, names) => {
    const part = partOf(asking.home, names);
    const facts = await readUsual(asking, part);
    const [result = totalResult(asking, part, facts.period)] = resultsOf(asking, part, facts);
    if (!hasFigures(asking.home)) return { facts: noReadings, result };
    const told = facts.all.map(
      ({ utility, mean, count, range }) =>
        [
          utility,
          {
            a_day: quantityFacts(asking, utility, mean),
            whole_days: count,
            ...(range !== null && {
              half_of_days_from: quantityFacts(asking, utility, range.low),
              half_of_days_to: quantityFacts(asking, utility, range.high),
            }),
          },
        ] as const,
    );
    return {
      facts: {
        of: plainName(asking, part),
        period: periodFacts(asking, facts.period),
        ...(told.length === 0 ? { whole_days: 0 } : toEachUtility(told)),
        ...originFacts(asking.home.kind !== 'home'),
      },
      result,
    };
  },
});

export const usualTopic: Topic<'usual'> = {
  about: 'usual',
  rule: usualRule,
  tells: 'figures',
  takes: 'normal use average day more than less changed',
  next: ['today', 'compare', 'tips'],
  tools: [usualTool],
  reply: replyToUsual,
};
