import { upgradeGuest, type UpgradeGuestBody } from '../contract/account.ts';
import { useTranslation } from 'react-i18next';
import { refreshSession, signIn } from '#shell/session/auth.ts';
import { environment } from '#shell/data/env.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { linkGuest } from '#shell/session/provider/people-of-provider.ts';
import { waysIn } from '#shell/session/provider/ways-in.ts';
import { callService } from '#shell/data/service.ts';
import { guestDate } from '#shell/session/guest/guest-date.ts';
import { useLanguage } from '#shell/text/use-language.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/card.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import { checkEmail, checkNewPassword, EmailField, PasswordField, useAccountForm } from './account-form.tsx';
import { FailureMessage } from './failure-message.tsx';

/** A guest becomes a member: the same account and everything in it, with an address and a password of one's own. */
export function KeepAccountCard() {
  const { t } = useTranslation('account');
  const date = guestDate(useLanguage());
  const form = useAccountForm({
    values: { email: '', password: '' },
    check: ({ email, password }) => ({ email: checkEmail(email), password: checkNewPassword(password) }),
    send: async ({ email, password }) => {
      const body: UpgradeGuestBody = { email: email.trim(), password };
      await upgrade(body);
      notify(t('profile.kept'), t('profile.keptText', { email: body.email }));
    },
  });
  return (
    <Card title={t('profile.keepTitle')}>
      <div className="mb-4 max-w-2xl space-y-2 text-ink-soft">
        <p>{t('profile.keepText', { date })}</p>
        {waysIn().google && <p>{t('profile.keepGoogle')}</p>}
      </div>
      <form {...form.props} className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <EmailField {...form.field('email')} />
        <PasswordField {...form.field('password')} kind="new" />
        <div className="empty:hidden sm:col-span-2">
          <FailureMessage failure={form.failure} />
        </div>
        <div className="sm:col-span-2">
          <Button type="submit" pending={form.isPending}>
            {t('profile.keep')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

async function upgrade(body: UpgradeGuestBody): Promise<void> {
  if (environment().identityProvider === 'firebase') return granted(await linkGuest(body.email, body.password));
  const answer = await callService(upgradeGuest, { body });
  if (answer?.sessionsEnded !== true) return granted(await refreshSession());
  granted(await signIn(body.email, body.password));
}
