import type { ReactNode } from 'react';

/** It says nothing of us to where it leads, and gives no credit for being mentioned. */
export function OutsideLink({ address, children }: { address: string; children: ReactNode }) {
  return (
    <a
      href={address}
      title={address}
      rel="nofollow noopener noreferrer ugc"
      className="font-semibold text-leaf underline underline-offset-2"
    >
      {children}
    </a>
  );
}
