import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ActionDispatch, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#shell/data/online.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { callService, streamService } from '#shell/data/service.ts';
import { askTables } from '#shell/data/tables.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import type { AssistantActionRow, AssistantMessage } from '#supabase/tables/index.ts';
import {
  askAssistant,
  type AssistantBody,
  type AssistantEvent,
  type AssistantAction,
  type AssistantExtras,
  pressAction,
  type PressAnswer,
  readAssistantState,
} from '../contract/assistant.ts';
import {
  type ActionState,
  type Answer,
  beginConversation,
  type ChatMessage,
  type ConversationEvent,
  converse,
  nothingElse,
  questionOf,
} from './conversation.ts';

/** The conversation, and what a person does in it. */
export function useConversation(household: string | undefined) {
  const { t } = useTranslation('assistant');
  const language = useLanguage();
  const queryClient = useQueryClient();
  const [conversation, dispatch] = useReducer(converse, undefined, () => beginConversation(t('greeting'), now()));
  const latest = useRef(conversation);
  useLayoutEffect(() => void (latest.current = conversation), [conversation]);
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  /** False: ignored, because nothing is asked, an answer is under way, or there is no connection. `first` is done before it is sent. */
  const send = useCallback(
    (written: string, first?: () => Promise<void>): boolean => {
      const text = written.trim();
      if (text === '' || request.current !== undefined || connection() === 'offline') return false;
      const controller = new AbortController();
      request.current = controller;
      dispatch({ type: 'asked', question: newId(), answer: newId(), text, at: now() });
      const body: AssistantBody = { text, language, ...(household !== undefined && { household }) };
      const tell = (event: ConversationEvent) => {
        if (isLast(event)) request.current = undefined;
        if (isBudgetUsed(event)) void queryClient.invalidateQueries({ queryKey: assistantStateKey });
        dispatch(event);
      };
      void Promise.resolve(first?.()).then(() => receive(body, controller.signal, tell));
      return true;
    },
    [household, language, queryClient],
  );
  const ask = useCallback((written: string) => send(written), [send]);

  const retry = useCallback(
    (answer: string) => {
      const question = questionOf(latest.current, answer);
      if (question === undefined) return;
      send(question.content, async () => {
        if (await forget([question.id, answer])) dispatch({ type: 'withdrawn', answer });
      });
    },
    [send],
  );

  const stop = () => {
    request.current?.abort();
    request.current = undefined;
    dispatch({ type: 'stopped' });
  };

  return { conversation, dispatch, ask, retry, stop };
}

const unkept = 'asked-';
let lastNumber = 0;
/** Until the service says how it keeps the message. */
const newId = () => `${unkept}${(lastNumber += 1)}`;
const now = () => new Date(serviceNow()).toISOString();

const isLast = (event: ConversationEvent) =>
  event.type === 'failed' || (event.type === 'came' && event.event.event === 'end');

const isBudgetUsed = (event: ConversationEvent) =>
  event.type === 'came' && event.event.event === 'error' && event.event.data.code === 'budget-used';

/** False: it is still kept, and so it stays on the screen too. */
async function forget(ids: readonly string[]): Promise<boolean> {
  const kept = ids.filter((id) => !id.startsWith(unkept));
  try {
    if (kept.length > 0) await deleteMessages(kept);
    return true;
  } catch {
    return false;
  }
}

async function deleteMessages(ids: readonly string[]): Promise<void> {
  await askTables((tables) => tables.from('assistant_messages').delete().in('id', ids));
}

/** Whatever else a later service sends is passed over. */
const known: ReadonlySet<string> = new Set<AssistantEvent['event']>([
  'begin',
  'text',
  'result',
  'action',
  'error',
  'end',
]);

/** Tells what comes, until the answer ends, one way or another. Of a request that was left nothing is told any more. */
async function receive(body: AssistantBody, signal: AbortSignal, tell: (event: ConversationEvent) => void) {
  try {
    for await (const event of streamService(askAssistant, { body, signal })) {
      if (signal.aborted) return;
      if (known.has(event.event)) tell({ type: 'came', event });
      if (event.event === 'end') return;
    }
    if (!signal.aborted) tell({ type: 'failed', code: 'network' });
  } catch (error) {
    if (!signal.aborted) tell({ type: 'failed', code: error instanceof ServiceError ? error.code : 'network' });
  }
}

// What was said on earlier visits.

/** Asked once, when the panel is first opened: what is said from then on is known here. */
const historyQuery = (userId: string | undefined, householdId: string | undefined) =>
  queryOptions({
    queryKey: ['assistant-history', userId ?? null, householdId ?? null],
    queryFn: () => (userId === undefined || householdId === undefined ? [] : fetchHistory(userId, householdId)),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: (query) => query.state.status === 'error',
  });

interface HistoryOptions {
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
  const proposed = rows.flatMap(({ extras }) => actionsOf(extras).map(({ id }) => id));
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

function toMessage(row: AssistantMessage, outcomes: readonly Outcome[]): ChatMessage {
  const { id, role, content, created_at: createdAt, extras } = row;
  const message: ChatMessage = { id, role, content, createdAt };
  return role === 'user' ? message : { ...message, answer: toAnswer(extras, outcomes) };
}

function toAnswer(extras: AssistantExtras, outcomes: readonly Outcome[]): Answer {
  const { results = [], unverified = [], suggestions = [], error } = extras;
  return {
    ...nothingElse,
    results,
    hasUnverified: unverified.length > 0,
    suggestions,
    ...(error === 'stopping' && { status: 'stopped' as const }),
    ...(error !== undefined && error !== 'stopping' && { fault: { code: error, at: 0 } }),
    actions: actionsOf(extras).map((proposed) => ({
      proposed,
      state: stateOf(outcomes.find(({ id }) => id === proposed.id)),
      isEarlier: true as const,
    })),
  };
}

/** Of an answer that was kept while there was one at most, that one. */
const actionsOf = ({ action, actions }: AssistantExtras): readonly AssistantAction[] =>
  actions ?? (action === undefined ? [] : [action]);

function stateOf(outcome: Outcome | undefined): ActionState {
  if (outcome === undefined) return 'over';
  if (outcome.result !== null) return outcome.result;
  return outcome.settled_at === null && Date.parse(outcome.until) > serviceNow() ? 'open' : 'over';
}

/** The conversations of the person's other households stay. */
async function deleteHistory(userId: string, householdId: string): Promise<void> {
  await askTables((tables) =>
    tables.from('assistant_messages').delete().eq('household_id', householdId).eq('user_id', userId),
  );
}

// Who answers, and what a person says to what was proposed.

/** Of whatever household. */
const assistantStateKey = ['assistant'];

/** Who answers, asked whenever the panel opens. */
export function useAssistantState(householdId: string | undefined) {
  return useQuery({
    queryKey: [...assistantStateKey, householdId ?? null],
    queryFn:
      householdId === undefined
        ? skipToken
        : () => callService(readAssistantState, { query: { household: householdId } }),
    refetchOnMount: 'always',
  });
}

/** The person's own press on what the assistant proposed. */
export async function answerAction(id: string, agreed: boolean): Promise<PressAnswer['result']> {
  return (await callService(pressAction, { params: { id }, body: { agreed } })).result;
}
