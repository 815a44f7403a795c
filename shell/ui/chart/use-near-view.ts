import { type RefObject, useEffect, useState } from 'react';

/** A screen's half: what is scrolled to is ready before it is seen. */
const margin = '50%';

/** Whether an element has come near the visible part of the page, or the page is printed. Once true, it stays. */
export function useNearView(element: RefObject<Element | null>): boolean {
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined');

  useEffect(() => {
    const node = element.current;
    if (isNear || node === null) return;
    const come = () => setNear(true);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && come(), { rootMargin: margin });
    observer.observe(node);
    addEventListener('beforeprint', come);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', come);
    };
  }, [element, isNear]);

  return isNear;
}
