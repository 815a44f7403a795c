import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { signIn, signUp } from '../../platform/auth.ts';
import type { SecondFactorStep } from '../../platform/identity/auth-provider.ts';
import { AuthRefusal, granted } from '../../platform/identity/failure.ts';
import { heldInvitation } from '../../platform/invitation-token.ts';
import type { SignInView } from '../../platform/sign-in-request.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import {
  checkEmail,
  checkNewPassword,
  checkPassword,
  EmailField,
  PasswordField,
  useAccountForm,
} from './account-form.tsx';
import { FailureMessage } from './failure-message.tsx';
import { MailSent, SendAgain } from './mail-sent.tsx';
import { OtherWays } from './other-ways.tsx';
import { TextButton } from './text-button.tsx';

export interface AccountFormProps {
  onView: (view: SignInView) => void;
  onDone: () => void;
  /** The password, or Google, was right; a code is asked for as well. */
  onStep: (step: SecondFactorStep) => void;
}

export function SignInForm({ onView, onDone, onStep }: AccountFormProps) {
  const { t } = useTranslation('account');
  const [tried, setTried] = useState('');
  const form = useAccountForm({
    values: { email: '', password: '' },
    check: ({ email, password }) => ({ email: checkEmail(email), password: checkPassword(password) }),
    send: async ({ email, password }) => {
      setTried(email.trim());
      const step = granted(await signIn(email.trim(), password));
      if (step !== null) return onStep(step);
      notify(t('done.signedIn'));
      onDone();
    },
  });
  const isUnproved = form.failure instanceof AuthRefusal && form.failure.failure.code === 'email-not-confirmed';
  return (
    <>
      <form {...form.props} className="space-y-4">
        <EmailField {...form.field('email')} />
        <PasswordField {...form.field('password')} kind="current" />
        <FailureMessage failure={form.failure} />
        {isUnproved && <SendAgain email={tried} />}
        <Button type="submit" pending={form.isPending} className="w-full">
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

export function SignUpForm({ onView, onDone, onStep }: AccountFormProps) {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState<string>();
  const form = useAccountForm({
    values: { email: '', password: '' },
    check: ({ email, password }) => ({ email: checkEmail(email), password: checkNewPassword(password) }),
    send: async ({ email, password }) => {
      if (granted(await signUp(email.trim(), password)) === 'check-email') return setSentTo(email.trim());
      notify(t('done.signedIn'));
      onDone();
    },
  });
  if (sentTo !== undefined)
    return (
      <>
        <MailSent
          title={t('done.checkEmail')}
          text={
            <>
              {t('done.checkEmailText', { email: sentTo })}
              {heldInvitation() !== undefined && <span className="mt-2 block">{t('done.checkEmailInvited')}</span>}
            </>
          }
        />
        <SendAgain email={sentTo} />
      </>
    );
  return (
    <>
      <form {...form.props} className="space-y-4">
        <EmailField {...form.field('email')} />
        <PasswordField {...form.field('password')} kind="new" />
        <FailureMessage failure={form.failure} />
        <Button type="submit" pending={form.isPending} className="w-full">
          {t('action.signUp')}
        </Button>
      </form>
      <OtherWays onView={onView} onDone={onDone} onStep={onStep} />
      <p className="mt-5 text-center text-small text-ink-soft">
        <Trans t={t} i18nKey="action.toSignIn" components={{ 1: <TextButton onClick={() => onView('sign-in')} /> }} />
      </p>
    </>
  );
}
