import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../../platform/document-title.ts';
import { PageHeader } from '../../../ui/page-header.tsx';

export function FaqRequestsPage() {
  const { t } = useTranslation('admin');
  useDocumentTitle(t('title'));
  return <PageHeader title={t('title')} />;
}
