import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../platform/document-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';

export function HealthPage() {
  const { t } = useTranslation('health');
  useDocumentTitle(t('title'));
  return <PageHeader title={t('title')} />;
}
