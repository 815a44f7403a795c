import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp, Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { saveProfile } from '#shell/session/save-profile.ts';
import { useUserId } from '#shell/session/session.ts';
import { IconButton } from '#shell/ui/button.tsx';
import { Input } from '#shell/ui/field.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import type { CommunityPart } from '../contract/community-terms.ts';
import type { CommunityQuery } from '../contract/community.ts';
import { kindOfPart, sortsOf } from './community-links.tsx';
import { applyNews, listQuery, useCommunityNews } from './community-queries.ts';
import { PostList } from './post-list.tsx';
import { unreadQuery } from './unread-posts.tsx';
import { WriteButton } from './writing/composer-page.tsx';

interface PartViewProps {
  part: CommunityPart;
  sort: CommunityQuery['sort'];
}

export function PartView({ part, sort }: PartViewProps) {
  const { t } = useTranslation('community');
  const queries = useQueryClient();
  const [, setParams] = useSearchParams();
  const options = listQuery(useUserId(), part, sort);
  const list = useInfiniteQuery(options);
  const newest = list.data?.pages[0]?.newest;
  const unseen = usePartNews(part, newest);
  useLookedAt(newest);
  const place = useRef<HTMLDivElement>(null);
  const goesToFirst = useRef(false);
  const orders = sortsOf[part];
  const { dataUpdatedAt } = list;
  useEffect(() => {
    if (dataUpdatedAt === 0 || !goesToFirst.current) return;
    goesToFirst.current = false;
    place.current?.querySelector<HTMLElement>('a')?.focus();
  }, [dataUpdatedAt]);

  const showNews = async () => {
    queries.setQueryData(
      options.queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: [undefined] },
      { updatedAt: dataUpdatedAt },
    );
    goesToFirst.current = true;
    await list.refetch();
  };
  const emptyOf = part === 'events' && sort === 'past' ? 'past' : part;
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchBox query="" />
        {orders.length > 0 && (
          <SegmentedControl
            label={t('sort.label')}
            value={sort ?? orders[0] ?? 'newest'}
            options={orders.map((order) => ({ value: order, label: t(`sort.${order}`) }))}
            onChange={(order) =>
              setParams(
                (params) => {
                  params.set('part', part);
                  params.set('sort', order);
                  return params;
                },
                { replace: true, state: { stays: true } },
              )
            }
          />
        )}
      </div>
      <div ref={place}>
        <NewsPill
          text={unseen > 0 && part !== 'trending' ? t(`news.${part}`, { count: unseen }) : undefined}
          onShow={() => void showNews()}
        />
        <PostList
          label={t(`parts.${part}`)}
          list={list}
          showKind={part === 'trending'}
          empty={
            <StatePanel
              kind="empty"
              title={t(`empty.${emptyOf}.title`)}
              text={t(`empty.${emptyOf}.text`)}
              actions={<WriteButton part={part} />}
            />
          }
        />
      </div>
    </>
  );
}

/** A list that is shown has been looked at, up to `newest`. What could not be kept stays unread. */
function useLookedAt(newest: string | undefined): void {
  const queries = useQueryClient();
  const userId = useUserId();
  const unread = unreadQuery(userId);
  const { data: hasUnread = false } = useQuery(unread);
  const { mutate } = useMutation({
    scope: { id: 'community-seen' },
    mutationFn: (id: string) => saveProfile(userId ?? '', { community_seen: Number(id) }),
    onSuccess: () => queries.invalidateQueries({ queryKey: unread.queryKey }),
  });
  useEffect(() => {
    if (hasUnread && newest !== undefined) mutate(newest);
  }, [hasUnread, newest, mutate]);
}

/** Says that there is something new without moving what one reads: it floats above the list. */
function NewsPill({ text, onShow }: { text: string | undefined; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none sticky top-3 z-20 flex h-0 justify-center">
      {text !== undefined && (
        <button
          type="button"
          className="pointer-events-auto inline-flex h-11 animate-rise items-center gap-2 rounded-full bg-leaf px-5 text-small font-semibold whitespace-nowrap text-white shadow-lift hover:bg-leaf-deep"
          onClick={onShow}
        >
          <ArrowUp className="size-4" aria-hidden />
          {text}
        </button>
      )}
    </div>
  );
}

/** How many posts of a part came after the newest that is known; counts of those that are shown follow by themselves. */
function usePartNews(part: CommunityPart, newest: string | undefined): number {
  const queries = useQueryClient();
  const [heard, setHeard] = useState<ReadonlyMap<string, string>>(new Map());
  useCommunityNews(newest, (news) => {
    applyNews(queries, news);
    setHeard((before) => {
      const after = new Map(before);
      for (const { id, kind, shown } of news) {
        if (shown) after.set(id, kind);
        else after.delete(id);
      }
      return after;
    });
  });
  if (newest === undefined || part === 'trending') return 0;
  return [...heard].filter(([id, kind]) => Number(id) > Number(newest) && kind === kindOfPart[part]).length;
}

const pauseMs = 300;

/** Searches while one types; the address keeps what was looked for. */
export function SearchBox({ query }: { query: string }) {
  const { t } = useTranslation('community');
  const [, setParams] = useSearchParams();
  const [text, setText] = useState(query);
  const input = useRef<HTMLInputElement>(null);
  // Going back brings another search, or none.
  const [shown, setShown] = useState(query);
  if (shown !== query) {
    setShown(query);
    if (query !== text.trim()) setText(query);
  }
  useEffect(() => {
    if (text.trim() === query) return;
    const timer = setTimeout(() => {
      setParams(
        (params) => {
          if (text.trim() === '') params.delete('q');
          else params.set('q', text.trim());
          params.delete('sort');
          return params;
        },
        { replace: query !== '', state: { stays: true } },
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text, query, setParams]);

  return (
    <form
      role="search"
      className="relative min-w-0 flex-1 basis-full sm:basis-0"
      onSubmit={(event) => event.preventDefault()}
    >
      <Search className="pointer-events-none absolute top-3 left-3 size-5 text-ink-soft" aria-hidden />
      <Input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        className="pr-11 pl-10 [&::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {text !== '' && (
        <IconButton
          label={t('search.clear')}
          icon={<X className="size-4" aria-hidden />}
          className="absolute top-0 right-0"
          onClick={() => {
            setText('');
            input.current?.focus();
          }}
        />
      )}
    </form>
  );
}
