import { KeyRound, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type AuthOutcome, signIn, signInAsGuest, signInWithGoogle, signUp } from '#shell/session/auth.ts';
import { environment } from '#shell/data/env.ts';
import { guestDate } from '#shell/session/guest-account.ts';
import type { AuthFailure, SecondFactorStep, SignInStep } from '#shell/session/provider/auth-provider.ts';
import { AuthRefusal, granted } from '#shell/session/provider/failure.ts';
import { prepareWaysIn, signInWithProvider, waysIn } from '#shell/session/provider/ways-in.ts';
import { heldInvitation } from '#shell/session/invitation-token.ts';
import { sessionState } from '#shell/session/session.ts';
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

type Way = 'google' | 'provider' | 'passkey' | 'guest';

/** Ways in without a password: Google and passkeys where the backend offers them, and the guest. */
function OtherWays({ onView, onDone, onStep }: AccountFormProps) {
  const { t } = useTranslation('account');
  const date = guestDate(useLanguage());
  const navigate = useNavigate();
  const ways = waysIn();
  const [pending, setPending] = useState<Way>();
  const [failure, setFailure] = useState<AuthFailure>();
  useEffect(prepareWaysIn, []);

  const go = async <T,>(way: Way, ask: () => AuthOutcome<T>, onSuccess: (value: T) => void) => {
    setPending(way);
    setFailure(undefined);
    const outcome = await ask();
    if (outcome.ok) return onSuccess(outcome.value);
    // A newer window was opened, which goes on.
    if (outcome.failure.code === 'cancelled-popup-request') return;
    setPending(undefined);
    setFailure(outcome.failure);
  };
  const asMember = (step: SignInStep) => {
    if (step !== null) return onStep(step);
    // By redirect nobody is signed in yet: the page is about to leave, and the button stays pending.
    if (sessionState().status !== 'signed-in') return;
    notify(t('done.signedIn'));
    onDone();
  };
  const asGuest = () => {
    notify(t('done.guest'), t('done.guestText', { date }));
    onDone();
    void navigate('/dashboard');
  };

  return (
    <div className="mt-5 space-y-3">
      <p className="flex items-center gap-3 text-small text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('action.or')}
      </p>
      {ways.google && (
        <Button
          look="secondary"
          className="w-full"
          icon={<GoogleMark />}
          pending={pending === 'google' && !ways.byPopup}
          onClick={() => void go('google', signInWithGoogle, asMember)}
        >
          {t('action.google')}
        </Button>
      )}
      {ways.provider !== '' && (
        <Button
          look="secondary"
          className="w-full"
          icon={<KeyRound className="size-4.5" aria-hidden />}
          pending={pending === 'provider'}
          onClick={() => void go('provider', signInWithProvider, asMember)}
        >
          {t('action.provider', { name: ways.provider })}
        </Button>
      )}
      {ways.phone && <PhoneButton onPress={() => onView('phone')} />}
      {environment().passkeys && (
        <Button
          look="secondary"
          className="w-full"
          icon={<KeyRound className="size-4.5" aria-hidden />}
          pending={pending === 'passkey'}
          onClick={() => void go('passkey', signInWithPasskey, asMember)}
        >
          {t('action.passkey')}
        </Button>
      )}
      {ways.guest && (
        <>
          <Button
            look="secondary"
            className="w-full"
            pending={pending === 'guest'}
            onClick={() => void go('guest', signInAsGuest, asGuest)}
          >
            {t('action.guest')}
          </Button>
          <p className="text-small text-ink-soft">{t('action.guestText', { date })}</p>
        </>
      )}
      <FailureMessage failure={failure} />
    </div>
  );
}

function GoogleMark() {
  return (
    <svg viewBox="0 0 24 24" className="size-5" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M23 12.3c0-.8-.1-1.6-.2-2.3H12v4.3h6.2a5.3 5.3 0 0 1-2.3 3.5v2.9h3.7c2.2-2 3.4-5 3.4-8.4z"
      />
      <path
        fill="#34A853"
        d="M12 23.5c3.1 0 5.7-1 7.6-2.8l-3.7-2.9a6.9 6.9 0 0 1-10.3-3.6H1.8v3A11.5 11.5 0 0 0 12 23.5z"
      />
      <path fill="#FBBC05" d="M5.6 14.2a6.9 6.9 0 0 1 0-4.4v-3H1.8a11.5 11.5 0 0 0 0 10.4z" />
      <path
        fill="#EA4335"
        d="M12 5.1c1.7 0 3.2.6 4.4 1.7l3.3-3.3A11.5 11.5 0 0 0 1.8 6.8l3.8 3A6.9 6.9 0 0 1 12 5.1z"
      />
    </svg>
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

/** Few installations have them: what they need is loaded when it is asked for. */
function signInWithPasskey(): AuthOutcome<SignInStep> {
  return import('#shell/session/provider/passkeys.ts').then((passkeys) => passkeys.signInWithPasskey());
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
