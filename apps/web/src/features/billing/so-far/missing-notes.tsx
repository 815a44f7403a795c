import { Info } from 'lucide-react';
import { Suspense } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { MarketLink, useNamesMissingSeries } from '../market/market-link.tsx';

/** What is missing and what to do, said calmly: nobody's hand is needed this minute. */
export function MissingNotes({
  label,
  notes,
  className,
}: {
  label: string;
  notes: readonly string[];
  className?: string;
}) {
  const namesMissingSeries = useNamesMissingSeries();
  if (notes.length === 0) return null;
  return (
    <div className={classNames('rounded-control border border-line bg-paper px-3 py-2.5 text-small', className)}>
      <ul aria-label={label} className="space-y-1.5">
        {notes.map((note) => (
          <li key={note} className="flex items-start gap-2 [overflow-wrap:anywhere]">
            <Info className="mt-px size-[18px] shrink-0 text-ink-soft" aria-hidden />
            <span>{note}</span>
          </li>
        ))}
      </ul>
      {notes.some(namesMissingSeries) && (
        <Suspense>
          <p className="mt-1.5 pl-[26px]">
            <MarketLink />
          </p>
        </Suspense>
      )}
    </div>
  );
}
