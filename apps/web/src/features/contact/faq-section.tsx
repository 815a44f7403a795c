import { useQuery } from '@tanstack/react-query';
import { MessageCircleQuestionMark } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { faqQuery } from '../../platform/faq.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { useLanguage } from '../../platform/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FaqBrowser } from './faq-browser.tsx';
import { RequestDialog } from './request-dialog.tsx';

/** The common questions; `/contact#questions` and `/contact#faq-…` lead here. */
export function FaqSection() {
  const { t } = useTranslation('contact');
  const { hash, key } = useLocation();
  const faq = useQuery(faqQuery(useLanguage()));
  const [asking, setAsking] = useState<string>();
  const named = hash.startsWith('#faq-') ? decodeURIComponent(hash.slice(5)) : undefined;
  return (
    <section id="questions" aria-labelledby="questions-title" className="mt-10 scroll-mt-4">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="questions-title" className="text-head">
            {t('faq.title')}
          </h2>
          <p className="mt-0.5 text-ink-soft">{t('faq.text')}</p>
        </div>
        <Button
          look="secondary"
          icon={<MessageCircleQuestionMark className="size-5" aria-hidden />}
          onClick={() => setAsking('')}
        >
          {t('faq.ask')}
        </Button>
      </div>
      {faq.data !== undefined ? (
        // A link to an answer begins anew: no filter may hide it.
        <FaqBrowser key={named === undefined ? 'all' : key} items={faq.data} named={named} onAsk={setAsking} />
      ) : faq.isError ? (
        <Card>
          <LoadFailure error={faq.error} onRetry={() => void faq.refetch()} />
        </Card>
      ) : (
        <FaqSkeleton />
      )}
      <RequestDialog open={asking !== undefined} question={asking ?? ''} onClose={() => setAsking(undefined)} />
    </section>
  );
}

const rows = Array.from({ length: 17 }, (_, i) => i);

function FaqSkeleton() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-11 rounded-control" />
      <Skeleton className="h-11 w-2/3 rounded-full" />
      {rows.map((row) => (
        <Skeleton key={row} className="h-14 rounded-control" />
      ))}
    </div>
  );
}
