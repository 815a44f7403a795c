import { ChartColumn, House, Info, LayoutDashboard, Plug, ReceiptText, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { environment } from '../data/env.ts';
import { guestDate } from '../session/guest-account.ts';
import { useSession } from '../session/session.ts';
import { useLanguage } from '../text/i18n.ts';
import { classNames } from '../ui/class-names.ts';

const home = { key: 'home', to: '/', Icon: House } as const;
const dashboard = { key: 'dashboard', to: '/dashboard', Icon: LayoutDashboard } as const;
const billing = { key: 'billing', to: '/billing', Icon: ReceiptText } as const;
const devices = { key: 'devices', to: '/devices', Icon: Plug } as const;
const analytics = { key: 'analytics', to: '/analytics', Icon: ChartColumn } as const;
const community = { key: 'community', to: '/community', Icon: UsersRound } as const;
const about = { key: 'about', to: '/#about', Icon: Info } as const;

/** What people look for, in the order in which they do; what tells of the product comes last for whoever is in. */
const own = [dashboard, billing, analytics, devices, community];
const destinationsOf = (isMember: boolean) => (isMember ? [...own, home, about] : [home, ...own, about]);

/** The bottom bar of phones, before the assistant's button. The rest is in the menus and the footer. */
const barDestinations = [dashboard, billing, analytics, devices];
const barWithCommunity = [...barDestinations, community];

/** Whether a destination is where we are; a place within a page counts only when the address names it. */
function isCurrent(to: string, pathname: string, hash: string): boolean {
  if (to.includes('#')) return to === `${pathname}${hash}`;
  if (to === '/') return pathname === '/' && hash !== '#about';
  return pathname === to || pathname.startsWith(`${to}/`);
}

export function Brand() {
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 items-center gap-2.5 rounded-control text-[1.25rem] font-[680] tracking-[-0.01em]"
    >
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <path d="M16 2C11 9 6 13.5 6 20a10 10 0 0 0 20 0C26 13.5 21 9 16 2z" className="fill-water-text" />
        <path d="M17.5 10 11 20h4.5L14 27l7-10.5h-4.5z" className="fill-power-fill" />
      </svg>
      <span className="max-[27rem]:sr-only">Wattershed</span>
    </Link>
  );
}

interface GuestNoteProps {
  /** Below a page of a phone there is a line for it. */
  isShort?: boolean;
  className: string;
}

/** Tells a guest until when they are kept. It stands where nothing has to move for it. */
export function GuestNote({ isShort = false, className }: GuestNoteProps) {
  const { t } = useTranslation();
  const session = useSession();
  const language = useLanguage();
  if (session.status !== 'signed-in' || !session.user.isGuest) return null;
  const date = guestDate(language);
  return (
    <aside
      aria-label={t('account.guest')}
      className={classNames(
        'flex flex-wrap justify-between gap-x-4 gap-y-2 rounded-card border border-dashed border-leaf/50 bg-leaf-soft px-4 py-3 text-small',
        className,
      )}
    >
      <p>{t(isShort ? 'guest.until' : 'guest.banner', { date })}</p>
      {environment().keepsGuests && (
        <Link to="/profile" className="font-semibold text-leaf underline underline-offset-2">
          {t('guest.keep')}
        </Link>
      )}
    </aside>
  );
}

interface NavigationProps {
  /** Others have posted in the community since this person looked. */
  hasUnread: boolean;
  preloadPage: (path: string) => void;
}

export function SideRail({ hasUnread, preloadPage }: NavigationProps) {
  const { t } = useTranslation();
  const { pathname, hash } = useLocation();
  const isMember = useSession().status === 'signed-in';
  return (
    <div className="hidden w-54 shrink-0 border-r border-line rail:block">
      <div className="sticky top-0 flex h-dvh flex-col overflow-y-auto px-3.5 py-4">
        <nav aria-label={t('nav.label')}>
          <div className="mb-5 px-2.5">
            <Brand />
          </div>
          <ul className="space-y-1">
            {destinationsOf(isMember).map(({ key, to, Icon }) => {
              const current = isCurrent(to, pathname, hash);
              return (
                <li key={key}>
                  <Link
                    to={to}
                    aria-current={current ? 'page' : undefined}
                    onPointerEnter={() => preloadPage(to)}
                    onFocus={() => preloadPage(to)}
                    className={classNames(
                      'flex min-h-11 items-center gap-3 rounded-control px-3 transition-colors duration-150',
                      current
                        ? 'bg-leaf-soft font-semibold text-leaf'
                        : 'text-ink-soft hover:bg-leaf-soft/60 hover:text-ink',
                    )}
                  >
                    <Icon className="size-[18px]" aria-hidden />
                    {t(`nav.${key}`)}
                    {key === 'community' && hasUnread && <UnreadDot className="ml-auto" />}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <GuestNote className="mt-auto" />
      </div>
    </div>
  );
}

/** Community has a place in it while there is something unread. It comes and goes with a page, so that no place moves under a thumb. */
export function BottomBar({ hasUnread, preloadPage }: NavigationProps) {
  const { t } = useTranslation();
  const { pathname, hash } = useLocation();
  const [shown, setShown] = useState({ pathname, hasUnread });
  if (shown.pathname !== pathname) setShown({ pathname, hasUnread });
  return (
    <nav
      aria-label={t('nav.label')}
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] rail:hidden"
    >
      {/* At its right end stands the assistant's button. */}
      <ul className="flex pr-16">
        {(shown.hasUnread ? barWithCommunity : barDestinations).map(({ key, to, Icon }) => {
          const current = isCurrent(to, pathname, hash);
          return (
            <li key={key} className="min-w-11 flex-auto">
              <Link
                to={to}
                aria-current={current ? 'page' : undefined}
                onPointerDown={() => preloadPage(to)}
                className={classNames(
                  'relative flex min-h-15 flex-col items-center justify-center gap-1 text-xs leading-tight -outline-offset-2',
                  current ? 'font-semibold text-leaf' : 'text-ink-soft',
                )}
              >
                <Icon className="size-5" aria-hidden />
                {t(`nav.${key}`)}
                {key === 'community' && hasUnread && <UnreadDot className="absolute top-2 left-1/2 ml-2.5" />}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function UnreadDot({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <span className={classNames('size-2.5 rounded-full bg-leaf forced-colors:bg-[Highlight]', className)}>
      <span className="sr-only"> {t('nav.unread')}</span>
    </span>
  );
}
