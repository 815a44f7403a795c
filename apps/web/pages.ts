import type { ComponentType } from 'react';
import { loadWords } from '#shell/text/i18n.ts';
import { orReload } from '#shell/data/reload-after-update.ts';

/** Given to every page: what its links will need is fetched before they are followed. */
interface PageProps {
  preloadPage: (path: string) => void;
}

export type PageComponent = ComponentType<PageProps>;
type Part = { default: PageComponent };

/** What is shown first, and where. */
export interface FirstPage {
  path: string;
  Page: PageComponent;
}

export interface Page {
  /** Files of `locales` that the page and all that it imports speak by: a part that had to wait for its words would take the page away meanwhile. */
  words: readonly string[];
  load: () => Promise<Part>;
  /** Stands alone: no navigation, header or footer around it. */
  isBare?: boolean;
}

/** Every page by its path; each is a chunk of its own. */
export const pages: Record<string, Page> = {
  '/': { words: ['home', 'rooms'], load: () => import('./pages/home.tsx') },
  '/dashboard': {
    words: ['bill-card', 'errors', 'notices', 'rooms', 'usage'],
    load: () => import('./pages/dashboard.tsx'),
  },
  '/billing': {
    words: [
      'bill-card',
      'billing',
      'billing-costs',
      'billing-export',
      'billing-market',
      'billing-weather',
      'chart',
      'errors',
      'rooms',
    ],
    load: () => import('./pages/billing.tsx'),
  },
  '/billing/prices': {
    words: [
      'billing',
      'billing-charges',
      'billing-costs',
      'billing-export',
      'billing-market',
      'billing-weather',
      'documents',
      'emissions',
      'errors',
      'rooms',
      'utility-bills',
    ],
    load: () => import('./pages/prices.tsx'),
  },
  '/devices': {
    words: ['copy', 'device-switch', 'devices', 'errors', 'rooms'],
    load: () => import('./pages/devices.tsx'),
  },
  '/devices/connect': {
    words: ['copy', 'devices', 'errors', 'pulls', 'rooms'],
    load: () => import('./pages/connect.tsx'),
  },
  '/devices/elsewhere': { words: ['copy', 'elsewhere', 'errors'], load: () => import('./pages/elsewhere.tsx') },
  '/devices/import': { words: ['devices', 'errors', 'rooms'], load: () => import('./pages/import.tsx') },
  '/devices/readings': { words: ['errors', 'readings'], load: () => import('./pages/readings.tsx') },
  '/analytics': {
    words: ['analytics', 'chart', 'emissions', 'errors', 'flows', 'rooms', 'usage'],
    load: () => import('./pages/analytics.tsx'),
  },
  '/community': { words: ['community', 'errors'], load: () => import('./pages/community.tsx') },
  '/contact': { words: ['contact', 'errors'], load: () => import('./pages/contact.tsx') },
  '/health': { words: ['errors', 'health'], load: () => import('./pages/health.tsx') },
  '/household': {
    words: ['copy', 'errors', 'household', 'rooms', 'wall'],
    load: () => import('./pages/household.tsx'),
  },
  '/join': { words: ['account', 'errors', 'household', 'rooms'], load: () => import('./pages/join.tsx') },
  '/changes': {
    words: ['advice', 'changes', 'chart', 'errors', 'notice-texts', 'rooms'],
    load: () => import('./pages/changes.tsx'),
  },
  '/compare': { words: ['chart', 'compare', 'errors'], load: () => import('./pages/compare.tsx') },
  '/notices/rules': {
    words: ['errors', 'notice-texts', 'rooms', 'rules'],
    load: () => import('./pages/rules.tsx'),
  },
  '/notices': { words: ['errors', 'notice-texts', 'rooms', 'rules'], load: () => import('./pages/notices.tsx') },
  '/report/:period': {
    words: ['advice', 'errors', 'notice-texts', 'report', 'rooms'],
    load: () => import('./pages/report.tsx'),
  },
  '/profile': {
    words: ['account', 'assistant-tokens', 'copy', 'errors', 'sessions'],
    load: () => import('./pages/profile.tsx'),
  },
  '/wall': {
    words: ['notice-texts', 'rooms', 'rules', 'wall'],
    load: () => import('./pages/wall.tsx'),
    isBare: true,
  },
  '/reset-password': { words: ['account', 'errors'], load: () => import('./pages/reset-password.tsx') },
  '/admin/faq-requests': { words: ['admin', 'contact', 'errors'], load: () => import('./pages/faq-requests.tsx') },
  // Every part in every state, for those who build; not in the built app.
  ...(import.meta.env.DEV && { '/ui': { words: [], load: () => import('./parts/parts-page.tsx') } }),
};

/** Any other path. */
export const notFoundPage: Page = { words: ['not-found'], load: () => import('./pages/not-found.tsx') };

/** A page that can be shown, words and all. */
export const loadPage = ({ words, load }: Page): Promise<Part> =>
  orReload(async () => (await Promise.all([load(), loadWords(words)]))[0])();

/** Starts loading a page before it is shown: with the first script, or when its link is pointed at. */
export function preloadPage(path: string): void {
  void pages[path]?.load().catch(() => undefined);
}

/** As long as a page that comes later than its frame would be held back anyhow: React puts nothing in a fallback's place sooner. */
const patienceMs = 300;

/** The page at an address, when its files come about as soon as the frame's: shown at once, with nothing in its place before. */
export function firstPage(path: string): Promise<FirstPage | undefined> {
  const page = pages[path];
  if (page === undefined) return Promise.resolve(undefined);
  return Promise.race([
    loadPage(page)
      .then(({ default: Page }) => ({ path, Page }))
      .catch(() => undefined),
    new Promise<undefined>((resolve) => setTimeout(resolve, patienceMs)),
  ]);
}
