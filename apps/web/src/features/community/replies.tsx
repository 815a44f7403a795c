import { useInfiniteQuery } from '@tanstack/react-query';
import type { CommunityPost } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { useUserId } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { repliesQuery } from './community-queries.ts';
import { ReplyForm } from './reply-form.tsx';
import { ReplyItem } from './reply-item.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { useStanding } from './standing.ts';

const mostPagesAtOnce = 10;

export function Replies({ post }: { post: CommunityPost }) {
  const { t } = useTranslation('community');
  const standing = useStanding();
  const list = useInfiniteQuery(repliesQuery(useUserId(), post.id));
  const replies = list.data?.pages.flatMap((page) => page.replies) ?? [];
  const shown = replies.filter(({ hiddenWhy }) => hiddenWhy === null).length;
  // Replies that came since: known by the count alone, and shown when asked for.
  const unseen =
    list.data === undefined || list.hasNextPage || list.isFetching ? 0 : Math.max(0, post.replyCount - shown);
  const isOpen = !post.closed && !post.deleted && post.hiddenWhy === null;

  const showOwn = async (id: string) => {
    let { data } = await list.refetch();
    for (let page = 0; page < mostPagesAtOnce && data?.pages.at(-1)?.next; page += 1)
      data = (await list.fetchNextPage()).data;
    document.getElementById(`reply-${id}`)?.scrollIntoView({ block: 'nearest' });
    document.getElementById(`reply-${id}`)?.focus({ preventScroll: true });
  };

  return (
    <section aria-labelledby="replies-title">
      <h2 id="replies-title" className="figures mb-3 text-[1.1875rem] font-semibold">
        {post.replyCount === 0 ? t('replies.title') : t('replies.count', { count: post.replyCount })}
      </h2>
      {list.data === undefined && !list.isError && post.replyCount > 0 && (
        <RowsSkeleton count={Math.min(3, post.replyCount)} />
      )}
      {list.isError && list.data === undefined && (
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      )}
      {replies.length > 0 && (
        <ol className="divide-y divide-line rounded-card border border-line bg-card">
          {replies.map((reply) => (
            <ReplyItem key={reply.id} post={post} reply={reply} />
          ))}
        </ol>
      )}
      {list.data !== undefined && replies.length === 0 && unseen === 0 && (
        <p className="text-ink-soft">{isOpen ? t('replies.none') : t('replies.noneClosed')}</p>
      )}
      <div role="status" className="mt-4 text-center empty:hidden">
        {list.hasNextPage && (
          <Button look="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('more')}
          </Button>
        )}
        {unseen > 0 && (
          <Button look="secondary" onClick={() => void list.refetch()}>
            {t('news.replies', { count: unseen })}
          </Button>
        )}
      </div>
      {post.closed && !post.deleted && <p className="mt-4 text-ink-soft">{t('replies.closed')}</p>}
      {isOpen && standing === 'member' && <ReplyForm key={post.id} post={post} onSent={(id) => void showOwn(id)} />}
    </section>
  );
}
