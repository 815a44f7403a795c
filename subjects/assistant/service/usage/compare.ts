/** Two periods, or two parts of the home, beside each other, for a person and for a program. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import type { Asking, FoundResult } from '../asking.ts';
import { periodText } from '../writer.ts';
import type { Intent } from '../intent.ts';
import { periodFacts, quantityFacts, shape } from '../tools/facts.ts';
import { dayArg, hourArgs, partArgs, partOf, periodInHours } from '../tools/tool.ts';
import { type Change, compareUse, type Comparison } from './compare-use.ts';
import { capital, changeKey, everything, paragraphs, type Voice, voiceOf } from './phrases.ts';
import {
  aboutUse,
  estimatedNotes,
  inItsHours,
  notesOf,
  nothingKnown,
  nothingThen,
  sourceNote,
} from './reply-about-use.ts';
import { readUse, type UseFacts } from './use-facts.ts';
import { cellOf, type Of, tableOf } from './use-results.ts';
import { createUseTool } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { afterUse } from '../talk/suggestions.ts';
import { compare as compareRule, compareParts as comparePartsRule } from '../understand/rules/usage-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    'compare-parts': { readonly one: AskedPart; readonly other: AskedPart; readonly period: AskedPeriod };
    compare: { readonly part: AskedPart; readonly period: AskedPeriod; readonly against: AskedPeriod };
  }
}

const againstText = ({ language, write, t }: Voice, { before, cutAt }: Comparison): string => {
  const when = periodText(language, write, before.period);
  return cutAt !== null ? t('to-same-hour', { when }) : when;
};

/** An amount with its page; of what was not measured that it was not. */
const amountText = (voice: Voice, utility: Utility, used: number | undefined | null, { part, period }: Of): string =>
  used === null || used === undefined ? voice.t('not-measured') : voice.amount(utility, used, part, period);

const changeText = (voice: Voice, comparison: Comparison, { utility, now, before, share }: Change): string => {
  const { write } = voice;
  const { part, period } = comparison.now;
  return voice.t(`compare-${changeKey(share)}`, {
    name: capital(voice.within(part)),
    utility: voice.utility(utility),
    when: voice.when(period),
    against: againstText(voice, comparison),
    now: amountText(voice, utility, now, { part, period }),
    before: amountText(voice, utility, before, { part, period: comparison.before.period }),
    change: `${write.percent(Math.abs(share ?? 0))} (${write.amount(utility, Math.abs((now ?? 0) - (before ?? 0)))})`,
  });
};

const lengthsText = ({ t, write }: Voice, { lengths, changes }: Comparison): string | null => {
  if (lengths === null) return null;
  const list = changes.flatMap(({ utility, now, before }) => {
    if (now === null || before === null) return [];
    const [here, there] = [now / lengths.now, before / lengths.before].map((used) => write.amount(utility, used));
    return [t('a-day-against', { now: here ?? '', before: there ?? '' })];
  });
  return list.length === 0 ? null : t('compare-lengths', { ...lengths, list: write.list(list) });
};

const signed = ({ write }: Voice, share: number | null): string => {
  if (share === null) return '–';
  const size = write.percent(Math.abs(share));
  return changeKey(share) === 'same' ? size : `${share < 0 ? '−' : '+'}${size}`;
};

export const comparisonResult = (voice: Voice, comparison: Comparison): FoundResult => {
  const { t } = voice;
  const { now, before, changes } = comparison;
  const values = { name: voice.plain(now.part), now: voice.days(now.period), before: voice.days(before.period) };
  return {
    tool: 'compare',
    title: t('title-compare', values),
    link: voice.page(now.part, now.period),
    table: tableOf(
      [t('column-utility')],
      [voice.atFirst(now.period), capital(againstText(voice, comparison)), t('column-change')],
      changes.map(({ utility, share, ...used }) => [
        voice.title(utility),
        cellOf(voice, utility, used.now),
        cellOf(voice, utility, used.before),
        signed(voice, share),
      ]),
    ),
  };
};

/** Null: nothing of either was measured. */
export const changesText = (voice: Voice, comparison: Comparison): string | null => {
  const told = comparison.changes.filter(({ now, before }) => now !== null || before !== null);
  return told.length === 0 ? null : told.map((change) => changeText(voice, comparison, change)).join(' ');
};

/** What was measured in part, of different lengths, or estimated. */
export const comparisonNotes = (voice: Voice, comparison: Comparison): string => {
  const { now, before, changes } = comparison;
  const when = capital(againstText(voice, comparison));
  const beforeNotes = estimatedNotes(voice, { part: now.part, amounts: before.amounts });
  return paragraphs(
    changes.some(({ hasGap }) => hasGap) && voice.t('compare-gap'),
    lengthsText(voice, comparison),
    notesOf(voice, now, ...beforeNotes.map((text) => `${when}: ${text}`)),
  );
};

const replyToCompare = aboutUse<Intent<'compare'>>(
  async (voice, { part, period, against }) => {
    const comparison = await compareUse(voice, part, period, against);
    const text = changesText(voice, comparison);
    if (text === null) return nothingThen(voice, comparison.now);
    return {
      text: paragraphs(text, comparisonNotes(voice, comparison)),
      results: [comparisonResult(voice, comparison)],
    };
  },
  () => false,
);

const partsText = (voice: Voice, one: UseFacts, other: UseFacts, utility: Utility): string[] => {
  const [first, second] = [one.amounts[utility]?.used, other.amounts[utility]?.used];
  if (first === undefined && second === undefined) return [];
  const difference = (first ?? 0) - (second ?? 0);
  const isToldApart = first !== undefined && second !== undefined && difference !== 0;
  const text = voice.t(isToldApart ? 'parts-more' : 'parts-plain', {
    one: voice.within(one.part),
    other: voice.within(other.part),
    more: capital(voice.within(difference >= 0 ? one.part : other.part)),
    amountOne: amountText(voice, utility, first, one),
    amountOther: amountText(voice, utility, second, other),
    difference: `**${voice.write.amount(utility, Math.abs(difference))}**`,
    utility: voice.utility(utility),
  });
  return [text];
};

const partsResult = (
  voice: Voice,
  [one, other]: readonly [UseFacts, UseFacts],
  shown: readonly Utility[],
): FoundResult => {
  const { t } = voice;
  const names = { one: voice.plain(one.part), other: voice.plain(other.part) };
  const by = one.part.device ? 'device' : 'room';
  return {
    tool: 'compare',
    title: t('title-parts', { ...names, days: voice.days(one.period) }),
    link: voice.page({ ...everything, utility: one.part.utility }, one.period, by),
    table: tableOf(
      [t('column-utility')],
      [names.one, names.other],
      shown.map((utility) => [
        voice.title(utility),
        ...[one, other].map(({ amounts }) => cellOf(voice, utility, amounts[utility]?.used)),
      ]),
    ),
  };
};

const replyWithParts = async (voice: Voice, { one, other, period }: Intent<'compare-parts'>) => {
  const nothing = nothingKnown(voice, one) ?? nothingKnown(voice, other);
  if (nothing !== null) return nothing;
  const facts = await Promise.all([readUse(voice, one, period), readUse(voice, other, period)]);
  const [first, second] = facts;
  const shown = [...new Set([...first.shown, ...second.shown])];
  const lines = shown.flatMap((utility) => partsText(voice, first, second, utility));
  if (lines.length === 0) return nothingThen(voice, first);
  const areApart = !shown.some((utility) => first.amounts[utility] !== null && second.amounts[utility] !== null);
  return {
    text: paragraphs(
      ...voice.inPeriod(period, lines),
      areApart && shown.length > 1 && voice.t('parts-apart'),
      sourceNote(voice, first, second),
    ),
    results: [partsResult(voice, facts, shown)],
  };
};

const replyToCompareParts = (asking: Asking, intent: Intent<'compare-parts'>) =>
  inItsHours(asking, intent, (asked) => replyWithParts(voiceOf(asking), asked));

export const compareArgs = {
  from: dayArg('The first day of one period.'),
  until: dayArg('Its last day.'),
  against_from: dayArg('The first day of the period that it is compared with.'),
  against_until: dayArg('Its last day.'),
  ...partArgs,
};

const compareTool = createUseTool({
  name: 'compare',
  tool: 'compare',
  description:
    'Compares the use of two periods, or of some hours of their days, of the household, a room or a device. Where one is not over, only as much of the other counts as has passed of it.',
  args: { ...compareArgs, ...hourArgs },
  more: {
    against: shape.period.extend({ counted: z.string().optional() }),
    days: z.strictObject({ period: z.int(), against: z.int() }).optional(),
  },
  each: z
    .strictObject({
      period: shape.quantityOrNone,
      against: shape.quantityOrNone,
      difference: shape.quantity.optional(),
      change: z.string().optional(),
      note: shape.note,
    })
    .meta({ id: 'change' }),
  run: async (voice, { from, until, against_from, against_until, from_hour, to_hour, ...names }) => {
    const { home, write } = voice;
    const hours = { from_hour, to_hour };
    const comparison = await compareUse(
      voice,
      partOf(home, names),
      periodInHours(home, from, until, hours),
      periodInHours(home, against_from, against_until, hours),
    );
    const { now, before, changes, cutAt, lengths } = comparison;
    return {
      part: now.part,
      period: now.period,
      facts: {
        against: { ...periodFacts(voice, before.period), ...(cutAt !== null && { counted: 'up to the same hour' }) },
        ...(lengths !== null && { days: { period: lengths.now, against: lengths.before } }),
      },
      each: changes.map(({ utility, share, hasGap, ...used }) => {
        const told = (amount: number | null) =>
          amount === null ? ('no readings' as const) : quantityFacts(voice, utility, amount);
        const facts = {
          period: told(used.now),
          against: told(used.before),
          ...(used.now !== null &&
            used.before !== null && { difference: quantityFacts(voice, utility, Math.abs(used.now - used.before)) }),
          ...(share !== null && { change: `${share < 0 ? '-' : '+'}${write.percent(Math.abs(share))}` }),
          ...(hasGap && { note: 'One of them was measured in part only, so there is no percentage.' }),
        };
        return [utility, facts] as const;
      }),
      isSimulated: now.isSimulated,
      result: comparisonResult(voice, comparison),
    };
  },
});

export const compareTopic: Topic<'compare'> = {
  about: 'compare',
  rule: compareRule,
  tells: 'figures',
  takes:
    'compare than more less changed use why average both last yearAgo weekAgo from to time when day tips meter explain how',
  nextOf: (of, { part, period }) => afterUse(of, part, period).slice(1),
  tools: [compareTool],
  reply: replyToCompare,
};

export const comparePartsTopic: Topic<'compare-parts'> = {
  about: 'compare-parts',
  rule: comparePartsRule,
  tells: 'figures',
  takes: 'compare than more less use most least cost to',
  next: ['device-costs', 'compare', 'tips'],
  reply: replyToCompareParts,
};
