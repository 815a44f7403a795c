import { useTranslation } from 'react-i18next';
import type { SignInView } from '../../platform/sign-in-request.ts';
import { RequestResetForm } from './request-reset-form.tsx';
import { TextButton } from './text-button.tsx';

export function RequestResetView({ onView }: { onView: (view: SignInView) => void }) {
  const { t } = useTranslation('account');
  return (
    <>
      <RequestResetForm label={t('action.sendLink')} />
      <p className="mt-4 text-center text-small">
        <TextButton onClick={() => onView('sign-in')}>{t('action.backToSignIn')}</TextButton>
      </p>
    </>
  );
}
