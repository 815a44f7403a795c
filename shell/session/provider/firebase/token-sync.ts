/** From a person whom Firebase has let in to a session of the backend, which all data hangs on; and its end. */
import { type Auth, deleteUser, onAuthStateChanged, signOut, type User } from '@firebase/auth';
import type { Endpoint } from '#catalogue/endpoint.ts';
import { endIdentitySession, type IdentitySession, openIdentitySession } from '#subjects/identity/contract/identity.ts';
import { fail, type Outcome, succeed } from '../../../data/outcome.ts';
import { readProblem, ServiceError, type ServiceErrorCode } from '../../../data/service-error.ts';
import { leaveHere, sessionState, subscribeSession } from '../../session.ts';
import { askBackend, noValue } from '../ask-backend.ts';
import type { AuthFailure, AuthFailureCode, AuthOutcome } from '../auth-provider.ts';
import { backendProvider } from '../backend-provider.ts';
import { authFailure } from '../failure.ts';
import { setUpFailure } from './firebase-failure.ts';
import { atBase } from '../../../data/base.ts';

const maxAgeMs = 300_000;

const codes: Partial<Record<ServiceErrorCode, AuthFailureCode>> = {
  'account-ended': 'account-ended',
  'email-not-confirmed': 'email-not-confirmed',
  'guests-full': 'guest-unavailable',
  'identity-unavailable': 'network-request-failed',
  network: 'network',
  'not-authenticated': 'invalid-token',
  'rate-limited': 'rate-limited',
};

/** Nobody is half signed in: without a session here there is none at Firebase either. */
export async function enter(auth: Auth, user: User): AuthOutcome<null> {
  const outcome = await openSession(user);
  if (outcome.ok) return succeed(null);
  // It was deleted here when its days were over; with the person's own token it can be deleted there too.
  if (outcome.failure.code === 'account-ended') await deleteUser(user).catch(() => undefined);
  await signOut(auth);
  return outcome;
}

/**
 * Tells the account here what Firebase knows of it by now: a confirmed address, or that a guest is none any more.
 * The session stays the one it was, with what may be under way in it; the one that comes as the answer is ended.
 */
export async function renewSession(user: User): AuthOutcome {
  try {
    const { access_token } = await exchange(await freshToken(user));
    await sendEnd(access_token);
    return await backendProvider.refreshSession();
  } catch (error) {
    if (error instanceof ServiceError) return refused(error);
    throw error;
  }
}

/** Leaves here at once; the backend's session ends when it is told, or without a connection when it runs out. */
export async function leaveSession(): Promise<void> {
  const session = sessionState();
  leaveHere();
  if (session.status === 'signed-in') await sendEnd(session.accessToken);
}

async function openSession(user: User): AuthOutcome {
  try {
    const { access_token, refresh_token } = await exchange(await freshToken(user));
    return await askBackend((auth) => auth.setSession({ access_token, refresh_token }), noValue);
  } catch (error) {
    if (error instanceof ServiceError) return refused(error);
    throw error;
  }
}

function refused(error: ServiceError): Outcome<void, AuthFailure> {
  if (error.code === 'not-found') return fail(setUpFailure('provider-not-configured', error));
  return fail({ ...authFailure(codes[error.code] ?? 'unexpected'), cause: error });
}

/** A token older than five minutes may be of somebody who was shut out since. */
async function freshToken(user: User): Promise<string> {
  const { token, issuedAtTime } = await user.getIdTokenResult();
  return Date.now() - Date.parse(issuedAtTime) > maxAgeMs ? user.getIdToken(true) : token;
}

async function exchange(token: string): Promise<IdentitySession> {
  const answer = await send(openIdentitySession, token).catch((error: unknown) => {
    throw new ServiceError('network', 0, String(error));
  });
  if (!answer.ok) throw await readProblem(answer);
  return (await answer.json()) as IdentitySession;
}

async function sendEnd(token: string): Promise<void> {
  await send(endIdentitySession, token).catch(() => undefined);
}

function send({ method, path }: Endpoint, token: string): Promise<Response> {
  return fetch(atBase(path), { method, headers: { Authorization: `Bearer ${token}` } });
}

// The session here and the one at Firebase end together, whichever ends first, in every window.

/** Told once: where another account has the address, asking again changes nothing. */
let told: string | null = null;

/** From now on; answers how to stop it. */
export function keepInStep(auth: Auth): () => void {
  const stop = [
    onAuthStateChanged(auth, (user) => void leaveWithFirebase(user)),
    subscribeSession(followSession(auth)),
  ];
  told = null;
  return () => stop.forEach((end) => end());
}

/** Shut out, deleted, or left in another window. While signing in nobody is signed in here yet. */
async function leaveWithFirebase(user: User | null): Promise<void> {
  if (user === null && sessionState().status === 'signed-in') await leaveSession();
}

function followSession(auth: Auth): () => void {
  let seen = sessionState();
  return () => {
    const [before, now] = [seen, sessionState()];
    seen = now;
    if (before.status !== 'signed-in') return;
    if (now.status === 'signed-out') void signOut(auth).catch(() => undefined);
    else if (now.status === 'signed-in' && now.accessToken !== before.accessToken) void askAgain(auth);
  };
}

/** With each renewal here Firebase is asked whether it still lets this person in; a refusal signs out, by the event above. */
async function askAgain(auth: Auth): Promise<void> {
  await auth.currentUser?.getIdToken(true).catch(() => undefined);
  await tellNewAddress(auth);
}

/** A link in a mail was opened: the account here gets the address too. */
export async function tellNewAddress(auth: Auth): Promise<void> {
  const [user, session] = [auth.currentUser, sessionState()];
  if (session.status !== 'signed-in' || user?.emailVerified !== true || user.email === told) return;
  if (user.email?.toLowerCase() === session.user.email.toLowerCase()) return;
  told = user.email;
  try {
    // The token at hand still says that nobody has proved it.
    await user.getIdToken(true);
    await renewSession(user);
  } catch {
    told = null;
  }
}
