import { Droplet, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Utility = 'electricity' | 'water';

const icons = { electricity: Zap, water: Droplet };

/** The square with the utility's icon, at the head of a row. */
export function UtilityTile({ utility }: { utility: Utility }) {
  const Icon = icons[utility];
  const tint = utility === 'electricity' ? 'bg-power-soft text-power-text' : 'bg-water-soft text-water-text';
  return (
    <span className={classNames('inline-flex size-9 shrink-0 items-center justify-center rounded-control', tint)}>
      <Icon className="size-[18px]" aria-hidden />
    </span>
  );
}

/** Icon and word in the utility's colour. */
export function UtilityLabel({
  utility,
  children,
  className,
}: {
  utility: Utility;
  children: ReactNode;
  className?: string;
}) {
  const Icon = icons[utility];
  const tint = utility === 'electricity' ? 'text-power-text' : 'text-water-text';
  return (
    <span className={classNames('inline-flex items-center gap-1.5 font-semibold', tint, className)}>
      <Icon className="size-[18px]" aria-hidden />
      {children}
    </span>
  );
}

/** The legend's swatch: solid amber or hatched blue, as in the charts. */
export function UtilitySwatch({ utility }: { utility: Utility }) {
  const fill = utility === 'electricity' ? 'solid-power ring-1 ring-power-text' : 'hatch-water ring-1 ring-water-text';
  return <span aria-hidden="true" className={classNames('inline-block size-3 rounded-[3px]', fill)} />;
}

/** A bar of a list, as long as its share of the longest. */
export function UtilityBar({ utility, share, className }: { utility: Utility; share: number; className?: string }) {
  const fill = utility === 'electricity' ? 'solid-power' : 'hatch-water';
  return (
    <span aria-hidden="true" className={classNames('block h-2', className)}>
      <span
        className={classNames('block h-full rounded-full', fill, share > 0 && 'min-w-1.5')}
        style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
      />
    </span>
  );
}
