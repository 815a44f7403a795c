/** What is used in a day, a week or a month on average, over those that are whole. */
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { OwnAnswer } from '../asking.ts';
import { type Amounts, isEmpty, noAmounts } from './amounts.ts';
import type { Cadence } from './periods.ts';
import { paragraphs, together, type Voice } from './phrases.ts';
import { sourceNote } from './source-notes.ts';
import { readSpans, type SpanUse, type UseFacts } from './use-facts.ts';
import { totalResult } from './use-results.ts';

interface Average {
  readonly amounts: Amounts;
  /** How many whole ones of each utility there are. */
  readonly counts: Readonly<Record<Utility, number>>;
}

/** Over whole ones; null where a utility has none. */
export const averageOf = (spans: readonly SpanUse[]): Average =>
  utilityIds.reduce<Average>(
    ({ amounts, counts }, utility) => {
      const known = spans.flatMap((one) => (one.whole.includes(utility) ? (one.amounts[utility] ?? []) : []));
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

export const isAverage = (ask: string): ask is `a-${Cadence}` => ask.startsWith('a-');

/** `total`: what is told where none of them is whole. */
export const replyWithAverage = async (
  voice: Voice,
  facts: UseFacts,
  by: Cadence,
  total: OwnAnswer,
): Promise<OwnAnswer> => {
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
