import { useTranslation } from 'react-i18next';
import { environment } from '#shell/data/env.ts';
import { signInWithGoogle } from '#shell/session/auth.ts';
import { granted } from '#shell/session/provider/failure.ts';
import { proveByPassword } from '#shell/session/provider/own-sign-in.ts';
import { hasProved } from '#shell/session/session-prompts.ts';
import { Button } from '#shell/ui/button.tsx';
import { checkPassword, PasswordField, useAccountForm } from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';

/** Whoever is signed in, and came in some time ago, shows the password once more; who has none comes anew by Google. */
export function ProveForm() {
  const { t } = useTranslation('account');
  const form = useAccountForm({
    values: { password: '' },
    check: ({ password }) => ({ password: checkPassword(password) }),
    send: async ({ password }) => {
      granted(await proveByPassword(password));
      hasProved();
    },
  });
  return (
    <form {...form.props} className="space-y-4">
      <PasswordField {...form.field('password')} kind="current" />
      <FailureMessage failure={form.failure} />
      <Button type="submit" pending={form.isPending} className="w-full">
        {t('dialog.prove')}
      </Button>
      {environment().googleSignIn && (
        <Button look="secondary" className="w-full" onClick={() => void signInWithGoogle()}>
          {t('action.google')}
        </Button>
      )}
    </form>
  );
}
