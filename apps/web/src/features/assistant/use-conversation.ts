import { useEffect, useReducer, useRef } from 'react';
import type { AssistantBody } from '@wattershed/contracts';
import { useTranslation } from 'react-i18next';
import { serviceNow } from '../../platform/clock.ts';
import { connection } from '../../platform/online.ts';
import { ServiceError } from '../../platform/service-error.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { askAssistant } from './ask-assistant.ts';
import { beginConversation, type ConversationEvent, converse, questionOf } from './conversation.ts';

let lastNumber = 0;
/** Until the service says how it keeps the message. */
const newId = () => `asked-${(lastNumber += 1)}`;
const now = () => new Date(serviceNow()).toISOString();

/** The conversation, and what a person does in it. */
export function useConversation(household: string | undefined) {
  const { t } = useTranslation('assistant');
  const language = useLanguage();
  const [conversation, dispatch] = useReducer(converse, undefined, () => beginConversation(t('greeting'), now()));
  const request = useRef<AbortController>(undefined);
  useEffect(() => () => request.current?.abort(), []);

  /** False: ignored, because nothing is asked, an answer is under way, or there is no connection. */
  const ask = (written: string): boolean => {
    const text = written.trim();
    if (text === '' || request.current !== undefined || connection() === 'offline') return false;
    const controller = new AbortController();
    request.current = controller;
    dispatch({ type: 'asked', question: newId(), answer: newId(), text, at: now() });
    const body: AssistantBody = { text, language, ...(household !== undefined && { household }) };
    void receive(body, controller.signal, (event) => {
      if (isLast(event)) request.current = undefined;
      dispatch(event);
    });
    return true;
  };

  const retry = (answer: string) => {
    const question = questionOf(conversation, answer);
    if (question === undefined || !ask(question.content)) return;
    dispatch({ type: 'withdrawn', answer });
  };

  const stop = () => {
    request.current?.abort();
    request.current = undefined;
    dispatch({ type: 'stopped' });
  };

  return { conversation, dispatch, ask, retry, stop };
}

const isLast = (event: ConversationEvent) =>
  event.type === 'failed' || (event.type === 'came' && event.event.event === 'end');

/** Tells what comes, until the answer ends, one way or another. Of a request that was left nothing is told any more. */
async function receive(body: AssistantBody, signal: AbortSignal, tell: (event: ConversationEvent) => void) {
  try {
    for await (const event of askAssistant(body, signal)) {
      if (signal.aborted) return;
      tell({ type: 'came', event });
      if (event.event === 'end') return;
    }
    if (!signal.aborted) tell({ type: 'failed', code: 'network' });
  } catch (error) {
    if (!signal.aborted) tell({ type: 'failed', code: error instanceof ServiceError ? error.code : 'network' });
  }
}
