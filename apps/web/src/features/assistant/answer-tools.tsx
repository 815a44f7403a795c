import { Check, Copy, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../../ui/notice.ts';
import { type ChatMessage, nothingElse } from './conversation.ts';
import { plainText } from './plain-text.ts';

const saidForMs = 2000;

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
  const { t } = useTranslation('assistant');
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), saidForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(plainText(text));
      setIsCopied(true);
    } catch {
      notify(t('copyFailed'), undefined, 'alert');
    }
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <Tool icon={<Icon className="size-4" aria-hidden />} onClick={() => void copy()}>
      <span aria-live="polite">{t(isCopied ? 'copied' : 'copy')}</span>
    </Tool>
  );
}

function Tool({ icon, onClick, children }: { icon: ReactNode; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="inline-flex min-h-9 items-center gap-1.5 rounded-control px-2 text-small text-ink-soft transition-colors duration-150 hover:bg-leaf-soft hover:text-leaf pointer-coarse:min-h-11"
      onClick={onClick}
    >
      {icon}
      {children}
    </button>
  );
}
