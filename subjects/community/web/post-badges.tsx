import type { CommunityPost } from '../contract/community.ts';
import { useTranslation } from 'react-i18next';
import { Badge } from '#shell/ui/badge.tsx';

/** What sets a post apart: its kind where several kinds stand together, pinned, closed. */
export function PostBadges({ post, showKind = false }: { post: CommunityPost; showKind?: boolean }) {
  const { t } = useTranslation('community');
  if (!showKind && !post.pinned && !post.closed) return null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {showKind && <Badge>{t(`kinds.${post.kind}`)}</Badge>}
      {post.pinned && <Badge tone="leaf">{t('post.pinned')}</Badge>}
      {post.closed && <Badge>{t('post.closed')}</Badge>}
    </span>
  );
}
