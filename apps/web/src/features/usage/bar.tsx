import { type Utility, utilities } from '@wattershed/catalogue';
import { classNames } from '../../ui/class-names.ts';
import type { Amount } from './amount.ts';

const looks = { measured: '', invented: 'opacity-70', unfinished: 'opacity-45' } as const;

export interface BarProps {
  amount: Amount | null;
  share: number;
  utility: Utility;
  look: keyof typeof looks;
}

/** A gap is a dotted foot, never a bar of no height. The estimated part lies lighter and dotted on top. */
export function Bar({ amount, share, utility, look }: BarProps) {
  if (amount === null) {
    return (
      <span
        aria-hidden="true"
        className="mx-px h-3 w-full max-w-9 border-x border-t border-dashed border-ink-soft/60"
      />
    );
  }
  const { fill, edge } = utilities[utility].look;
  const estimated = amount.used > 0 ? Math.min(1, amount.estimated / amount.used) : 0;
  return (
    <span
      aria-hidden="true"
      data-utility={utility}
      className="mx-px flex w-full max-w-9 flex-col overflow-hidden rounded-t-[5px] bg-card transition-[height] duration-200"
      style={{ height: `${Math.max(share > 0 ? 0.8 : 0, share * 100)}%` }}
    >
      {estimated > 0.005 && (
        <span
          className={classNames(
            'block shrink-0 rounded-t-[5px] border border-b-0 border-dotted opacity-55',
            fill,
            edge,
          )}
          style={{ height: `${estimated * 100}%` }}
        />
      )}
      <span className={classNames('block flex-1', fill, looks[look])} />
    </span>
  );
}
