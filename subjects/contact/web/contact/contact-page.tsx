import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FaqRequest } from '#supabase/tables/index.ts';
import { MessageCircleQuestionMark } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { environment } from '#shell/data/env.ts';
import { faqQuery } from '#shell/text/faq.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useUserId } from '#shell/session/session.ts';
import { askTables } from '#shell/data/tables.ts';
import { useLanguage } from '#shell/text/i18n.ts';
import { Badge } from '#shell/ui/badge.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { ContactCard, RequestDialog } from './contact-forms.tsx';
import { FaqBrowser } from './faq-browser.tsx';

export function ContactPage() {
  const { t } = useTranslation(['contact', 'errors']);
  useDocumentTitle(t('title'));
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <ContactCard />
        <ContactWays />
      </div>
      <FaqSection />
      <AskedQuestions />
    </>
  );
}

const networks = { mastodon: 'Mastodon', github: 'GitHub', youtube: 'YouTube', linkedin: 'LinkedIn', x: 'X' } as const;

/** What the operator has configured: telephones, address, networks. */
function ContactWays() {
  const { t } = useTranslation('contact');
  const { salesPhone, supportPhone, email, social } = environment().contacts;
  if (salesPhone === '' && supportPhone === '' && email === '' && social.length === 0) return null;
  return (
    <Card title={t('ways.title')}>
      <dl className="grid gap-x-6 gap-y-2 sm:max-lg:grid-cols-2">
        {salesPhone !== '' && <Way name={t('ways.sales')} links={[[telephone(salesPhone), salesPhone]]} />}
        {supportPhone !== '' && <Way name={t('ways.support')} links={[[telephone(supportPhone), supportPhone]]} />}
        {email !== '' && <Way name={t('ways.email')} links={[[`mailto:${email}`, email]]} />}
        {social.length > 0 && (
          <Way name={t('ways.social')} links={social.map(({ name, url }) => [url, networks[name]] as const)} />
        )}
      </dl>
    </Card>
  );
}

function Way({ name, links }: { name: ReactNode; links: readonly (readonly [href: string, text: string])[] }) {
  return (
    <div>
      <dt className="text-small text-ink-soft">{name}</dt>
      {links.map(([href, text]) => (
        <dd key={href}>
          <a
            href={href}
            rel="noreferrer"
            className="figures inline-flex min-h-11 max-w-full items-center font-semibold break-words text-leaf underline-offset-2 hover:underline"
          >
            {text}
          </a>
        </dd>
      ))}
    </div>
  );
}

function telephone(number: string): string {
  return `tel:${number.replace(/[^+\d]/g, '')}`;
}

/** The common questions; `/contact#questions` and `/contact#faq-…` lead here. */
function FaqSection() {
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

/** What became of the questions that somebody signed in has asked. */
function AskedQuestions() {
  const { t } = useTranslation('contact');
  const userId = useUserId();
  const { data = [] } = useQuery({ ...askedQuestionsQuery(userId), enabled: userId !== undefined });
  if (data.length === 0) return null;
  return (
    <Card title={t('mine.title')} className="mt-6">
      <ul className="divide-y divide-line">
        {data.map(({ id, question, language, status, reason, faq_entries: entry }) => (
          <li
            key={id}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p lang={language} className="written">
                {question}
              </p>
              {reason !== null && (
                <p lang={language} className="written mt-0.5 text-small [overflow-wrap:anywhere] text-ink-soft">
                  {reason}
                </p>
              )}
              {entry !== null && (
                <Link
                  to={`/contact#faq-${entry.key}`}
                  className="inline-flex min-h-11 items-center text-small font-semibold text-leaf hover:underline"
                >
                  {t('mine.read')}
                </Link>
              )}
            </div>
            <Badge tone={tones[status]}>{t(`mine.${status}`)}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

type AskedQuestion = Pick<FaqRequest, 'id' | 'question' | 'language' | 'status' | 'reason'> & {
  faq_entries: { key: string } | null;
};

const tones = { pending: 'neutral', approved: 'leaf', rejected: 'neutral' } as const;

function askedQuestionsQuery(userId: string | undefined) {
  return queryOptions({
    queryKey: ['asked-questions', userId ?? null],
    queryFn: async () => {
      if (userId === undefined) return [];
      return askTables<AskedQuestion[]>((tables) =>
        tables
          .from('faq_requests')
          .select('id,question,language,status,reason,faq_entries(key)')
          .eq('user_id', userId)
          .order('created_at', { ascending: false })
          .limit(20),
      );
    },
  });
}
