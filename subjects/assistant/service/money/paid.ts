/** Whether bills are paid: what the accounts of payments say; where nobody keeps them, that it is not known. */
import type { Utility } from '#catalogue/index.ts';
import { textsIn } from '#kernel/texts.ts';
import type { AccountLine, PaymentAccount } from '#subjects/bills/contract/payments.ts';
import type { Asking, OwnAnswer } from '../asking.ts';
import type { AskedPeriod, Intent } from '../intent.ts';
import { figure, payingLink, paymentsLink } from '../writer.ts';
import { moneyVoice } from './money-voice.ts';
import { accountText, isSaid, paymentsResult } from './payments.ts';
import type { Topic } from '../topic.ts';
import { fits, type Rule } from '../understand/asked.ts';

declare module '../intent.ts' {
  interface Intents {
    paid: { readonly utility: Utility | null; readonly period: AskedPeriod | null };
  }
}

type PaidIntent = Intent<'paid'>;
const texts = ({ language }: Asking) => textsIn(language, 'replies', 'paid');

const isPayment = ({ kind, isUndone, currency }: AccountLine): boolean =>
  ['payment', 'top-up', 'instalment'].includes(kind) && isUndone !== true && currency === undefined;

const isIn = ({ day }: AccountLine, period: AskedPeriod | null): boolean =>
  period === null || (day >= period.from && day < period.to);

/** The latest payment, in the period where one was named. */
const lastPayment = (asking: Asking, { lines, currency }: PaymentAccount, period: AskedPeriod | null): string => {
  const { write } = asking;
  const last = lines.find((line) => isPayment(line) && isIn(line, period));
  if (last === undefined) return texts(asking)(period === null ? 'no-payment' : 'no-payment-then');
  const amount = figure(write.money(last.amount.replace(/^-/, ''), currency), paymentsLink);
  return texts(asking)('last-payment', { amount, day: write.day(last.day) });
};

const paidText = (asking: Asking, account: PaymentAccount, period: AskedPeriod | null): string => {
  const { total, gaps } = account;
  const key = Number(total) < 0 ? 'owed' : gaps.length > 0 ? 'paid-but' : 'paid';
  const head = texts(asking)(key, { utility: moneyVoice(asking).t(account.utility) });
  const state = key === 'paid' ? [] : [accountText(asking, account, asking.home.today)];
  return [head, ...state, lastPayment(asking, account, period)].join(' ');
};

const replyToPaid = async (asking: Asking, { utility, period }: PaidIntent): Promise<OwnAnswer> => {
  const accounts = (await asking.sources.payments()).filter(isSaid);
  const own = accounts.filter((one) => utility === null || one.utility === utility);
  if (own.length > 0)
    return {
      text: own.map((one) => paidText(asking, one, period)).join('\n\n'),
      results: [paymentsResult(asking)],
    };
  // A bill's amount beside it would be taken for what was paid.
  return {
    text: texts(asking)(asking.home.role === 'viewer' ? 'unknown-viewer' : 'unknown', { link: payingLink }),
    results: [],
  };
};

/** "Have I paid my bill". */
const rule: Rule = (asked) =>
  fits(asked, 'paid !howMuch|which|use|cost|dearest|compare|more|less|why|when|total')
    ? { about: 'paid', utility: asked.utility, period: asked.period }
    : null;

export const paidTopic: Topic<'paid'> = {
  about: 'paid',
  rule,
  takes: 'paid bill bills pay last',
  next: ['last-bill', 'forecast', 'why-bill'],
  reply: replyToPaid,
};
