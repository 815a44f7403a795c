import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { closeSignIn, type SignInView } from '../../platform/sign-in-request.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RequestResetView } from './request-reset-view.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignUpForm } from './sign-up-form.tsx';

/** The one dialog for signing in, signing up, the guest and a forgotten password; it opens over any page. */
export function SignInDialog({ view: first }: { view: SignInView }) {
  const { t } = useTranslation('account');
  const [view, setView] = useState(first);
  const texts = {
    'sign-in': { title: t('dialog.signInTitle'), description: t('dialog.signInText') },
    'sign-up': { title: t('dialog.signUpTitle'), description: t('dialog.signUpText') },
    reset: { title: t('dialog.resetTitle'), description: t('dialog.resetText') },
  }[view];
  return (
    <Dialog open onClose={closeSignIn} closeLabel={t('dialog.close')} {...texts}>
      {view === 'sign-in' && <SignInForm onView={setView} onDone={closeSignIn} />}
      {view === 'sign-up' && <SignUpForm onView={setView} onDone={closeSignIn} />}
      {view === 'reset' && <RequestResetView onView={setView} />}
    </Dialog>
  );
}
