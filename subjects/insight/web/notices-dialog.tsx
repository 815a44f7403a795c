import { Bell } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNotices } from '#shell/household/household-notices.ts';
import { useRights } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { Button } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { noticeHistory, NoticeIcon, useDismissNotice, useNoticeText } from './shown-notices.tsx';

/** Opens what the household was told of. */
export function NoticesButton() {
  const { t } = useTranslation('notices');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button look="secondary" icon={<Bell className="size-5" aria-hidden />} onClick={() => setIsOpen(true)}>
        {t('title')}
      </Button>
      <NoticesDialog open={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

/** All that lasts, and what the last thirty days brought. */
export function NoticesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('notices');
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('close')}
      title={t('title')}
      description={t('about')}
      className="sm:w-[min(36rem,calc(100vw-2rem))]"
    >
      {open && <History />}
    </Dialog>
  );
}

function History() {
  const { t } = useTranslation('notices');
  const { data, error, refetch } = useNotices();
  const now = useNow(60_000);
  if (data === undefined && error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-40" />;
  const { lasting, past } = noticeHistory(data, now);
  if (lasting.length + past.length === 0) return <p>{t('none')}</p>;
  return (
    <div className="space-y-5">
      <Part title={t('lasting')} notices={lasting} />
      <Part title={t('past')} notices={past} />
    </div>
  );
}

function Part({ title, notices }: { title: string; notices: readonly HouseholdNotice[] }) {
  if (notices.length === 0) return null;
  return (
    <section>
      <h3 className="text-small font-semibold text-ink-soft">{title}</h3>
      <ul>
        {notices.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} />
        ))}
      </ul>
    </section>
  );
}

function NoticeRow({ notice }: { notice: HouseholdNotice }) {
  const { t } = useTranslation('notices');
  const { title, text } = useNoticeText()(notice);
  const dismiss = useDismissNotice();
  const mayDismiss = useRights().data?.mayWrite ?? false;
  const isDismissed = notice.dismissed_at !== null;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-b border-line py-3 last:border-b-0">
      <NoticeIcon kind={notice.kind} className="mt-1 size-4.5 shrink-0 text-ink-soft" />
      <div className="min-w-48 flex-1">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <p className="figures text-small text-ink-soft">{text}</p>
      </div>
      {notice.ended_at === null && mayDismiss && (
        <Button look="quiet" size="small" onClick={() => dismiss(notice, !isDismissed)}>
          {t(isDismissed ? 'showAgain' : 'dismiss')}
        </Button>
      )}
    </li>
  );
}
