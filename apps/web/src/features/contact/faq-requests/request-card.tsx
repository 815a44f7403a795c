import type { FaqEntry, FaqRequest } from '@wattershed/database';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../platform/household.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

interface RequestCardProps {
  request: FaqRequest;
  /** What it became, while that is there. */
  entry: FaqEntry | undefined;
  onAnswer: () => void;
  onReject: () => void;
  onReopen: () => void;
  onRemove: () => void;
}

export function RequestCard({ request, entry, onAnswer, onReject, onReopen, onRemove }: RequestCardProps) {
  const { t } = useTranslation('admin');
  const format = useFormat();
  const { status, email, reason } = request;
  const by = email !== null ? t('by.email', { email }) : request.user_id !== null ? t('by.account') : t('by.visitor');
  const facts = [
    t('asked', { when: format.dateTime(Date.parse(request.created_at)) }),
    by,
    ...(request.decided_at === null ? [] : [t('decided', { when: format.dateTime(Date.parse(request.decided_at)) })]),
  ];
  return (
    <li>
      <Card>
        <div className="flex items-start justify-between gap-3">
          <h2
            lang={request.language}
            className="min-w-0 written text-[1.125rem] leading-snug font-semibold [overflow-wrap:anywhere]"
          >
            {request.question}
          </h2>
          <Badge>{t(`names.${request.language}`)}</Badge>
        </div>
        <p className="mt-1 text-small [overflow-wrap:anywhere] text-ink-soft">{facts.join(' · ')}</p>
        {reason !== null && <p className="mt-2 [overflow-wrap:anywhere]">{t('reason', { reason })}</p>}
        {status === 'approved' && entry === undefined && <p className="mt-2">{t('gone')}</p>}
        <div className="mt-4 flex flex-wrap gap-3">
          {status !== 'approved' && <Button onClick={onAnswer}>{t('act.answer')}</Button>}
          {status === 'pending' && (
            <Button look="secondary" onClick={onReject}>
              {t('act.reject')}
            </Button>
          )}
          {status === 'approved' && entry?.is_published === true && (
            <Link to={`/contact#faq-${entry.key}`} className={buttonStyle({ look: 'secondary' })}>
              {t('act.show')}
            </Link>
          )}
          {status !== 'pending' && (
            <Button look="secondary" onClick={onReopen}>
              {t('act.reopen')}
            </Button>
          )}
          <Button look="quiet" onClick={onRemove}>
            {t('act.delete')}
          </Button>
        </div>
      </Card>
    </li>
  );
}
