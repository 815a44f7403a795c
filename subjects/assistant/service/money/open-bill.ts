/** What a person and a program are told of the open cycle: so far, what it may come to, its lines, its end, the next price step, and budgets. */
import { z } from 'zod';
import { byUtility, type Utility, utilityIds } from '#catalogue/index.ts';
import type { BillSoFar } from '#subjects/bills/contract/billing.ts';
import { daysBetween } from '#catalogue/local-day.ts';
import { exact, textOf } from '#subjects/bills/domain/tariff/exact.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
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
import { enterNote, type MoneyVoice, moneyVoice, openNotes, paragraphs, simulatedNote } from './money-voice.ts';
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
interface Priced {
  readonly soFar: BillSoFar;
  readonly currency: string;
  readonly cost: NonNullable<BillSoFar['cost']>;
  readonly utility: Utility | null;
  readonly voice: MoneyVoice;
  readonly asking: Asking;
}

const billResult = ({ start, end }: BillSoFar, { t, days }: MoneyVoice): FoundResult => ({
  tool: 'bill',
  title: t('title-bill', { days: days(start, end) }),
  link: soFarLink,
});

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
  if (soFar.cost === null)
    return paragraphs([t('no-tariff'), ...usedText(soFar, utility, asking, voice), enterNote(asking, voice)], []);
  if (soFar.origin === 'none') return t('no-readings', { link: devicesLink });
  if (utility === null) return null;
  const hasLines = soFar.cost.lines.some((line) => line.utility === utility);
  if (costOf(soFar, utility) !== null && (hasLines || soFar.amounts[utility].used === 0)) return null;
  return paragraphs(
    [
      t('no-price-of', { utility: voice.utility(utility) }),
      ...usedText(soFar, utility, asking, voice),
      enterNote(asking, voice),
    ],
    openNotes(soFar, utility, asking, voice),
  );
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

const partsAnswer = (priced: Priced): OwnAnswer => {
  const { soFar, cost, utility, currency, voice, asking } = priced;
  const total = ownCost(priced);
  const table = linesTable({ lines: cost.lines, start: soFar.start, currency, total }, utility, asking.language, voice);
  const text = voice.t('parts', { amount: voice.amount(total, currency) });
  return {
    text: paragraphs([text], openNotes(soFar, utility, asking, voice)),
    results: [{ ...billResult(soFar, voice), table }],
  };
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

const budgetsText = ({ budgets }: OpenBill, priced: Priced): string => {
  const { soFar, utility, voice, asking } = priced;
  const own = budgets.filter((one) => utility === null || one.utility === utility);
  if (own.length === 0) return voice.t('no-budget', { link: soFarLink });
  return paragraphs(
    own.map((one) => budgetText(one, priced)),
    openNotes(soFar, utility, asking, voice),
  );
};

const endText = ({ end, daysLeft }: BillSoFar, { t, lastDay }: MoneyVoice): string =>
  t('ends', { count: daysLeft, day: lastDay(end) });

/** The open cycle, as far as there is something to say of it. */
const wordBill = (asking: Asking, open: OpenBill, { ask, utility }: BillIntent): OwnAnswer => {
  const voice = moneyVoice(asking);
  const { soFar } = open;
  const results = [billResult(soFar, voice)];
  if (ask === 'day') return { text: endText(soFar, voice), results };
  const why = whyNone(soFar, utility, asking, voice);
  const { cost, currency } = soFar;
  if (why !== null || cost === null || currency === null) return { text: why ?? voice.t('no-tariff'), results };
  const priced = { soFar, cost, currency, utility, voice, asking };
  switch (ask) {
    case 'so-far':
      return { text: soFarText(priced), results };
    case 'forecast':
      return { text: forecastText(priced), results };
    case 'parts':
      return partsAnswer(priced);
    case 'block':
      return { text: blocksText(priced), results };
    case 'budget':
      return { text: budgetsText(open, priced), results };
  }
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

const likelyFacts = (soFar: BillSoFar, currency: string, { write }: Asking): z.output<typeof likelyShape> => {
  const { likely, likelyMissing } = soFar;
  if (likely === null) return { missing: likelyMissing };
  const range = (one: LikelyCost) => ({
    low: toldAmount(write, one.low, currency),
    expected: toldAmount(write, one.expected, currency),
    high: toldAmount(write, one.high, currency),
  });
  const ofOne = (one: LikelyCost | null) => one && range(one);
  return {
    ...range(likely),
    ...byUtility((utility) => ofOne(likelyOf(soFar, utility))),
    eightOfTenLieBetweenLowAndHigh: true,
    basedOnDays: likely.basedOnDays,
  };
};

const blockFacts = (soFar: BillSoFar, ofBill: string, { write }: Asking) =>
  blocksAhead(soFar, null).map(({ utility, unit, currency = ofBill, ...block }) => ({
    utility,
    unit,
    now: { from: block.from, to: block.above, pricePerUnit: toldAmount(write, block.rate, currency) },
    next: { from: block.above, to: block.upTo, pricePerUnit: toldAmount(write, block.nextRate, currency) },
    leftUntilNext: block.left,
    crossingCosts: toldAmount(write, block.jump, currency),
    expectedOn: block.day,
  }));

const budgetFacts = (
  { utility, budget, spent, likely, share, stage }: BudgetFacts,
  currency: string,
  { write }: Asking,
) => ({
  utility,
  budget: toldAmount(write, budget, currency),
  spent: toldAmount(write, spent, currency),
  spentShare: write.percent(share),
  likely: likely === null ? null : toldAmount(write, likely, currency),
  stage,
});

const factsOf = ({ soFar, budgets }: OpenBill, asking: Asking): z.output<typeof billShape> => {
  const { amounts, cost, currency, start, end } = soFar;
  if (cost === null || currency === null) throw new ToolRefusal(noTariffRefusal);
  const { write } = asking;
  return {
    isSimulated: soFar.origin === 'simulated',
    hasReadings: soFar.origin !== 'none',
    isClosed: false,
    cycle: daysFacts(start, end),
    dayOfCycle: soFar.daysGone + 1,
    daysLeftWithToday: soFar.daysLeft,
    soFar: {
      total: toldAmount(write, cost.total, currency),
      ...byUtility((utility) => toldAmount(write, amounts[utility].cost, currency)),
    },
    used: byUtility((utility) => toldUse(write, utility, amounts[utility].used)),
    wholeCycleLikely: likelyFacts(soFar, currency, asking),
    nextBlocks: blockFacts(soFar, currency, asking),
    budgets: budgets.map((one) => budgetFacts(one, currency, asking)),
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
    const [result] = results;
    if (!result) throw new ToolRefusal(noTariffRefusal);
    return { facts, result };
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
