import { useQueryClient } from '@tanstack/react-query';
import type { CommunityPart } from '@wattershed/contracts';
import { useState } from 'react';
import { applyNews } from './community-cache.ts';
import { kindOfPart } from './community-links.ts';
import { useCommunityNews } from './follow-community.ts';

/** How many posts of a part came after the newest that is known; counts of those that are shown follow by themselves. */
export function usePartNews(part: CommunityPart, newest: string | undefined): number {
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
