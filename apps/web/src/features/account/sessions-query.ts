import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { endOtherSessions, endSession, readSessions } from '@wattershed/contracts/sessions';
import { callService } from '../../platform/service.ts';
import { useUserId } from '../../platform/session.ts';

function sessionsQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['account-sessions', userId ?? null],
    queryFn: async () => (await callService(readSessions)).sessions,
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
      id === undefined ? callService(endOtherSessions) : callService(endSession, { params: { id } }),
    onSuccess: then.onEnded,
    onError: then.onFailed,
    onSettled: () => queries.invalidateQueries({ queryKey: ['account-sessions'] }),
  });
}
