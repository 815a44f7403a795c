import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ServiceError } from '#shell/data/service-error.ts';

/** Why it was not sent, and that nothing is lost. */
export function NotSent({ title, error }: { title: string; error: unknown }) {
  const { t } = useTranslation(['contact', 'errors']);
  return (
    <div role="alert" className="flex gap-3 rounded-control bg-alert-soft px-3.5 py-3">
      <TriangleAlert className="mt-0.5 size-5 shrink-0 text-alert" aria-hidden />
      <div>
        <p className="font-semibold">{title}</p>
        <p>{t(`errors:${error instanceof ServiceError ? error.code : 'internal'}`)}</p>
        <p className="text-small">{t('failedText')}</p>
      </div>
    </div>
  );
}
