import type { ReactNode } from 'react';

export interface DayFiguresProps {
  title: string;
  figures: readonly (readonly [name: string, value: string])[];
  children?: ReactNode;
}

/** A few figures by name, on paper. */
export function DayFigures({ title, figures, children }: DayFiguresProps) {
  return (
    <div className="rounded-control bg-paper px-4 py-3">
      <h3 className="font-semibold">{title}</h3>
      <dl className="mt-1.5 space-y-1 text-small">
        {figures.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures font-semibold [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </div>
  );
}
