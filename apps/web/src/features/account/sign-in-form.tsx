import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { signIn } from '../../platform/auth.ts';
import type { SecondFactorStep } from '../../platform/identity/auth-provider.ts';
import type { SignInView } from '../../platform/sign-in-request.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import { checkEmail, checkPassword } from './check-credentials.ts';
import { EmailField, PasswordField } from './credential-fields.tsx';
import { FailureMessage } from './failure-message.tsx';
import { OtherWays } from './other-ways.tsx';
import { TextButton } from './text-button.tsx';
import { SendAgain } from './mail-sent.tsx';
import { useSubmit } from './use-submit.ts';

export interface AccountFormProps {
  onView: (view: SignInView) => void;
  onDone: () => void;
  /** The password, or Google, was right; a code is asked for as well. */
  onStep: (step: SecondFactorStep) => void;
}

export function SignInForm({ onView, onDone, onStep }: AccountFormProps) {
  const { t } = useTranslation('account');
  const [email, setEmail] = useState('');
  const { pending, problems, failure, submit } = useSubmit(
    (field) => ({ email: checkEmail(field('email')), password: checkPassword(field('password')) }),
    async (field) => {
      setEmail(field('email').trim());
      const outcome = await signIn(field('email').trim(), field('password'));
      if (outcome.ok && outcome.value !== null) onStep(outcome.value);
      else if (outcome.ok) {
        notify(t('done.signedIn'));
        onDone();
      }
      return outcome;
    },
  );
  return (
    <>
      <form noValidate onSubmit={submit} className="space-y-4">
        <EmailField problem={problems['email']} />
        <PasswordField problem={problems['password']} />
        {failure !== undefined && <FailureMessage failure={failure} />}
        {failure?.code === 'email-not-confirmed' && <SendAgain email={email} />}
        <Button type="submit" pending={pending} className="w-full">
          {t('action.signIn')}
        </Button>
        <div className="text-center">
          <TextButton onClick={() => onView('reset')}>{t('action.forgot')}</TextButton>
        </div>
      </form>
      <OtherWays onView={onView} onDone={onDone} onStep={onStep} />
      <p className="mt-5 text-center text-small text-ink-soft">
        <Trans t={t} i18nKey="action.toSignUp" components={{ 1: <TextButton onClick={() => onView('sign-up')} /> }} />
      </p>
    </>
  );
}
