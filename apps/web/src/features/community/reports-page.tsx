import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useIsAdministrator } from '../../platform/administrator.ts';
import { useDocumentTitle } from '../../platform/document-title.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { useUserId } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { StatePanel } from '../../ui/state-panel.tsx';
import { BackLink } from './back-link.tsx';
import { linkToPart } from './community-links.ts';
import { queueQuery } from './community-queries.ts';
import { ReportedItem } from './reported-item.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useStanding } from './standing.ts';

/** What administrators decide: reported posts and replies, and what is hidden. */
export function ReportsPage() {
  const { t } = useTranslation('community');
  const standing = useStanding();
  const isAdministrator = useIsAdministrator(standing === 'member');
  const isAsked = standing === 'member' && isAdministrator === true;
  const queue = useQuery({ ...queueQuery(useUserId()), enabled: isAsked });
  useDocumentTitle(t('queue.title'));
  const isDenied = standing === 'visitor' || standing === 'guest' || isAdministrator === false;
  return (
    <>
      <BackLink to={linkToPart('discussions')} />
      <PageHeader title={t('queue.title')} subtitle={t('queue.subtitle')} />
      {isDenied && (
        <Card>
          <StatePanel kind="no-permission" title={t('queue.denied')} text={t('queue.deniedText')} />
        </Card>
      )}
      {!isDenied && queue.data === undefined && !queue.isError && <RowsSkeleton count={3} />}
      {queue.isError && queue.data === undefined && (
        <Card>
          <LoadFailure error={queue.error} onRetry={() => void queue.refetch()} />
        </Card>
      )}
      {queue.data?.items.length === 0 && (
        <Card>
          <StatePanel kind="empty" title={t('queue.empty')} text={t('queue.emptyText')} />
        </Card>
      )}
      {queue.data !== undefined && queue.data.items.length > 0 && (
        <ul aria-label={t('queue.title')} className="space-y-4">
          {queue.data.items.map((item) => (
            <ReportedItem key={`${item.postId} ${item.replyId}`} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}
