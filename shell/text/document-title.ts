import { useLayoutEffect } from 'react';

/** "Devices · Wattershed" in the tab and in the history. */
export function useDocumentTitle(title: string): void {
  // With the page itself, so that nobody sees one under the name of another.
  useLayoutEffect(() => {
    document.title = title === '' ? 'Wattershed' : `${title} · Wattershed`;
  }, [title]);
}
