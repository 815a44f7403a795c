/** "How much did …": totals of a period, their daily average, and what of them is estimated. */
import { byUtility, firstUtility, type Utility, utilityIds } from '@wattershed/catalogue';
import { type Amount, type Amounts, estimatedShare, isEmpty, noAmounts } from '../facts/amounts.ts';
import { countedHours } from '../facts/hours.ts';
import { type DayUse, isWhole, readDays, readUse, type UseFacts, utilitiesOf } from '../facts/use.ts';
import { figure } from '../links.ts';
import { utilityName } from '../names.ts';
import type { Asking, OwnAnswer } from '../own-answer.ts';
import type { Question } from '../question.ts';
import { hasNothing, nothingKnown, nothingThen } from './nothing.ts';
import {
  amountsOf,
  atFirst,
  inPeriod,
  nameWithin,
  notesOf,
  pageOf,
  paragraphs,
  partName,
  simulatedNote,
  sourceNote,
  together,
  usageTexts,
  whenOf,
  withWholeDays,
} from './phrases.ts';
import { replyWithGroups } from './use-groups.ts';
import { replyWithTimes } from './use-times.ts';
import { totalResult } from './use-results.ts';

export type UsageQuestion = Extract<Question, { about: 'usage' }>;

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

export const totalText = (asking: Asking, facts: UseFacts): string =>
  throughText(asking, facts) ?? plainText(asking, facts);

const replyWithTotal = (asking: Asking, facts: UseFacts): OwnAnswer => ({
  text: paragraphs(totalText(asking, facts), notesOf(asking, facts)),
  results: [totalResult(asking, facts.part, facts.period)],
});

interface Average {
  readonly amounts: Amounts;
  /** How many whole days of each utility there are. */
  readonly counts: Readonly<Record<Utility, number>>;
}

/** Of a day, over whole days; null where a utility has none. */
const averageOf = (days: readonly DayUse[]): Average =>
  utilityIds.reduce<Average>(
    ({ amounts, counts }, utility) => {
      const known = days.flatMap((day) => (day.whole.includes(utility) ? (day.amounts[utility] ?? []) : []));
      const mean = (part: keyof Amount): number => known.reduce((sum, amount) => sum + amount[part], 0) / known.length;
      const amount = { used: mean('used'), estimated: mean('estimated'), coveredS: mean('coveredS') };
      return {
        amounts: { ...amounts, [utility]: known.length === 0 ? null : amount },
        counts: { ...counts, [utility]: known.length },
      };
    },
    { amounts: noAmounts, counts: byUtility(() => 0) },
  );

/** How many days it is over; of each utility where they differ. */
const daysCounted = ({ language, write }: Asking, shown: readonly Utility[], { counts }: Average): string => {
  const t = usageTexts(language);
  const [first = firstUtility, ...others] = shown.filter((utility) => counts[utility] > 0);
  const over = others.every((utility) => counts[utility] === counts[first])
    ? t('a-day-over', { count: counts[first] })
    : t('a-day-over-each', {
        list: write.list(
          [first, ...others].map((one) => t('whole-days', { count: counts[one], utility: utilityName(language, one) })),
        ),
      });
  const none = shown.filter((utility) => counts[utility] === 0);
  return together(over, ...none.map((utility) => t('a-day-none-of', { utility: utilityName(language, utility) })));
};

const replyWithAverage = async (asking: Asking, facts: UseFacts): Promise<OwnAnswer> => {
  const { home, language } = asking;
  const t = usageTexts(language);
  const { part, period } = facts;
  const average = averageOf(await readDays(asking, part, period));
  if (isEmpty(average.amounts)) {
    const total = replyWithTotal(asking, facts);
    return { ...total, text: paragraphs(t('a-day-none', { when: whenOf(asking, period) }), total.text) };
  }
  const amounts = amountsOf(asking, part, average.amounts, period);
  return {
    text: paragraphs(
      t('a-day', { when: atFirst(asking, period), name: partName(asking, part), amounts }),
      daysCounted(asking, utilitiesOf(home, part), average),
      sourceNote(asking, { ...facts, amounts: average.amounts }),
    ),
    results: [totalResult(asking, part, period)],
  };
};

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

/** What is told of days as a whole, whatever hours were named. */
const ofWholeDays: ReadonlySet<UsageQuestion['ask']> = new Set([
  'a-day',
  'each-day',
  'most-day',
  'least-day',
  'most-hour',
  'least-hour',
]);

export const replyToUsage = async (asking: Asking, question: UsageQuestion): Promise<OwnAnswer> => {
  const { hours, ...days } = question.period;
  const isCounted = hours === undefined || (!ofWholeDays.has(question.ask) && countedHours(question.period) !== null);
  if (isCounted) return replyInPeriod(asking, question);
  return withWholeDays(asking, await replyInPeriod(asking, { ...question, period: days }));
};

const replyInPeriod = async (asking: Asking, { part, period, ask }: UsageQuestion): Promise<OwnAnswer> => {
  const nothing = nothingKnown(asking, part);
  if (nothing !== null) return nothing;
  const facts = await readUse(asking, part, period);
  if (hasNothing(asking, facts)) return nothingThen(asking, facts);
  switch (ask) {
    case 'total':
      return replyWithTotal(asking, facts);
    case 'a-day':
      return replyWithAverage(asking, facts);
    case 'estimated':
      return replyWithEstimated(asking, facts);
    case 'most-day':
    case 'least-day':
    case 'most-hour':
    case 'least-hour':
    case 'each-day':
      return replyWithTimes(asking, facts, ask);
    case 'rooms':
    case 'devices':
    case 'most-room':
    case 'least-room':
    case 'most-device':
    case 'least-device':
      return replyWithGroups(asking, facts, ask);
  }
};
