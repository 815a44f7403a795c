import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { signInAsGuest, signInWithGoogle } from '../../platform/auth.ts';
import type { AuthFailure } from '../../platform/auth-failure.ts';
import { environment } from '../../platform/env.ts';
import { guestDate } from '../../platform/guest-date.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { notify } from '../../ui/notice.ts';
import { FailureMessage } from './failure-message.tsx';
import { GoogleMark } from './google-mark.tsx';

type Way = 'google' | 'guest';

/** Ways in without a password: Google where the backend offers it, and the guest. */
export function OtherWays({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const date = guestDate(useLanguage());
  const navigate = useNavigate();
  const [pending, setPending] = useState<Way>();
  const [failure, setFailure] = useState<AuthFailure>();

  const go = async (way: Way) => {
    setPending(way);
    setFailure(undefined);
    const outcome = await (way === 'google' ? signInWithGoogle() : signInAsGuest());
    // With Google the page is about to leave: the button stays pending.
    if (way === 'google' && outcome.ok) return;
    setPending(undefined);
    if (!outcome.ok) return setFailure(outcome.failure);
    notify(t('done.guest'), t('done.guestText', { date }));
    onDone();
    void navigate('/dashboard');
  };

  return (
    <div className="mt-5 space-y-3">
      <p className="flex items-center gap-3 text-small text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('action.or')}
      </p>
      {environment().googleSignIn && (
        <Button
          look="secondary"
          className="w-full"
          icon={<GoogleMark />}
          pending={pending === 'google'}
          onClick={() => void go('google')}
        >
          {t('action.google')}
        </Button>
      )}
      <Button look="secondary" className="w-full" pending={pending === 'guest'} onClick={() => void go('guest')}>
        {t('action.guest')}
      </Button>
      <p className="text-small text-ink-soft">{t('action.guestText', { date })}</p>
      {failure !== undefined && <FailureMessage failure={failure} />}
    </div>
  );
}
