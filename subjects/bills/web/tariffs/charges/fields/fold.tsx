import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FoldProps {
  label: string;
  /** Something in it has to be seen. */
  isOpen: boolean;
  children: ReactNode;
}

/** What few need, a press away. */
export function Fold({ label, isOpen, children }: FoldProps) {
  return (
    <details className="group" open={isOpen || undefined}>
      <summary className="-ml-2 inline-flex min-h-11 cursor-pointer list-none items-center gap-1 rounded-control px-2 text-small font-semibold text-leaf hover:bg-leaf-soft [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform duration-150 group-open:rotate-90" aria-hidden />
        {label}
      </summary>
      <div className="mt-2 space-y-3">{children}</div>
    </details>
  );
}
