import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../platform/session.ts';
import { closeSignIn, requestedStep, type SignInView } from '../../platform/sign-in-request.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RequestResetView } from './request-reset-form.tsx';
import { SecondFactorForm } from './second-factor-step.tsx';
import { SignInForm, SignUpForm } from './sign-in-form.tsx';

// Few installations have it.
const PhoneView = lazy(async () => ({ default: (await import('./phone-view.tsx')).PhoneView }));

/** The one dialog for signing in, signing up, the guest and a forgotten password; it opens over any page. */
export function SignInDialog({ view: first }: { view: SignInView }) {
  const { t } = useTranslation('account');
  const [view, setView] = useState(first);
  const [step, setStep] = useState(requestedStep);
  const session = useSession();
  const hasEnded = session.status === 'signed-out' && session.hasEnded === true;
  const texts = {
    'sign-in': {
      title: t('dialog.signInTitle'),
      description: hasEnded ? t('dialog.endedText') : t('dialog.signInText'),
    },
    'sign-up': { title: t('dialog.signUpTitle'), description: t('dialog.signUpText') },
    phone: { title: t('dialog.phoneTitle'), description: t('dialog.phoneText') },
    reset: { title: t('dialog.resetTitle'), description: t('dialog.resetText') },
  }[view];
  if (step !== undefined)
    return (
      <Dialog
        open
        onClose={closeSignIn}
        closeLabel={t('dialog.close')}
        title={t('factor.title')}
        description={t('factor.text')}
      >
        <SecondFactorForm step={step} onDone={closeSignIn} />
      </Dialog>
    );
  return (
    <Dialog open onClose={closeSignIn} closeLabel={t('dialog.close')} {...texts}>
      {view === 'sign-in' && <SignInForm onView={setView} onDone={closeSignIn} onStep={setStep} />}
      {view === 'sign-up' && <SignUpForm onView={setView} onDone={closeSignIn} onStep={setStep} />}
      {view === 'phone' && (
        <Suspense fallback={null}>
          <PhoneView onView={setView} onDone={closeSignIn} onStep={setStep} />
        </Suspense>
      )}
      {view === 'reset' && <RequestResetView onView={setView} />}
    </Dialog>
  );
}
