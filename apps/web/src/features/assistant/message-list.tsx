import { useTranslation } from 'react-i18next';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ExampleQuestions } from './example-questions.tsx';
import { MessageItem } from './message-item.tsx';
import type { useConversation } from './use-conversation.ts';
import { useStickToEnd } from './use-stick-to-end.ts';

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
      {isLoading && <Skeleton className="mt-4 h-10" />}
    </div>
  );
}
