import { ChevronDown, CloudOff, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { outbox } from '../data/browser-outbox.ts';
import { useNow } from '../parts/clock.ts';
import { createFormat, regionalOf } from '../text/format.ts';
import { currentOf, type Memberships, membershipsKey } from '../household/memberships.ts';
import { useConnection, useLastHeard } from '../data/online.ts';
import { type OutboxEntry, useOutbox } from '../data/outbox-state.ts';
import { queryClient } from '../data/query-client.ts';
import { useLanguage } from '../text/i18n.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../frame/banner.tsx';

/** What the connection means for what one sees, and for what one has changed. */
export default function ConnectionStrip() {
  const { t } = useTranslation('offline');
  const connection = useConnection();
  const entries = useOutbox();
  const age = useAge();
  const waiting = entries.filter(({ refused, attempts }) => {
    return refused === undefined && (connection !== 'online' || attempts > 0);
  });
  const refused = entries.filter((entry) => entry.refused !== undefined);
  return (
    <>
      {(connection !== 'online' || waiting.length > 0) && (
        <Banner icon={<CloudOff className="size-4.5" aria-hidden />} tint="bg-power-soft text-ink">
          {connection !== 'online' && (
            <p>
              {t(connection)} {age ?? t('mayBeOld')}
            </p>
          )}
          {waiting.length > 0 && (
            // Closed, so that the page does not move under the next switch.
            <details className="-my-2.5 open:w-full">
              <summary className="flex min-h-11 cursor-pointer items-center gap-2 rounded-control font-semibold">
                {t('waiting', { count: waiting.length })}
                <ChevronDown className="size-4 in-open:rotate-180" aria-hidden />
              </summary>
              <ul className="border-t border-power-text/25">
                {waiting.map((entry) => (
                  <ChangeRow key={entry.id} entry={entry} />
                ))}
              </ul>
            </details>
          )}
        </Banner>
      )}
      {refused.length > 0 && (
        <Banner icon={<TriangleAlert className="size-4.5 text-alert" aria-hidden />} tint="bg-alert-soft text-ink">
          <div className="w-full">
            <p className="font-semibold">{t('refused', { count: refused.length })}</p>
            <ul>
              {refused.map((entry) => (
                <ChangeRow key={entry.id} entry={entry} />
              ))}
            </ul>
          </div>
        </Banner>
      )}
    </>
  );
}

type Words = Awaited<ReturnType<typeof outbox.wordsOf>>;

/** One change that waits, to be taken back, or one that was refused, given back with the reason. */
function ChangeRow({ entry }: { entry: OutboxEntry }) {
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

function useAge(): string | undefined {
  const { t } = useTranslation('offline');
  const heardAt = useLastHeard();
  const now = useNow(30_000);
  const language = useLanguage();
  if (heardAt === undefined) return undefined;
  const [mine] = queryClient.getQueriesData<Memberships | null>({ queryKey: [membershipsKey] }).map(([, data]) => data);
  const format = createFormat(language, regionalOf(currentOf(mine)?.households));
  return t('asOf', { time: format.dateTime(heardAt), ago: format.ago(heardAt, now) });
}
