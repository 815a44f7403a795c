/** What is used in a day, a week or a month on average, over those that are whole. */
import { byUtility, firstUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { utilityName } from '../writer.ts';
import { type Amounts, isEmpty, noAmounts } from './amounts.ts';
import type { Cadence } from './periods.ts';
import { amountsOf, atFirst, paragraphs, partName, sourceNote, together, usageTexts, whenOf } from './phrases.ts';
import { readSpans, type SpanUse, type UseFacts, utilitiesOf } from './use-facts.ts';
import { totalResult } from './use-results.ts';

export interface Average {
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
const countedText = (
  { language, write }: Asking,
  shown: readonly Utility[],
  { counts }: Average,
  by: Cadence,
): string => {
  const t = usageTexts(language);
  const [first = firstUtility, ...others] = shown.filter((utility) => counts[utility] > 0);
  const over = others.every((utility) => counts[utility] === counts[first])
    ? t(`a-${by}-over`, { count: counts[first] })
    : t('average-over-each', {
        list: write.list(
          [first, ...others].map((one) =>
            t(`whole-${by}s`, { count: counts[one], utility: utilityName(language, one) }),
          ),
        ),
      });
  const none = shown.filter((utility) => counts[utility] === 0);
  return together(over, ...none.map((utility) => t(`a-${by}-none-of`, { utility: utilityName(language, utility) })));
};

export const isAverage = (ask: string): ask is `a-${Cadence}` => ask.startsWith('a-');

/** `total`: what is told where none of them is whole. */
export const replyWithAverage = async (
  asking: Asking,
  facts: UseFacts,
  by: Cadence,
  total: OwnAnswer,
): Promise<OwnAnswer> => {
  const { home, language } = asking;
  const t = usageTexts(language);
  const { part, period } = facts;
  const average = averageOf(await readSpans(asking, part, period, by));
  if (isEmpty(average.amounts))
    return { ...total, text: paragraphs(t(`a-${by}-none`, { when: whenOf(asking, period) }), total.text) };
  const amounts = amountsOf(asking, part, average.amounts, period);
  return {
    text: paragraphs(
      t(`a-${by}`, { when: atFirst(asking, period), name: partName(asking, part), amounts }),
      countedText(asking, utilitiesOf(home, part), average, by),
      sourceNote(asking, { ...facts, amounts: average.amounts }),
    ),
    results: [totalResult(asking, part, period)],
  };
};
