import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';

// The router's key for the place at which the app was opened.
const firstKey = 'default';

/**
 * Once a page is shown: to its top, or to the part the address names, with the focus on its heading for keyboards and readers.
 * Going back leaves the place to the browser, which knows it. A change within a page (a tab, a search) says `stays` and moves nothing.
 */
export function PageArrival() {
  const { hash, key, state } = useLocation();
  const cameBack = useNavigationType() === NavigationType.Pop;
  const stays = (state as { stays?: boolean } | null)?.stays === true;

  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target !== null) return target.scrollIntoView();
    if (key === firstKey || stays) return;
    if (!cameBack) window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [hash, key, stays, cameBack]);

  return null;
}
