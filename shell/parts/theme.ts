import { store } from '../data/browser-storage.ts';

/** There is one theme. It is saved so that an older choice, or the system's wish, never comes back. */
export function forceLightTheme(): void {
  store('theme', 'light');
  const root = document.documentElement;
  root.classList.remove('dark');
  root.classList.add('light');
}
