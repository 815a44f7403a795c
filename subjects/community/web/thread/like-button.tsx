import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CommunityPost, type CommunityReply, likeItem } from '../../contract/community.ts';
import { ThumbsUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFailureMessages } from '#shell/text/failure-messages.ts';
import { useFormat } from '#shell/household/household.ts';
import { callService } from '#shell/data/service.ts';
import { classNames } from '#shell/ui/class-names.ts';
import { notify } from '#shell/ui/notices/notice.ts';
import { patchPost, patchReply } from '../community-queries.ts';
import { useMembersOnly } from '../standing.tsx';

interface LikeButtonProps {
  item: Likeable & { mine: boolean };
  of: 'posts' | 'replies';
}

/** One's own is not liked by oneself: there the count stands alone. */
export function LikeButton({ item, of }: LikeButtonProps) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const membersOnly = useMembersOnly();
  const like = useLike(of);
  const count = <span className="figures">{format.number(item.likeCount)}</span>;
  if (item.mine)
    return (
      <span className="inline-flex min-h-11 items-center gap-2 px-3 text-small text-ink-soft">
        <ThumbsUp className="size-[18px]" aria-hidden />
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{t('likes', { count: item.likeCount })}</span>
      </span>
    );
  return (
    <button
      type="button"
      aria-pressed={item.liked}
      aria-label={`${t('like.on')}, ${t('likes', { count: item.likeCount })}`}
      className={classNames(
        'inline-flex min-h-11 items-center gap-2 rounded-control border px-3 text-small font-semibold transition-colors duration-150',
        item.liked ? 'border-leaf bg-leaf-soft text-leaf' : 'border-line bg-card text-ink hover:border-ink-soft/50',
      )}
      onClick={() => membersOnly(() => !like.isPending && like.mutate(item))}
    >
      <ThumbsUp className={classNames('size-[18px]', item.liked && 'fill-current')} aria-hidden />
      <span>{item.liked ? t('like.off') : t('like.on')}</span>
      {count}
    </button>
  );
}

interface Likeable {
  id: string;
  liked: boolean;
  likeCount: number;
}

/** Shown at once; what the service answers is what stays, and a refusal is taken back and said. */
function useLike(item: 'posts' | 'replies') {
  const { t } = useTranslation('community');
  const { ofService: words } = useFailureMessages();
  const queries = useQueryClient();
  const show = (id: string, liked: boolean, likeCount: (before: number) => number) => {
    const change = <T extends Likeable>(one: T): T => ({ ...one, liked, likeCount: likeCount(one.likeCount) });
    if (item === 'posts') patchPost(queries, id, change);
    else patchReply(queries, id, change);
  };

  return useMutation({
    mutationFn: ({ id, liked }: Likeable) => callService(likeItem, { params: { item, id }, body: { liked: !liked } }),
    onMutate: ({ id, liked }) => show(id, !liked, (before) => Math.max(0, before + (liked ? -1 : 1))),
    onSuccess: ({ likeCount }, { id, liked }) => show(id, !liked, () => likeCount),
    onError: (error, { id, liked, likeCount }) => {
      show(id, liked, () => likeCount);
      notify(t('like.failed'), words(error), 'alert');
    },
  });
}

/** A post, or a reply of it. */
export type Item = { of: 'posts'; post: CommunityPost } | { of: 'replies'; post: CommunityPost; reply: CommunityReply };

/** As the service's addresses name it. */
export interface ItemName {
  item: Item['of'];
  id: string;
}

export const nameOf = (item: Item): ItemName => ({
  item: item.of,
  id: item.of === 'posts' ? item.post.id : item.reply.id,
});
