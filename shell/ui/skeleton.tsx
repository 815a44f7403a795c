import { classNames } from './class-names.ts';

/** Holds the place of something that is on its way, at its final size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('block h-4 animate-breathe rounded-[6px] bg-line', className)} />
  );
}
