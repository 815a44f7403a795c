import { useTranslation } from 'react-i18next';
import { granted } from '#shell/session/provider/failure.ts';
import { proveByPassword } from '#shell/session/provider/own-sign-in.ts';
import { sessionState, useUserId } from '#shell/session/session.ts';
import { closeSignIn, hasProved } from '#shell/session/session-prompts.ts';
import { Button } from '#shell/ui/button.tsx';
import { checkPassword, PasswordField, useAccountForm } from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';
import { WaysWithoutPassword } from './ways-without-password.tsx';

/** Whoever is signed in, and came in some time ago, shows the password once more, or comes anew by what they have instead. */
export function ProveForm() {
  const { t } = useTranslation('account');
  const userId = useUserId();
  const form = useAccountForm({
    values: { password: '' },
    check: ({ password }) => ({ password: checkPassword(password) }),
    send: async ({ password }) => {
      granted(await proveByPassword(password));
      hasProved();
    },
  });
  /** A passkey may be somebody else's: then nothing is done that the one before has asked for. */
  const comeAnew = () => {
    const now = sessionState();
    if (now.status === 'signed-in' && now.user.id === userId) hasProved();
    else closeSignIn();
  };
  return (
    <form {...form.props} className="space-y-4">
      <PasswordField {...form.field('password')} kind="current" />
      <FailureMessage failure={form.failure} />
      <Button type="submit" pending={form.isPending} className="w-full">
        {t('dialog.prove')}
      </Button>
      <WaysWithoutPassword onIn={comeAnew} />
    </form>
  );
}
