import { Tooltip as Radix } from 'radix-ui';
import type { ReactElement, ReactNode } from 'react';

// Contract C9.8: the library's own times, written down so that an update does not change them unseen.
export const tooltipDelayMs = 700;
export const tooltipSkipMs = 300;

/** Stands once around everything that has tooltips, so that the second of two neighbours opens at once. */
export function Tooltips({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={tooltipDelayMs} skipDelayDuration={tooltipSkipMs}>
      {children}
    </Radix.Provider>
  );
}

/** A few words more about a control, for those who rest on it or reach it by keyboard. Never the only place that says them. */
export function Tooltip({ text, children }: { text: ReactNode; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={12}
          className="z-50 max-w-72 animate-rise rounded-control bg-ink px-3 py-2 text-small text-white shadow-lift forced-colors:border"
        >
          {text}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
