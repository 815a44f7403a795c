import type { Session } from '@supabase/auth-js';
import { readStored } from './browser-storage.ts';

export const sessionStorageKey = 'wattershed-session';

/** What the address held after `#` when the page was opened: a link from a mail, or the way back from a provider. */
export interface ArrivalLink {
  hasTokens: boolean;
  isRecovery: boolean;
  errorCode: string | undefined;
}

export function readArrivalLink(hash: string): ArrivalLink {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  return {
    hasTokens: params.has('access_token'),
    isRecovery: params.get('type') === 'recovery',
    errorCode: params.get('error_code') ?? params.get('error') ?? undefined,
  };
}

/** Whether there is anything to read; if not, the backend client need not be loaded at all. */
export function mayHaveSession(arrival: ArrivalLink): boolean {
  return arrival.hasTokens || readStored(sessionStorageKey) !== null;
}

/** The session of an earlier visit as it lies in storage, whether or not it is still valid. */
export function storedSession(): Session | undefined {
  try {
    const session = JSON.parse(readStored(sessionStorageKey) ?? 'null') as Partial<Session> | null;
    const isWhole = session?.user?.id !== undefined && session.access_token !== undefined;
    return isWhole ? (session as Session) : undefined;
  } catch {
    return undefined;
  }
}
