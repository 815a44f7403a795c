import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { useSyncExternalStore } from 'react';
import { loadBackend } from './backend.ts';
import { environment } from './env.ts';
import { dropStored } from './browser-storage.ts';
import {
  type ArrivalLink,
  mayHaveSession,
  readArrivalLink,
  sessionStorageKey,
  storedSession,
} from './stored-session.ts';

export interface SessionUser {
  id: string;
  email: string;
  displayName: string;
  isGuest: boolean;
}

export type SessionState =
  | { status: 'loading' }
  | { status: 'signed-out' }
  | { status: 'signed-in'; user: SessionUser; accessToken: string; expiresAt: number; recovering: boolean };

const patienceMs = 3000;

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();
let arrival: ArrivalLink = readArrivalLink('');
let stopListening: (() => void) | undefined;

export function sessionState(): SessionState {
  return state;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): SessionState {
  return useSyncExternalStore(subscribeSession, sessionState);
}

/** The signed-in user's id, or undefined: what every data fetch is keyed by. */
export function useUserId(): string | undefined {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.id : undefined;
}

/** The link by which this page was opened, as it was before the client cleaned the address. */
export function arrivalLink(): ArrivalLink {
  return arrival;
}

/** Reads the stored session once; from then on every change of the backend client reaches the state. */
export async function startSession(): Promise<void> {
  arrival = readArrivalLink(location.hash);
  if (environment().backend === undefined || !mayHaveSession(arrival)) return setState({ status: 'signed-out' });
  if (!navigator.onLine && showStored()) {
    addEventListener('online', () => void followBackend().catch(() => undefined), { once: true });
    return;
  }
  // A session that has run out is renewed first, which may take long where the network does not answer.
  const timer = setTimeout(() => state.status === 'loading' && showStored(), patienceMs);
  try {
    await followBackend();
  } catch {
    if (!showStored()) setState({ status: 'signed-out' });
  } finally {
    clearTimeout(timer);
  }
}

/** Who was signed in stays so while nobody can be asked. */
function showStored(): boolean {
  const session = arrival.hasTokens ? undefined : storedSession();
  if (session !== undefined) showSession(session);
  return session !== undefined;
}

/** Signs out in this browser alone, where the backend cannot be told. */
export function leaveHere(): void {
  dropStored(sessionStorageKey);
  setState({ status: 'signed-out' });
}

/** Loads the client when it is first needed and lets its events drive the state. */
export async function followBackend() {
  const backend = await loadBackend();
  if (stopListening === undefined) {
    const { data } = backend.auth.onAuthStateChange(applyChange);
    stopListening = () => data.subscription.unsubscribe();
    await backend.auth.initialize();
  }
  return backend;
}

function applyChange(event: AuthChangeEvent, session: Session | null): void {
  // No session, yet one is stored: it could not be renewed for want of an answer. A refused one is removed.
  if (session === null) {
    if (event !== 'INITIAL_SESSION' || !showStored()) setState({ status: 'signed-out' });
    return;
  }
  const wasRecovering = state.status === 'signed-in' && state.recovering;
  showSession(session, event === 'PASSWORD_RECOVERY' || (wasRecovering && event !== 'USER_UPDATED'));
}

function showSession(session: Session, recovering = false): void {
  setState({
    status: 'signed-in',
    user: toUser(session.user),
    accessToken: session.access_token,
    expiresAt: session.expires_at ?? 0,
    recovering,
  });
}

function toUser(user: Session['user']): SessionUser {
  const email = user.email ?? '';
  const name: unknown = user.user_metadata['display_name'];
  const { guestDomain } = environment();
  return {
    id: user.id,
    email,
    displayName: typeof name === 'string' ? name : '',
    isGuest: guestDomain !== '' && email.endsWith(`@${guestDomain}`),
  };
}

function setState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** For tests: back to how a fresh page starts. */
export function resetSession(): void {
  stopListening?.();
  stopListening = undefined;
  setState({ status: 'loading' });
}
