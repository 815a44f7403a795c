import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orReload } from '#shell/data/reload-after-update.ts';
import { useNotices } from '#shell/household/household-notices.ts';
import { useWithheldTimes } from '#shell/household/withheld-times.ts';
import { everyMs, useSeenUntil } from './notices-seen.ts';
import { newsOf } from './open-notices.ts';

const load = () => import('./bell-list.tsx');
const BellList = lazy(orReload(load));

/** In the header of every page: how many notices want a hand and were not seen. Pressed, the latest of them. */
export function Bell() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState<boolean>();
  const { hands, others } = useNews();
  return (
    <>
      <button
        id="bell"
        type="button"
        aria-haspopup="dialog"
        aria-label={hands > 0 ? t('bell.hands', { count: hands }) : others ? t('bell.news') : t('notices')}
        className="relative inline-flex size-11 items-center justify-center rounded-control border border-line bg-card text-ink-soft transition-colors duration-150 hover:border-ink-soft/50"
        onPointerEnter={() => void load().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <BellIcon className="size-[18px]" aria-hidden />
        {hands > 0 ? (
          <span
            aria-hidden="true"
            className="figures absolute -top-2 -right-2 inline-flex h-6 min-w-6 items-center justify-center rounded-full bg-alert px-1.5 text-small font-semibold text-white forced-colors:border"
          >
            {hands}
          </span>
        ) : (
          others && (
            <span
              aria-hidden="true"
              className="absolute top-1.5 right-1.5 size-2.5 rounded-full bg-leaf forced-colors:bg-[Highlight]"
            />
          )
        )}
      </button>
      {isOpen !== undefined && (
        <Suspense fallback={null}>
          <BellList open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Nothing, until it is known how far one has seen; where that cannot be asked, all is unread. */
function useNews() {
  const { data: notices = [] } = useNotices(everyMs);
  const { data: withheld = [] } = useWithheldTimes(everyMs);
  const { data: seenUntil = null, isPending } = useSeenUntil();
  return newsOf(isPending ? [] : notices, isPending ? [] : withheld, seenUntil);
}
