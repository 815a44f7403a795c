import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FaqRequest } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUserId } from '../../platform/session.ts';
import { askTables } from '../../platform/tables.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

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

/** What became of the questions that somebody signed in has asked. */
export function AskedQuestions() {
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
