import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';

/** A screen's half: what is scrolled to is ready before it is seen. */
const half = '50%';

/** Whether an element has come near the visible part of the page, or the page is printed. Once true, it stays. */
export function useNearView(element: RefObject<Element | null>, margin = half): boolean {
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined');

  useEffect(() => {
    const node = element.current;
    if (isNear || node === null) return;
    const come = () => setNear(true);
    // A busy browser tells several places of it at once, the last one last.
    const tell = (places: IntersectionObserverEntry[]) => places.some((place) => place.isIntersecting) && come();
    const observer = new IntersectionObserver(tell, { rootMargin: margin });
    observer.observe(node);
    addEventListener('beforeprint', come);
    return () => {
      observer.disconnect();
      removeEventListener('beforeprint', come);
    };
  }, [element, isNear, margin]);

  return isNear;
}

interface NearProps {
  /** Of the size of what comes, so that nothing moves. */
  fallback: ReactNode;
  className?: string | undefined;
  /** Lazily loaded: its code comes with the view. */
  children: ReactNode;
}

/** What stands below the first screen: fetched and drawn once it comes into view. */
export function Near({ fallback, className, children }: NearProps) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useNearView(place, '0px');
  return (
    <div ref={place} className={className} data-later={isNear ? undefined : ''}>
      {isNear ? <Suspense fallback={fallback}>{children}</Suspense> : fallback}
    </div>
  );
}
