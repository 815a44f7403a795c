import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../platform/household.ts';
import { useUserId } from '../../platform/session.ts';
import { StatePanel } from '../../ui/state-panel.tsx';
import { searchQuery } from './community-queries.ts';
import { PostList } from './post-list.tsx';
import { SearchBox } from './search-box.tsx';

/** What was found in all parts, the newest first. */
export function SearchView({ query }: { query: string }) {
  const { t } = useTranslation('community');
  const format = useFormat();
  const list = useInfiniteQuery(searchQuery(useUserId(), query));
  const count = list.data?.pages.reduce((sum, { posts }) => sum + posts.length, 0) ?? 0;
  return (
    <>
      <SearchBox query={query} />
      <p role="status" className="mt-3 mb-3 min-h-[1lh] text-small text-ink-soft">
        {count > 0 &&
          (list.hasNextPage ? t('search.more', { number: format.number(count) }) : t('search.results', { count }))}
      </p>
      <PostList
        label={t('search.label')}
        list={list}
        showKind
        empty={<StatePanel kind="empty" title={t('search.none', { query })} text={t('search.noneText')} />}
      />
    </>
  );
}
