import type { ComponentType } from 'react';
import { loadWords } from '../platform/i18n.ts';
import { orReload } from '../platform/reload-after-update.ts';

type Part = { default: ComponentType };

export interface Page {
  /** Files of `locales` that the page and all that it imports speak by: a part that had to wait for its words would take the page away meanwhile. */
  words: readonly string[];
  load: () => Promise<Part>;
}

/** Every page by its path; each is a chunk of its own. */
export const pages: Record<string, Page> = {
  '/': { words: ['home', 'rooms'], load: () => import('./routes/home.tsx') },
  '/dashboard': {
    words: ['device-switch', 'errors', 'notices', 'rooms', 'usage'],
    load: () => import('./routes/dashboard.tsx'),
  },
  '/billing': {
    words: [
      'billing',
      'billing-charges',
      'billing-costs',
      'billing-export',
      'billing-market',
      'billing-weather',
      'chart',
      'documents',
      'errors',
      'rooms',
      'utility-bills',
    ],
    load: () => import('./routes/billing.tsx'),
  },
  '/devices': {
    words: ['copy', 'device-switch', 'devices', 'errors', 'notices', 'rooms'],
    load: () => import('./routes/devices.tsx'),
  },
  '/devices/connect': { words: ['copy', 'devices', 'errors', 'rooms'], load: () => import('./routes/connect.tsx') },
  '/devices/import': { words: ['devices', 'errors', 'rooms'], load: () => import('./routes/import.tsx') },
  '/devices/readings': { words: ['errors', 'readings'], load: () => import('./routes/readings.tsx') },
  '/analytics': {
    words: ['analytics', 'chart', 'errors', 'rooms', 'usage'],
    load: () => import('./routes/analytics.tsx'),
  },
  '/community': { words: ['community', 'errors'], load: () => import('./routes/community.tsx') },
  '/contact': { words: ['contact', 'errors'], load: () => import('./routes/contact.tsx') },
  '/health': { words: ['errors', 'health'], load: () => import('./routes/health.tsx') },
  '/household': { words: ['copy', 'errors', 'household', 'rooms'], load: () => import('./routes/household.tsx') },
  '/join': { words: ['account', 'errors', 'household', 'rooms'], load: () => import('./routes/join.tsx') },
  '/profile': {
    words: ['account', 'assistant-tokens', 'copy', 'errors', 'sessions'],
    load: () => import('./routes/profile.tsx'),
  },
  '/reset-password': { words: ['account', 'errors'], load: () => import('./routes/reset-password.tsx') },
  '/admin/faq-requests': { words: ['admin', 'contact', 'errors'], load: () => import('./routes/faq-requests.tsx') },
  // Every part in every state, for those who build; not in the built app.
  ...(import.meta.env.DEV && { '/ui': { words: [], load: () => import('./parts/parts-page.tsx') } }),
};

/** A page that can be shown, words and all. */
export const loadPage = ({ words, load }: Page): Promise<Part> =>
  orReload(async () => (await Promise.all([load(), loadWords(words)]))[0])();

/** Starts loading a page before it is shown: with the first script, or when its link is pointed at. */
export function preloadPage(path: string): void {
  void pages[path]?.load().catch(() => undefined);
}
