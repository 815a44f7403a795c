import { type RefObject, useEffect } from 'react';
import { readStored, store } from '#shell/data/browser-storage.ts';

/** How high the page's cards were when they were last seen in a window so wide: its skeleton has the size of what comes. */
interface AnalyticsShape {
  hasSampleStrip: boolean;
  width: number;
  heights: readonly number[];
}

const key = 'analytics-shape';
const firstVisit: AnalyticsShape = { hasSampleStrip: true, width: 0, heights: [] };

/** Without heights where the window had another width. */
export function lastShape(): Omit<AnalyticsShape, 'width'> {
  try {
    const kept = { ...firstVisit, ...(JSON.parse(readStored(key) ?? '{}') as Partial<AnalyticsShape>) };
    return { ...kept, heights: kept.width === innerWidth ? kept.heights : [] };
  } catch {
    return firstVisit;
  }
}

export function useRememberShape(cards: RefObject<HTMLElement | null>, hasSampleStrip: boolean): void {
  useEffect(() => {
    const node = cards.current;
    if (node === null || typeof ResizeObserver === 'undefined') return;
    const keep = () => {
      const heights = [...node.children].map((card) => Math.round(card.getBoundingClientRect().height));
      store(key, JSON.stringify({ hasSampleStrip, width: innerWidth, heights }));
    };
    const observer = new ResizeObserver(keep);
    observer.observe(node);
    return () => observer.disconnect();
  }, [cards, hasSampleStrip]);
}
