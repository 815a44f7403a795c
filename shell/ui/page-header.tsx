import type { ReactNode } from 'react';

export interface PageHeaderProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Buttons of the page. */
  actions?: ReactNode;
}

/** The one h1 of a page. Focus comes here when the route changes. */
export function PageHeader({ title, subtitle, actions }: PageHeaderProps) {
  return (
    <div className="mb-5 flex min-h-11 flex-wrap items-end justify-between gap-x-6 gap-y-3 lg:pr-84">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-head outline-none">
          {title}
        </h1>
        {subtitle !== undefined && <p className="mt-0.5 min-h-[1lh] text-ink-soft">{subtitle}</p>}
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}
