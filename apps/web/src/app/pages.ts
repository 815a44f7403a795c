import type { ComponentType } from 'react';

export type Load = () => Promise<{ default: ComponentType }>;

/** Every page by its path; each is a chunk of its own. */
export const pages: Record<string, Load> = {
  '/': () => import('./routes/home.tsx'),
  '/dashboard': () => import('./routes/dashboard.tsx'),
  '/billing': () => import('./routes/billing.tsx'),
  '/devices': () => import('./routes/devices.tsx'),
  '/devices/connect': () => import('./routes/connect.tsx'),
  '/devices/import': () => import('./routes/import.tsx'),
  '/devices/readings': () => import('./routes/readings.tsx'),
  '/analytics': () => import('./routes/analytics.tsx'),
  '/community': () => import('./routes/community.tsx'),
  '/contact': () => import('./routes/contact.tsx'),
  '/health': () => import('./routes/health.tsx'),
  '/household': () => import('./routes/household.tsx'),
  '/join': () => import('./routes/join.tsx'),
  '/profile': () => import('./routes/profile.tsx'),
  '/reset-password': () => import('./routes/reset-password.tsx'),
  '/admin/faq-requests': () => import('./routes/faq-requests.tsx'),
  // Every part in every state, for those who build; not in the built app.
  ...(import.meta.env.DEV && { '/ui': () => import('./parts/parts-page.tsx') }),
};

/** Starts loading a page before it is shown: with the first script, or when its link is pointed at. */
export function preloadPage(path: string): void {
  void pages[path]?.().catch(() => undefined);
}
