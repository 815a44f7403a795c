/** Where the person was when the page was left to sign in elsewhere; kept in this tab alone. */
const key = 'wattershed-return';

/** Remembers the page that is shown now. */
export function rememberPlace(): void {
  try {
    sessionStorage.setItem(key, location.pathname + location.search + location.hash);
  } catch {
    return;
  }
}

/** Where to go back to, once; the site root where nothing was remembered. */
export function takePlace(): string {
  try {
    const place = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    return ownPath(place ?? '/', location.origin) ?? '/';
  } catch {
    return '/';
  }
}

/** A path of this origin as the browser reads it, and nothing that leads anywhere else. */
export function ownPath(text: string, origin: string): string | undefined {
  if (!text.startsWith('/') || !URL.canParse(text, origin)) return undefined;
  const url = new URL(text, origin);
  // "/.//other.example" is a path of ours that reads as another host's when it is written down again.
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : undefined;
}
