import { useTranslation } from 'react-i18next';
import { changePassword } from '#shell/session/auth.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { Button } from '#shell/ui/button.tsx';
import { checkNewPassword, checkRepeated, PasswordField, useAccountForm } from './account-form.tsx';
import { FailureMessage } from './failure-message.tsx';

/** `isWide`: nothing else stands beside it. */
export function NewPasswordForm({ isWide = false, onSaved }: { isWide?: boolean; onSaved: () => void }) {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    values: { password: '', repeated: '' },
    check: ({ password, repeated }) => ({
      password: checkNewPassword(password),
      repeated: checkRepeated(password, repeated),
    }),
    send: async ({ password }) => {
      granted(await changePassword(password));
      onSaved();
      form.reset();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <PasswordField {...form.field('password')} kind="new" />
      <PasswordField {...form.field('repeated')} kind="repeated" />
      <FailureMessage failure={form.failure} />
      <Button type="submit" pending={form.isPending} className={isWide ? 'w-full' : undefined}>
        {t('reset.save')}
      </Button>
    </form>
  );
}
