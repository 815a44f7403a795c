import type { ReactNode } from 'react';
import { Button } from '#shell/ui/button.tsx';

/** One of several that can be taken away: a session, an app, a passkey. */
export interface ListedProps {
  title: ReactNode;
  text: ReactNode;
  action?: { label: string; name: string; onPress: () => void };
}

export function Listed({ title, text, action }: ListedProps) {
  return (
    <li className="flex items-center justify-between gap-4 border-b border-line py-2.5">
      <div className="min-w-0">
        <p className="font-semibold break-words">{title}</p>
        <p className="text-small text-ink-soft">{text}</p>
      </div>
      {action !== undefined && (
        <Button look="quiet" size="small" className="shrink-0" aria-label={action.name} onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </li>
  );
}
