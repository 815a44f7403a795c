import type { AuthChangeEvent, Session } from '@supabase/auth-js';
import { createContext, use, useSyncExternalStore } from 'react';
import { loadBackend } from './backend.ts';
import { followLeaving } from './ending-session.ts';
import { environment } from './env.ts';
import { dropStored } from './browser-storage.ts';
import { takePlace } from './return-place.ts';
import { type SessionNews, tellNews, type UnansweredCode } from './session-news.ts';
import { askToSignIn } from './sign-in-request.ts';
import {
  type ArrivalLink,
  forgetEnded,
  type GoogleReturn,
  hasEnded,
  mayHaveSession,
  hasLink,
  readArrivalLink,
  readGoogleReturn,
  sessionStorageKey,
  storedSession,
  waitsForCode,
} from './stored-session.ts';
import { within } from './within.ts';

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

/** The link by which this page was opened; the address does not show it any more. */
interface Arrival extends ArrivalLink {
  /** Whose it is is not known yet. */
  isAsked?: boolean;
  /** Why nobody answered: it may be good, and can be tried again. */
  unanswered?: UnansweredCode | undefined;
}

const patienceMs = 3000;
export const linkPatienceMs = 10_000;

let state: SessionState = { status: 'loading' };
const listeners = new Set<() => void>();
let arrival: Arrival = readArrivalLink('');
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

export function useArrival(): Arrival {
  return useSyncExternalStore(subscribeSession, () => arrival);
}

/** Reads the stored session once; from then on every change of the backend client, here or in another window, reaches the state. */
export async function startSession(): Promise<void> {
  const byBackend = environment().identityProvider === 'backend';
  const back = byBackend ? readGoogleReturn(location) : undefined;
  readHash(back === undefined ? location.hash : '');
  if (back !== undefined) history.replaceState(null, '', takePlace());
  addEventListener('hashchange', followHash);
  if (environment().backend === undefined) return showSignedOut();
  addEventListener('storage', followOtherWindows);
  followLeaving(showSignedOut);
  // A link is asked about, and a session that has run out renewed first: long where the network does not answer.
  const timer = setTimeout(() => state.status === 'loading' && showStored(), patienceMs);
  try {
    if (back !== undefined) await arriveFromGoogle(back);
    else if (bringsSession(arrival)) await arriveByLink(arrival);
    if (!mayHaveSession(arrival)) return showSignedOut();
    if (!navigator.onLine && showStored()) {
      addEventListener('online', () => void followBackend().catch(() => undefined), { once: true });
      return;
    }
    await followBackend();
  } catch {
    if (!showStored()) showSignedOut();
  } finally {
    clearTimeout(timer);
  }
}

function readHash(hash: string): void {
  arrival = readArrivalLink(hash);
  tellNews(newsOf(arrival));
  if (hasLink(arrival)) history.replaceState(history.state, '', location.pathname + location.search);
}

/** A link that is pasted where the page is open already does not load it anew. */
function followHash(): void {
  if (!hasLink(readArrivalLink(location.hash))) return;
  readHash(location.hash);
  emit();
  if (environment().backend !== undefined && bringsSession(arrival))
    void arriveByLink(arrival)
      .then(followBackend)
      .catch(() => undefined);
}

/** One of its own, or news of the one that is here. */
const bringsSession = ({ tokens, isNewEmail }: ArrivalLink): boolean =>
  environment().identityProvider === 'backend' && (tokens !== undefined || isNewEmail);

function newsOf({ errorCode }: ArrivalLink): SessionNews | undefined {
  // The page where a new password is chosen tells itself that its link does not work.
  const isTold = errorCode === undefined || location.pathname === '/reset-password';
  return isTold ? undefined : { about: 'link', errorCode };
}

async function arriveFromGoogle(back: GoogleReturn): Promise<void> {
  try {
    const { comeBackFromGoogle } = await import('./identity/google.ts');
    await comeBackFromGoogle(back);
  } catch {
    tellNews({ about: 'failure', code: 'network' });
  }
}

async function arriveByLink({ tokens, isNewEmail, isSignUp, errorCode }: ArrivalLink): Promise<void> {
  const link = { tokens, isNewEmail, isSignUp, errorCode };
  arrival = { ...link, isAsked: true };
  emit();
  const found = await askByLink(link).catch(() => ({ about: 'unanswered', code: 'network' }) as const);
  const unanswered = found?.about === 'unanswered' ? found.code : undefined;
  arrival = { ...link, errorCode: found?.about === 'failure' ? found.code : errorCode, unanswered };
  emit();
  tellNews(unanswered !== undefined && location.pathname === '/reset-password' ? undefined : found);
}

/** It was shown, or is not to be. */
export function forgetConfirmation(): void {
  arrival = { ...arrival, confirmation: undefined };
  emit();
}

function askByLink(link: ArrivalLink): Promise<SessionNews | undefined> {
  return within(linkPatienceMs, async (signal) => {
    const { comeByLink } = await import('./identity/mail-link.ts');
    return comeByLink(link, signal);
  });
}

/** Asks once more about a link that got no answer. */
export async function retryLink(): Promise<void> {
  if (arrival.unanswered === undefined) return;
  await arriveByLink(arrival);
  await followBackend().catch(() => undefined);
}

/** Another window has signed in or left while this one had not loaded the client, which would hear it otherwise. */
function followOtherWindows({ key, newValue }: StorageEvent): void {
  if (key !== sessionStorageKey && key !== null) return;
  if (newValue === null) showSignedOut();
  else if (stopListening === undefined) void followBackend().catch(() => undefined);
}

/** Who was signed in stays so while nobody can be asked. */
function showStored(): boolean {
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

function showSignedOut(): void {
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
  emit();
}

function emit(): void {
  for (const listener of listeners) listener();
}

/** For tests: back to how a fresh page starts. */
export function resetSession(): void {
  stopListening?.();
  stopListening = undefined;
  tellNews(undefined);
  removeEventListener('storage', followOtherWindows);
  removeEventListener('hashchange', followHash);
  setState({ status: 'loading' });
}
