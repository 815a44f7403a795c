import { Check, Copy, RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../platform/use-copy.ts';
import { type ChatMessage, nothingElse } from './conversation.ts';
import { plainText } from './plain-text.ts';

/** Below a finished answer: copied as plain text, or asked for again where it is not whole. */
export function AnswerTools({ message, onRetry }: { message: ChatMessage; onRetry: () => void }) {
  const { t } = useTranslation('assistant');
  const { status, fault } = message.answer ?? nothingElse;
  const isStopped = status === 'stopped';
  return (
    <div className="-mt-1.5 -ml-2 flex flex-wrap items-center">
      {isStopped && <span className="px-2 text-small text-ink-soft">{t('stopped')}</span>}
      {message.content !== '' && <CopyTool text={message.content} />}
      {(isStopped || fault !== undefined) && (
        <Tool icon={<RotateCcw className="size-4" aria-hidden />} onClick={onRetry}>
          {t('retry')}
        </Tool>
      )}
    </div>
  );
}

function CopyTool({ text }: { text: string }) {
  const { t } = useTranslation('copy');
  const words = plainText(text);
  const { copied, copy } = useCopy(words);
  const Icon = copied ? Check : Copy;
  const name = t(copied ? 'done' : 'copy');
  return (
    <Tool icon={<Icon className="size-4" aria-hidden />} label={`${name}: ${beginningOf(words)}`} onClick={copy}>
      <span aria-live="polite">{name}</span>
    </Tool>
  );
}

const longestBeginning = 60;

/** Tells the answers' tools apart: whole words, as many as a name may have. */
function beginningOf(words: string): string {
  const line = words.replace(/\s+/g, ' ');
  if (line.length <= longestBeginning) return line;
  const end = line.lastIndexOf(' ', longestBeginning);
  return `${line.slice(0, end > 0 ? end : longestBeginning)}…`;
}

interface ToolProps {
  icon: ReactNode;
  /** Where its words alone do not tell it from others. */
  label?: string;
  onClick: () => void;
  children: ReactNode;
}

function Tool({ icon, label, onClick, children }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 text-small text-ink-soft transition-colors duration-150 hover:bg-leaf-soft hover:text-leaf pointer-coarse:min-h-11"
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  );
}
