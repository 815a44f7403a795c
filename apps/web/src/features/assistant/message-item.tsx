import { type ActionDispatch, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../platform/use-language.ts';
import { scriptOf } from '../../ui/script-of.ts';
import { AnswerItem } from './answer-item.tsx';
import { type ChatMessage, type ConversationEvent, greetingId } from './conversation.ts';

export interface MessageItemProps {
  message: ChatMessage;
  onRetry: (answer: string) => void;
  dispatch: ActionDispatch<[ConversationEvent]>;
}

/** Drawn anew only when it changes: not for each word of another one. */
export const MessageItem = memo(function MessageItem({ message, onRetry, dispatch }: MessageItemProps) {
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
          onSettled={(state) => dispatch({ type: 'settled', answer: id, state })}
        />
      )}
    </li>
  );
});
