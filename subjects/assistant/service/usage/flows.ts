/** What a home with a roof or a battery made, stored and gave back, and how far it got by itself. */
import { z } from 'zod';
import { type Flow, flowIds, utilityIds, hasTrait } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { type FlowTotals, ownShares, totalFlows } from '#subjects/usage/domain/flow-balance.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { atLeastFact, originFacts, periodFacts, quantityFacts, shape } from '../tools/facts.ts';
import { createTool, periodOf, ToolRefusal } from '../tools/tool.ts';
import { figure } from '../writer.ts';
import { everything, note, paragraphs, said, type Voice, voiceOf } from './phrases.ts';
import { whereKnown } from './reply-about-use.ts';
import { lengthOf, untilToday } from './periods.ts';
import { tableOf } from './use-results.ts';
import { periodArgs } from '../tools/use-tool.ts';
import type { Topic } from '../topic.ts';
import { firstThatFits, fits, impossible, type Rule } from '../understand/asked.ts';
import { assumed } from '../understand/times/spans.ts';

declare module '../intent.ts' {
  interface Intents {
    /** What passed the home beside its use, and how far it got by itself. */
    flows: { readonly ask: Flow | 'self-use' | 'self-sufficiency'; readonly period: AskedPeriod };
  }
}

type FlowsIntent = Intent<'flows'>;
type FlowsAsk = FlowsIntent['ask'];

const texts = ({ language }: Asking) => textsIn(language, 'replies', 'flows');

const maxDays = 1100;

type Told = NonNullable<Awaited<ReturnType<typeof readFlows>>>;

/** As of the page: of the days that are not read any more nothing is told, rather than a part. Null: the period is too long. */
const readFlows = async ({ home, sources }: Asking, asked: AskedPeriod) => {
  const period = untilToday(asked, home);
  if (lengthOf(period) > maxDays) return null;
  const answer = await sources.flows({ from: period.from, to: period.to, bucket: 'month' });
  const utility = utilityIds.find((one) => answer.rows.some((row) => row.utility === one)) ?? 'electricity';
  const rows = answer.rows.filter((row) => row.utility === utility);
  return { utility, period, totals: totalFlows(rows), isSimulated: answer.origin === 'simulated' };
};

/** What has no meter that would have to have one; null: all is measured. Of a home that returns, what makes that. */
const missingFor = ({ home: { flows = [] } }: Asking, ask: FlowsAsk): Exclude<Flow, 'drawn'> | 'any' | null => {
  if (ask === 'self-sufficiency' && flows.length > 0)
    return flows.includes('produced') || flows.includes('discharged') ? null : 'produced';
  if (ask === 'self-sufficiency' || ask === 'drawn') return flows.length === 0 ? 'any' : null;
  const needed = ask === 'self-use' ? 'produced' : ask;
  return flows.includes(needed) ? null : needed;
};

const pageOf = (voice: Voice, { utility, period }: Told): string => voice.page({ ...everything, utility }, period);

const resultOf = (voice: Voice, told: Told): FoundResult => ({
  tool: 'usage',
  title: texts(voice)('title', { days: voice.days(told.period) }),
  link: pageOf(voice, told),
  table: tableOf(
    [texts(voice)('column')],
    [voice.utility(told.utility)],
    flowIds.flatMap((flow) => {
      const part = told.totals.flows[flow];
      return part === undefined ? [] : [[texts(voice)(`name-${flow}`), voice.write.amount(told.utility, part.used)]];
    }),
  ),
});

/** Null: nothing of it was measured then. */
const sentenceOf = (voice: Voice, { ask, period }: FlowsIntent, told: Told): string | null => {
  const { write } = voice;
  const { utility, totals } = told;
  const t = texts(voice);
  const when = voice.atFirst(period);
  const link = pageOf(voice, told);
  const amount = (used: number) => figure(write.amount(utility, used), link);
  if (ask !== 'self-use' && ask !== 'self-sufficiency') {
    const part = totals.flows[ask];
    return part === undefined ? null : t(ask, { when, amount: amount(part.used) });
  }
  const { balance } = totals;
  const { selfUse, selfSufficiency } = ownShares(totals);
  const share = ask === 'self-use' ? selfUse : selfSufficiency;
  if (balance === null || share === null) return null;
  return t(ask, {
    when,
    share: figure(write.percent(share), link),
    produced: amount(balance.produced),
    sentBack: amount(balance.sentBack),
    used: amount(balance.used),
    drawn: amount(balance.drawn),
  });
};

/** How much of these flows is estimated. */
const estimatedOf = ({ flows }: FlowTotals, told: readonly Flow[]): number => {
  const sum = (of: 'used' | 'estimated') => told.reduce((all, flow) => all + (flows[flow]?.[of] ?? 0), 0);
  return sum('used') === 0 ? 0 : sum('estimated') / sum('used');
};

const replyToFlows = async (voice: Voice, intent: FlowsIntent): Promise<OwnAnswer> => {
  const { ask, period } = intent;
  const t = texts(voice);
  const missing = missingFor(voice, ask);
  if (missing !== null) return said(t(`none-${missing}`));
  const told = await readFlows(voice, period);
  if (told === null) return said(t('too-long'));
  const { totals, utility, isSimulated } = told;
  const sentence = sentenceOf(voice, intent, told);
  if (sentence === null && totals.atLeast && ask === 'self-sufficiency') return said(t('none-produced'));
  if (sentence === null) return said(t('nothing', { when: voice.when(period) }));
  const estimated = estimatedOf(totals, ask === 'self-use' || ask === 'self-sufficiency' ? flowIds : [ask]);
  return {
    text: paragraphs(sentence, note(voice.estimated(estimated, utility), voice.simulated(isSimulated))),
    results: [resultOf(voice, told)],
  };
};

const worthSaying = 0.005;

const flowShape = shape.quantity.extend({ estimated: z.string().optional() }).meta({ id: 'flow' }).optional();

const flowsTool = createTool({
  name: 'flows',
  tool: 'usage',
  description:
    'What a home with solar panels or a battery drew from the grid, returned to it, produced, charged and discharged from one day to another, with its self-use and self-sufficiency.',
  args: periodArgs,
  facts: z.strictObject({
    period: shape.period,
    ...(Object.fromEntries(flowIds.map((flow) => [flow, flowShape])) as Record<Flow, typeof flowShape>),
    used: shape.quantity.extend({ note: shape.note }).optional(),
    self_use: z.string().optional(),
    self_sufficiency: z.string().optional(),
    ...shape.origin,
  }),
  run: async (asking, { from, until }) => {
    const { home, write } = asking;
    if ((home.flows ?? []).length === 0)
      throw new ToolRefusal('This home has no meter of what is produced, returned or stored.');
    const period = periodOf(home, from, until, maxDays);
    const told = await readFlows(asking, period);
    if (told === null) throw new ToolRefusal(`until: at most ${maxDays} days after from.`);
    const { utility, totals, isSimulated } = told;
    const { selfUse, selfSufficiency } = ownShares(totals);
    const flowFacts = flowIds.flatMap((flow) => {
      const part = totals.flows[flow];
      if (part === undefined) return [];
      const share = estimatedOf(totals, [flow]);
      const estimated = share >= worthSaying && { estimated: write.percent(share) };
      return [[flow, { ...quantityFacts(asking, utility, part.used), ...estimated }] as const];
    });
    return {
      facts: {
        period: periodFacts(asking, period),
        ...(Object.fromEntries(flowFacts) as Partial<Record<Flow, (typeof flowFacts)[number][1]>>),
        ...(totals.flows.drawn !== undefined && {
          used: { ...quantityFacts(asking, utility, totals.used), ...(totals.atLeast && { note: atLeastFact }) },
        }),
        ...(selfUse !== null && { self_use: write.percent(selfUse) }),
        ...(selfSufficiency !== null && { self_sufficiency: write.percent(selfSufficiency) }),
        ...originFacts(isSimulated),
      },
      result: resultOf(voiceOf(asking), told),
    };
  },
});

/** The first that is named decides: what came out of the battery is more than what was drawn. */
const asks: readonly (readonly [string, FlowsAsk])[] = [
  ['~flows.self-sufficiency', 'self-sufficiency'],
  ['~flows.self-use', 'self-use'],
  ['~flows.discharged', 'discharged'],
  ['~flows.charged', 'charged'],
  ['~flows.returned', 'returned'],
  ['~flows.produced', 'produced'],
  ['~flows.drawn', 'drawn'],
];

/** Of money, of a bill, of a plug that charges a car and of what is to be set something else is told. */
const ofElse = [
  'bill|cost|pay|tariff|budget|switchOn|switchOff|explain|tips|leak|alerts|why|@device',
  // How much was exported is no wish to export anything.
  'setting !howMuch|which',
];

const rule: Rule = (asked) => {
  const { period, isFuture, home, utility } = asked;
  if (fits(asked, ...ofElse) || (utility !== null && !hasTrait(utility, 'isTwoWay'))) return null;
  const own = (home.flows ?? []).length > 0;
  const found = firstThatFits<FlowsAsk>({ ...asked, text: asked.said }, [
    ...asks,
    // The sun alone names what it makes, in a home that has it.
    [(of) => own && fits(of, '~flows.sun'), 'produced'],
  ]);
  if (found === null) return null;
  // The sun is told of as what is not measured here, where nothing measures it.
  const isAsked = found.startsWith('self') || fits(asked, 'howMuch|show|use|electricity|average|@period');
  if (!own && (asked.has('otherUtility') || !isAsked)) return null;
  if (isFuture) return impossible('future');
  return { about: 'flows', ask: found, period: period ?? assumed('this-month', home.today) };
};

export const flowsTopic: Topic<'flows'> = {
  about: 'flows',
  rule,
  tells: 'figures',
  takes: 'use electricity otherUtility how',
  saidBy: ({ ask }) => [`flows.${ask}`, 'flows.sun', 'flows.made'],
  next: ['today', 'forecast', 'cheapest'],
  tools: [flowsTool],
  reply: whereKnown(() => everything, replyToFlows),
};
