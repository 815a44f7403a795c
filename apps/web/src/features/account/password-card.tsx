import { useTranslation } from 'react-i18next';
import { changePassword } from '../../platform/auth.ts';
import { granted } from '../../platform/identity/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/notice.ts';
import { checkNewPassword, checkRepeated, PasswordField, useAccountForm } from './account-form.tsx';
import { FailureMessage } from './failure-message.tsx';

export function PasswordCard() {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    values: { password: '', repeated: '' },
    check: ({ password, repeated }) => ({
      password: checkNewPassword(password),
      repeated: checkRepeated(password, repeated),
    }),
    send: async ({ password }) => {
      granted(await changePassword(password));
      notify(t('profile.passwordChanged'));
      form.reset();
    },
  });
  return (
    <Card id="password" title={t('profile.passwordTitle')}>
      <form {...form.props} className="space-y-4">
        <PasswordField {...form.field('password')} kind="new" />
        <PasswordField {...form.field('repeated')} kind="repeated" />
        <FailureMessage failure={form.failure} />
        <Button type="submit" pending={form.isPending}>
          {t('reset.save')}
        </Button>
      </form>
    </Card>
  );
}
