import { useSyncExternalStore } from 'react';

interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>;
}

let offer: (() => void) | undefined;
const listeners = new Set<() => void>();

/** The browser's offer to install is not shown when the browser likes, but kept for the menu. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(() => {
      // One offer can be used once; the browser makes another when it was declined.
      set(undefined);
      void (event as InstallPromptEvent).prompt();
    });
  });
  addEventListener('appinstalled', () => set(undefined));
}

/** Installs Wattershed, where the browser offers to. */
export function useInstallOffer(): (() => void) | undefined {
  return useSyncExternalStore(subscribe, () => offer);
}

function set(next: (() => void) | undefined): void {
  offer = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
