import { unitName } from '@wattershed/catalogue';
import type { ReconciledBill } from '@wattershed/contracts';
import type { UtilityBillRow } from '@wattershed/database';
import type { TFunction } from 'i18next';
import { numberWriter } from '../../../platform/writers.ts';
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
