import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsAdministrator } from '../../../platform/administrator.ts';
import { useDocumentTitle } from '../../../platform/document-title.ts';
import { useSession } from '../../../platform/session.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { AdminParts } from './admin-parts.tsx';

/** Shown to administrators only; that others get no row is the database's doing. */
export function FaqRequestsPage() {
  const { t } = useTranslation(['admin', 'contact', 'errors']);
  const session = useSession();
  const isAdministrator = useIsAdministrator();
  useDocumentTitle(t('title'));
  if (session.status === 'loading' || isAdministrator === undefined)
    return (
      <>
        <PageHeader title={t('title')} subtitle=" " />
        <Skeleton className="h-72 rounded-card" />
      </>
    );
  if (!isAdministrator)
    return (
      <>
        <PageHeader title={t('title')} subtitle=" " />
        <Card>
          <StatePanel
            kind="no-permission"
            title={t('denied.title')}
            text={t('denied.text')}
            actions={
              <Link to="/" className={buttonStyle({ look: 'secondary' })}>
                {t('denied.home')}
              </Link>
            }
          />
        </Card>
      </>
    );
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <AdminParts />
    </>
  );
}
