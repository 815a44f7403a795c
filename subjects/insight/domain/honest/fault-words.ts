/** What is told of a faulty meter: which words, and what they are filled with. The pages, the wall and the assistant say the same. */
import type { FaultKind } from './home-use.ts';

export interface FaultFigures {
  readonly fault?: FaultKind;
  readonly against?: string | null;
  readonly againstName?: string | null;
  readonly factor?: number | null;
  readonly within?: number | null;
  readonly longest?: number | null;
  readonly currency?: string;
  readonly costPerMonth?: string;
}

export interface FaultWriter {
  readonly number: (value: number) => string;
  readonly percent: (share: number, digits?: number) => string;
  readonly duration: (seconds: number) => string;
}

export type FaultWords =
  | 'exceeds'
  | 'tooLittle'
  | 'scaleUp'
  | 'scaleDown'
  | 'swapped'
  | 'stuck'
  | 'driftMore'
  | 'driftLess';

export const wordsOf = ({ fault, factor, against }: FaultFigures): FaultWords => {
  if (fault === 'swapped' || fault === 'stuck') return fault;
  if (factor === null || factor === undefined) return typeof against === 'string' ? 'exceeds' : 'tooLittle';
  const isMore = factor > 1;
  if (fault === 'drift') return isMore ? 'driftMore' : 'driftLess';
  return isMore ? 'scaleUp' : 'scaleDown';
};

/** `others`: what stands for the meters inside, where it was held against their sum. */
export const valuesOf = (figures: FaultFigures, write: FaultWriter, others: string) => {
  const factor = figures.factor ?? 1;
  const change = Math.abs(factor - 1);
  const within = figures.within ?? 0;
  const digits = change < 0.1 ? 1 : 0;
  return {
    against: figures.againstName ?? others,
    times: write.number(Math.round(Math.max(factor, 1 / factor))),
    percent: write.percent(change, digits),
    low: write.percent(Math.max(0, change - within), digits),
    high: write.percent(change + within, digits),
    longest: write.duration(3600 * Math.max(1, figures.longest ?? 0)),
  };
};
