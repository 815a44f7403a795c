import { LogOut, UserRound } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signOut } from '../../platform/auth.ts';
import { useSession } from '../../platform/session.ts';
import { askToSignIn } from '../../platform/sign-in-request.ts';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { notify } from '../../ui/notice.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

export function AccountMenu() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const session = useSession();
  if (session.status === 'loading') return <Skeleton className="h-11 w-28 rounded-control" />;
  if (session.status === 'signed-out')
    return (
      <Button className="whitespace-nowrap" onClick={() => askToSignIn()}>
        {t('account.signIn')}
      </Button>
    );

  const { user } = session;
  const name = user.isGuest ? t('account.guest') : user.displayName || user.email;
  const leave = async () => {
    const outcome = await signOut('local');
    if (outcome.ok) notify(t('account.signedOut'));
  };
  return (
    <Menu
      label={`${t('account.menu')}: ${name}`}
      trigger={
        <>
          <UserRound className="size-[18px] text-ink-soft" aria-hidden />
          <span className="max-w-18 truncate sm:max-w-36">{name}</span>
        </>
      }
      items={[
        {
          key: 'profile',
          label: user.isGuest ? t('account.keep') : t('account.profile'),
          icon: <UserRound className="size-[18px] text-ink-soft" aria-hidden />,
          onSelect: () => void navigate('/profile'),
        },
        {
          key: 'sign-out',
          label: t('account.signOut'),
          icon: <LogOut className="size-[18px] text-ink-soft" aria-hidden />,
          onSelect: () => void leave(),
        },
      ]}
    />
  );
}
