import { maxQuestionLength } from '../contract/assistant.ts';
import { SendHorizontal, Square } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#shell/data/online.ts';
import { IconButton } from '#shell/ui/button.tsx';

export interface ComposerProps {
  draft: string;
  onDraft: (draft: string) => void;
  isPending: boolean;
  /** False: it was ignored, and what is written stays. */
  onAsk: (text: string) => boolean;
  onStop: () => void;
}

export function Composer({ draft, onDraft, isPending, onAsk, onStop }: ComposerProps) {
  const { t } = useTranslation('assistant');
  const online = useOnline();
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  const send = () => {
    if (onAsk(draft)) onDraft('');
    input.current?.focus({ preventScroll: true });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter that ends a word of a keyboard for Hindi, say, sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const stop = () => {
    onStop();
    input.current?.focus({ preventScroll: true });
  };

  return (
    <form className="shrink-0 px-3 pt-2 pb-3" onSubmit={onSubmit}>
      <p role="status" className="text-small text-power-text not-empty:pb-1.5">
        {!online && t('offline')}
      </p>
      <div className="flex items-end gap-1.5">
        <textarea
          ref={input}
          rows={1}
          value={draft}
          maxLength={maxQuestionLength}
          aria-label={t('input')}
          placeholder={t('placeholder')}
          className="control block max-h-28 min-w-0 flex-1 resize-none py-2.5 leading-snug field-sizing-content placeholder:text-small"
          onChange={(event) => onDraft(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {isPending && (
          <IconButton label={t('stop')} icon={<Square className="size-4 fill-current" aria-hidden />} onClick={stop} />
        )}
        <button
          type="submit"
          aria-label={t('send')}
          disabled={isPending || draft.trim() === ''}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-control bg-leaf text-white transition-colors duration-150 enabled:hover:bg-leaf-deep disabled:opacity-55"
        >
          <SendHorizontal className="size-5" aria-hidden />
        </button>
      </div>
    </form>
  );
}
