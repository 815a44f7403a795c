import { CloudOff, Inbox, Lock, TriangleAlert, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const looks = {
  empty: { Icon: Inbox, tint: 'bg-leaf-soft text-leaf' },
  error: { Icon: TriangleAlert, tint: 'bg-alert-soft text-alert' },
  offline: { Icon: CloudOff, tint: 'bg-power-soft text-power-text' },
  'no-permission': { Icon: Lock, tint: 'bg-line text-ink-soft' },
  'signed-out': { Icon: UserRound, tint: 'bg-leaf-soft text-leaf' },
} as const;

export interface StatePanelProps {
  kind: keyof typeof looks;
  title: ReactNode;
  text?: ReactNode;
  /** What one can do about it: a retry, a first step. */
  actions?: ReactNode;
  className?: string;
}

/** What a page or card shows instead of its content: nothing yet, failed, offline, not allowed, not signed in. */
export function StatePanel({ kind, title, text, actions, className }: StatePanelProps) {
  const { Icon, tint } = looks[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      className={classNames('flex flex-col items-center px-4 py-10 text-center', className)}
    >
      <span className={classNames('mb-4 inline-flex size-14 items-center justify-center rounded-full', tint)}>
        <Icon className="size-6" aria-hidden />
      </span>
      <h2 className="text-[1.1875rem] leading-snug font-semibold">{title}</h2>
      {text !== undefined && <p className="mt-1.5 max-w-md text-ink-soft">{text}</p>}
      {actions !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  );
}
