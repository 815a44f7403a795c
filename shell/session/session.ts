import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { createContext, use } from 'react';
import { loadBackend } from '../data/backend.ts';
import { followLeaving } from './ending-session.ts';
import { environment } from '../data/env.ts';
import { dropStored } from '../data/browser-storage.ts';
import { askToSignIn } from './session-prompts.ts';
import { forgetEnded, hasEnded, sessionStorageKey, storedSession, waitsForCode } from './stored-session.ts';
import { ownName } from '../data/base.ts';

export interface SessionUser {
  id: string;
  email: string;
  /** Asked for; its link has not been opened yet. */
  newEmail: string;
  displayName: string;
  isGuest: boolean;
}

export type SessionState =
  | { status: 'loading' }
  /** `hasEnded`: not left here; the session was ended on another device, or by the backend. */
  | { status: 'signed-out'; hasEnded?: true }
  | { status: 'signed-in'; user: SessionUser; accessToken: string; expiresAt: number };

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();
let stopListening: (() => void) | undefined;

export function sessionState(): SessionState {
  return state;
}

export function subscribeSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Filled by `SessionProvider`, once, around the app. */
export const SessionContext = createContext<SessionState | undefined>(undefined);

export function useSession(): SessionState {
  const session = use(SessionContext);
  if (session === undefined) throw new Error('useSession is only to be used within a SessionProvider');
  return session;
}

/** The signed-in user's id, or undefined: what every data fetch is keyed by. */
export function useUserId(): string | undefined {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.id : undefined;
}

/** What other windows do to the session reaches this one too. */
export function followOthers(): void {
  addEventListener('storage', followOtherWindows);
  followLeaving(showSignedOut);
}

/** Another window has signed in or left while this one had not loaded the client, which would hear it otherwise. */
function followOtherWindows({ key, newValue }: StorageEvent): void {
  if (key !== ownName(sessionStorageKey) && key !== null) return;
  if (newValue === null) showSignedOut();
  else if (stopListening === undefined) void followBackend().catch(() => undefined);
}

/** Who was signed in stays so while nobody can be asked. */
export function showStored(): boolean {
  const session = storedSession();
  if (session !== undefined) showSession(session);
  return session !== undefined;
}

/** Signs out in this browser alone, where the backend cannot be told. */
export function leaveHere(): void {
  dropStored(sessionStorageKey);
  showSignedOut();
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
    if (event !== 'INITIAL_SESSION' || !showStored()) showSignedOut();
    return;
  }
  showSession(session);
}

export function showSignedOut(): void {
  if (!hasEnded()) return setState({ status: 'signed-out' });
  const wasSignedIn = state.status === 'signed-in';
  setState({ status: 'signed-out', hasEnded: true });
  if (wasSignedIn) askToSignIn();
}

function showSession(session: Session): void {
  if (environment().secondFactor && waitsForCode(session)) return setState({ status: 'signed-out' });
  forgetEnded();
  setState({
    status: 'signed-in',
    user: toUser(session.user),
    accessToken: session.access_token,
    expiresAt: session.expires_at ?? 0,
  });
}

export function toUser(user: Session['user']): SessionUser {
  const email = user.email ?? '';
  const { display_name: chosen, full_name: given, name } = user.user_metadata;
  const { guestDomain } = environment();
  return {
    id: user.id,
    // A hosted backend needs an address of everybody: of who has none it is one that nobody can have.
    email: email.endsWith(`@no-address.${guestDomain}`) ? '' : email,
    newEmail: user.new_email ?? '',
    // Google tells a name as well; the one chosen here counts more.
    displayName: [chosen, given, name].find((one): one is string => typeof one === 'string' && one !== '') ?? '',
    isGuest: guestDomain !== '' && email.endsWith(`@${guestDomain}`),
  };
}

function setState(next: SessionState): void {
  state = next;
  emitChange();
}

export function emitChange(): void {
  for (const listener of listeners) listener();
}

/** For `resetSession`. */
export function resetState(): void {
  stopListening?.();
  stopListening = undefined;
  removeEventListener('storage', followOtherWindows);
  setState({ status: 'loading' });
}
