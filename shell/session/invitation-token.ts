/** The token of an invitation: it leaves the address as soon as the page opens, and lasts in this window until it is used. */
import { dropStored, readStored, store } from '../data/browser-storage.ts';
import { atBase, ownName, pathHere } from '../data/base.ts';

const key = 'wattershed-invitation';
const keptMs = 86_400_000;
let held: string | undefined;

/** `/join#<token>`: before anything else runs, so that no history, picture or message of an error shows it. */
export function takeInvitation(): void {
  // One that was kept too long goes, whatever page is opened.
  keptInvitation();
  // The link of a mail may lead to the same page, with a session or an error.
  if (pathHere() !== '/join' || !/^#[\w-]+$/.test(location.hash)) return;
  held = location.hash.slice(1);
  history.replaceState(history.state, '', atBase('/join'));
  try {
    sessionStorage.setItem(ownName(key), held);
  } catch {
    // Forbidden by the browser: it lasts as long as the page.
  }
}

/** Also after signing in has led elsewhere and back. */
export function heldInvitation(): string | undefined {
  try {
    return held ?? sessionStorage.getItem(ownName(key)) ?? keptInvitation();
  } catch {
    return held;
  }
}

/** For a day in every window of this browser: the link of the mail that confirms an address opens one of its own. */
export function keepInvitation(): void {
  const token = heldInvitation();
  if (token !== undefined) store(key, `${Date.now()} ${token}`);
}

function keptInvitation(): string | undefined {
  const [at, token] = readStored(key)?.split(' ') ?? [];
  if (Date.now() - Number(at) < keptMs) return token;
  dropStored(key);
  return undefined;
}

export function dropInvitation(): void {
  held = undefined;
  dropStored(key);
  try {
    sessionStorage.removeItem(ownName(key));
  } catch {
    // It was never kept.
  }
}
