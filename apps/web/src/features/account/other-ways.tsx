import { KeyRound, Smartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { type AuthOutcome, signInAsGuest, signInWithGoogle } from '../../platform/auth.ts';
import type { AuthFailure } from '../../platform/identity/auth-failure.ts';
import type { SignInStep } from '../../platform/identity/auth-provider.ts';
import { environment } from '../../platform/env.ts';
import { prepareWaysIn, waysIn } from '../../platform/identity/ways-in.ts';
import { guestDate } from '../../platform/guest-date.ts';
import { sessionState } from '../../platform/session.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import { FailureMessage } from './failure-message.tsx';
import { GoogleMark } from './google-mark.tsx';
import type { AccountFormProps } from './sign-in-form.tsx';

type Way = 'google' | 'passkey' | 'guest';

/** Ways in without a password: Google and passkeys where the backend offers them, and the guest. */
export function OtherWays({ onView, onDone, onStep }: AccountFormProps) {
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
  return import('../../platform/identity/passkeys.ts').then((passkeys) => passkeys.signInWithPasskey());
}
