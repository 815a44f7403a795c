import { type ReactNode, useSyncExternalStore } from 'react';
import { SessionContext, sessionState, subscribeSession } from './session.ts';

/** Lets everything within know who is signed in. */
export function SessionProvider({ children }: { children: ReactNode }) {
  return <SessionContext value={useSyncExternalStore(subscribeSession, sessionState)}>{children}</SessionContext>;
}
