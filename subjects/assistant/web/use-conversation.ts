import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '#shell/data/online.ts';
import { ServiceError } from '#shell/data/service-error.ts';
import { serviceNow } from '#shell/parts/clock.ts';
import { useLanguage } from '#shell/text/use-language.ts';
import type { AssistantBody } from '../contract/assistant.ts';
import { assistantStateKey, followAnswer } from './ask-assistant.ts';
import { beginConversation, type ConversationEvent, converse, questionOf } from './conversation.ts';
import { deleteMessages } from './history.ts';

const unkept = 'asked-';
let lastNumber = 0;
/** Until the service says how it keeps the message. */
const newId = () => `${unkept}${(lastNumber += 1)}`;
const now = () => new Date(serviceNow()).toISOString();

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

/** Tells what comes, until the answer ends, one way or another. Of a request that was left nothing is told any more. */
async function receive(body: AssistantBody, signal: AbortSignal, tell: (event: ConversationEvent) => void) {
  try {
    for await (const event of followAnswer(body, signal)) {
      if (signal.aborted) return;
      tell({ type: 'came', event });
      if (event.event === 'end') return;
    }
    if (!signal.aborted) tell({ type: 'failed', code: 'network' });
  } catch (error) {
    if (!signal.aborted) tell({ type: 'failed', code: error instanceof ServiceError ? error.code : 'network' });
  }
}
