import { type InvalidateOptions, type InvalidateQueryFilters, type Query, QueryClient } from '@tanstack/react-query';
import { keepAnswers } from './keep-answers.ts';
import { isWorthRetrying } from './service-error.ts';
import { sessionState, subscribeSession } from '../session/session.ts';

const retries = 3;
const keptUnusedMs = 5 * 60_000;

/**
 * What changes while it is first asked for is asked again: the library takes the answer under way, which may be older than the change, for
 * fresh. It is shown all the same, so that what changes often and is slow to come is seen at all.
 */
class OurQueryClient extends QueryClient {
  override async invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll(filters)
      .filter(
        (query) => query.state.fetchStatus === 'fetching' && (query.state.data === undefined || !query.isActive()),
      );
    const first = super.invalidateQueries(filters, options);
    if (underWay.length === 0 || options?.cancelRefetch === false) return first;
    await Promise.allSettled(underWay.map(async ({ promise }) => promise));
    const again = { ...filters, predicate: (query: Query) => underWay.includes(query) };
    await Promise.all([first, super.invalidateQueries(again, options)]);
  }
}

export function createQueryClient(): QueryClient {
  return new OurQueryClient({
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
