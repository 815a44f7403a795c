/** What a person and a program are told of the open cycle: so far, what it may come to, its lines, its end, the next price step, and budgets. */
import { z } from 'zod';
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import { exact, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import { devicesLink, figure, soFarLink } from '../writer.ts';
import { type Intent, utilitiesAsked } from '../intent.ts';
import { daysFacts, shape, toldAmount, toldUse } from '../tools/facts.ts';
import { createTool, noTariffRefusal, ToolRefusal } from '../tools/tool.ts';
import {
  blocksAhead,
  type BudgetFacts,
  costOf,
  type LikelyCost,
  likelyOf,
  linesTable,
  type OpenBill,
  readOpenBill,
  type UtilityBlock,
} from './bill-facts.ts';
import {
  enterNote,
  type MoneyVoice,
  moneyVoice,
  type OneResult,
  openNotes,
  openResult,
  paragraphs,
  simulatedNote,
  type Table,
} from './money-voice.ts';
import type { Topic } from '../topic.ts';
import { bill as billRule } from '../understand/rules/money-rules.ts';
import { type Of, plainly } from '../talk/suggestions.ts';

declare module '../intent.ts' {
  interface Intents {
    /** The cycle that is open. `day`: when it ends; `block`: when the next price begins. */
    bill: {
      readonly ask: 'so-far' | 'forecast' | 'parts' | 'day' | 'block' | 'budget';
      readonly utility: Utility | null;
    };
  }
}

type BillIntent = Intent<'bill'>;
/** An open cycle that has a price. */
interface Priced extends OpenBill {
  readonly currency: string;
  readonly cost: NonNullable<BillSoFar['cost']>;
  readonly utility: Utility | null;
  readonly voice: MoneyVoice;
  readonly asking: Asking;
}

const subjectOf = (utility: Utility | null, { t }: MoneyVoice): string => t(`subject-${utility ?? 'all'}`);

const usedText = (soFar: BillSoFar, utility: Utility | null, { write }: Asking, { t }: MoneyVoice): string[] => {
  const amounts = utilitiesAsked(utility)
    .filter((one) => soFar.amounts[one].used > 0)
    .map((one) => write.amount(one, soFar.amounts[one].used));
  return amounts.length === 0 ? [] : [t('used', { amounts: write.list(amounts) })];
};

/** Why there is no amount: no readings, no tariff, or none of this utility. Null: there is one. */
const whyNone = (soFar: BillSoFar, utility: Utility | null, asking: Asking, voice: MoneyVoice): string | null => {
  const { t } = voice;
  const withUse = (none: string, notes: readonly string[]): string =>
    paragraphs([none, ...usedText(soFar, utility, asking, voice), enterNote(asking, voice)], notes);
  if (soFar.cost === null) return withUse(t('no-tariff'), []);
  if (soFar.origin === 'none') return t('no-readings', { link: devicesLink });
  if (utility === null) return null;
  const hasLines = soFar.cost.lines.some((line) => line.utility === utility);
  if (costOf(soFar, utility) !== null && (hasLines || soFar.amounts[utility].used === 0)) return null;
  return withUse(t('no-price-of', { utility: voice.utility(utility) }), openNotes(soFar, utility, asking, voice));
};

const split = ({ soFar: { amounts }, currency, utility, voice }: Priced): string[] =>
  utility !== null
    ? []
    : voice.split((one) => (Number(amounts[one].cost) === 0 ? null : voice.amount(amounts[one].cost, currency)));

const ownCost = ({ soFar, utility }: Priced): string => costOf(soFar, utility) ?? '0';

const soFarText = (priced: Priced): string => {
  const { soFar, utility, currency, voice } = priced;
  const likely = likelyOf(soFar, utility)?.expected;
  const day = voice.lastDay(soFar.end);
  const notYet =
    likely === undefined
      ? voice.t('not-yet', { day })
      : voice.t('not-yet-likely', { day, amount: voice.amount(likely, currency) });
  const first = voice.t('so-far', {
    subject: subjectOf(utility, voice),
    amount: voice.amount(ownCost(priced), currency),
    day: soFar.daysGone + 1,
    count: daysBetween(soFar.start, soFar.end),
    days: voice.days(soFar.start, soFar.end),
  });
  return paragraphs([first, ...split(priced), notYet], openNotes(soFar, utility, priced.asking, voice));
};

const whyNoForecast = ({ soFar, utility, voice }: Priced): string =>
  soFar.likelyMissing === null
    ? voice.t('no-forecast-of', { utility: utility === null ? '' : voice.utility(utility) })
    : voice.t(`no-forecast-${soFar.likelyMissing}`);

const forecastText = (priced: Priced): string => {
  const { soFar, utility, currency, voice, asking } = priced;
  const likely = likelyOf(soFar, utility);
  const now = voice.t('so-far-short', { amount: voice.amount(ownCost(priced), currency) });
  const notes = openNotes(soFar, utility, asking, voice);
  if (likely === null) return paragraphs([whyNoForecast(priced), now], notes);
  const { low, expected, high } = likely;
  const forecast = voice.t('forecast', {
    count: soFar.likely?.basedOnDays ?? 0,
    subject: subjectOf(utility, voice),
    amount: voice.amount(expected, currency),
    low: voice.amount(low, currency),
    high: voice.amount(high, currency),
  });
  return paragraphs([forecast, now], notes);
};

const partsText = (priced: Priced): string => {
  const { soFar, utility, currency, voice, asking } = priced;
  const text = voice.t('parts', { amount: voice.amount(ownCost(priced), currency) });
  return paragraphs([text], openNotes(soFar, utility, asking, voice));
};

const partsTable = (priced: Priced): Table => {
  const { soFar, cost, utility, currency, voice, asking } = priced;
  const lines = { lines: cost.lines, start: soFar.start, currency, total: ownCost(priced) };
  return linesTable(lines, utility, asking.language, voice);
};

const blockText = (block: UtilityBlock, { currency, voice, asking }: Priced): string => {
  const { unit, day, jump } = block;
  const of = block.currency ?? currency;
  const values = {
    utility: voice.t(block.utility),
    above: voice.units(block.above, unit),
    left: figure(voice.units(block.left, unit), soFarLink),
    rate: voice.rate(block.rate, unit, of),
    nextRate: voice.linkedRate(block.nextRate, unit, of),
  };
  if (day === null) return voice.t('block-far', values);
  const when = { ...values, day: asking.write.day(day) };
  return Number(jump) > 0 ? voice.t('block-jump', { ...when, jump: voice.amount(jump, of) }) : voice.t('block', when);
};

const blocksText = (priced: Priced): string => {
  const { soFar, utility, voice, asking } = priced;
  if (soFar.likely === null) return whyNoForecast(priced);
  const blocks = blocksAhead(soFar, utility).map((block) => blockText(block, priced));
  return paragraphs(blocks.length === 0 ? [voice.t('no-block')] : blocks, simulatedNote(asking, voice));
};

const budgetText = (
  { utility, budget, spent, likely, share, stage }: BudgetFacts,
  { voice, currency, asking }: Priced,
): string => {
  const values = {
    utility: voice.t(utility),
    spent: voice.amount(spent, currency),
    budget: voice.money(budget, currency),
    share: asking.write.percent(share),
    left: voice.money(textOf(exact(budget).sub(exact(spent))), currency),
  };
  if (stage === 'budget-passed') return voice.t('budget-passed', values);
  if (likely === null) return voice.t('budget', values);
  const key = exact(likely).compare(exact(budget)) > 0 ? 'budget-course' : 'budget-lasts';
  return `${voice.t('budget', values)} ${voice.t(key, { amount: voice.amount(likely, currency) })}`;
};

const budgetsText = (priced: Priced): string => {
  const { soFar, budgets, utility, voice, asking } = priced;
  const own = budgets.filter((one) => utility === null || one.utility === utility);
  if (own.length === 0) return voice.t('no-budget', { link: soFarLink });
  return paragraphs(
    own.map((one) => budgetText(one, priced)),
    openNotes(soFar, utility, asking, voice),
  );
};

const texts: Record<Exclude<BillIntent['ask'], 'day'>, (priced: Priced) => string> = {
  'so-far': soFarText,
  forecast: forecastText,
  parts: partsText,
  block: blocksText,
  budget: budgetsText,
};

/** The open cycle, as far as there is something to say of it. */
const wordBill = (asking: Asking, open: OpenBill, { ask, utility }: BillIntent): OneResult => {
  const voice = moneyVoice(asking);
  const { soFar, budgets } = open;
  const { cost, currency, end, daysLeft } = soFar;
  const result = openResult(soFar, voice);
  const answer = (text: string): OneResult => ({ text, results: [result] });
  if (ask === 'day') return answer(voice.t('ends', { count: daysLeft, day: voice.lastDay(end) }));
  const why = whyNone(soFar, utility, asking, voice);
  if (why !== null || cost === null || currency === null) return answer(why ?? voice.t('no-tariff'));
  const priced = { soFar, budgets, cost, currency, utility, voice, asking };
  const table = ask === 'parts' && { table: partsTable(priced) };
  return { text: texts[ask](priced), results: [{ ...result, ...table }] };
};

export const replyToBill = async (asking: Asking, intent: BillIntent): Promise<OwnAnswer> =>
  wordBill(asking, await readOpenBill(asking.sources), intent);

const rangeShape = z.strictObject({ low: shape.money, expected: shape.money, high: shape.money }).meta({ id: 'range' });
const likelyShape = z.union([
  rangeShape.extend({
    ...shape.each(rangeShape.nullable()),
    eightOfTenLieBetweenLowAndHigh: z.literal(true),
    basedOnDays: z.int(),
  }),
  z.strictObject({ missing: z.string().nullable() }),
]);
const blockRange = (to: z.ZodType<string | null>) =>
  z.strictObject({ from: z.string(), to, pricePerUnit: shape.money });
const blockShape = z.strictObject({
  utility: z.enum(utilityIds),
  unit: z.string(),
  now: blockRange(z.string()),
  next: blockRange(z.string().nullable().describe('Null: it has no end.')),
  leftUntilNext: z.string(),
  crossingCosts: shape.money,
  expectedOn: z.iso.date().nullable(),
});
const budgetShape = z.strictObject({
  utility: z.enum(utilityIds),
  budget: shape.money,
  spent: shape.money,
  spentShare: z.string(),
  likely: shape.money.nullable(),
  stage: z.string().nullable(),
});
const billShape = z.strictObject({
  isSimulated: z.boolean(),
  hasReadings: z.boolean(),
  isClosed: z.literal(false),
  cycle: shape.days,
  dayOfCycle: z.int(),
  daysLeftWithToday: z.int(),
  soFar: z.strictObject({ total: shape.money, ...shape.each(shape.money) }),
  used: z.strictObject(shape.each(shape.use)),
  wholeCycleLikely: likelyShape,
  nextBlocks: z.array(blockShape),
  budgets: z.array(budgetShape),
  metersHeard: z.string().nullable(),
  daysWithoutPrice: z.int(),
  missingPrices: z.array(z.strictObject({ utility: z.enum(utilityIds), code: z.string(), of: z.string().nullable() })),
  billsThatWaitForPrices: z.array(shape.days),
});

const factsOf = ({ soFar, budgets }: OpenBill, { write }: Asking): z.output<typeof billShape> => {
  const { amounts, cost, currency, likely, start, end } = soFar;
  if (cost === null || currency === null) throw new ToolRefusal(noTariffRefusal);
  const told = (amount: string, of = currency) => toldAmount(write, amount, of);
  const range = (one: LikelyCost) => ({
    low: told(one.low),
    expected: told(one.expected),
    high: told(one.high),
  });
  const rangeOf = (one: LikelyCost | null) => one && range(one);
  return {
    isSimulated: soFar.origin === 'simulated',
    hasReadings: soFar.origin !== 'none',
    isClosed: false,
    cycle: daysFacts(start, end),
    dayOfCycle: soFar.daysGone + 1,
    daysLeftWithToday: soFar.daysLeft,
    soFar: { total: told(cost.total), ...byUtility((utility) => told(amounts[utility].cost)) },
    used: byUtility((utility) => toldUse(write, utility, amounts[utility].used)),
    wholeCycleLikely:
      likely === null
        ? { missing: soFar.likelyMissing }
        : {
            ...range(likely),
            ...byUtility((utility) => rangeOf(likelyOf(soFar, utility))),
            eightOfTenLieBetweenLowAndHigh: true,
            basedOnDays: likely.basedOnDays,
          },
    nextBlocks: blocksAhead(soFar, null).map(({ utility, unit, currency: of, ...block }) => ({
      utility,
      unit,
      now: { from: block.from, to: block.above, pricePerUnit: told(block.rate, of) },
      next: { from: block.above, to: block.upTo, pricePerUnit: told(block.nextRate, of) },
      leftUntilNext: block.left,
      crossingCosts: told(block.jump, of),
      expectedOn: block.day,
    })),
    budgets: budgets.map(({ utility, budget, spent, likely: ahead, share, stage }) => ({
      utility,
      budget: told(budget),
      spent: told(spent),
      spentShare: write.percent(share),
      likely: ahead === null ? null : told(ahead),
      stage,
    })),
    metersHeard: soFar.coverage === null ? null : write.percent(soFar.coverage),
    daysWithoutPrice: cost.unpricedDays,
    missingPrices: cost.faults.map(({ utility, code, of = null }) => ({ utility, code, of })),
    billsThatWaitForPrices: soFar.waiting.map((one) => daysFacts(one.start, one.end)),
  };
};

const billTool = createTool({
  name: 'bill',
  tool: 'bill',
  description:
    'What the open billing cycle costs so far (it is no bill yet), what it will likely come to with its range, the next price step, and how budgets stand.',
  args: {},
  facts: billShape,
  run: async (asking) => {
    const open = await readOpenBill(asking.sources);
    const facts = factsOf(open, asking);
    const { results } = wordBill(asking, open, { about: 'bill', ask: 'parts', utility: null });
    return { facts, result: results[0] };
  },
});

const afterBill = (of: Of, { ask }: BillIntent): readonly string[] => {
  if (ask === 'forecast') return plainly(of, 'parts', 'device-costs', 'last-bill');
  return plainly(of, 'forecast', ask === 'parts' ? 'device-costs' : 'parts', 'why-bill');
};

export const billTopic: Topic<'bill'> = {
  about: 'bill',
  rule: billRule,
  tells: 'figures',
  takes: 'bill bills pay cost both thisMonth comeTo',
  takesFor: {
    'so-far': 'owe will now this last meter',
    forecast: 'will future next cycleEnd estimated owe month',
    parts: 'parts fixed explain how tariff block',
    day: 'when cycleEnd day will next owe',
    block: 'block tariff when will to from next day tips use cheapHours dearHours cost more changed',
    budget: 'budget will tips more less changed to than isOn alerts use how',
  },
  nextOf: afterBill,
  tools: [billTool],
  reply: replyToBill,
};
