import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNotices } from '#shell/household/household-notices.ts';
import { useWithheldTimes } from '#shell/household/quarantined-readings.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useSession } from '#shell/session/session.ts';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { useClosingText } from './closing-text.ts';
import { NoticeRow, WithheldRow } from './notice-row.tsx';
import { everyMs, useMarkSeen, useSeenUntil } from './notices-seen.ts';
import { isOpen, latestFirst, newestOf } from './open-notices.ts';

interface BellListProps {
  open: boolean;
  onClose: () => void;
}

/** What the bell tells: the five latest. Below the bell on a wide window, a sheet on a phone. */
export function BellList({ open, onClose }: BellListProps) {
  const { t } = useTranslation(['notices-page', 'notices']);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closeLabel={t('close')}
      title={t('notices:title')}
      className="bell-list sm:backdrop:bg-transparent"
    >
      {open && <Latest onClose={onClose} />}
    </Dialog>
  );
}

const maxListed = 5;

function Latest({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notices-page');
  const session = useSession();
  const notices = useNotices();
  const withheld = useWithheldTimes(everyMs);
  const listed = latestFirst(notices.data ?? []).slice(0, maxListed - (withheld.data?.length ? 1 : 0));
  const closing = useClosingText(listed);
  useSeenWhenShown(notices.data && withheld.data && newestOf(notices.data, withheld.data));
  if (notices.data === undefined)
    return notices.error === null ? (
      <Skeleton className="h-60" />
    ) : (
      <LoadFailure error={notices.error} onRetry={() => void notices.refetch()} />
    );
  const waiting = withheld.data?.length ?? 0;
  const isAllWell = waiting === 0 && !listed.some(isOpen) && notices.error === null && withheld.error === null;
  return (
    <>
      {isAllWell && (
        <p className="flex items-center gap-2.5 font-semibold text-leaf">
          <CircleCheck className="size-5 shrink-0" aria-hidden />
          {t('nothingOpen')}
        </p>
      )}
      <ul className="-my-1">
        {waiting > 0 && <WithheldRow count={waiting} onFollow={onClose} />}
        {listed.map((notice) => (
          <NoticeRow key={notice.id} notice={notice} closing={closing(notice)} onFollow={onClose} />
        ))}
      </ul>
      <div className="mt-3 -mb-2 flex flex-wrap justify-between gap-x-4 border-t border-line pt-2">
        <Link to="/notices" className={buttonStyle({ look: 'quiet', className: '-ml-4' })} onClick={onClose}>
          {t('all')}
        </Link>
        {session.status === 'signed-in' && !session.user.isGuest && (
          <Link
            to="/profile#notifications"
            className={buttonStyle({ look: 'quiet', className: '-mr-4' })}
            onClick={onClose}
          >
            {t('where')}
          </Link>
        )}
      </div>
    </>
  );
}

/** What was shown is seen, as far as it goes; what comes while the list is open, too. */
function useSeenWhenShown(newest: string | undefined): void {
  const markSeen = useMarkSeen();
  const { data: seenUntil } = useSeenUntil();
  const isNews =
    newest !== undefined &&
    seenUntil !== undefined &&
    (seenUntil === null || Date.parse(newest) > Date.parse(seenUntil));
  useEffect(() => {
    if (isNews) markSeen(newest);
  }, [isNews, newest, markSeen]);
}
