/** Two periods, or two parts of the home, beside each other, for a person and for a program. */
import { z } from 'zod';
import type { Utility } from '#catalogue/index.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import { figure, periodText, utilityName } from '../writer.ts';
import type { AskedPart, Intent } from '../intent.ts';
import { noReadings, originFacts, periodFacts, quantityFacts, shape, toEachUtility } from '../tools/facts.ts';
import { createTool, dayArg, hourArgs, partArgs, partOf, periodInHours } from '../tools/tool.ts';
import { type Change, compareUse, type Comparison } from './compare-use.ts';
import {
  capital,
  changeKey,
  daysText,
  estimatedNotes,
  inItsHours,
  inPeriod,
  nameWithin,
  notesOf,
  nothingKnown,
  nothingThen,
  pageOf,
  paragraphs,
  plainName,
  sourceNote,
  usageTexts,
  whenOf,
} from './phrases.ts';
import { hasFigures, readUse, type UseFacts, utilitiesOf } from './use-facts.ts';
import { numberColumn, textColumn, utilityTitle } from './use-results.ts';
import type { Topic } from '../topic.ts';
import { afterUse } from '../talk/suggestions.ts';
import { compare as compareRule, compareParts as comparePartsRule } from '../understand/rules/usage-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    'compare-parts': { readonly one: AskedPart; readonly other: AskedPart; readonly period: AskedPeriod };
    compare: { readonly part: AskedPart; readonly period: AskedPeriod; readonly against: AskedPeriod };
  }
}

type CompareIntent = Intent<'compare'>;
type PartsIntent = Intent<'compare-parts'>;
const againstText = ({ language, write }: Asking, { before, cutAt }: Comparison): string => {
  const when = periodText(language, write, before.period);
  return cutAt !== null ? usageTexts(language)('to-same-hour', { when }) : when;
};

const amountText = ({ language, write }: Asking, utility: Utility, used: number | null, link: string): string =>
  used === null ? usageTexts(language)('not-measured') : figure(write.amount(utility, used), link);

const changeText = (asking: Asking, part: AskedPart, comparison: Comparison, change: Change): string => {
  const { language, write } = asking;
  const { utility, now, before, share } = change;
  const own = { ...part, utility };
  return usageTexts(language)(`compare-${changeKey(share)}`, {
    name: capital(nameWithin(asking, part)),
    utility: utilityName(language, utility),
    when: whenOf(asking, comparison.now.period),
    against: againstText(asking, comparison),
    now: amountText(asking, utility, now, pageOf(asking, own, comparison.now.period)),
    before: amountText(asking, utility, before, pageOf(asking, own, comparison.before.period)),
    change: `${write.percent(Math.abs(share ?? 0))} (${write.amount(utility, Math.abs((now ?? 0) - (before ?? 0)))})`,
  });
};

const lengthsText = ({ language, write }: Asking, { lengths, changes }: Comparison): string | null => {
  if (lengths === null) return null;
  const t = usageTexts(language);
  const list = changes.flatMap(({ utility, now, before }) => {
    if (now === null || before === null) return [];
    const values = {
      now: write.amount(utility, now / lengths.now),
      before: write.amount(utility, before / lengths.before),
    };
    return [t('a-day-against', values)];
  });
  return list.length === 0 ? null : t('compare-lengths', { ...lengths, list: write.list(list) });
};

const signed = ({ write }: Asking, share: number | null): string => {
  if (share === null) return '–';
  const size = write.percent(Math.abs(share));
  return changeKey(share) === 'same' ? size : `${share < 0 ? '−' : '+'}${size}`;
};

export const comparisonResult = (asking: Asking, part: AskedPart, comparison: Comparison): FoundResult => {
  const { language } = asking;
  const t = usageTexts(language);
  const { now, before, changes } = comparison;
  const cell = (utility: Utility, used: number | null): string =>
    used === null ? t('not-measured') : asking.write.amount(utility, used);
  return {
    tool: 'compare',
    title: t('title-compare', {
      name: plainName(asking, part),
      now: daysText(asking, now.period),
      before: daysText(asking, before.period),
    }),
    link: pageOf(asking, part, now.period),
    table: {
      columns: [
        textColumn(t('column-utility')),
        numberColumn(capital(whenOf(asking, now.period))),
        numberColumn(capital(againstText(asking, comparison))),
        numberColumn(t('column-change')),
      ],
      rows: changes.map((change) => [
        utilityTitle(asking, change.utility),
        cell(change.utility, change.now),
        cell(change.utility, change.before),
        signed(asking, change.share),
      ]),
    },
  };
};

const beforeNotes = (asking: Asking, part: AskedPart, comparison: Comparison): string[] => {
  const when = capital(againstText(asking, comparison));
  return estimatedNotes(asking, { part, amounts: comparison.before.amounts }).map((text) => `${when}: ${text}`);
};

const replyToCompare = (asking: Asking, intent: CompareIntent): Promise<OwnAnswer> =>
  inItsHours(asking, intent, (asked) => replyWithChanges(asking, asked), false);

/** Null: nothing of either was measured. */
export const changesText = (asking: Asking, part: AskedPart, comparison: Comparison): string | null => {
  const told = comparison.changes.filter(({ now, before }) => now !== null || before !== null);
  return told.length === 0 ? null : told.map((change) => changeText(asking, part, comparison, change)).join(' ');
};

/** What was measured in part, of different lengths, or estimated. */
export const comparisonNotes = (asking: Asking, part: AskedPart, comparison: Comparison): string =>
  paragraphs(
    comparison.changes.some(({ hasGap }) => hasGap) ? usageTexts(asking.language)('compare-gap') : null,
    lengthsText(asking, comparison),
    notesOf(asking, comparison.now, ...beforeNotes(asking, part, comparison)),
  );

const replyWithChanges = async (asking: Asking, { part, period, against }: CompareIntent): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const comparison = await compareUse(asking, part, period, against);
  const text = changesText(asking, part, comparison);
  if (text === null) return nothingThen(asking, comparison.now);
  return {
    text: paragraphs(text, comparisonNotes(asking, part, comparison)),
    results: [comparisonResult(asking, part, comparison)],
  };
};

const partsText = (asking: Asking, one: UseFacts, other: UseFacts, utility: Utility): string[] => {
  const { language, write } = asking;
  const [first, second] = [one.amounts[utility], other.amounts[utility]];
  if (first === null && second === null) return [];
  const isFirst = (first?.used ?? 0) >= (second?.used ?? 0);
  const difference = Math.abs((first?.used ?? 0) - (second?.used ?? 0));
  const key = first !== null && second !== null && difference > 0 ? 'parts-more' : 'parts-plain';
  const amountIn = ({ part, period, amounts }: UseFacts): string =>
    amountText(asking, utility, amounts[utility]?.used ?? null, pageOf(asking, { ...part, utility }, period));
  const text = usageTexts(language)(key, {
    one: nameWithin(asking, one.part),
    other: nameWithin(asking, other.part),
    more: capital(nameWithin(asking, isFirst ? one.part : other.part)),
    amountOne: amountIn(one),
    amountOther: amountIn(other),
    difference: `**${write.amount(utility, difference)}**`,
    utility: utilityName(language, utility),
  });
  return [text];
};

const partsResult = (asking: Asking, facts: readonly [UseFacts, UseFacts], shown: readonly Utility[]): FoundResult => {
  const t = usageTexts(asking.language);
  const [one, other] = facts;
  const names = { one: plainName(asking, one.part), other: plainName(asking, other.part) };
  return {
    tool: 'compare',
    title: t('title-parts', { ...names, days: daysText(asking, one.period) }),
    link: pageOf(
      asking,
      { utility: one.part.utility, room: null, device: null },
      one.period,
      one.part.device ? 'device' : 'room',
    ),
    table: {
      columns: [textColumn(t('column-utility')), numberColumn(names.one), numberColumn(names.other)],
      rows: shown.map((utility) => [
        utilityTitle(asking, utility),
        ...facts.map(({ amounts }) =>
          amounts[utility] === null ? t('not-measured') : asking.write.amount(utility, amounts[utility].used),
        ),
      ]),
    },
  };
};

const replyToCompareParts = (asking: Asking, intent: PartsIntent): Promise<OwnAnswer> =>
  inItsHours(asking, intent, (asked) => replyWithParts(asking, asked));

const replyWithParts = async (asking: Asking, { one, other, period }: PartsIntent): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, one) ?? nothingKnown(asking, other);
  if (nothing !== null) return nothing;
  const facts = await Promise.all([readUse(asking, one, period), readUse(asking, other, period)]);
  const [first, second] = facts;
  const shown = [...new Set([one, other].flatMap((part) => utilitiesOf(asking.home, part)))];
  const lines = shown.flatMap((utility) => partsText(asking, first, second, utility));
  if (lines.length === 0) return nothingThen(asking, first);
  const areApart = !shown.some((utility) => first.amounts[utility] !== null && second.amounts[utility] !== null);
  return {
    text: paragraphs(
      ...inPeriod(asking, period, lines),
      areApart && shown.length > 1 ? usageTexts(asking.language)('parts-apart') : null,
      sourceNote(asking, first, second),
    ),
    results: [partsResult(asking, facts, shown)],
  };
};

export const compareArgs = {
  from: dayArg('The first day of one period.'),
  until: dayArg('Its last day.'),
  against_from: dayArg('The first day of the period that it is compared with.'),
  against_until: dayArg('Its last day.'),
  ...partArgs,
};

const changeShape = z
  .strictObject({
    period: shape.quantityOrNone,
    against: shape.quantityOrNone,
    difference: shape.quantity.optional(),
    change: z.string().optional(),
    note: shape.note,
  })
  .meta({ id: 'change' });

const changeFacts = (asking: Asking, { utility, now, before, share, hasGap }: Change): z.output<typeof changeShape> => {
  const told = (used: number | null) => (used === null ? 'no readings' : quantityFacts(asking, utility, used));
  return {
    period: told(now),
    against: told(before),
    ...(now !== null && before !== null && { difference: quantityFacts(asking, utility, Math.abs(now - before)) }),
    ...(share !== null && { change: `${share < 0 ? '-' : '+'}${asking.write.percent(Math.abs(share))}` }),
    ...(hasGap && { note: 'One of them was measured in part only, so there is no percentage.' }),
  };
};

const compareTool = createTool({
  name: 'compare',
  tool: 'compare',
  description:
    'Compares the use of two periods, or of some hours of their days, of the household, a room or a device. Where one is not over, only as much of the other counts as has passed of it.',
  args: { ...compareArgs, ...hourArgs },
  facts: shape.orNoReadings(
    z.strictObject({
      of: z.string(),
      period: shape.period,
      against: shape.period.extend({ counted: z.string().optional() }),
      days: z.strictObject({ period: z.int(), against: z.int() }).optional(),
      ...shape.each(changeShape),
      ...shape.origin,
    }),
  ),
  run: async (asking, { from, until, against_from, against_until, from_hour, to_hour, ...names }) => {
    const { home } = asking;
    const part = partOf(home, names);
    const hours = { from_hour, to_hour };
    const comparison = await compareUse(
      asking,
      part,
      periodInHours(home, from, until, hours),
      periodInHours(home, against_from, against_until, hours),
    );
    const { now, before, changes, cutAt, lengths } = comparison;
    const result = comparisonResult(asking, part, comparison);
    if (!hasFigures(home)) return { facts: noReadings, result };
    return {
      facts: {
        of: plainName(asking, part),
        period: periodFacts(asking, now.period),
        against: { ...periodFacts(asking, before.period), ...(cutAt !== null && { counted: 'up to the same hour' }) },
        ...(lengths !== null && { days: { period: lengths.now, against: lengths.before } }),
        ...toEachUtility(changes.map((change) => [change.utility, changeFacts(asking, change)] as const)),
        ...originFacts(now.isSimulated),
      },
      result,
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
  takes: 'compare than more less use most cost to',
  next: ['device-costs', 'compare', 'tips'],
  reply: replyToCompareParts,
};
