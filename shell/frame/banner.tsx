import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';

export function Banner({ icon, tint, children }: { icon: ReactNode; tint: string; children: ReactNode }) {
  return (
    <div role="status" className={classNames('mt-4 flex items-start gap-3 rounded-card px-4 py-3 text-small', tint)}>
      <span className="mt-px shrink-0">{icon}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-4 gap-y-1">{children}</div>
    </div>
  );
}
