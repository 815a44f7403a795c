/** What has been said between a person and the assistant, and what each event makes of it. */
import { useTranslation } from 'react-i18next';
import type { ServiceErrorCode } from '#shell/data/service-error.ts';
import {
  type AssistantAction,
  type AssistantEvent,
  type AssistantEvents,
  type AssistantFault,
  assistantFaults,
  type AssistantResult,
  type PressAnswer,
} from '../contract/assistant.ts';

export interface Conversation {
  messages: readonly ChatMessage[];
  /** The answer that is under way. */
  pending: string | undefined;
  /** What was taken back: rows that were on their way do not bring it back. */
  withdrawn: readonly string[];
}

/** Contract C3.5. */
export interface ChatMessage {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  createdAt: string;
  /** What belongs to an answer beside its text. */
  answer?: Answer;
}

export interface Answer {
  status: 'coming' | 'done' | 'stopped';
  results: readonly AssistantResult[];
  hasUnverified: boolean;
  /** Questions that can be asked next by a press. */
  suggestions: readonly string[];
  /** `at`: how much of the content was there before it. */
  fault?: { code: Fault; at: number };
  /** `isEarlier`: it was settled on an earlier visit. */
  actions: readonly { proposed: AssistantAction; state: ActionState; isEarlier?: true }[];
}

/** `over`: its time has passed, or nobody knows what came of it. */
export type ActionState = 'open' | 'over' | PressAnswer['result'];

type Fault = AssistantFault | ServiceErrorCode;

export type ConversationEvent =
  | { type: 'asked'; question: string; answer: string; text: string; at: string }
  | { type: 'came'; event: AssistantEvent }
  | { type: 'failed'; code: Fault }
  | { type: 'stopped' }
  | { type: 'recalled'; messages: readonly ChatMessage[] }
  | { type: 'withdrawn'; answer: string }
  | { type: 'settled'; answer: string; action: string; state: ActionState }
  | { type: 'cleared' };

export const greetingId = 'greeting';
export const nothingElse: Answer = { status: 'done', results: [], hasUnverified: false, suggestions: [], actions: [] };

export function beginConversation(greeting: string, at: string): Conversation {
  const first: ChatMessage = { id: greetingId, role: 'assistant', content: greeting, createdAt: at };
  return { messages: [first], pending: undefined, withdrawn: [] };
}

export function converse(now: Conversation, event: ConversationEvent): Conversation {
  switch (event.type) {
    case 'asked':
      return ask(now, event);
    case 'came':
      return take(now, event.event);
    case 'failed':
      return finish(
        changePending(now, (message, answer) => fail(message, answer, event.code)),
        'done',
      );
    case 'stopped':
      return finish(now, 'stopped');
    case 'recalled':
      return recall(now, event.messages);
    case 'withdrawn':
      return withdraw(now, event.answer);
    case 'settled':
      return change(now, event.answer, (message, answer) =>
        withAnswer(message, {
          actions: answer.actions.map((one) =>
            one.proposed.id === event.action ? { proposed: one.proposed, state: event.state } : one,
          ),
        }),
      );
    case 'cleared':
      return { ...now, messages: now.messages.slice(0, 1), pending: undefined };
  }
}

/** The question to which this is the answer. */
export function questionOf({ messages }: Conversation, answer: string): ChatMessage | undefined {
  const before = messages[messages.findIndex(({ id }) => id === answer) - 1];
  return before?.role === 'user' ? before : undefined;
}

function ask(now: Conversation, { question, answer, text, at }: ConversationEvent & { type: 'asked' }): Conversation {
  if (now.pending !== undefined) return now;
  const asked: ChatMessage = { id: question, role: 'user', content: text, createdAt: at };
  const coming: ChatMessage = {
    id: answer,
    role: 'assistant',
    content: '',
    createdAt: at,
    answer: { ...nothingElse, status: 'coming' },
  };
  return { ...now, messages: [...now.messages, asked, coming], pending: answer };
}

function take(now: Conversation, { event, data }: AssistantEvent): Conversation {
  switch (event) {
    case 'begin':
      return rename(now, data.question, data.answer);
    case 'text':
      return changePending(now, (message) => ({ ...message, content: message.content + data.delta }));
    case 'result':
      return changePending(now, (message, { results }) => withAnswer(message, { results: [...results, data] }));
    case 'action':
      return changePending(now, (message, { actions }) =>
        withAnswer(message, { actions: [...actions, { proposed: data, state: 'open' }] }),
      );
    case 'error':
      return changePending(now, (message, answer) => fail(message, answer, data.code));
    case 'end':
      return finish(
        changePending(now, (message) => settleText(message, data)),
        'done',
      );
  }
}

/** The service's own names for what it keeps: by them a message that is recalled too is known. */
function rename(now: Conversation, question: string | null, answer: string | null): Conversation {
  const { messages, pending } = now;
  const at = messages.findIndex(({ id }) => id === pending);
  const kept = [question, answer];
  const named = messages.map((message, index) => {
    const id = kept[index - at + 1];
    return index >= at - 1 && index <= at && id ? { ...message, id } : message;
  });
  const isTwin = ({ id }: ChatMessage, index: number) => index < at - 1 && kept.includes(id);
  return { ...now, messages: named.filter((message, index) => !isTwin(message, index)), pending: named[at]?.id };
}

type End = Pick<AssistantEvents['end'], 'content' | 'unverified' | 'suggestions'>;

function settleText(message: ChatMessage, end: End): ChatMessage {
  const { fault } = message.answer ?? nothingElse;
  const content = end.content === '' ? message.content : end.content;
  const isSameStart = content.startsWith(message.content.slice(0, fault?.at ?? 0));
  return withAnswer(
    { ...message, content },
    {
      hasUnverified: end.unverified.length > 0,
      suggestions: end.suggestions,
      ...(fault && { fault: { ...fault, at: isSameStart ? fault.at : 0 } }),
    },
  );
}

function fail(message: ChatMessage, { fault }: Answer, code: Fault): ChatMessage {
  return fault === undefined ? withAnswer(message, { fault: { code, at: message.content.length } }) : message;
}

function finish(now: Conversation, status: Answer['status']): Conversation {
  return { ...changePending(now, (message) => withAnswer(message, { status })), pending: undefined };
}

/** What was said before comes after the greeting, but for what is there already. */
function recall(now: Conversation, recalled: readonly ChatMessage[]): Conversation {
  const { messages, withdrawn } = now;
  const known = new Set([...messages.map(({ id }) => id), ...withdrawn]);
  const earlier = recalled.filter(({ id }) => !known.has(id));
  return { ...now, messages: [...messages.slice(0, 1), ...earlier, ...messages.slice(1)] };
}

function withdraw(now: Conversation, answer: string): Conversation {
  const question = questionOf(now, answer);
  const gone = question === undefined ? [answer] : [question.id, answer];
  return {
    ...now,
    messages: now.messages.filter(({ id }) => !gone.includes(id)),
    withdrawn: [...now.withdrawn, ...gone],
  };
}

type Change = (message: ChatMessage, answer: Answer) => ChatMessage;

function changePending(now: Conversation, next: Change): Conversation {
  return now.pending === undefined ? now : change(now, now.pending, next);
}

function change(now: Conversation, id: string, next: Change): Conversation {
  const messages = now.messages.map((message) =>
    message.id === id ? next(message, message.answer ?? nothingElse) : message,
  );
  return { ...now, messages };
}

function withAnswer(message: ChatMessage, part: Partial<Answer>): ChatMessage {
  return { ...message, answer: { ...(message.answer ?? nothingElse), ...part } };
}

// What went wrong, in words.

/** What stands in place of an answer that failed (contract C8.1), in the reader's language. */
export function useFaultMessages(): (code: Fault) => string {
  const { t } = useTranslation(['assistant', 'errors']);
  return (code) => t('error', { message: isOfProvider(code) ? t(`faults.${code}`) : t(`errors:${code}`) });
}

type OwnFault = Exclude<AssistantFault, 'not-authenticated' | 'forbidden'>;

/** Those of who asks are told as everywhere. */
const isOfProvider = (code: Fault): code is OwnFault =>
  code !== 'not-authenticated' && code !== 'forbidden' && assistantFaults.some((fault) => fault === code);
