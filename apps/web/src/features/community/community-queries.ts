import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  CommunityList,
  CommunityPart,
  CommunityPost,
  CommunityQuery,
  CommunityQueue,
  CommunityReplies,
} from '@wattershed/contracts';
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
      callService<CommunityList>('/api/v1/community/posts', {
        query: { part, sort, limit: pageSize, cursor: pageParam },
        signal,
      }),
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
      callService<CommunityList>('/api/v1/community/search', {
        query: { q: query, limit: pageSize, before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: query !== '',
  });
}

export function postQuery(userId: string | undefined, id: string) {
  return queryOptions({
    queryKey: ['community', userId ?? null, 'post', id],
    meta: keptOffline,
    queryFn: ({ signal }) => callService<CommunityPost>(`/api/v1/community/posts/${id}`, { signal }),
  });
}

export function repliesQuery(userId: string | undefined, id: string) {
  return infiniteQueryOptions({
    queryKey: ['community', userId ?? null, 'replies', id],
    meta: keptOffline,
    queryFn: ({ pageParam, signal }) =>
      callService<CommunityReplies>(`/api/v1/community/posts/${id}/replies`, {
        query: { after: pageParam, limit: repliesPageSize },
        signal,
      }),
    initialPageParam: '0',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: whileReadMs,
    refetchOnWindowFocus: false,
  });
}

export function queueQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['community', userId ?? null, 'queue'],
    queryFn: ({ signal }) => callService<CommunityQueue>('/api/v1/community/queue', { signal }),
  });
}
