import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../../platform/auth.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/notice.ts';
import { checkNewPassword, checkRepeated } from './check-credentials.ts';
import { PasswordField } from './credential-fields.tsx';
import { FailureMessage } from './failure-message.tsx';
import { useSubmit } from './use-submit.ts';

export function PasswordCard() {
  const { t } = useTranslation('account');
  const form = useRef<HTMLFormElement>(null);
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({
      password: checkNewPassword(field('password')),
      repeated: checkRepeated(field('password'), field('repeated')),
    }),
    async (field) => {
      const outcome = await changePassword(field('password'));
      if (outcome.ok) {
        notify(t('profile.passwordChanged'));
        form.current?.reset();
      }
      return outcome;
    },
  );
  return (
    <Card id="password" title={t('profile.passwordTitle')}>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <PasswordField problem={problems['password']} kind="new" />
        <PasswordField problem={problems['repeated']} kind="new" name="repeated" />
        {failure !== undefined && <FailureMessage failure={failure} />}
        <Button type="submit" pending={pending}>
          {t('reset.save')}
        </Button>
      </form>
    </Card>
  );
}
