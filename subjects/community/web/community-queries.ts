import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { keptOffline } from '#shell/data/keep-answers.ts';
import { isWorthRetrying, pause, retryDelayMs, ServiceError } from '#shell/data/service-error.ts';
import { callService, streamService } from '#shell/data/service.ts';
import type { CommunityPart } from '../contract/community-terms.ts';
import {
  type CommunityList,
  type CommunityNews,
  type CommunityPost,
  type CommunityQuery,
  type CommunityReplies,
  type CommunityReply,
  followCommunity,
  listPosts,
  readPost,
  readQueue,
  readReplies,
  searchPosts,
} from '../contract/community.ts';

const pageSize = '20';
const repliesPageSize = '30';

/** A list stays as it is while one reads it: the stream says what is new, and pressing that asks anew. */
const whileReadMs = 5 * 60_000;

export function listQuery(userId: string | undefined, part: CommunityPart, sort: CommunityQuery['sort']) {
  return infiniteQueryOptions({
    queryKey: ['community', userId ?? null, 'list', part, sort ?? null],
    meta: keptOffline,
    queryFn: ({ pageParam, signal }) =>
      callService(listPosts, { query: { part, sort, limit: pageSize, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: whileReadMs,
    refetchOnWindowFocus: false,
  });
}

export function searchQuery(userId: string | undefined, query: string) {
  return infiniteQueryOptions({
    queryKey: ['community', userId ?? null, 'search', query],
    queryFn: ({ pageParam, signal }) =>
      callService(searchPosts, { query: { q: query, limit: pageSize, before: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: query !== '',
  });
}

export function postQuery(userId: string | undefined, id: string) {
  return queryOptions({
    queryKey: ['community', userId ?? null, 'post', id],
    meta: keptOffline,
    queryFn: ({ signal }) => callService(readPost, { params: { id }, signal }),
  });
}

export function repliesQuery(userId: string | undefined, id: string) {
  return infiniteQueryOptions({
    queryKey: ['community', userId ?? null, 'replies', id],
    meta: keptOffline,
    queryFn: ({ pageParam, signal }) =>
      callService(readReplies, { params: { id }, query: { after: pageParam, limit: repliesPageSize }, signal }),
    initialPageParam: '0',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: whileReadMs,
    refetchOnWindowFocus: false,
  });
}

export function queueQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['community', userId ?? null, 'queue'],
    queryFn: ({ signal }) => callService(readQueue, { signal }),
  });
}

type Change<T> = (item: T) => T;

/** Changes a post wherever it is shown: in every list, and by itself. */
export function patchPost(queries: QueryClient, id: string, change: Change<CommunityPost>): void {
  queries.setQueriesData<unknown>({ queryKey: ['community'] }, (data: unknown) => {
    if (isPost(data)) return data.id === id ? change(data) : data;
    if (!isPaged<CommunityList>(data, 'posts')) return data;
    if (!data.pages.some(({ posts }) => posts.some((post) => post.id === id))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      posts: page.posts.map((post) => (post.id === id ? change(post) : post)),
    }));
    return { ...data, pages };
  });
}

export function patchReply(queries: QueryClient, id: string, change: Change<CommunityReply>): void {
  queries.setQueriesData<unknown>({ queryKey: ['community'] }, (data: unknown) => {
    if (!isPaged<CommunityReplies>(data, 'replies')) return data;
    if (!data.pages.some(({ replies }) => replies.some((reply) => reply.id === id))) return data;
    const pages = data.pages.map((page) => ({
      ...page,
      replies: page.replies.map((reply) => (reply.id === id ? change(reply) : reply)),
    }));
    return { ...data, pages };
  });
}

/** Counts as they are now. A post that is no longer shown keeps its place in a list, without its words. */
export function applyNews(queries: QueryClient, news: readonly CommunityNews[]): void {
  for (const { id, shown, replyCount, likeCount } of news)
    patchPost(queries, id, (post) => {
      const isWithheld = post.hiddenWhy !== null || post.deleted;
      if (shown && !isWithheld && post.replyCount === replyCount && post.likeCount === likeCount) return post;
      return {
        ...post,
        replyCount,
        likeCount,
        ...(shown && { hiddenWhy: null }),
        ...(!shown && !isWithheld && { hiddenWhy: '' }),
      };
    });
}

function isPost(data: unknown): data is CommunityPost {
  return typeof data === 'object' && data !== null && 'replyCount' in data && 'title' in data;
}

function isPaged<T>(data: unknown, field: string): data is InfiniteData<T> {
  if (typeof data !== 'object' || data === null || !('pages' in data) || !Array.isArray(data.pages)) return false;
  const first: unknown = data.pages[0];
  return typeof first === 'object' && first !== null && field in first;
}

/**
 * Hears what changes in the community while this page is visible. `after`: the newest post that the page knows of; undefined
 * while it does not know yet.
 */
export function useCommunityNews(after: string | undefined, heard: (news: readonly CommunityNews[]) => void): void {
  const onNews = useEffectEvent(heard);
  const newest = useEffectEvent(() => after ?? '0');
  const isReady = after !== undefined;
  useEffect(() => {
    if (!isReady) return;
    let running: AbortController | undefined;
    const begin = () => {
      if (document.hidden || running !== undefined) return;
      running = new AbortController();
      void follow(newest, onNews, running.signal);
    };
    const end = () => {
      running?.abort();
      running = undefined;
    };
    const onVisibility = () => (document.hidden ? end() : begin());
    const restart = () => {
      end();
      begin();
    };
    document.addEventListener('visibilitychange', onVisibility);
    addEventListener('online', restart);
    begin();
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('online', restart);
      end();
    };
  }, [isReady]);
}

async function follow(
  newest: () => string,
  onNews: (news: readonly CommunityNews[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      const query = { after: newest() };
      for await (const { event, data } of streamService(followCommunity, { query, signal })) {
        failures = 0;
        const { posts } = data as { posts?: CommunityNews[] };
        if (event === 'posts' && posts !== undefined && posts.length > 0) onNews(posts);
      }
    } catch (error) {
      const isCrowded = error instanceof ServiceError && error.code === 'rate-limited';
      if (signal.aborted || !(isWorthRetrying(error) || isCrowded)) return;
      if (isCrowded) failures += 4;
    }
    await pause(retryDelayMs(failures++), signal);
  }
}
