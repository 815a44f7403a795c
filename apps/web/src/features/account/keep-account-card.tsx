import { upgradeGuest, type UpgradeGuestBody } from '@wattershed/contracts/account';
import { useTranslation } from 'react-i18next';
import { refreshSession, signIn } from '../../platform/auth.ts';
import { environment } from '../../platform/env.ts';
import type { AuthFailure } from '../../platform/identity/auth-failure.ts';
import { linkGuest } from '../../platform/identity/people-of-provider.ts';
import { waysIn } from '../../platform/identity/ways-in.ts';
import { fail, type Outcome, succeed } from '../../platform/outcome.ts';
import { callService } from '../../platform/service.ts';
import { ServiceError } from '../../platform/service-error.ts';
import { guestDate } from '../../platform/guest-date.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/notice.ts';
import { checkEmail, checkNewPassword } from './check-credentials.ts';
import { EmailField, PasswordField } from './credential-fields.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useSubmit } from './use-submit.ts';

/** A guest becomes a member: the same account and everything in it, with an address and a password of one's own. */
export function KeepAccountCard() {
  const { t } = useTranslation('account');
  const date = guestDate(useLanguage());
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ email: checkEmail(field('email')), password: checkNewPassword(field('password')) }),
    async (field) => {
      const body: UpgradeGuestBody = { email: field('email').trim(), password: field('password') };
      const outcome = await upgrade(body);
      if (outcome.ok) notify(t('profile.kept'), t('profile.keptText', { email: body.email }));
      return outcome;
    },
  );
  return (
    <Card title={t('profile.keepTitle')}>
      <div className="mb-4 max-w-2xl space-y-2 text-ink-soft">
        <p>{t('profile.keepText', { date })}</p>
        {waysIn().google && <p>{t('profile.keepGoogle')}</p>}
      </div>
      <form noValidate onSubmit={submit} className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <EmailField problem={problems['email']} />
        <PasswordField problem={problems['password']} kind="new" />
        {failure !== undefined && (
          <div className="sm:col-span-2">
            <FailureMessage failure={failure} />
          </div>
        )}
        <div className="sm:col-span-2">
          <Button type="submit" pending={pending}>
            {t('profile.keep')}
          </Button>
        </div>
      </form>
    </Card>
  );
}

async function upgrade(body: UpgradeGuestBody): Promise<Outcome<void, AuthFailure | ServiceError>> {
  if (environment().identityProvider === 'firebase') return linkGuest(body.email, body.password);
  try {
    const answer = await callService(upgradeGuest, { body });
    if (!answer?.sessionsEnded) return await refreshSession();
    const outcome = await signIn(body.email, body.password);
    return outcome.ok ? succeed(undefined) : outcome;
  } catch (error) {
    if (error instanceof ServiceError) return fail(error);
    throw error;
  }
}
