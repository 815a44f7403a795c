import { useEffect } from 'react';
import { useLocation } from 'react-router';

// The router's key for the place at which the app was opened.
const firstKey = 'default';

/** Once a page is shown: to its top, or to the part the address names, with the focus on its heading for keyboards and readers. */
export function PageArrival() {
  const { hash, key, state } = useLocation();
  // A choice on the page that is kept in the address: one stays where one is.
  const stays = (state as { stays?: boolean } | null)?.stays === true;

  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target !== null) return target.scrollIntoView();
    if (key === firstKey || stays) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [hash, key, stays]);

  return null;
}
