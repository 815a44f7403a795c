import { useEffect } from 'react';
import { useLocation } from 'react-router';

let arrived = false;

/** Once a page is shown: to its top, or to the part the address names, with the focus on its heading for keyboards and readers. */
export function PageArrival() {
  const { hash, key } = useLocation();

  useEffect(() => {
    const isFirst = !arrived;
    arrived = true;
    const target = hash === '' ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
    if (target !== null) return target.scrollIntoView();
    if (isFirst) return;
    window.scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [hash, key]);

  return null;
}
