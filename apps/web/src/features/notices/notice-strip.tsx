import type { HouseholdNotice } from '@wattershed/database';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNotices } from '../../platform/household-notices.ts';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useDismissNotice } from './dismiss-notice.ts';
import { NoticeIcon } from './notice-icon.tsx';
import { NoticesDialog } from './notices-dialog.tsx';
import { openNotices } from './shown-notices.ts';
import { useNoticeText } from './use-notice-text.ts';

/** The figures are what the page is for: they stay in sight. */
const shownAtMost = 2;

/** What needs a hand or a look, above all figures. Red only for water that runs: that costs by the hour. */
export function NoticeStrip() {
  const { t } = useTranslation('notices');
  const { data = [] } = useNotices();
  const [isOpen, setIsOpen] = useState(false);
  const open = openNotices(data);
  const more = open.length - shownAtMost;
  // The dialog stays while the last notice is dismissed in it.
  if (open.length === 0 && !isOpen) return null;
  return (
    <section aria-label={t('strip')} className="mb-1.5">
      <div className="space-y-3">
        {open.slice(0, shownAtMost).map((notice) => (
          <NoticeCard key={notice.id} notice={notice} />
        ))}
      </div>
      <Button look="quiet" size="small" className="my-0.5 sm:ml-3" onClick={() => setIsOpen(true)}>
        {more > 0 ? t('more', { count: more }) : t('all')}
      </Button>
      <NoticesDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  );
}

function NoticeCard({ notice }: { notice: HouseholdNotice }) {
  const { t } = useTranslation('notices');
  const { title, text, check, href } = useNoticeText()(notice);
  const dismiss = useDismissNotice();
  const isUrgent = notice.kind === 'running-water';
  return (
    <article
      data-notice={notice.kind}
      className={classNames(
        'flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border px-4 py-4 sm:px-6',
        isUrgent ? 'border-alert/30 bg-alert-soft' : 'border-line bg-card',
      )}
    >
      <NoticeIcon
        kind={notice.kind}
        className={classNames('mt-0.5 size-5 shrink-0', isUrgent ? 'text-alert' : 'text-ink-soft')}
      />
      <div className="min-w-60 flex-1 basis-0">
        <h2 className="text-title wrap-anywhere">{title}</h2>
        <p className="figures mt-1">{text}</p>
        <p className="mt-1 text-small text-ink-soft">{check}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to={href} className={buttonStyle({ look: 'secondary' })}>
          {t(isUrgent ? 'showWhy' : 'showDevice')}
        </Link>
        <Button look="quiet" onClick={() => dismiss(notice, true)}>
          {t('dismiss')}
        </Button>
      </div>
    </article>
  );
}
