import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** For what appears only when its data is there: brings it into view, with the focus, when the address names it (`#device-…`). */
export function useArrivalRef<T extends HTMLElement>(id: string): RefObject<T | null> {
  const { hash } = useLocation();
  const ref = useRef<T>(null);
  useEffect(() => {
    if (hash === '' || decodeURIComponent(hash.slice(1)) !== id) return;
    ref.current?.scrollIntoView({ block: 'center' });
    ref.current?.focus({ preventScroll: true });
  }, [hash, id]);
  return ref;
}
