/** What a home with a roof or a battery made, stored and gave back, and how far it got by itself. */
import { z } from 'zod';
import { type Flow, flowIds, type Utility, utilityIds } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import { type FlowTotals, ownShares, totalFlows } from '#subjects/usage/domain/flow-balance.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { atLeastFact, originFacts, periodFacts, quantityFacts, shape } from '../tools/facts.ts';
import { createTool, dayArg, periodOf, ToolRefusal } from '../tools/tool.ts';
import { figure, utilityName } from '../writer.ts';
import { atFirst, daysText, note, pageOf, paragraphs, said, together, usageTexts, whenOf } from './phrases.ts';
import { type Days, lengthOf, untilToday } from './periods.ts';
import { hasFigures } from './use-facts.ts';
import type { Topic } from '../topic.ts';
import { flows as flowsRule } from '../understand/rules/flow-rules.ts';

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

interface Told {
  readonly utility: Utility;
  readonly period: Days;
  readonly totals: FlowTotals;
  readonly isSimulated: boolean;
}

/** As of the page: of the days that are not read any more nothing is told, rather than a part. Null: the period is too long. */
const readFlows = async ({ home, sources }: Asking, asked: AskedPeriod): Promise<Told | null> => {
  const period = untilToday(asked, home);
  if (lengthOf(period) > maxDays) return null;
  const answer = await sources.flows({ from: period.from, to: period.to, bucket: 'month' });
  const utility = utilityIds.find((one) => answer.rows.some((row) => row.utility === one)) ?? 'electricity';
  const rows = answer.rows.filter((row) => row.utility === utility);
  return { utility, period, totals: totalFlows(rows), isSimulated: answer.origin === 'simulated' };
};

/** What has to be measured for it. */
const neededFor = (ask: FlowsAsk): Exclude<Flow, 'drawn'> | null =>
  ask === 'self-use' ? 'produced' : ask === 'self-sufficiency' || ask === 'drawn' ? null : ask;

const isMissing = ({ home }: Asking, ask: FlowsAsk): boolean => {
  const needed = neededFor(ask);
  const own = home.flows ?? [];
  if (ask === 'self-sufficiency' && own.length > 0) return !own.includes('produced') && !own.includes('discharged');
  return needed === null ? own.length === 0 : !own.includes(needed);
};

/** What has no meter: of a home that returns, what makes that. */
const missingFor = ({ home }: Asking, ask: FlowsAsk): Exclude<Flow, 'drawn'> | 'any' =>
  ask === 'self-sufficiency' && (home.flows ?? []).length > 0 ? 'produced' : (neededFor(ask) ?? 'any');

const pageOfFlows = (asking: Asking, { utility, period }: Told): string =>
  pageOf(asking, { utility, room: null, device: null }, period);

const resultOf = (asking: Asking, told: Told): FoundResult => ({
  tool: 'usage',
  title: texts(asking)('title', { days: daysText(asking, told.period) }),
  link: pageOfFlows(asking, told),
  table: {
    columns: [
      { title: texts(asking)('column'), isNumber: false },
      { title: utilityName(asking.language, told.utility), isNumber: true },
    ],
    rows: flowIds.flatMap((flow) => {
      const part = told.totals.flows[flow];
      return part === undefined ? [] : [[texts(asking)(`name-${flow}`), asking.write.amount(told.utility, part.used)]];
    }),
  },
});

/** Null: nothing of it was measured then. */
const sentenceOf = (asking: Asking, { ask, period }: FlowsIntent, told: Told): string | null => {
  const { write } = asking;
  const { utility, totals } = told;
  const t = texts(asking);
  const when = atFirst(asking, period);
  const amount = (used: number) => figure(write.amount(utility, used), pageOfFlows(asking, told));
  if (ask !== 'self-use' && ask !== 'self-sufficiency') {
    const part = totals.flows[ask];
    return part === undefined ? null : t(ask, { when, amount: amount(part.used) });
  }
  const { balance } = totals;
  const { selfUse, selfSufficiency } = ownShares(totals);
  const share = ask === 'self-use' ? selfUse : selfSufficiency;
  if (balance === null || share === null) return null;
  const link = pageOfFlows(asking, told);
  return t(ask, {
    when,
    share: figure(write.percent(share), link),
    produced: amount(balance.produced),
    sentBack: amount(balance.sentBack),
    used: amount(balance.used),
    drawn: amount(balance.drawn),
  });
};

const worthSaying = 0.005;

const notesOf = (asking: Asking, { ask }: FlowsIntent, { utility, totals, isSimulated }: Told): string => {
  const { language, write } = asking;
  const t = usageTexts(language);
  const told = ask === 'self-use' || ask === 'self-sufficiency' ? flowIds : [ask];
  const sum = (of: 'used' | 'estimated') => told.reduce((all, flow) => all + (totals.flows[flow]?.[of] ?? 0), 0);
  const share = sum('used') === 0 ? 0 : sum('estimated') / sum('used');
  return note(
    together(
      share >= worthSaying &&
        t('note-estimated', { share: write.percent(share), utility: utilityName(language, utility) }),
      isSimulated && t('note-simulated'),
    ),
  );
};

const replyToFlows = async (asking: Asking, intent: FlowsIntent): Promise<OwnAnswer> => {
  const t = texts(asking);
  if (!hasFigures(asking.home)) return said(usageTexts(asking.language)('no-readings'));
  if (isMissing(asking, intent.ask)) return said(t(`none-${missingFor(asking, intent.ask)}`));
  const told = await readFlows(asking, intent.period);
  if (told === null) return said(t('too-long'));
  const sentence = sentenceOf(asking, intent, told);
  if (sentence === null && told.totals.atLeast && intent.ask === 'self-sufficiency') return said(t('none-produced'));
  if (sentence === null) return said(t('nothing', { when: whenOf(asking, intent.period) }));
  return { text: paragraphs(sentence, notesOf(asking, intent, told)), results: [resultOf(asking, told)] };
};

const flowShape = shape.quantity.extend({ estimated: z.string().optional() }).meta({ id: 'flow' }).optional();

const flowsTool = createTool({
  name: 'flows',
  tool: 'usage',
  description:
    'What a home with solar panels or a battery drew from the grid, returned to it, produced, charged and discharged from one day to another, with its self-use and self-sufficiency.',
  args: { from: dayArg('The first day.'), until: dayArg('The last day, counted too.') },
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
      const share = part.used === 0 ? 0 : part.estimated / part.used;
      const facts = quantityFacts(asking, utility, part.used);
      return [[flow, share >= worthSaying ? { ...facts, estimated: write.percent(share) } : facts] as const];
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
      result: resultOf(asking, told),
    };
  },
});

export const flowsTopic: Topic<'flows'> = {
  about: 'flows',
  rule: flowsRule,
  tells: 'figures',
  takes: 'use electricity otherUtility how',
  saidBy: ({ ask }) => [`flows.${ask}`, 'flows.sun', 'flows.made'],
  next: ['today', 'forecast', 'cheapest'],
  tools: [flowsTool],
  reply: replyToFlows,
};
