import { type RefObject, useEffect } from 'react';

/** Tells the panel how much of the window a keyboard on screen covers: not every browser makes the window smaller for it. */
export function useKeyboardRoom(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport;
    if (seen === null || seen === undefined) return;
    const measure = () => {
      // Somebody who zooms in sees less of the window too, and moves about in it.
      const covered = seen.scale > 1 ? 0 : window.innerHeight - seen.height - seen.offsetTop;
      panel.current?.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`);
    };
    measure();
    seen.addEventListener('resize', measure);
    seen.addEventListener('scroll', measure);
    return () => {
      seen.removeEventListener('resize', measure);
      seen.removeEventListener('scroll', measure);
    };
  }, [panel]);
}
