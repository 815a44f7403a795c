import { type ActionDispatch, useEffect } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ConversationEvent } from './conversation.ts';
import { deleteHistory, fetchHistory } from './history.ts';

/** Asked once, when the panel is first opened: what is said from then on is known here. */
const historyQuery = (userId: string | undefined, householdId: string | undefined) =>
  queryOptions({
    queryKey: ['assistant-history', userId ?? null, householdId ?? null],
    queryFn: () => (userId === undefined || householdId === undefined ? [] : fetchHistory(userId, householdId)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: (query) => query.state.status === 'error',
  });

export interface HistoryOptions {
  open: boolean;
  userId: string | undefined;
  householdId: string | undefined;
  dispatch: ActionDispatch<[ConversationEvent]>;
}

/** What was said on earlier visits, and how it is deleted. A visitor's conversation is kept nowhere. */
export function useHistory({ open, userId, householdId, dispatch }: HistoryOptions) {
  const queryClient = useQueryClient();
  const query = historyQuery(userId, householdId);
  const { data, isFetching, isError, refetch } = useQuery({ ...query, enabled: open && householdId !== undefined });
  useEffect(() => {
    if (data !== undefined) dispatch({ type: 'recalled', messages: data });
  }, [data, dispatch]);

  const clearing = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      if (userId !== undefined && householdId !== undefined) await deleteHistory(userId, householdId);
    },
    onSuccess: async () => {
      // Rows that are still on their way were read before.
      await queryClient.cancelQueries({ queryKey: query.queryKey });
      queryClient.setQueryData(query.queryKey, []);
      dispatch({ type: 'cleared' });
    },
  });

  return {
    isLoading: isFetching,
    hasFailed: isError,
    reload: () => void refetch(),
    clear: () => clearing.mutate(),
    isClearing: clearing.isPending,
    isCleared: clearing.isSuccess,
    clearError: clearing.error,
  };
}
