import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { environment } from '#shell/data/env.ts';
import { type AuthOutcome, signInWithGoogle } from '#shell/session/auth.ts';
import type { AuthFailure, SignInStep } from '#shell/session/provider/auth-provider.ts';
import { prepareWaysIn, signInWithProvider, waysIn } from '#shell/session/provider/ways-in.ts';
import { Button } from '#shell/ui/button.tsx';
import { FailureMessage } from '../failure-message.tsx';

type Way = 'google' | 'provider' | 'passkey';

/** `onIn`: where a way needs no redirect; what it still lacks. */
export function WaysWithoutPassword({ onIn }: { onIn: (step: SignInStep) => void }) {
  const { t } = useTranslation('account');
  const ways = waysIn();
  const [pending, setPending] = useState<Way>();
  const [failure, setFailure] = useState<AuthFailure>();
  useEffect(prepareWaysIn, []);

  const go = async (way: Way, ask: () => AuthOutcome<SignInStep>) => {
    setPending(way);
    setFailure(undefined);
    const outcome = await ask();
    if (outcome.ok) {
      // By redirect nobody has come in yet: the page is about to leave, and the button stays pending.
      if (way === 'passkey' || ways.byPopup) onIn(outcome.value);
      return;
    }
    // A newer window was opened, which goes on.
    if (outcome.failure.code === 'cancelled-popup-request') return;
    setPending(undefined);
    setFailure(outcome.failure);
  };

  return (
    <>
      {ways.google && (
        <Button
          look="secondary"
          className="w-full"
          icon={<GoogleMark />}
          pending={pending === 'google' && !ways.byPopup}
          onClick={() => void go('google', signInWithGoogle)}
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
          onClick={() => void go('provider', signInWithProvider)}
        >
          {t('action.provider', { name: ways.provider })}
        </Button>
      )}
      {environment().passkeys && (
        <Button
          look="secondary"
          className="w-full"
          icon={<KeyRound className="size-4.5" aria-hidden />}
          pending={pending === 'passkey'}
          onClick={() => void go('passkey', signInWithPasskey)}
        >
          {t('action.passkey')}
        </Button>
      )}
      <FailureMessage failure={failure} />
    </>
  );
}

/** Few installations have them: what they need is loaded when it is asked for. */
function signInWithPasskey(): AuthOutcome<SignInStep> {
  return import('#shell/session/provider/passkeys.ts').then((passkeys) => passkeys.signInWithPasskey());
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
