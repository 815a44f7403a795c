import { QueryClient } from '@tanstack/react-query';
import { isWorthRetrying } from './service-error.ts';
import { sessionState, subscribeSession } from './session.ts';

const retries = 3;
const keptUnusedMs = 5 * 60_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures < retries && isWorthRetrying(error),
        gcTime: keptUnusedMs,
        staleTime: 30_000,
      },
    },
  });
}

export const queryClient = createQueryClient();

// Nothing fetched for one person may be shown to the next.
let lastUserId: string | undefined;
subscribeSession(() => {
  const session = sessionState();
  if (session.status === 'loading') return;
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  if (lastUserId !== undefined && lastUserId !== userId) queryClient.clear();
  lastUserId = userId;
});
