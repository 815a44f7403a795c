import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { searchPosts } from '@wattershed/contracts/community';
import { useEffect, useState } from 'react';
import { useOnline } from '../../platform/online.ts';
import { callService } from '../../platform/service.ts';
import type { SearchEntry } from './search-entry.ts';

const shownAtMost = 5;
const leastLetters = 2;
const pauseMs = 250;

export interface FoundPosts {
  entries: SearchEntry[];
  state: 'found' | 'searching' | 'failed' | 'offline';
}

/** Posts of the community; the service finds them, once the typing pauses. */
export function usePostEntries(typed: string): FoundPosts {
  const query = usePaused(typed.trim());
  const isOnline = useOnline();
  const isAsked = query.length >= leastLetters;
  const posts = useQuery({
    queryKey: ['search', 'posts', query],
    queryFn: ({ signal }) => callService(searchPosts, { query: { q: query, limit: String(shownAtMost) }, signal }),
    enabled: isAsked && isOnline,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (typed.trim().length < leastLetters) return { entries: [], state: 'found' };
  const entries = (posts.data?.posts ?? []).map(
    ({ id, title, authorName }): SearchEntry => ({
      id: `post-${id}`,
      group: 'posts',
      title,
      ...(authorName ? { detail: authorName } : {}),
      words: [],
      choose: { to: `/community?post=${id}` },
    }),
  );
  if (!isOnline) return { entries: [], state: 'offline' };
  if (posts.isError) return { entries: [], state: 'failed' };
  return { entries, state: query !== typed.trim() || posts.isFetching ? 'searching' : 'found' };
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
