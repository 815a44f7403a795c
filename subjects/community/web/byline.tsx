import type { CommunityPost, CommunityReply } from '../contract/community.ts';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#shell/household/household.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Author } from './author.tsx';
import { TimeAgo } from './time-ago.tsx';

/** Who wrote it, and when. */
export function Byline({ item }: { item: CommunityPost | CommunityReply }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-small text-ink-soft">
      <Author name={item.authorName} />
      {item.byAdministrator && <Badge tone="leaf">{t('author.team')}</Badge>}
      <TimeAgo at={item.createdAt} />
      {item.editedAt !== null && (
        <span title={t('post.editedAt', { time: format.dateTime(Date.parse(item.editedAt)) })}>{t('post.edited')}</span>
      )}
    </span>
  );
}
