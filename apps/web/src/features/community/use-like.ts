import { useMutation, useQueryClient } from '@tanstack/react-query';
import { likeItem } from '@wattershed/contracts/community';
import { useTranslation } from 'react-i18next';
import { callService } from '../../platform/service.ts';
import { notify } from '../../ui/notice.ts';
import { patchPost, patchReply } from './community-cache.ts';
import { useFailureWords } from '../../platform/failure-words.ts';

export interface Likeable {
  id: string;
  liked: boolean;
  likeCount: number;
}

/** Shown at once; what the service answers is what stays, and a refusal is taken back and said. */
export function useLike(item: 'posts' | 'replies') {
  const { t } = useTranslation('community');
  const { ofService: words } = useFailureWords();
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
