import { classNames } from './class-names.ts';

/** Holds the place of something that is on its way, at its final size. */
export function Skeleton({ className, height }: { className?: string; height?: number }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-breathe rounded-[6px] bg-line', height === undefined && 'h-4', className)}
      {...(height !== undefined && { style: { height } })}
    />
  );
}
