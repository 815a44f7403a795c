import { QueryClient } from '@tanstack/react-query';
import { keepAnswers } from './keep-answers.ts';
import { isWorthRetrying } from './service-error.ts';
import { sessionState, subscribeSession } from '../session/session.ts';

const retries = 3;
const keptUnusedMs = 5 * 60_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network a question fails at once, and is asked again when there is one.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => navigator.onLine && failures < retries && isWorthRetrying(error),
        gcTime: keptUnusedMs,
        staleTime: 30_000,
      },
    },
  });
}

export const queryClient = createQueryClient();
keepAnswers(queryClient);

// Nothing fetched for one person may be shown to the next.
let lastUserId: string | undefined;
subscribeSession(() => {
  const session = sessionState();
  if (session.status === 'loading') return;
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  if (lastUserId !== undefined && lastUserId !== userId) queryClient.clear();
  lastUserId = userId;
});
