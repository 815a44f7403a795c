import { CircleCheck } from 'lucide-react';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '#shell/data/online.ts';
import { heardMeters } from '#shell/household/heard-meters.ts';
import { useNotices, useNoticesAreComing } from '#shell/household/household-notices.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useUserId } from '#shell/session/session.ts';
import { loadWords } from '#shell/text/i18n.ts';
import { lastingNotices, noLeakSince } from './open-notices.ts';
import type { Status, StatusDetailProps } from './status-detail.tsx';

const oldAfterMs = 10 * 60_000;

/** Kept by an earlier visit. */
const isOld = (at: number): boolean => Date.now() - at > oldAfterMs;

/** What the line tells of: undefined where there is nothing to tell it of, as of samples and for visitors. */
function useStatus(): Status | undefined {
  const userId = useUserId();
  const { data: notices, error } = useNotices();
  const { data: answer, isFetching, dataUpdatedAt } = useLatestUsage();
  const connection = useConnection();
  // Looked at anew with the first answer, which brings the service's clock.
  const now = useNow(answer ? 10_000 : 60_000);
  if (userId === undefined || !answer || answer.origin === 'none' || answer.meters.length === 0) return undefined;
  const { meters } = answer;
  const heard = heardMeters(meters, notices, now);
  const withheld = meters.reduce((sum, { quarantined }) => sum + quarantined, 0);
  const lasting = lastingNotices(notices ?? []);
  const isAsking = isFetching && isOld(dataUpdatedAt);
  const isKnown = connection === 'online' && notices !== undefined && error === null;
  // What somebody has put aside as fine is not told.
  const isOdd =
    withheld > 0 ||
    lasting.some((notice) => notice.dismissed_at === null || notice.dismissed_as === 'fixed') ||
    (isKnown && !isAsking && heard.heard < heard.count);
  return { meters, notices: notices ?? [], lasting, heard, withheld, isKnown, isAsking, isOdd, now };
}

/** Where all is well nobody loads how the rest looks. */
const loadDetail = () => Promise.all([import('./status-detail.tsx'), loadWords(['notice-texts'])]);
let Detail: ComponentType<StatusDetailProps> | undefined;

/** `isComing` ends too where it cannot come: without a network, and never loaded before. */
function useDetail(isWanted: boolean) {
  const [isComing, setComing] = useState(Detail === undefined);
  useEffect(() => {
    if (!isWanted || !isComing) return;
    const done = () => setComing(false);
    loadDetail().then(([module]) => {
      Detail = module.StatusDetail;
      done();
    }, done);
  }, [isWanted, isComing]);
  return { Detail, isComing: isWanted && isComing };
}

/** Whether it is not known yet what the line says: the page waits for it, so that nothing moves when it comes. */
export function useStatusIsComing(): boolean {
  const areComing = useNoticesAreComing();
  const { isComing } = useDetail(useStatus()?.isOdd ?? false);
  return areComing || isComing;
}

/** One line above all figures: that all is well, or the one worst thing, and what to do about it. The rest waits under the bell. */
export function StatusLine() {
  const { t } = useTranslation('notices');
  const place = useRef<HTMLDivElement>(null);
  const status = useStatus();
  const { Detail: Shown, isComing } = useDetail(status?.isOdd ?? false);
  // Always there, so that what comes later is read out.
  return (
    <div ref={place} tabIndex={-1} aria-live="polite" className="outline-none">
      {status?.isOdd && Shown !== undefined && (
        // The button that had the focus goes with its notice.
        <Shown status={status} onAnswered={() => place.current?.focus({ preventScroll: true })} />
      )}
      {status !== undefined && !(status.isOdd && Shown !== undefined) && (
        <p className="mb-3 flex min-h-8 items-center gap-2.5 text-ink-soft" data-status="line">
          {isComing || status.isAsking ? null : status.isKnown && !status.isOdd ? (
            <AllWell {...status} />
          ) : (
            t('unknown')
          )}
        </p>
      )}
    </div>
  );
}

const dayMs = 86_400_000;

function AllWell({ meters, notices, heard, now }: Status): ReactNode {
  const { t } = useTranslation('notices');
  const since = noLeakSince(notices, meters);
  const days = since === null ? 0 : Math.floor((now - since) / dayMs);
  return (
    <>
      <CircleCheck className="size-5 shrink-0 text-leaf" aria-hidden />
      <span>
        <span className="font-semibold text-leaf">{t('well')}</span>
        {` · ${t('meters', { count: heard.count, heard: heard.heard })}`}
        {days > 0 && <span className="max-sm:hidden">{` · ${t('noLeak', { count: days })}`}</span>}
      </span>
    </>
  );
}
