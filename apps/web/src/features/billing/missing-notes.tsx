import { Info } from 'lucide-react';
import { classNames } from '../../ui/class-names.ts';

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
  if (notes.length === 0) return null;
  return (
    <ul
      aria-label={label}
      className={classNames('space-y-1.5 rounded-control border border-line bg-paper px-3 py-2.5', className)}
    >
      {notes.map((note) => (
        <li key={note} className="flex items-start gap-2 text-small [overflow-wrap:anywhere]">
          <Info className="mt-px size-[18px] shrink-0 text-ink-soft" aria-hidden />
          <span>{note}</span>
        </li>
      ))}
    </ul>
  );
}
