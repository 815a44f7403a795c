import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { buttonStyle } from '#shell/ui/button.tsx';

export default function NotFoundPage() {
  const { t } = useTranslation('not-found');
  const { pathname } = useLocation();
  useDocumentTitle(t('title'));
  return (
    <div className="py-16 text-center">
      <p aria-hidden="true" className="figures text-lead text-leaf">
        404
      </p>
      <h1 tabIndex={-1} className="mt-2 text-head outline-none">
        {t('title')}
      </h1>
      <p className="mx-auto mt-2 mb-8 max-w-md text-ink-soft">{t('text', { path: pathname })}</p>
      <Link to="/" className={buttonStyle()}>
        {t('home')}
      </Link>
    </div>
  );
}
