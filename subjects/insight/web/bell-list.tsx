import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { changeOrAdd } from '#shell/data/tables.ts';
import { useConnection } from '#shell/data/online.ts';
import { heardMeters } from '#shell/household/heard-meters.ts';
import { useHousehold, useHouseholdId } from '#shell/household/household.ts';
import { useNotices } from '#shell/household/household-notices.ts';
import { latestQuery } from '#shell/household/latest-usage.ts';
import { useWithheldTimes } from '#shell/household/withheld-times.ts';
import { useNow } from '#shell/parts/clock.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { useSession, useUserId } from '#shell/session/session.ts';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Dialog } from '#shell/ui/dialog.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { useClosingText } from './closing-text.ts';
import { MissedRow, NoticeRow, WithheldRow } from './notice-row.tsx';
import { useMissedWays } from './missed-ways.ts';
import { everyMs, seenQuery, useSeenUntil } from './notices-seen.ts';
import { isOpen, lastingNotices } from './open-notices.ts';

/** On a wide window at the right end of the header. */
const belowBell =
  'sm:mt-18 sm:mr-4 sm:w-108 sm:backdrop:bg-transparent rail:mr-[max(5.5rem,calc((100vw-13.5rem-var(--container-content))/2+2rem))]';

interface BellListProps {
  open: boolean;
  onClose: () => void;
}

/** What the bell tells: the five latest. Below the bell on a wide window, a sheet on a phone. */
export default function BellList({ open, onClose }: BellListProps) {
  const { t } = useTranslation(['notice-texts', 'rooms', 'errors']);
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t('close')} title={t('title')} className={belowBell}>
      {open && <Latest onClose={onClose} />}
    </Dialog>
  );
}

const maxListed = 5;

function Latest({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('notice-texts');
  const session = useSession();
  const notices = useNotices();
  const withheld = useWithheldTimes(everyMs);
  const listed = latestFirst(notices.data ?? []).slice(0, maxListed - (withheld.data?.length ? 1 : 0));
  const missed = useMissedWays();
  const closing = useClosingText(listed);
  useSeenWhenShown(notices.data && withheld.data && newestOf(notices.data, withheld.data));
  if (notices.data === undefined)
    return notices.error === null ? (
      <Skeleton className="h-60" />
    ) : (
      <LoadFailure error={notices.error} onRetry={() => void notices.refetch()} />
    );
  const waiting = withheld.data?.length ?? 0;
  return (
    <>
      {waiting === 0 && !listed.some(isOpen) && <NothingOpen notices={notices.data} />}
      <ul className="-my-1">
        {waiting > 0 && <WithheldRow count={waiting} onFollow={onClose} />}
        {missed.map((way) => (
          <MissedRow key={way.id} way={way} onFollow={onClose} />
        ))}
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

/** The latest first; what is open before all that is not. */
function latestFirst(notices: readonly HouseholdNotice[]): HouseholdNotice[] {
  return [...notices].sort(
    (a, b) => Number(isOpen(b)) - Number(isOpen(a)) || Date.parse(b.noticed_at) - Date.parse(a.noticed_at),
  );
}

/** The moment of the newest of them all. */
function newestOf(notices: readonly HouseholdNotice[], withheld: readonly string[]): string | undefined {
  const times = [...notices.map(({ noticed_at: at }) => at), ...withheld];
  return times.sort((a, b) => Date.parse(a) - Date.parse(b)).at(-1);
}

/** All is well where nothing lasts, and every meter is heard. */
function NothingOpen({ notices }: { notices: readonly HouseholdNotice[] }) {
  const { t } = useTranslation('notice-texts');
  const householdId = useHouseholdId();
  const now = useNow(10_000);
  const { data: latest } = useQuery({ ...latestQuery(householdId), enabled: householdId !== undefined });
  const isOnline = useConnection() === 'online';
  const { count, heard } = heardMeters(latest?.meters ?? [], notices, now);
  const isAllWell = isOnline && latest !== undefined && heard === count && lastingNotices(notices).length === 0;
  if (!isAllWell) return <p className="text-ink-soft">{t('nothingOpen')}</p>;
  return (
    <p className="flex items-center gap-2.5 font-semibold text-leaf">
      <CircleCheck className="size-5 shrink-0" aria-hidden />
      {t('allWell')}
    </p>
  );
}

/** What could not be kept stays unread. */
function useMarkSeen(): (until: string) => void {
  const queries = useQueryClient();
  const userId = useUserId() ?? '';
  const householdId = useHousehold().data?.id ?? '';
  const { queryKey } = seenQuery(householdId);
  const { mutate } = useMutation({
    scope: { id: 'notices-seen' },
    mutationFn: (until: string) =>
      changeOrAdd('notices_seen', { household_id: householdId, user_id: userId }, { seen_until: until }),
    onSuccess: (_, until) => queries.setQueryData(queryKey, until),
  });
  return mutate;
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
