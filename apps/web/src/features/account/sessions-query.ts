import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountSessions } from '@wattershed/contracts';
import { callService } from '../../platform/service.ts';
import { useUserId } from '../../platform/session.ts';

const path = '/api/v1/account/sessions';

function sessionsQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['account-sessions', userId ?? null],
    queryFn: async () => (await callService<AccountSessions>(path)).sessions,
    enabled: userId !== undefined,
  });
}

/** Where the person is signed in, the one used last first. */
export function useSessions() {
  return useQuery(sessionsQuery(useUserId()));
}

/** Ends one session, or without an id all but this one. */
export function useEndSession(then: { onEnded: () => void; onFailed: (error: unknown) => void }) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string | undefined) =>
      callService(id === undefined ? path : `${path}/${id}`, { method: 'DELETE' }),
    onSuccess: then.onEnded,
    onError: then.onFailed,
    onSettled: () => queries.invalidateQueries({ queryKey: ['account-sessions'] }),
  });
}
