/** What a person and a program are told of what is paid: what is left or owed, until when that lasts, and what a year of instalments will leave. */
import { z } from 'zod';
import { type Utility, utilityIds } from '#catalogue/index.ts';
import { daysBetween, type LocalDay } from '#catalogue/local-day.ts';
import { textsIn } from '#kernel/texts.ts';
import type { PaymentAccount } from '#subjects/bills/contract/payments.ts';
import type { Asking, FoundResult, OwnAnswer } from '../asking.ts';
import type { Intent } from '../intent.ts';
import { shape, toldAmount } from '../tools/facts.ts';
import { createTool, ToolRefusal } from '../tools/tool.ts';
import { capital } from '../usage/phrases.ts';
import { figure, payingLink, paymentsLink, utilityName } from '../writer.ts';
import { moneyVoice } from './money-voice.ts';
import { replyToBill } from './open-bill.ts';
import type { Topic } from '../topic.ts';
import { type Asked, firstThatFits, fits, type Rule } from '../understand/asked.ts';

declare module '../intent.ts' {
  interface Intents {
    /** What is paid. `left`: of what is prepaid; `enough`: whether instalments are. */
    payments: { readonly ask: 'left' | 'ends' | 'owed' | 'enough'; readonly utility: Utility | null };
  }
}

type PaymentsIntent = Intent<'payments'>;
/** As the card says it. */
const cardTexts = (asking: Asking) => textsIn(asking.language, 'billing', 'payments');

const isOwed = (amount: string): boolean => Number(amount) < 0;
const isPrepaid = ({ way }: PaymentAccount): boolean => way?.kind === 'prepaid';
/** One that begins later, or of which all was undone, says nothing yet. */
export const isSaid = ({ way, lines }: PaymentAccount): boolean =>
  way !== null || lines.some(({ entry, isUndone }) => entry !== undefined && !isUndone);
const isByInstalments = ({ way }: PaymentAccount): boolean => way?.kind === 'instalments';

const amountIn = (asking: Asking, { currency }: PaymentAccount, amount: string): string =>
  figure(asking.write.money(amount.replace(/^-/, ''), currency), paymentsLink);

const balanceText = (asking: Asking, account: PaymentAccount): string => {
  const t = cardTexts(asking);
  const { balance, total, utility } = account;
  const amount = isPrepaid(account) ? balance : total;
  const words = isPrepaid(account)
    ? t(isOwed(amount) ? 'lead.owedOnMeter' : 'lead.left')
    : t(isOwed(amount) ? 'lead.owed' : 'lead.credit');
  const lead = `${capital(utilityName(asking.language, utility))}: ${amountIn(asking, account, amount)} ${words}`;
  return `${lead}${asking.language === 'hi' ? '।' : '.'}`;
};

const sinceText = (asking: Asking, account: PaymentAccount): string[] => {
  const { owedSince } = account;
  if (owedSince === null || isByInstalments(account)) return [];
  return [cardTexts(asking)('owedSince', { day: asking.write.day(owedSince) })];
};

const debtText = (asking: Asking, account: PaymentAccount): string[] => {
  const { debt, debtEnds, way } = account;
  if (Number(debt) === 0) return [];
  const t = cardTexts(asking);
  const amount = amountIn(asking, account, debt);
  if (debtEnds === null) return [t('debt.left', { amount })];
  const isByWeek = way?.recovery && 'weekly' in way.recovery;
  return [t(isByWeek ? 'debt.endsOn' : 'debt.endsAbout', { amount, day: asking.write.day(debtEnds) })];
};

const endText = (asking: Asking, { ends, balance }: PaymentAccount, today: LocalDay): string[] => {
  if (ends === null) return [];
  const t = cardTexts(asking);
  const { expected } = ends;
  const count = expected === null ? 0 : daysBetween(today, expected);
  if (expected === null) return [t('ends.year')];
  if (count === 0) return [t(Number(balance) > 0 ? 'ends.today' : 'ends.over')];
  return [t('ends.days', { count, day: asking.write.day(expected) })];
};

const settlementText = (asking: Asking, account: PaymentAccount): string[] => {
  const { settlement, currency } = account;
  if (settlement === null) return [];
  const { expected, day, even, left } = settlement;
  const values = { day: asking.write.day(day), amount: amountIn(asking, account, expected) };
  return [
    moneyVoice(asking).t(isOwed(expected) ? 'settled-to-pay' : 'settled-back', values),
    ...(even === null
      ? []
      : [cardTexts(asking)('settlement.even', { count: left, amount: asking.write.money(even, currency) })]),
  ];
};

/** What it is without, or why what is to come is not known. */
const missingText = (asking: Asking, { gaps, unknown, currency }: PaymentAccount): string[] => {
  const t = cardTexts(asking);
  const told = gaps.filter((gap) => gap !== unknown).map((gap) => t(`gaps.${gap}`));
  return unknown === null ? told : [t(`unknown.${unknown}`, { currency }), ...told];
};

export const accountText = (asking: Asking, account: PaymentAccount, today: LocalDay): string =>
  [
    balanceText(asking, account),
    ...debtText(asking, account),
    ...sinceText(asking, account),
    ...endText(asking, account, today),
    ...settlementText(asking, account),
    ...missingText(asking, account),
  ].join(' ');

export const paymentsResult = (asking: Asking): FoundResult => ({
  tool: 'payments',
  title: cardTexts(asking)('title'),
  link: paymentsLink,
});

const isAskedOf = ({ ask, utility }: PaymentsIntent, account: PaymentAccount): boolean => {
  if (utility !== null && account.utility !== utility) return false;
  if (ask === 'enough') return isByInstalments(account);
  return ask === 'owed' || isPrepaid(account) || (ask === 'left' && !isByInstalments(account));
};

/** Who keeps no payments of it owes what the open bill has come to. */
const replyToPayments = async (asking: Asking, intent: PaymentsIntent): Promise<OwnAnswer> => {
  const { ask, utility } = intent;
  const all = (await asking.sources.payments()).filter(isSaid);
  const own = all.filter((one) => isAskedOf(intent, one));
  if (own.length === 0 && ask === 'owed') return replyToBill(asking, { about: 'bill', ask: 'so-far', utility });
  const { t } = moneyVoice(asking);
  const none = [t(ask === 'enough' ? 'no-instalments' : 'no-prepaid', { link: payingLink })];
  const told = own.length > 0 ? own : all.filter((one) => utility === null || one.utility === utility);
  const lines = told.map((one) => accountText(asking, one, asking.home.today));
  return { text: [...(own.length > 0 ? [] : none), ...lines].join('\n\n'), results: [paymentsResult(asking)] };
};

const ends = z.iso.date().nullable();
const accountShape = z.strictObject({
  utility: z.enum(utilityIds),
  paid: z.string(),
  balanceBelowZeroIsOwed: shape.money,
  oldDebt: shape.money.optional(),
  oldDebtPaidOffOn: z.iso.date().optional(),
  owedSince: z.iso.date().optional(),
  runsOutOn: z
    .strictObject({ early: ends, expected: ends, late: ends })
    .optional()
    .describe('Null: not within a year.'),
  costPerDay: shape.money.optional(),
  settledOn: z.iso.date().optional(),
  estimatedThenBelowZeroIsToPay: z
    .strictObject({ low: shape.money, expected: shape.money, high: shape.money })
    .optional(),
  instalmentsLeft: z.int().optional(),
  evenInstalment: shape.money.nullish(),
  noEstimateBecause: z.string().optional(),
  notCounted: z.array(z.string()).optional(),
});

const accountFacts = (account: PaymentAccount, { write }: Asking): z.output<typeof accountShape> => {
  const {
    utility,
    currency,
    way,
    balance,
    debt,
    debtEnds,
    owedSince,
    gaps,
    unknown,
    ends: runsOut,
    settlement,
  } = account;
  const told = (amount: string) => toldAmount(write, amount, currency);
  return {
    utility,
    paid: way?.kind ?? 'after-bill',
    balanceBelowZeroIsOwed: told(balance),
    ...(Number(debt) > 0 && { oldDebt: told(debt), ...(debtEnds !== null && { oldDebtPaidOffOn: debtEnds }) }),
    ...(owedSince !== null && !isByInstalments(account) && { owedSince }),
    ...(runsOut !== null && {
      runsOutOn: { early: runsOut.early, expected: runsOut.expected, late: runsOut.late },
      costPerDay: told(runsOut.perDay),
    }),
    ...(settlement !== null && {
      settledOn: settlement.day,
      estimatedThenBelowZeroIsToPay: {
        low: told(settlement.low),
        expected: told(settlement.expected),
        high: told(settlement.high),
      },
      instalmentsLeft: settlement.left,
      evenInstalment: settlement.even === null ? null : told(settlement.even),
    }),
    ...(unknown !== null && { noEstimateBecause: unknown }),
    ...(gaps.length > 0 && { notCounted: gaps }),
  };
};

export const paymentsTool = createTool({
  name: 'payments',
  tool: 'payments',
  description:
    'What was paid beside what was billed, for each utility: what is left of what is prepaid and when it runs out, what is owed, what a year of instalments will leave and the instalment that would come out even.',
  args: {},
  facts: z.strictObject({ accounts: z.array(accountShape) }),
  run: async (asking) => {
    const accounts = (await asking.sources.payments()).filter(isSaid);
    if (accounts.length === 0)
      throw new ToolRefusal('Nobody has said how anything is paid, so nothing is known of it.');
    return { facts: { accounts: accounts.map((one) => accountFacts(one, asking)) }, result: paymentsResult(asking) };
  },
});

/** Of what was topped up at some other time nothing is told. */
const isOfThen = ({ period, home }: Asked, isOfEnd: boolean): boolean =>
  period !== null && (isOfEnd ? period.name !== null && period.to <= home.today : period.name !== 'today');

const rule: Rule = (asked) => {
  // By the words as they were said: the spelling of these is mended into others that are asked of more often.
  const said: Asked = { ...asked, text: asked.said };
  const isOfEnd = fits(said, '~payments.ends');
  const ask = firstThatFits<Intent<'payments'>['ask'] | null>(said, [
    ['@device|~payments.of-else', null],
    ['~payments.instalments ~payments.enough', 'enough'],
    [
      '~payments.prepaid|own~payments.prepaid-in-language !~payments.used|~payments.priced|bill|compare',
      isOfEnd ? 'ends' : 'left',
    ],
    ['~payments.owed !bill|bills|why|last|will|@period|@future', 'owed'],
  ]);
  if (ask === null) return null;
  return (ask === 'ends' || ask === 'left') && isOfThen(asked, isOfEnd)
    ? { about: 'unknown' }
    : { about: 'payments', ask, utility: asked.utility };
};

export const paymentsTopic: Topic<'payments'> = {
  about: 'payments',
  rule,
  takes: 'pay when will owe to',
  next: ['forecast', 'last-bill', 'parts'],
  tools: [paymentsTool],
  reply: replyToPayments,
};
