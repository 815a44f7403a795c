/** CO2 of what a home drew, by the factors that were entered for it; without one it is unknown, and said so. */
import { z } from 'zod';
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { factorsIn, gramsPerKilo, massOf, sumEmitted } from '#subjects/usage/domain/emissions.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { quantityFacts, shape } from '../tools/facts.ts';
import { periodOf } from '../tools/tool.ts';
import { factorsLink, figure } from '../writer.ts';
import { lengthOf, untilToday } from './periods.ts';
import { everything, note, paragraphs, said, type Voice } from './phrases.ts';
import { whereKnown } from './reply-about-use.ts';
import { tableOf } from './use-results.ts';
import { createUseTool, periodArgs } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { carbon as carbonRule } from '../understand/rules/people-rules.ts';

declare module '../intent.ts' {
  interface Intents {
    /** `utility`: of that alone; null: of all. */
    co2: { readonly period: AskedPeriod; readonly utility: Utility | null };
  }
}

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'co2');

const maxDays = 1100;

type Told = NonNullable<Awaited<ReturnType<typeof readCo2>>>;

/** Null: the period is too long. */
const readCo2 = async ({ home, sources }: Asking, asked: AskedPeriod, only: Utility | null = null) => {
  const period = untilToday(asked, home);
  if (lengthOf(period) > maxDays) return null;
  const answer = await sources.emissions(period);
  const each = utilityIds.flatMap((utility) => {
    const rows = answer.rows.filter((row) => row.utility === utility);
    return rows.length === 0 || (only !== null && utility !== only) ? [] : [{ utility, sum: sumEmitted(rows) }];
  });
  return { period, answer, each, total: sumEmitted(each.map(({ sum }) => sum)) };
};

const mass = ({ write }: Asking, grams: number): string => {
  const { value, digits, unit } = massOf(grams);
  return `${write.number(value, digits)}\u00a0${unit}`;
};

const resultOf = (voice: Voice, { period, each }: Told): FoundResult => ({
  tool: 'usage',
  title: texts(voice)('title', { days: voice.days(period) }),
  link: voice.page(everything, period),
  table: tableOf(
    [texts(voice)('column')],
    ['CO₂'],
    each.map(({ utility, sum: { grams } }) => [
      voice.utility(utility),
      grams === null ? texts(voice)('unknown-cell') : mass(voice, grams),
    ]),
  ),
});

/** Who says the factors of it. */
const referencesOf = ({ period, answer, each }: Told): string[] => {
  const known = each.filter(({ sum }) => sum.grams !== null);
  const factors = known.flatMap(({ utility }) => factorsIn(answer.factors, utility, period));
  return [...new Set(factors.map(({ reference }) => reference))];
};

const worthSaying = 0.005;

const notesOf = (voice: Voice, { each, total, answer }: Told): string => {
  const { home, write } = voice;
  const t = texts(voice);
  const left = each.flatMap(({ utility, sum }) =>
    sum.unknown > 0 ? [`${write.amount(utility, sum.unknown)} (${voice.utility(utility)})`] : [],
  );
  const share = total.grams === null || total.grams === 0 ? 0 : total.estimated / total.grams;
  return note(
    left.length > 0 && t('left-out', { amounts: write.list(left) }),
    home.flows?.includes('returned') === true && t('not-subtracted'),
    share >= worthSaying && t('estimated', { share: write.percent(share) }),
    voice.simulated(answer.origin === 'simulated'),
  );
};

const replyToCo2 = async (voice: Voice, { period, utility }: Intent<'co2'>): Promise<OwnAnswer> => {
  const t = texts(voice);
  const told = await readCo2(voice, period, utility);
  if (told === null) return said(t('too-long'));
  const { grams } = told.total;
  if (grams === null) return said(t('unknown', { when: voice.when(period), link: factorsLink }));
  const amount = figure(mass(voice, grams), voice.page(everything, told.period));
  const sources = voice.write.list(referencesOf(told));
  return {
    text: paragraphs(t('total', { when: voice.atFirst(period), amount, sources }), notesOf(voice, told)),
    results: [resultOf(voice, told)],
  };
};

const co2Tool = createUseTool({
  name: 'co2',
  description:
    'CO2 of what the household drew from one day to another, by the factors that it entered. Without a factor it is unknown, which is not zero.',
  args: periodArgs,
  isOfHome: true,
  more: { sources: z.array(z.string()).optional() },
  each: z
    .strictObject({
      co2: z.string().optional(),
      said: z.string().optional(),
      kg: z.number().optional(),
      without_a_factor: shape.quantity.optional(),
    })
    .meta({ id: 'emitted' }),
  run: async (voice, { from, until }) => {
    const period = periodOf(voice.home, from, until, maxDays);
    const told = await readCo2(voice, period);
    const each = (told?.each ?? []).map(({ utility, sum: { grams, unknown } }) => {
      const emitted =
        grams === null
          ? { co2: 'unknown: no factor was entered' }
          : { said: mass(voice, grams), kg: Number((grams / gramsPerKilo).toFixed(3)) };
      return [
        utility,
        { ...emitted, ...(unknown > 0 && { without_a_factor: quantityFacts(voice, utility, unknown) }) },
      ] as const;
    });
    return {
      period,
      facts: { ...(told !== null && { sources: referencesOf(told) }) },
      each,
      isSimulated: told?.answer.origin === 'simulated',
      result: told === null ? { tool: 'usage', title: 'CO₂', link: null } : resultOf(voice, told),
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
  reply: whereKnown(() => everything, replyToCo2),
};
