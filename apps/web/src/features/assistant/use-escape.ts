import { type RefObject, useEffect } from 'react';

/** What takes Escape for itself while it is open. */
const layers = 'dialog[open], [role="dialog"]:not(#assistant-panel), [role="alertdialog"], [role="menu"]';

/** Escape closes the panel from within it, from its button, and from nowhere in particular, where nothing else is open. */
export function useEscape(panel: RefObject<HTMLElement | null>, onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return;
      const { target } = event;
      const isWithin = panel.current?.contains(target) === true;
      const isNear = target === document.body || target.matches('[aria-controls="assistant-panel"]');
      if (!isWithin && (!isNear || document.querySelector(layers) !== null)) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [panel, onClose]);
}
