import type { QueueItem } from '@wattershed/contracts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { scriptOf } from '../../ui/script-of.ts';
import { Author } from './author.tsx';
import { linkToPost } from './community-links.ts';
import { HiddenNote } from './hidden-note.tsx';
import { HideDialog } from './hide-dialog.tsx';
import type { ItemName } from './item.ts';
import { TimeAgo } from './time-ago.tsx';
import { useModerate } from './use-moderate.ts';

/** One thing that was reported or hidden, with what can be decided about it. */
export function ReportedItem({ item }: { item: QueueItem }) {
  const { t } = useTranslation('community');
  const name: ItemName =
    item.replyId === null ? { item: 'posts', id: item.postId } : { item: 'replies', id: item.replyId };
  const moderate = useModerate(name);
  const [isHiding, setIsHiding] = useState(false);
  const isHidden = item.hiddenAt !== null;
  const title = item.title === '' ? t('queue.untitled') : item.title;
  return (
    <li className="space-y-3 rounded-card border border-line bg-card p-4 sm:p-6">
      <HiddenNote why={isHidden ? (item.hiddenWhy ?? '') : null} />
      <h2 className="written text-[1.0625rem] font-semibold" lang={scriptOf(title)}>
        {item.replyId === null ? title : t('queue.reply', { title })}
      </h2>
      <p className="text-small text-ink-soft">
        <Author name={item.authorName} /> · <TimeAgo at={item.createdAt} />
      </p>
      {item.excerpt !== '' && (
        <p lang={scriptOf(item.excerpt)} className="written">
          {item.excerpt}
        </p>
      )}
      {item.reports.length > 0 && (
        <div className="rounded-control bg-paper p-3">
          <p className="figures mb-2 text-small font-semibold">{t('queue.reports', { count: item.reports.length })}</p>
          <ul className="space-y-2 text-small">
            {item.reports.map((report) => (
              <li key={`${report.at} ${report.reason}`} className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
                <Badge tone="alert">{t(`report.reasons.${report.reason}`)}</Badge>
                <bdi className="[overflow-wrap:anywhere]">{report.text}</bdi>
                <span className="text-ink-soft">
                  <TimeAgo at={report.at} />
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={linkToPost(item.postId)} className={buttonStyle({ look: 'secondary' })}>
          {t('queue.open')}
        </Link>
        {isHidden ? (
          <Button look="secondary" pending={moderate.isPending} onClick={() => moderate.mutate({ act: 'restore' })}>
            {t('actions.restore')}
          </Button>
        ) : (
          <Button onClick={() => setIsHiding(true)}>{t('actions.hide')}</Button>
        )}
        {item.reports.length > 0 && (
          <Button look="secondary" pending={moderate.isPending} onClick={() => moderate.mutate({ act: 'dismiss' })}>
            {t('actions.dismiss')}
          </Button>
        )}
      </div>
      <HideDialog open={isHiding} name={name} onClose={() => setIsHiding(false)} />
    </li>
  );
}
