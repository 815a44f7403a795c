import { QueryClientProvider } from '@tanstack/react-query';
import { UnreadPosts } from '#subjects/community/web/unread-posts.tsx';
import { queryClient } from '#shell/data/query-client.ts';

/** Asks beside every page, also those that fetch nothing. */
export default function UnreadPostsOfFrame({ onTold }: { onTold: (hasUnread: boolean) => void }) {
  return (
    <QueryClientProvider client={queryClient}>
      <UnreadPosts onTold={onTold} />
    </QueryClientProvider>
  );
}
