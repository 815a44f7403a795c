import { useTranslation } from 'react-i18next';

/** Why the charges do not go on as text. */
export function NotYetNote() {
  const { t } = useTranslation('billing-charges');
  return (
    <p role="alert" className="rounded-control bg-alert-soft px-3 py-2 text-alert">
      {t('go.notYet')}
    </p>
  );
}
