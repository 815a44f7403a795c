import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

interface PageHeaderProps {
  title: ReactNode;
  /** What holds of the whole page, beside its title. */
  mark?: ReactNode;
  subtitle?: ReactNode;
  /** Buttons of the page. */
  actions?: ReactNode;
}

/** The one h1 of a page, with room for search and account beside it. Focus comes here when the route changes. */
export function PageHeader({ title, mark, subtitle, actions }: PageHeaderProps) {
  return (
    <div className="mb-3 sm:mb-5 flex min-h-11 flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:pr-84 xl:pr-116">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h1 tabIndex={-1} className="text-head outline-none">
            {title}
          </h1>
          {mark}
        </div>
        {subtitle !== undefined && <p className="mt-0.5 min-h-[1lh] text-ink-soft">{subtitle}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

interface CardProps {
  /** Where an address such as `/profile#password` leads. */
  id?: string;
  title?: ReactNode;
  /** Small text or a control at the right of the title. */
  aside?: ReactNode;
  level?: 2 | 3;
  className?: string;
  children: ReactNode;
}

/** A white sheet with a hairline; with a title it is a named region. */
export function Card({ id: place, title, aside, level = 2, className, children }: CardProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  const sheet = classNames('rounded-card border border-line bg-card p-4 sm:p-6', className);
  if (title === undefined)
    return (
      <div id={place} className={sheet}>
        {children}
      </div>
    );
  return (
    <section id={place} className={sheet} aria-labelledby={id}>
      <header className="mb-2 sm:mb-3 flex min-h-6 flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Heading id={id} className="text-title">
          {title}
        </Heading>
        {aside !== undefined && <div className="text-small text-ink-soft">{aside}</div>}
      </header>
      {children}
    </section>
  );
}
