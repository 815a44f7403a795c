import { unitName } from '#catalogue/index.ts';
import type { ReconciledBill } from '../../contract/billing.ts';
import type { UtilityBillRow } from '#supabase/tables/index.ts';
import type { TFunction } from 'i18next';
import { numberWriter } from '#shell/data/writers.ts';
import type { BillFormat } from '../use-bill-format.ts';
import { inBillingUnit } from './utility-bill-units.ts';

export type ReconciledPart = ReconciledBill['parts'][number];

/** One that there is something of ours to hold against, in the same money. */
export type ComparedBill = ReconciledBill & {
  ours: NonNullable<ReconciledBill['ours']>;
  unit: NonNullable<ReconciledBill['unit']>;
  difference: string;
};

export function isCompared(answer: ReconciledBill, { currency }: UtilityBillRow): answer is ComparedBill {
  const { ours, unit, difference } = answer;
  return ours !== null && unit !== null && difference !== null && answer.currency === currency;
}

/** The largest first, whichever way it goes. */
export function sortedParts({ parts }: ReconciledBill): ReconciledPart[] {
  return [...parts].sort((a, b) => Math.abs(Number(b.amount)) - Math.abs(Number(a.amount)));
}

/** With its sign: what theirs is dearer by. */
export function signedMoney(amount: string, currency: string, locale: string): string {
  return numberWriter(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    signDisplay: 'exceptZero',
  }).format(Number(amount));
}

/** `more`, `less` or `same`: how theirs stands to ours. */
export function standingOf(difference: string): 'more' | 'less' | 'same' {
  const amount = Number(difference);
  return amount === 0 ? 'same' : amount > 0 ? 'more' : 'less';
}

export interface WordsOfParts {
  t: TFunction<'utility-bills'>;
  write: BillFormat;
}

/** What each side says of a part, ready for the sentences on the page and in the letter. */
export function saidOf(part: ReconciledPart, { unit, coverage }: ComparedBill, { t, write }: WordsOfParts) {
  const said = (value: string | undefined): string => {
    if (value === undefined) return '';
    if (part.kind === 'dates') return t('days', { count: Number(value) });
    if (part.kind === 'rate' || part.kind === 'fixed' || part.kind === 'tax') return write.money(value);
    return `${write.format.number(inBillingUnit(Number(value), unit), 2)}\u00a0${unitName(unit)}`;
  };
  return { theirs: said(part.theirs), ours: said(part.ours), share: write.format.percent(coverage ?? 0) };
}

/** Other days, though as many of them, are said in other words; so is what is left over where the paper told little. */
export function sentenceOf({ kind, theirs, ours }: ReconciledPart) {
  return kind === 'dates' && theirs === ours ? 'sameLength' : kind;
}

const maxReasons = 3;

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
  const parts = sortedParts(answer).slice(0, maxReasons);
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
