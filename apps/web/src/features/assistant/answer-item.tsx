import { useTranslation } from 'react-i18next';
import { ActionCard } from './action-card.tsx';
import { AnswerText } from './answer-text.tsx';
import { AnswerTools } from './answer-tools.tsx';
import { type ActionState, type ChatMessage, nothingElse } from './conversation.ts';
import { useFaultWords } from './fault-words.ts';
import { ResultItem } from './result-item.tsx';
import { splitNote } from './split-note.ts';
import { textSoFar } from './text-so-far.ts';

export interface AnswerItemProps {
  message: ChatMessage;
  onRetry: () => void;
  onSettled: (state: ActionState) => void;
}

/** One answer: what came before a fault, the fault, what came after it; then where its figures come from, and what is to be known of them. */
export function AnswerItem({ message, onRetry, onSettled }: AnswerItemProps) {
  const { t } = useTranslation('assistant');
  const faultWords = useFaultWords();
  const { content, answer = nothingElse } = message;
  const { status, fault, results, action, hasUnverified } = answer;
  const isComing = status === 'coming';
  const { text, note } = splitNote(content);
  const before = text.slice(0, fault?.at);
  const after = fault === undefined ? '' : text.slice(fault.at);
  if (isComing && content === '' && fault === undefined && action === undefined) {
    return <p className="animate-breathe text-ink-soft">{t('thinking')}</p>;
  }
  const soFar = isComing ? textSoFar : (whole: string) => whole;
  return (
    <div className="space-y-3">
      {before !== '' && <AnswerText text={fault === undefined ? soFar(before) : before} />}
      {fault !== undefined && <p className="text-alert">{faultWords(fault.code)}</p>}
      {after !== '' && <AnswerText text={soFar(after)} />}
      {hasUnverified && <p className="text-small text-ink-soft">{t('unverified.note')}</p>}
      {action !== undefined && <ActionCard action={action} onSettled={onSettled} />}
      {!isComing && results.length > 0 && (
        <ul aria-label={t('results')} className="space-y-2.5 border-l-2 border-line pl-3">
          {results.map((result) => (
            <ResultItem key={result.id} result={result} />
          ))}
        </ul>
      )}
      {note !== '' && (
        <div className="text-small text-ink-soft [&_em]:not-italic">
          <AnswerText text={note} />
        </div>
      )}
      {!isComing && <AnswerTools message={message} onRetry={onRetry} />}
    </div>
  );
}
