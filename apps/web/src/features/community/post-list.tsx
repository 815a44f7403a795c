import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CommunityList } from '@wattershed/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { PostRow } from './post-row.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';

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
