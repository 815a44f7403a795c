import { ChartColumn, House, Info, LayoutDashboard, Plug, ReceiptText, UsersRound } from 'lucide-react';

const home = { key: 'home', to: '/', Icon: House } as const;
const dashboard = { key: 'dashboard', to: '/dashboard', Icon: LayoutDashboard } as const;
const billing = { key: 'billing', to: '/billing', Icon: ReceiptText } as const;
const devices = { key: 'devices', to: '/devices', Icon: Plug } as const;
const analytics = { key: 'analytics', to: '/analytics', Icon: ChartColumn } as const;
const community = { key: 'community', to: '/community', Icon: UsersRound } as const;
const about = { key: 'about', to: '/#about', Icon: Info } as const;

/** Where the navigation leads, in order. */
export const railDestinations = [home, dashboard, billing, devices, analytics, community, about];

/** The bottom bar of phones has room for five; Home is the mark above the page, the rest is in the menus and the footer. */
export const barDestinations = [dashboard, billing, devices, analytics, community];

/** Whether a destination is where we are; a place within a page counts only when the address names it. */
export function isCurrent(to: string, pathname: string, hash: string): boolean {
  if (to.includes('#')) return to === `${pathname}${hash}`;
  if (to === '/') return pathname === '/' && hash !== '#about';
  return pathname === to || pathname.startsWith(`${to}/`);
}
