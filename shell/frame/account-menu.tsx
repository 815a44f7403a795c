import {
  Activity,
  Bell,
  Check,
  Download,
  House,
  LogOut,
  type LucideIcon,
  Mail,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useIsAdministrator } from '../session/administrator.ts';
import { signOut } from '../session/auth.ts';
import { environment } from '../data/env.ts';
import { useInstallOffer } from '../parts/install-offer.ts';
import { useSession, useUserId } from '../session/session.ts';
import { askToSignIn } from '../session/session-prompts.ts';
import { Button } from '../ui/button.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { notify } from '../ui/notices/notice.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import type { HouseholdChoice } from '../household/choice-menu.ts';
import { useLanguageItems } from './language-menu.tsx';

const LeaveGuestDialog = lazy(() => import('../session/leave-guest-dialog.tsx'));

export function AccountMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  const [opened, setOpened] = useState(0);
  const [isLeaving, setLeaving] = useState(false);
  const administrator = useIsAdministrator(opened > 0);
  const install = useInstallOffer();
  const homes = useHouseholdChoices(opened > 0);
  const languages = useLanguageItems();
  // On a phone the bell stands in the place of their menu.
  const isPhone = opened > 0 && window.matchMedia?.('(width < 40rem)').matches;
  if (session.status === 'loading') return <Skeleton className="h-11 w-28 rounded-control" />;
  if (session.status === 'signed-out')
    return (
      <Button className="whitespace-nowrap" onClick={() => askToSignIn()}>
        {t('account.signIn')}
      </Button>
    );

  const { user } = session;
  const name = user.isGuest ? t('account.guest') : user.displayName || user.email || t('account.profile');
  const keeps = user.isGuest && environment().keepsGuests;
  const leave = async () => {
    const outcome = await signOut('local');
    if (outcome.ok) notify(t('account.signedOut'));
  };
  const go = (key: string, to: string, label: string, Icon: LucideIcon): MenuItem => ({
    key,
    label,
    icon: <Icon className="size-[18px] text-ink-soft" aria-hidden />,
    onSelect: () => void navigate(to),
  });
  return (
    <>
      <Menu
        label={`${t('account.menu')}: ${name}`}
        trigger={
          <>
            <UserRound className="size-[18px] text-ink-soft" aria-hidden />
            <span className="max-w-36 truncate max-sm:sr-only">{name}</span>
          </>
        }
        onOpen={() => setOpened(opened + 1)}
        items={grouped(
          homes.map(({ id, name: home, isShown, show }) =>
            choice({
              key: id,
              label: <span className="max-w-64 truncate">{home}</span>,
              checked: isShown,
              onSelect: show,
            }),
          ),
          isPhone ? languages.map(choice) : [],
          [
            go('profile', '/profile', keeps ? t('account.keep') : t('account.profile'), UserRound),
            go('notices', '/notices', t('notices'), Bell),
            go('household', '/household', t('account.household'), House),
            go('community', '/community', t('nav.community'), UsersRound),
            go('contact', '/contact', t('nav.contact'), Mail),
            go('health', '/health', t('nav.health'), Activity),
            ...(administrator === true ? [go('admin', '/admin/faq-requests', t('nav.admin'), ShieldCheck)] : []),
            ...(install === undefined ? [] : [installItem(t('install'), install)]),
            {
              key: 'sign-out',
              label: t('account.signOut'),
              icon: <LogOut className="size-[18px] text-ink-soft" aria-hidden />,
              onSelect: () => (user.isGuest ? setLeaving(true) : void leave()),
            },
          ],
        )}
      />
      {isLeaving && (
        <Suspense>
          <LeaveGuestDialog open onLeave={leave} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

/** One of several, of which the one in force is checked. */
function choice(item: Omit<MenuItem, 'icon'>): MenuItem {
  const icon = <Check className={item.checked ? 'size-[18px]' : 'invisible size-[18px]'} aria-hidden />;
  return { ...item, icon };
}

/** A line between each group and the next. */
function grouped(...groups: MenuItem[][]): MenuItem[] {
  return groups.flatMap((items, group) =>
    items.map((item, i) => ({ ...item, endsGroup: i === items.length - 1 && group < groups.length - 1 })),
  );
}

function installItem(label: string, install: () => void): MenuItem {
  const icon = <Download className="size-[18px] text-ink-soft" aria-hidden />;
  return { key: 'install', label, icon, onSelect: install };
}

/** The households between which one may choose: none for whoever has only one, and until `ask`. */
function useHouseholdChoices(ask: boolean): readonly HouseholdChoice[] {
  const userId = useUserId();
  const [found, setFound] = useState<{ userId: string; choices: HouseholdChoice[] }>();
  useEffect(() => {
    if (userId === undefined || !ask) return;
    let stop: (() => void) | undefined;
    let current = true;
    // Home does not load what fetches: this comes with the first press.
    import('../household/choice-menu.ts').then(
      ({ followChoices }) => {
        if (current) stop = followChoices(userId, (choices) => setFound({ userId, choices }));
      },
      // Without a network and never loaded before: the menu does without.
      () => undefined,
    );
    return () => {
      current = false;
      stop?.();
    };
  }, [userId, ask]);
  return found !== undefined && found.userId === userId ? found.choices : [];
}
