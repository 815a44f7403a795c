/** The token of an invitation: it leaves the address as soon as the page opens, and lasts in this window until it is used. */
const key = 'wattershed-invitation';
let held: string | undefined;

/** `/join#<token>`: before anything else runs, so that no history, picture or message of an error shows it. */
export function takeInvitation(): void {
  if (location.pathname !== '/join' || location.hash.length < 2) return;
  held = location.hash.slice(1);
  history.replaceState(history.state, '', '/join');
  try {
    sessionStorage.setItem(key, held);
  } catch {
    // Forbidden by the browser: it lasts as long as the page.
  }
}

/** Also after signing in has led elsewhere and back. */
export function heldInvitation(): string | undefined {
  try {
    return held ?? sessionStorage.getItem(key) ?? undefined;
  } catch {
    return held;
  }
}

export function dropInvitation(): void {
  held = undefined;
  try {
    sessionStorage.removeItem(key);
  } catch {
    // It was never kept.
  }
}
