import { House, Info, LayoutDashboard, Plug, UserRound } from 'lucide-react';

/** Where the navigation leads, in order. The bottom bar of phones holds all five. */
export const destinations = [
  { key: 'home', to: '/', Icon: House },
  { key: 'dashboard', to: '/dashboard', Icon: LayoutDashboard },
  { key: 'devices', to: '/devices', Icon: Plug },
  { key: 'about', to: '/#about', Icon: Info },
  { key: 'profile', to: '/profile', Icon: UserRound },
] as const;

/** On wide windows the profile is in the account menu. */
export const railDestinations = destinations.slice(0, 4);

/** Whether a destination is where we are; a place within a page counts only when the address names it. */
export function isCurrent(to: string, pathname: string, hash: string): boolean {
  if (to.includes('#')) return to === `${pathname}${hash}`;
  if (to === '/') return pathname === '/' && hash !== '#about';
  return pathname === to || pathname.startsWith(`${to}/`);
}
