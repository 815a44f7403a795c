/** How a page finds its session: left by an earlier visit, or brought by its address, from a mail or the way back from Google. */
import { useSyncExternalStore } from 'react';
import { environment } from '../data/env.ts';
import {
  type ArrivalLink,
  type GoogleReturn,
  hasLink,
  linkPatienceMs,
  mayHaveSession,
  readArrivalLink,
  readGoogleReturn,
  takePlace,
} from './stored-session.ts';
import {
  emitChange,
  followBackend,
  followOthers,
  resetState,
  sessionState,
  showSignedOut,
  showStored,
  subscribeSession,
} from './session.ts';
import { type SessionNews, tellNews, type UnansweredCode } from './session-prompts.ts';
import { within } from '../data/online.ts';
import { pathHere } from '../data/base.ts';

/** The link by which this page was opened; the address does not show it any more. */
interface Arrival extends ArrivalLink {
  /** Whose it is is not known yet. */
  isAsked?: boolean;
  /** Why nobody answered: it may be good, and can be tried again. */
  unanswered?: UnansweredCode | undefined;
}

const patienceMs = 3000;

let arrival: Arrival = readArrivalLink('');

export function useArrival(): Arrival {
  return useSyncExternalStore(subscribeSession, () => arrival);
}

/** Reads the stored session once; from then on every change of the backend client, here or in another window, reaches the state. */
export async function startSession(): Promise<void> {
  const byBackend = environment().identityProvider === 'backend';
  const back = byBackend ? readGoogleReturn({ pathname: pathHere(), search: location.search }) : undefined;
  readHash(back === undefined ? location.hash : '');
  if (back !== undefined) history.replaceState(null, '', takePlace());
  addEventListener('hashchange', followHash);
  if (environment().backend === undefined) return showSignedOut();
  followOthers();
  // A link is asked about, and a session that has run out renewed first: long where the network does not answer.
  const timer = setTimeout(() => sessionState().status === 'loading' && showStored(), patienceMs);
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
  emitChange();
  if (environment().backend !== undefined && bringsSession(arrival))
    void arriveByLink(arrival)
      .then(followBackend)
      .catch(() => undefined);
}

/** One of its own, or news of the one that is here. */
const bringsSession = ({ tokens, isNewEmail, isLostFactor }: ArrivalLink): boolean =>
  environment().identityProvider === 'backend' && (tokens !== undefined || isNewEmail || isLostFactor);

function newsOf({ errorCode, isHalfWay }: ArrivalLink): SessionNews | undefined {
  if (isHalfWay) return { about: 'half-way' };
  // The page where a new password is chosen tells itself that its link does not work.
  const isTold = errorCode === undefined || pathHere() === '/reset-password';
  return isTold ? undefined : { about: 'link', errorCode };
}

async function arriveFromGoogle(back: GoogleReturn): Promise<void> {
  try {
    const { comeBackFromGoogle } = await import('./provider/google.ts');
    await comeBackFromGoogle(back);
  } catch {
    tellNews({ about: 'failure', code: 'network' });
  }
}

async function arriveByLink(brought: ArrivalLink): Promise<void> {
  const link = { ...brought, confirmation: undefined };
  arrival = { ...link, isAsked: true };
  emitChange();
  const found = await askByLink(link).catch(() => ({ about: 'unanswered', code: 'network' }) as const);
  const unanswered = found?.about === 'unanswered' ? found.code : undefined;
  arrival = { ...link, errorCode: found?.about === 'failure' ? found.code : link.errorCode, unanswered };
  emitChange();
  tellNews(unanswered !== undefined && pathHere() === '/reset-password' ? undefined : found);
}

/** It was shown, or is not to be. */
export function forgetConfirmation(): void {
  arrival = { ...arrival, confirmation: undefined };
  emitChange();
}

function askByLink(link: ArrivalLink): Promise<SessionNews | undefined> {
  return within(linkPatienceMs, async (signal) => {
    const { comeByLink } = await import('./provider/mail-link.ts');
    return comeByLink(link, signal);
  });
}

/** Asks once more about a link that got no answer. */
export async function retryLink(): Promise<void> {
  if (arrival.unanswered === undefined) return;
  await arriveByLink(arrival);
  await followBackend().catch(() => undefined);
}

/** For tests: back to how a fresh page starts. */
export function resetSession(): void {
  tellNews(undefined);
  removeEventListener('hashchange', followHash);
  resetState();
}
