/** Whether others have posted since this person looked: kept with the service, so that every device of theirs knows. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callService } from '#shell/data/service.ts';
import { useUserId } from '#shell/session/session.ts';
import { readUnread } from '../contract/community.ts';

const everyMs = 5 * 60_000;

export function unreadQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['community', userId ?? null, 'unread'],
    queryFn: async ({ signal }) => (await callService(readUnread, { signal })).unread,
    enabled: userId !== undefined,
    staleTime: everyMs,
    refetchInterval: everyMs,
  });
}

interface UnreadPostsProps {
  onTold: (hasUnread: boolean) => void;
}

/** Tells the frame around every page. Draws nothing itself. */
export function UnreadPosts({ onTold }: UnreadPostsProps) {
  const { data: hasUnread = false } = useQuery(unreadQuery(useUserId()));
  useEffect(() => {
    onTold(hasUnread);
    return () => onTold(false);
  }, [hasUnread, onTold]);
  return null;
}
