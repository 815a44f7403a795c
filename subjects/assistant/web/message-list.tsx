import { type ActionDispatch, memo, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#shell/text/i18n.ts';
import { scriptOf } from '#shell/text/written-by-others.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { AnswerItem } from './answer-item.tsx';
import { type ChatMessage, type Conversation, type ConversationEvent, greetingId } from './conversation.ts';
import type { useConversation } from './use-conversation.ts';

export interface MessageListProps {
  talk: ReturnType<typeof useConversation>;
  /** Earlier messages are on their way. */
  isLoading: boolean;
  onAsk: (text: string) => void;
}

export function MessageList({ talk, isLoading, onAsk }: MessageListProps) {
  const { t } = useTranslation('assistant');
  const { conversation, dispatch, retry } = talk;
  const { frame, onScroll } = useStickToEnd(conversation);
  return (
    // Finished answers are read out elsewhere, once: here they grow word by word.
    <div
      ref={frame}
      role="log"
      aria-live="off"
      aria-label={t('messages')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and must by keyboard
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-3 -outline-offset-2"
      onScroll={onScroll}
    >
      <ol className="space-y-4">
        {conversation.messages.map((message) => (
          <MessageItem key={message.id} message={message} onRetry={retry} dispatch={dispatch} />
        ))}
      </ol>
      {!isLoading && conversation.messages.length === 1 && <ExampleQuestions onAsk={onAsk} />}
      <NextQuestions conversation={conversation} onAsk={onAsk} />
      {isLoading && <Skeleton className="mt-4 h-10" />}
    </div>
  );
}

const examples = ['use', 'compare', 'bill', 'now'] as const;

/** While nothing has been said yet: questions that can be asked by a press. */
function ExampleQuestions({ onAsk }: { onAsk: (text: string) => void }) {
  const { t } = useTranslation('assistant');
  const questions = examples.map((name) => t(`examples.${name}`));
  return <Questions label={t('examples.label')} questions={questions} look={wide} onAsk={onAsk} />;
}

/** Below the last answer, once it is whole: what can be asked next. */
function NextQuestions({
  conversation: { messages, pending },
  onAsk,
}: {
  conversation: Conversation;
  onAsk: (text: string) => void;
}) {
  const { t } = useTranslation('assistant');
  const questions = messages.at(-1)?.answer?.suggestions ?? [];
  if (pending !== undefined || questions.length === 0) return null;
  return <Questions label={t('next')} questions={questions} look={small} onAsk={onAsk} />;
}

const wide = { list: 'space-y-2', button: 'block min-h-11 w-full px-3 py-2' };
/** So that an answer and what follows it are seen at once. */
const small = { list: 'flex flex-wrap gap-1.5', button: 'min-h-9 px-2.5 py-1 text-small pointer-coarse:min-h-11' };

interface QuestionsProps {
  label: string;
  questions: readonly string[];
  look: typeof wide;
  onAsk: (text: string) => void;
}

function Questions({ label, questions, look, onAsk }: QuestionsProps) {
  const language = useLanguage();
  return (
    <div role="group" aria-label={label} className={classNames('mt-4', look.list)}>
      {questions.map((question) => (
        <button
          key={question}
          type="button"
          lang={scriptOf(question, language)}
          className={classNames(
            'written rounded-control border border-line text-left text-leaf transition-colors duration-150 hover:bg-leaf-soft',
            look.button,
          )}
          onClick={() => onAsk(question)}
        >
          {question}
        </button>
      ))}
    </div>
  );
}

const nearPx = 40;
/** Between the question and the upper edge. */
const marginPx = 12;

/**
 * Keeps the latest words in view, unless the reader has scrolled up; a new question leads back to the end. An answer that is longer than
 * the view is not followed: it is read from its question on.
 */
function useStickToEnd({ messages, pending }: Conversation) {
  const frame = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = useRef(messages.length);

  useLayoutEffect(() => {
    const node = frame.current;
    if (node === null) return;
    const wasAsked = messages.length > count.current && pending !== undefined;
    count.current = messages.length;
    if (wasAsked) isAtEnd.current = true;
    if (isAtEnd.current) node.scrollTop = Math.min(node.scrollHeight, lastQuestionTop(node));
  }, [messages, pending]);

  const onScroll = () => {
    const node = frame.current;
    if (node !== null) isAtEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < nearPx;
  };
  return { frame, onScroll };
}

function lastQuestionTop(frame: HTMLElement): number {
  const last = [...frame.querySelectorAll('[data-role="user"]')].at(-1);
  if (last === undefined) return Infinity;
  return frame.scrollTop + last.getBoundingClientRect().top - frame.getBoundingClientRect().top - marginPx;
}

interface MessageItemProps {
  message: ChatMessage;
  onRetry: (answer: string) => void;
  dispatch: ActionDispatch<[ConversationEvent]>;
}

/** Drawn anew only when it changes: not for each word of another one. */
const MessageItem = memo(function MessageItem({ message, onRetry, dispatch }: MessageItemProps) {
  const { t } = useTranslation('assistant');
  const language = useLanguage();
  const { id, role, content } = message;
  if (role === 'user') {
    return (
      <li className="flex justify-end" data-role="user">
        <span className="sr-only">{t('you')}: </span>
        <p
          lang={scriptOf(content, language)}
          className="written max-w-[85%] rounded-card rounded-br-[4px] bg-leaf-soft px-3.5 py-2 whitespace-pre-wrap"
        >
          {content}
        </p>
      </li>
    );
  }
  return (
    <li data-role="assistant">
      <span className="sr-only">{t('title')}: </span>
      {id === greetingId ? (
        // In the language that is shown now.
        <p>{t('greeting')}</p>
      ) : (
        <AnswerItem
          message={message}
          onRetry={() => onRetry(id)}
          onSettled={(action, state) => dispatch({ type: 'settled', answer: id, action, state })}
        />
      )}
    </li>
  );
});
