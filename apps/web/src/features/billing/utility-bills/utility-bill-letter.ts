import type { UtilityBillRow } from '@wattershed/database';
import {
  type ComparedBill,
  type ReconciledPart,
  saidOf,
  sentenceOf,
  signedMoney,
  sortedParts,
  standingOf,
  type WordsOfParts,
} from './utility-bill-words.ts';

const mostReasons = 3;

const asks = {
  dates: 'days',
  'estimated-read': 'reading',
  'missing-data': 'readings',
  use: 'readings',
  tier: 'readings',
  rate: 'rate',
  fixed: 'fixed',
  tax: 'tax',
  residual: 'detail',
} as const satisfies Record<ReconciledPart['kind'], string>;

/** A short letter to the utility, made of both sides' figures; what nobody here can know stands in brackets. */
export function letterOf(bill: UtilityBillRow, answer: ComparedBill, sender: string, words: WordsOfParts): string {
  const { t, write } = words;
  const { utility, currency } = bill;
  const period = write.period(bill.period_start, bill.period_end);
  const of = t(`letter.of.${utility}`);
  const parts = sortedParts(answer).slice(0, mostReasons);
  const figures = {
    of,
    period,
    theirs: write.money(bill.total),
    ours: write.money(answer.ours.total),
    ourPeriod: write.period(answer.ours.start, answer.ours.end),
    difference: write.money(String(Math.abs(Number(answer.difference)))),
  };
  const asked = [...new Set(parts.map(({ kind }) => asks[kind]))];
  return [
    t('letter.subject', { of, period, contract: t('letter.contract') }),
    t('letter.greeting'),
    [
      t('letter.theirs', figures),
      answer.ours.id === null ? t('letter.oursSameDays', figures) : t('letter.ours', figures),
      t(`letter.difference.${standingOf(answer.difference) === 'less' ? 'less' : 'more'}`, figures),
    ].join(' '),
    [
      t('letter.reasons'),
      ...parts.map((part) => {
        const reason = t(`letter.reason.${sentenceOf(part)}`, saidOf(part, answer, words));
        return `- ${reason} (${signedMoney(part.amount, currency, write.format.locale)})`;
      }),
    ].join('\n'),
    [t('letter.please'), ...asked.map((ask) => `- ${t(`letter.ask.${ask}`)}`)].join('\n'),
    t('letter.thanks'),
    `${t('letter.closing')}\n${sender === '' ? t('letter.name') : sender}`,
  ].join('\n\n');
}
