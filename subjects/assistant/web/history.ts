import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ActionDispatch, useEffect } from 'react';
import { askTables } from '#shell/data/tables.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import type { AssistantActionRow, AssistantMessage } from '#supabase/tables/index.ts';
import type { AssistantExtras } from '../contract/assistant.ts';
import {
  type ActionState,
  type Answer,
  type ChatMessage,
  type ConversationEvent,
  nothingElse,
} from './conversation.ts';

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

const maxRecalled = 50;

type Outcome = Pick<AssistantActionRow, 'id' | 'result' | 'until' | 'settled_at'>;

/** The latest messages of a person's own conversation, oldest first, and what came of what was proposed in them. */
async function fetchHistory(userId: string, householdId: string): Promise<ChatMessage[]> {
  const rows = await askTables<AssistantMessage[]>((tables) =>
    tables
      .from('assistant_messages')
      .select('*')
      .eq('household_id', householdId)
      .eq('user_id', userId)
      .order('created_at', { ascending: false })
      .limit(maxRecalled),
  );
  const proposed = rows.flatMap(({ extras }) => (extras as AssistantExtras).action?.id ?? []);
  const outcomes = proposed.length === 0 ? [] : await fetchOutcomes(householdId, proposed);
  return rows.reverse().map((row) => toMessage(row, outcomes));
}

function fetchOutcomes(householdId: string, ids: readonly string[]): Promise<Outcome[]> {
  return askTables<Outcome[]>((tables) =>
    tables
      .from('assistant_actions')
      .select('id, result, until, settled_at')
      .eq('household_id', householdId)
      .in('id', ids),
  );
}

/** The conversations of the person's other households stay. */
async function deleteHistory(userId: string, householdId: string): Promise<void> {
  await askTables((tables) =>
    tables.from('assistant_messages').delete().eq('household_id', householdId).eq('user_id', userId),
  );
}

export async function deleteMessages(ids: readonly string[]): Promise<void> {
  await askTables((tables) => tables.from('assistant_messages').delete().in('id', ids));
}

function toMessage(row: AssistantMessage, outcomes: readonly Outcome[]): ChatMessage {
  const { id, role, content, created_at: createdAt, extras } = row;
  const message: ChatMessage = { id, role, content, createdAt };
  return role === 'user' ? message : { ...message, answer: toAnswer(extras, outcomes) };
}

function toAnswer(extras: AssistantExtras, outcomes: readonly Outcome[]): Answer {
  const { results = [], unverified = [], error, action } = extras;
  return {
    ...nothingElse,
    results,
    hasUnverified: unverified.length > 0,
    ...(error === 'stopping' && { status: 'stopped' as const }),
    ...(error !== undefined && error !== 'stopping' && { fault: { code: error, at: 0 } }),
    ...(action !== undefined && {
      action: {
        proposed: action,
        state: stateOf(outcomes.find(({ id }) => id === action.id)),
        isEarlier: true as const,
      },
    }),
  };
}

function stateOf(outcome: Outcome | undefined): ActionState {
  if (outcome === undefined) return 'over';
  if (outcome.result !== null) return outcome.result;
  return outcome.settled_at === null && Date.parse(outcome.until) > serviceNow() ? 'open' : 'over';
}
