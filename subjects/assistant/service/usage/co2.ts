/** CO2 of what a home drew, by the factors that were entered for it; without one it is unknown, and said so. */
import { z } from 'zod';
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { EmissionsAnswer } from '#subjects/usage/contract/usage.ts';
import { type Emitted, factorsIn, gramsPerKilo, massOf, sumEmitted } from '#subjects/usage/domain/emissions.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { noReadings, originFacts, periodFacts, quantityFacts, shape, toEachUtility } from '../tools/facts.ts';
import { createTool, dayArg, periodOf } from '../tools/tool.ts';
import { analyticsLink, factorsLink, figure, utilityName } from '../writer.ts';
import { type Days, lengthOf, untilToday } from './periods.ts';
import { atFirst, daysText, note, paragraphs, said, together, usageTexts, whenOf } from './phrases.ts';
import { hasFigures } from './use-facts.ts';
import type { Topic } from '../topic.ts';
import { carbon as carbonRule } from '../understand/rules/people-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    /** `utility`: of that alone; null: of all. */
    co2: { readonly period: AskedPeriod; readonly utility: Utility | null };
  }
}

type Co2Intent = Intent<'co2'>;
const texts = ({ language }: Asking) => textsIn(language, 'replies', 'co2');

const maxDays = 1100;

interface Told {
  readonly period: Days;
  readonly answer: EmissionsAnswer;
  readonly byUtility: readonly { readonly utility: Utility; readonly sum: Emitted }[];
}

/** Null: the period is too long. */
const readCo2 = async (
  { home, sources }: Asking,
  asked: AskedPeriod,
  only: Utility | null = null,
): Promise<Told | null> => {
  const period = untilToday(asked, home);
  if (lengthOf(period) > maxDays) return null;
  const answer = await sources.emissions(period);
  const byUtility = utilityIds.flatMap((utility) => {
    const rows = answer.rows.filter((row) => row.utility === utility);
    return rows.length === 0 || (only !== null && utility !== only) ? [] : [{ utility, sum: sumEmitted(rows) }];
  });
  return { period, answer, byUtility };
};

const mass = ({ write }: Asking, grams: number): string => {
  const { value, digits, unit } = massOf(grams);
  return `${write.number(value, digits)}\u00a0${unit}`;
};

const linkOf = ({ home }: Asking, period: Days): string =>
  analyticsLink(period, home.today, { utility: null, room: null });

const resultOf = (asking: Asking, { period, byUtility }: Told): FoundResult => ({
  tool: 'usage',
  title: texts(asking)('title', { days: daysText(asking, period) }),
  link: linkOf(asking, period),
  table: {
    columns: [
      { title: texts(asking)('column'), isNumber: false },
      { title: 'CO₂', isNumber: true },
    ],
    rows: byUtility.map(({ utility, sum }) => [
      utilityName(asking.language, utility),
      sum.grams === null ? texts(asking)('unknown-cell') : mass(asking, sum.grams),
    ]),
  },
});

/** Who says the factors of it. */
const referencesOf = ({ period, answer, byUtility }: Told): string[] => [
  ...new Set(
    byUtility.flatMap(({ utility, sum }) => {
      if (sum.grams === null) return [];
      return factorsIn(answer.factors, utility, period).map(({ reference }) => reference);
    }),
  ),
];

const worthSaying = 0.005;

const notesOf = (asking: Asking, told: Told): string => {
  const { home, language, write } = asking;
  const t = texts(asking);
  const total = sumEmitted(told.byUtility.map(({ sum }) => sum));
  const left = told.byUtility.flatMap(({ utility, sum }) =>
    sum.unknown > 0 ? [`${write.amount(utility, sum.unknown)} (${utilityName(language, utility)})`] : [],
  );
  const share = total.grams === null || total.grams === 0 ? 0 : total.estimated / total.grams;
  return note(
    together(
      left.length > 0 && t('left-out', { amounts: write.list(left) }),
      home.flows?.includes('returned') === true && t('not-subtracted'),
      share >= worthSaying && t('estimated', { share: write.percent(share) }),
      told.answer.origin === 'simulated' && usageTexts(language)('note-simulated'),
    ),
  );
};

const replyToCo2 = async (asking: Asking, { period, utility }: Co2Intent): Promise<OwnAnswer> => {
  const t = texts(asking);
  if (!hasFigures(asking.home)) return said(usageTexts(asking.language)('no-readings'));
  const told = await readCo2(asking, period, utility);
  if (told === null) return said(t('too-long'));
  const { grams } = sumEmitted(told.byUtility.map(({ sum }) => sum));
  if (grams === null) return said(t('unknown', { when: whenOf(asking, period), link: factorsLink }));
  const amount = figure(mass(asking, grams), linkOf(asking, told.period));
  const sources = asking.write.list(referencesOf(told));
  return {
    text: paragraphs(t('total', { when: atFirst(asking, period), amount, sources }), notesOf(asking, told)),
    results: [resultOf(asking, told)],
  };
};

const emitted = z
  .strictObject({
    co2: z.string().optional(),
    said: z.string().optional(),
    kg: z.number().optional(),
    without_a_factor: shape.quantity.optional(),
  })
  .meta({ id: 'emitted' });

const co2Tool = createTool({
  name: 'co2',
  tool: 'usage',
  description:
    'CO2 of what the household drew from one day to another, by the factors that it entered. Without a factor it is unknown, which is not zero.',
  args: { from: dayArg('The first day.'), until: dayArg('The last day, counted too.') },
  facts: shape.orNoReadings(
    z.strictObject({
      period: shape.period,
      ...shape.each(emitted),
      sources: z.array(z.string()).optional(),
      ...shape.origin,
    }),
  ),
  run: async (asking, { from, until }) => {
    const period = periodOf(asking.home, from, until, maxDays);
    const told = await readCo2(asking, period);
    const byUtility = told?.byUtility ?? [];
    const factsOf = (utility: Utility, { grams, unknown }: Emitted): z.output<typeof emitted> => ({
      ...(grams === null
        ? { co2: 'unknown: no factor was entered' }
        : { said: mass(asking, grams), kg: Number((grams / gramsPerKilo).toFixed(3)) }),
      ...(unknown > 0 && { without_a_factor: quantityFacts(asking, utility, unknown) }),
    });
    const facts = byUtility.map(({ utility, sum }) => [utility, factsOf(utility, sum)] as const);
    return {
      facts: hasFigures(asking.home)
        ? {
            period: periodFacts(asking, period),
            ...toEachUtility(facts),
            ...(told !== null && { sources: referencesOf(told) }),
            ...originFacts(told?.answer.origin === 'simulated'),
          }
        : noReadings,
      result: told === null ? { tool: 'usage', title: 'CO₂', link: null } : resultOf(asking, told),
    };
  },
});

export const co2Topic: Topic<'co2'> = {
  about: 'co2',
  rule: carbonRule,
  tells: 'figures',
  takes: 'use otherUtility how',
  saidBy: () => ['carbon', 'greenhouse'],
  next: ['compare', 'always-on', 'tips'],
  tools: [co2Tool],
  reply: replyToCo2,
};
