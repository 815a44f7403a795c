import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface FigureProps {
  value: ReactNode;
  unit?: ReactNode;
  /** One lead figure a page; second ones beside it. */
  rank?: 'lead' | 'second';
  className?: string;
}

/** A large number with its unit small beside it. */
export function Figure({ value, unit, rank = 'second', className }: FigureProps) {
  return (
    <span className={classNames('inline-flex flex-wrap items-baseline gap-x-1.5', className)}>
      <span className={classNames('figures', rank === 'lead' ? 'text-lead' : 'text-second')}>{value}</span>
      {unit !== undefined && (
        <span className={rank === 'lead' ? 'text-[1.375rem] text-ink-soft' : 'text-ink-soft'}>{unit}</span>
      )}
    </span>
  );
}
