import { useEffect } from 'react';

/** "Devices · Wattershed" in the tab and in the history. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Wattershed' : `${title} · Wattershed`;
  }, [title]);
}
