import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNotices } from '#shell/household/household-notices.ts';
import { useRights } from '#shell/household/household.ts';
import { orReload } from '#shell/data/reload-after-update.ts';
import { Button, buttonStyle } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { NoticeIcon, openNotices, useDismissNotice, useNoticeText } from './shown-notices.tsx';

const load = () => import('./notices-dialog.tsx');
const NoticesDialog = lazy(orReload(async () => ({ default: (await load()).NoticesDialog })));

/** The figures are what the page is for: they stay in sight. */
const maxShown = 2;

/** What needs a hand or a look, above all figures. Red only for water that runs: that costs by the hour. */
export function NoticeStrip() {
  const { t } = useTranslation('notices');
  const { data = [] } = useNotices();
  const dismiss = useDismissNotice();
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState<boolean>();
  const open = openNotices(data);
  const more = open.length - maxShown;
  const dismissHere = (notice: HouseholdNotice) => {
    dismiss(notice, true);
    // The button that had the focus goes with its notice.
    place.current?.focus({ preventScroll: true });
  };
  // Always there, so that what comes later is read out. The dialog stays while the last notice is dismissed in it.
  return (
    <div ref={place} tabIndex={-1} aria-live="polite" className="outline-none">
      {(open.length > 0 || isOpen === true) && (
        <section aria-label={t('strip')} className="mb-1.5">
          <div className="space-y-3">
            {open.slice(0, maxShown).map((notice) => (
              <NoticeCard key={notice.id} notice={notice} onDismiss={() => dismissHere(notice)} />
            ))}
          </div>
          <Button
            look="quiet"
            size="small"
            className="my-0.5 sm:ml-3"
            onPointerEnter={() => void load().catch(() => undefined)}
            onClick={() => setIsOpen(true)}
          >
            {more > 0 ? t('more', { count: more }) : t('all')}
          </Button>
          {isOpen !== undefined && (
            <Suspense fallback={null}>
              <NoticesDialog open={isOpen} onClose={() => setIsOpen(false)} />
            </Suspense>
          )}
        </section>
      )}
    </div>
  );
}

function NoticeCard({ notice, onDismiss }: { notice: HouseholdNotice; onDismiss: () => void }) {
  const { t } = useTranslation('notices');
  const { title, text, check, href } = useNoticeText()(notice);
  const mayDismiss = useRights().data?.mayWrite ?? false;
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
      <div className="min-w-52 flex-1 basis-0">
        <h2 className="text-title wrap-anywhere">{title}</h2>
        <p className="figures mt-1">{text}</p>
        <p className="mt-1 text-small text-ink-soft">{check}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to={href} className={buttonStyle({ look: 'secondary' })}>
          {t(isUrgent ? 'showBegin' : notice.meter_id === null ? 'budget.showCosts' : 'showDevice')}
        </Link>
        {mayDismiss && (
          <Button look="quiet" onClick={onDismiss}>
            {t('dismiss')}
          </Button>
        )}
      </div>
    </article>
  );
}
