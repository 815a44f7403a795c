import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { outbox } from '../../platform/browser-outbox.ts';
import type { OutboxEntry } from '../../platform/outbox-state.ts';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { startOutbox } from '../outbox-kinds.ts';

type Words = Awaited<ReturnType<typeof outbox.wordsOf>>;

/** One change that waits, to be taken back, or one that was refused, given back with the reason. */
export function ChangeRow({ entry }: { entry: OutboxEntry }) {
  const { t } = useTranslation('offline');
  const words = useWords(entry);
  const title = words?.title ?? t('aChange');
  const isRefused = entry.refused !== undefined;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4">
      <div className="min-w-0">
        <p className="break-words">
          {title}
          {words?.reason !== undefined && <span className="text-ink-soft"> · {words.reason}</span>}
        </p>
        {words?.text !== undefined && <p className="break-words whitespace-pre-wrap text-ink-soft">{words.text}</p>}
      </div>
      <div className="flex flex-wrap gap-1">
        {isRefused && (
          <Button
            look="quiet"
            size="small"
            aria-label={t('retryOf', { change: title })}
            onClick={() => void outbox.retry(entry.id)}
          >
            {t('retry')}
          </Button>
        )}
        <Button
          look="quiet"
          size="small"
          aria-label={t(isRefused ? 'discardOf' : 'undoOf', { change: title })}
          onClick={() => void outbox.undo(entry.id)}
        >
          {t(isRefused ? 'discard' : 'undo')}
        </Button>
      </div>
    </li>
  );
}

function useWords(entry: OutboxEntry): Words {
  const language = useLanguage();
  const [words, setWords] = useState<Words>();
  useEffect(() => {
    let current = true;
    startOutbox();
    void outbox.wordsOf(entry, language).then(
      (found) => current && setWords(found),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [entry, language]);
  return words;
}
