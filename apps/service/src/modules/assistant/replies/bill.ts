/** Answers about the open cycle: so far, what it may come to, its lines, its end, the next price step, and budgets. */
import type { Utility } from '@wattershed/catalogue';
import type { BillSoFar } from '@wattershed/contracts';
import { daysBetween, exact } from '@wattershed/domain';
import {
  blocksAhead,
  type BudgetFacts,
  costOf,
  likelyOf,
  type OpenBill,
  readOpenBill,
  type UtilityBlock,
} from '../facts/bill.ts';
import { devicesLink, figure, soFarLink } from '../links.ts';
import type { Asking, FoundResult, OwnAnswer } from '../own-answer.ts';
import type { Question } from '../question.ts';
import { utilitiesAsked } from '../utilities.ts';
import { linesTable } from './bill-lines.ts';
import { enterNote, openNotes, simulatedNote } from './money-notes.ts';
import { type MoneyVoice, moneyVoice, paragraphs } from './money-voice.ts';

type BillQuestion = Extract<Question, { readonly about: 'bill' }>;

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
  const values = {
    utility: voice.t(block.utility),
    above: voice.units(block.above, unit),
    left: figure(voice.units(block.left, unit), soFarLink),
    rate: voice.rate(block.rate, unit, currency),
    nextRate: voice.linkedRate(block.nextRate, unit, currency),
  };
  if (day === null) return voice.t('block-far', values);
  const when = { ...values, day: asking.write.day(day) };
  return Number(jump) > 0
    ? voice.t('block-jump', { ...when, jump: voice.amount(jump, currency) })
    : voice.t('block', when);
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
export const wordBill = (asking: Asking, open: OpenBill, { ask, utility }: BillQuestion): OwnAnswer => {
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

export const replyToBill = async (asking: Asking, question: BillQuestion): Promise<OwnAnswer> =>
  wordBill(asking, await readOpenBill(asking.sources), question);
