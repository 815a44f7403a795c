import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { ExternalLink, MessageCircle, ThumbsUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { scriptOf } from '#shell/text/written-by-others.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { CommunityList, CommunityPost } from '../contract/community.ts';
import { Byline, EventDate, PostBadges, useEventSpan } from './byline.tsx';
import { linkToPost } from './community-links.tsx';

interface PostListProps {
  label: string;
  list: UseInfiniteQueryResult<InfiniteData<CommunityList>>;
  showKind: boolean;
  empty: ReactNode;
}

/** Posts one below the other, in every state that a list has. */
export function PostList({ label, list, showKind, empty }: PostListProps) {
  const { t } = useTranslation('community');
  if (list.data === undefined) {
    if (!list.isError) return <RowsSkeleton />;
    return (
      <Card>
        <LoadFailure error={list.error} onRetry={() => void list.refetch()} />
      </Card>
    );
  }
  // A page may end where another one begins when likes change meanwhile: each post is shown once.
  const posts = [...new Map(list.data.pages.flatMap((page) => page.posts).map((post) => [post.id, post])).values()];
  if (posts.length === 0) return <Card>{empty}</Card>;
  return (
    <>
      <ul aria-label={label} className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {posts.map((post) => (
          <PostRow key={post.id} post={post} showKind={showKind} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="mt-4 text-center">
          <Button look="secondary" pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {list.isFetchNextPageError ? t('actions.failed') : t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

/** A post in a list. The whole row leads to it; its name is the title. */
function PostRow({ post, showKind }: { post: CommunityPost; showKind: boolean }) {
  const { t } = useTranslation('community');
  const span = useEventSpan();
  if (post.hiddenWhy !== null || post.deleted)
    return <li className="px-4 py-4 text-ink-soft sm:px-6">{t('post.gone')}</li>;
  const host = post.link === null ? undefined : hostOf(post.link);
  return (
    <li className="group relative flex gap-4 px-4 py-4 transition-colors duration-150 hover:bg-paper/60 sm:px-6">
      {post.startsAt !== null && <EventDate at={post.startsAt} />}
      <div className="min-w-0 flex-1">
        <PostBadges post={post} showKind={showKind} />
        <h2
          lang={scriptOf(post.title, post.language)}
          className="written mt-0.5 text-[1.0625rem] leading-snug font-semibold"
        >
          <Link to={linkToPost(post.id)} className="group-hover:text-leaf after:absolute after:inset-0">
            {post.title}
          </Link>
        </h2>
        {post.startsAt !== null && post.endsAt !== null && (
          <p className="mt-0.5 text-small text-ink-soft">
            {span(post.startsAt, post.endsAt)}
            {post.place !== null && <bdi> · {post.place}</bdi>}
          </p>
        )}
        {post.kind === 'resource' && host !== undefined && (
          <p className="mt-0.5 flex items-center gap-1.5 text-small text-ink-soft">
            <ExternalLink className="size-3.5 shrink-0" aria-hidden />
            <span className="truncate">{host}</span>
          </p>
        )}
        {post.body !== '' && (
          <p lang={scriptOf(post.body, post.language)} className="written mt-1 line-clamp-2 text-ink-soft">
            {post.body}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <Byline item={post} />
          <Counts post={post} />
        </div>
      </div>
    </li>
  );
}

function Counts({ post }: { post: CommunityPost }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  return (
    <span className="figures flex gap-4 text-small text-ink-soft">
      <span className="inline-flex items-center gap-1.5">
        <ThumbsUp className="size-4" aria-hidden />
        <span aria-hidden="true">{format.number(post.likeCount)}</span>
        <span className="sr-only">{t('likes', { count: post.likeCount })}</span>
      </span>
      <span className="inline-flex items-center gap-1.5">
        <MessageCircle className="size-4" aria-hidden />
        <span aria-hidden="true">{format.number(post.replyCount)}</span>
        <span className="sr-only">{t('replies.count', { count: post.replyCount })}</span>
      </span>
    </span>
  );
}

function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}

/** Rows on their way, at the size that most have. */
export function RowsSkeleton({ count = 6 }: { count?: number }) {
  return (
    <div aria-busy="true" className="divide-y divide-line rounded-card border border-line bg-card">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className="px-4 py-5 sm:px-6">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="mt-3 w-full" />
          <Skeleton className="mt-2 w-4/5" />
          <Skeleton className="mt-3 w-40" />
        </div>
      ))}
    </div>
  );
}
