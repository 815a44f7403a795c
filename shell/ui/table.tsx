import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { classNames } from './class-names.ts';

/** What is too wide scrolls sideways by itself; reachable by keyboard then, and no stop on the way otherwise. */
export function ScrollFrame({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isWider, setIsWider] = useState(false);
  useEffect(() => {
    const node = frame.current;
    if (node === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setIsWider(node.scrollWidth > node.clientWidth));
    observer.observe(node);
    for (const child of node.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  const reachable = isWider ? ({ tabIndex: 0, role: 'group', 'aria-label': label } as const) : {};
  return (
    <div ref={frame} className={`overflow-x-auto ${className}`} {...reachable}>
      {children}
    </div>
  );
}

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
