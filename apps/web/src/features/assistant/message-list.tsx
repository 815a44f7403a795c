import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../platform/use-language.ts';
import { scriptOf } from '../../ui/script-of.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AnswerItem } from './answer-item.tsx';
import { greetingId } from './conversation.ts';
import type { useConversation } from './use-conversation.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

export interface MessageListProps {
  talk: ReturnType<typeof useConversation>;
  /** Earlier messages are on their way. */
  isLoading: boolean;
}

export function MessageList({ talk, isLoading }: MessageListProps) {
  const { t } = useTranslation('assistant');
  const language = useLanguage();
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
        {conversation.messages.map((message) =>
          message.role === 'user' ? (
            <li key={message.id} className="flex justify-end" data-role="user">
              <span className="sr-only">{t('you')}: </span>
              <p
                lang={scriptOf(message.content, language)}
                className="written max-w-[85%] rounded-card rounded-br-[4px] bg-leaf-soft px-3.5 py-2 whitespace-pre-wrap "
              >
                {message.content}
              </p>
            </li>
          ) : (
            <li key={message.id} data-role="assistant">
              <span className="sr-only">{t('title')}: </span>
              {message.id === greetingId ? (
                // In the language that is shown now.
                <p>{t('greeting')}</p>
              ) : (
                <AnswerItem
                  message={message}
                  onRetry={() => retry(message.id)}
                  onSettled={(state) => dispatch({ type: 'settled', answer: message.id, state })}
                />
              )}
            </li>
          ),
        )}
      </ol>
      {isLoading && <Skeleton className="mt-4 h-10" />}
    </div>
  );
}
