import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { CommunityPart } from '@wattershed/contracts';
import {
  type CommunityQuery,
  listPosts,
  readPost,
  readQueue,
  readReplies,
  searchPosts,
} from '@wattershed/contracts/community';
import { keptOffline } from '../../platform/keep-answers.ts';
import { callService } from '../../platform/service.ts';

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
