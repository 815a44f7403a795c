import { Smartphone } from 'lucide-react';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { signIn, signInAsGuest, signUp } from '#shell/session/auth.ts';
import { guestDate } from '#shell/session/guest-account.ts';
import type { AuthFailure, SecondFactorStep, SignInStep } from '#shell/session/provider/auth-provider.ts';
import { AuthRefusal, granted } from '#shell/session/provider/failure.ts';
import { waysIn } from '#shell/session/provider/ways-in.ts';
import { heldInvitation } from '#shell/session/invitation-token.ts';
import type { SignInView } from '#shell/session/session-prompts.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Button } from '#shell/ui/button.tsx';
import { notify } from '#shell/ui/notices/notice.ts';
import {
  checkEmail,
  checkNewPassword,
  checkPassword,
  EmailField,
  PasswordField,
  TextButton,
  useAccountForm,
} from '../account-form.tsx';
import { FailureMessage } from '../failure-message.tsx';
import { MailSent, SendAgain } from './request-reset-form.tsx';
import { WaysWithoutPassword } from './ways-without-password.tsx';

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

/** Ways in without a password: what the backend offers, and the guest. */
function OtherWays({ onView, onDone, onStep }: AccountFormProps) {
  const { t } = useTranslation('account');
  const ways = waysIn();
  const asMember = (step: SignInStep) => {
    if (step !== null) return onStep(step);
    notify(t('done.signedIn'));
    onDone();
  };
  return (
    <div className="mt-5 space-y-3">
      <p className="flex items-center gap-3 text-small text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('action.or')}
      </p>
      <WaysWithoutPassword onIn={asMember} />
      {ways.phone && <PhoneButton onPress={() => onView('phone')} />}
      {ways.guest && <GuestButton onDone={onDone} />}
    </div>
  );
}

function GuestButton({ onDone }: Pick<AccountFormProps, 'onDone'>) {
  const { t } = useTranslation('account');
  const date = guestDate(useLanguage());
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<AuthFailure>();
  const enter = async () => {
    setPending(true);
    setFailure(undefined);
    const outcome = await signInAsGuest();
    setPending(false);
    if (!outcome.ok) return setFailure(outcome.failure);
    onDone();
    void navigate('/dashboard');
  };
  return (
    <>
      <Button look="secondary" className="w-full" pending={pending} onClick={() => void enter()}>
        {t('action.guest')}
      </Button>
      <p className="text-small text-ink-soft">{t('action.guestText', { date })}</p>
      <FailureMessage failure={failure} />
    </>
  );
}

function PhoneButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('account');
  return (
    <Button
      look="secondary"
      className="w-full"
      icon={<Smartphone className="size-4.5" aria-hidden />}
      onClick={onPress}
    >
      {t('action.phone')}
    </Button>
  );
}

export function SignUpForm({ onView, onDone, onStep }: AccountFormProps) {
  const { t } = useTranslation('account');
  const [sentTo, setSentTo] = useState<string>();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const form = useAccountForm({
    values: { email: '', password: '' },
    check: ({ email, password }) => ({ email: checkEmail(email), password: checkNewPassword(password) }),
    send: async ({ email, password }) => {
      if (granted(await signUp(email.trim(), password)) === 'check-email') return setSentTo(email.trim());
      notify(t('done.signedIn'));
      onDone();
      // There the way to one's own figures begins; on any other page they came for something.
      if (pathname === '/') void navigate('/dashboard');
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
