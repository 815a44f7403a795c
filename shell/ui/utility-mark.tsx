import { type Utility, utilities } from '#catalogue/index.ts';
import { Icon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

function UtilityIcon({ utility }: { utility: Utility }) {
  const d = utilities[utility].look.icon;
  return <Icon iconNode={[['path', { d, key: d }]]} className="size-[18px]" aria-hidden />;
}

/** The square with the utility's icon, at the head of a row. */
export function UtilityTile({ utility }: { utility: Utility }) {
  const { soft, text } = utilities[utility].look;
  return (
    <span className={classNames('inline-flex size-9 shrink-0 items-center justify-center rounded-control', soft, text)}>
      <UtilityIcon utility={utility} />
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
  const tint = utilities[utility].look.text;
  return (
    <span className={classNames('inline-flex items-center gap-1.5 font-semibold', tint, className)}>
      <UtilityIcon utility={utility} />
      {children}
    </span>
  );
}

/** The legend's swatch: solid or hatched, as in the charts. */
export function UtilitySwatch({ utility }: { utility: Utility }) {
  const { fill, ring } = utilities[utility].look;
  return <span aria-hidden="true" className={classNames('inline-block size-3 rounded-[3px] ring-1', fill, ring)} />;
}

/** A bar of a list, as long as its share of the longest. */
export function UtilityBar({ utility, share, className }: { utility: Utility; share: number; className?: string }) {
  const { fill } = utilities[utility].look;
  return (
    <span aria-hidden="true" className={classNames('block h-2', className)}>
      <span
        className={classNames('block h-full rounded-full', fill, share > 0 && 'min-w-1.5')}
        style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }}
      />
    </span>
  );
}
