/** Every screen of the contract's routes, and the words by which a reviewer's picture is named. */
export const screens = {
  home: '/',
  dashboard: '/dashboard',
  billing: '/billing',
  prices: '/billing/prices',
  devices: '/devices',
  connect: '/devices/connect',
  elsewhere: '/devices/elsewhere',
  import: '/devices/import',
  readings: '/devices/readings',
  analytics: '/analytics',
  community: '/community',
  contact: '/contact',
  health: '/health',
  household: '/household',
  notices: '/notices',
  rules: '/notices/rules',
  report: '/report/2026-W10',
  changes: '/changes',
  compare: '/compare',
  join: '/join',
  profile: '/profile',
  'reset-password': '/reset-password',
  'faq-requests': '/admin/faq-requests',
  'not-found': '/no-such-page',
} as const;

export type Screen = keyof typeof screens;
export const screenNames = Object.keys(screens) as Screen[];
export const screenLanguages = ['en', 'es', 'hi'] as const;
