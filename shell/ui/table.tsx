import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { ScrollFrame } from './scroll-frame.tsx';

/** Scrolls sideways by itself when a narrow screen cannot hold it. */
export function Table({ caption, children, className }: { caption: string; children: ReactNode; className?: string }) {
  return (
    <ScrollFrame label={caption} className="-mx-1 px-1">
      <table className={classNames('w-full border-collapse text-left', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </ScrollFrame>
  );
}

type CellProps<T extends 'td' | 'th'> = ComponentProps<T> & { numeric?: boolean };

export function HeaderCell({ numeric = false, className, ...rest }: CellProps<'th'>) {
  const side = numeric ? 'text-right' : 'text-left';
  return (
    <th
      scope="col"
      className={classNames(
        'border-b border-line px-2 py-2 text-small font-normal text-ink-soft first:pl-0 last:pr-0',
        side,
        className,
      )}
      {...rest}
    />
  );
}

export function Cell({ numeric = false, className, ...rest }: CellProps<'td'>) {
  const side = numeric && 'figures text-right';
  return (
    <td className={classNames('border-b border-line px-2 py-2.5 first:pl-0 last:pr-0', side, className)} {...rest} />
  );
}
