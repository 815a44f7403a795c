import type { Session } from '@supabase/auth-js';
import { dropStored, readStored, store } from '../data/browser-storage.ts';
import { atBase, ownName } from '../data/base.ts';

export const sessionStorageKey = 'wattershed-session';
/** Begins the names of what the way through Google keeps until it is over. */
export const googleStorageKey = 'wattershed-google';
const endedKey = 'wattershed-session-ended';

export interface LinkTokens {
  access_token: string;
  refresh_token: string;
}

/** How long is waited for what the backend says of a link. */
export const linkPatienceMs = 10_000;

/** What the address held after `#` when the page was opened: a link from a mail. */
export interface ArrivalLink {
  tokens: LinkTokens | undefined;
  /** The link of a new e-mail address was opened. */
  isNewEmail: boolean;
  /** That of who has lost their second factor was. */
  isLostFactor: boolean;
  /** That of a sign-up was. */
  isSignUp: boolean;
  /** A hosted backend may ask both mailboxes about a new address: of its two links one was opened. */
  isHalfWay: boolean;
  errorCode: string | undefined;
  /** Proves the address of an account, shown together with its session. */
  confirmation?: string | undefined;
}

export function readArrivalLink(hash: string): ArrivalLink {
  const params = new URLSearchParams(hash.replace(/^#/, ''));
  const [access, refresh] = [params.get('access_token'), params.get('refresh_token')];
  return {
    tokens: access === null || refresh === null ? undefined : { access_token: access, refresh_token: refresh },
    isNewEmail: params.get('type') === 'email_change',
    isLostFactor: params.get('type') === 'lost_factor',
    isSignUp: params.get('type') === 'signup',
    isHalfWay: params.has('message'),
    errorCode: params.get('error_code') ?? params.get('error') ?? undefined,
    confirmation: params.get('confirm') ?? undefined,
  };
}

/** Whether the address held such a link at all. */
export function hasLink({
  tokens,
  isNewEmail,
  isLostFactor,
  isHalfWay,
  errorCode,
  confirmation,
}: ArrivalLink): boolean {
  return (
    isNewEmail ||
    isLostFactor ||
    isHalfWay ||
    [tokens, errorCode, confirmation].some((brought) => brought !== undefined)
  );
}

/** The way back from Google: a code that only the browser which began can use, or why there is none. */
export type GoogleReturn = { code: string } | { error: string; errorCode: string | null };

export function readGoogleReturn({
  pathname,
  search,
}: Pick<Location, 'pathname' | 'search'>): GoogleReturn | undefined {
  const params = new URLSearchParams(search);
  const [code, error] = [params.get('code'), params.get('error')];
  if (pathname !== '/') return undefined;
  if (error !== null) return { error, errorCode: params.get('error_code') };
  return code === null ? undefined : { code };
}

/** Whether there is anything to read; if not, the backend client need not be loaded at all. */
export function mayHaveSession(arrival: ArrivalLink): boolean {
  return arrival.tokens !== undefined || readStored(sessionStorageKey) !== null;
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

/** The stored session was ended elsewhere: it goes, and that it was not left here is remembered in every window. */
export function markEnded(): void {
  store(endedKey, 'yes');
  dropStored(sessionStorageKey);
}

export function hasEnded(): boolean {
  return readStored(endedKey) !== null;
}

export function forgetEnded(): void {
  dropStored(endedKey);
}

/** The password was right, and the account asks for a code as well that has not been given yet. */
export function waitsForCode({ user, access_token }: Session): boolean {
  return user.factors?.some(({ status }) => status === 'verified') === true && claimOf(access_token, 'aal') !== 'aal2';
}

export function claimOf(token: string, name: 'aal' | 'session_id'): unknown {
  try {
    const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
    return (JSON.parse(atob(payload)) as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
}

/** Where the person was when the page was left to sign in elsewhere; kept in this tab alone. */
const key = ownName('wattershed-return');

/** Remembers the page that is shown now. */
export function rememberPlace(): void {
  try {
    sessionStorage.setItem(key, location.pathname + location.search + location.hash);
  } catch {
    return;
  }
}

/** Where to go back to, once; the first page where nothing was remembered. */
export function takePlace(): string {
  try {
    const place = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return ownPath(place ?? '', location.origin) ?? atBase('/');
  } catch {
    return atBase('/');
  }
}

/** A path of this origin as the browser reads it, and nothing that leads anywhere else. */
export function ownPath(text: string, origin: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, origin)) return undefined;
  const url = new URL(text, origin);
  // "/.//other.example" is a path of ours that reads as another host's when it is written down again.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined;
}
