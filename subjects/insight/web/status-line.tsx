import type { LatestMeter } from '#subjects/usage/contract/usage.ts';
import { CircleCheck, Clock, CloudOff, type LucideIcon, WifiOff } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '#shell/data/online.ts';
import { heardMeters } from '#shell/household/heard-meters.ts';
import { useFormat } from '#shell/household/household.ts';
import { useNotices, useNoticesAreComing } from '#shell/household/household-notices.ts';
import { useLatestUsage } from '#shell/household/latest-usage.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useUserId } from '#shell/session/session.ts';
import { Button } from '#shell/ui/button.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import type { HouseholdNotice } from '#supabase/tables/index.ts';
import { openBell } from './bell-request.ts';
import type { ConcernCardProps } from './concern-card.tsx';
import { useMeterName } from './meter-name.ts';
import { concernsOf, lastingNotices, noLeakSince } from './open-notices.ts';

/** Who has nothing to look at does not load how it looks. */
const loadCard = () => import('./concern-card.tsx');
let Card: ComponentType<ConcernCardProps> | undefined;

function useConcernCard(isWanted: boolean) {
  const [hasCome, setCome] = useState(Card !== undefined);
  useEffect(() => {
    if (!isWanted || hasCome) return;
    loadCard().then(
      (module) => {
        Card = module.ConcernCard;
        setCome(true);
      },
      // Without a network and never loaded before: the line says that nobody knows.
      () => setCome(true),
    );
  }, [isWanted, hasCome]);
  return { Card, isComing: isWanted && !hasCome };
}

const oldAfterMs = 10 * 60_000;

/** Kept by an earlier visit. */
const isOld = (at: number): boolean => Date.now() - at > oldAfterMs;

/** What the line tells of: undefined where there is nothing to tell it of, as of samples and for visitors. */
function useStatus() {
  const userId = useUserId();
  const { data: notices, error, isFetching, dataUpdatedAt } = useNotices();
  const latest = useLatestUsage();
  const connection = useConnection();
  const answer = latest.data ?? undefined;
  if (userId === undefined || answer === undefined || answer.origin === 'none' || answer.meters.length === 0)
    return undefined;
  const withheld = answer.meters.reduce((sum, { quarantined }) => sum + quarantined, 0);
  // An earlier visit's answer stands until the fresh one comes.
  const isAsking =
    (isFetching && (notices === undefined || isOld(dataUpdatedAt))) ||
    (latest.isFetching && isOld(latest.dataUpdatedAt));
  const isKnown = connection === 'online' && notices !== undefined && error === null && !isAsking;
  return { meters: answer.meters, notices: notices ?? [], withheld, isKnown, isAsking };
}

/** Whether it is not known yet what the line says: the page waits for it, so that nothing moves when it comes. */
export function useStatusIsComing(): boolean {
  const areComing = useNoticesAreComing();
  const status = useStatus();
  const { isComing } = useConcernCard(status !== undefined && concernsOf(status.notices, status.withheld).length > 0);
  return areComing || isComing;
}

/** One line above all figures: that all is well, or the one worst thing, and what to do about it. The rest waits under the bell. */
export function StatusLine() {
  const { t } = useTranslation('notices');
  const place = useRef<HTMLDivElement>(null);
  const status = useStatus();
  const [worst, ...rest] = status === undefined ? [] : concernsOf(status.notices, status.withheld);
  const { Card: Shown } = useConcernCard(worst !== undefined);
  // Always there, so that what comes later is read out.
  return (
    <div ref={place} tabIndex={-1} aria-live="polite" className="outline-none">
      {status !== undefined && (worst === undefined || Shown === undefined) && (
        <Line {...status} isKnown={status.isKnown && worst === undefined} />
      )}
      {worst !== undefined && Shown !== undefined && (
        <section aria-label={t('strip')} className="mb-4">
          <Shown
            concern={worst}
            more={
              rest.length > 0 && (
                <Button look="quiet" size="small" onClick={openBell}>
                  {t('more', { count: rest.length })}
                </Button>
              )
            }
            // The button that had the focus goes with its notice.
            onAnswered={() => place.current?.focus({ preventScroll: true })}
          />
        </section>
      )}
    </div>
  );
}

interface LineProps {
  meters: readonly LatestMeter[];
  notices: readonly HouseholdNotice[];
  isKnown: boolean;
  isAsking: boolean;
}

const dayMs = 86_400_000;
const maxNamed = 2;

/** Nothing is open. All is well only where somebody could ask, and every meter is heard. */
function Line({ meters, notices, isKnown, isAsking }: LineProps) {
  const { t } = useTranslation('notices');
  const format = useFormat();
  const now = useNow(10_000);
  const name = useMeterName();
  if (isAsking) return <StatusText />;
  if (!isKnown) return <StatusText Icon={CloudOff} lead={t('unknown')} />;

  const { count, heard, silent, seldom, waiting } = heardMeters(meters, notices, now);
  const facts = [t('meters', { count, heard })];
  if (silent.length > 0) {
    const names = silent.length > maxNamed ? undefined : format.list(silent.map(name));
    const lead =
      names === undefined
        ? t('manySilent', { count: silent.length })
        : t('silent.line', { count: silent.length, names });
    return <StatusText tone="look" Icon={WifiOff} lead={lead} facts={facts} />;
  }
  const fixed = lastingNotices(notices).find((notice) => notice.dismissed_as === 'fixed');
  if (fixed !== undefined) {
    const meter = meters.find(({ meterId }) => meterId === String(fixed.meter_id));
    return <StatusText Icon={Clock} lead={t('watching', { name: name(meter) })} facts={facts} />;
  }
  const [first] = [...seldom, ...waiting];
  if (first !== undefined) {
    const lead =
      first.lastAt === null
        ? t('waiting', { name: name(first) })
        : t('lastReading', { name: name(first), ago: format.ago(Date.parse(first.lastAt), now) });
    return <StatusText Icon={Clock} lead={lead} facts={facts} />;
  }
  const since = noLeakSince(notices, meters);
  const days = since === null ? 0 : Math.floor((now - since) / dayMs);
  if (days > 0) facts.push(t('noLeak', { count: days }));
  return <StatusText tone="well" Icon={CircleCheck} lead={t('well')} facts={facts} />;
}

interface StatusTextProps {
  Icon?: LucideIcon;
  tone?: keyof typeof tints;
  /** Without it the line keeps its place. */
  lead?: string;
  /** Of these a phone shows the first. */
  facts?: readonly string[];
}

const tints = { well: 'text-leaf', look: 'text-power-text', plain: 'text-ink' };

function StatusText({ Icon, tone = 'plain', lead, facts = [] }: StatusTextProps) {
  return (
    <p className="mb-3 flex min-h-8 items-center gap-2.5" data-status={tone}>
      {Icon !== undefined && <Icon className={classNames('size-5 shrink-0', tints[tone])} aria-hidden />}
      <span className="text-ink-soft">
        <span className={classNames('font-semibold', tints[tone])}>{lead}</span>
        {facts.map((fact, i) => (
          <span key={fact} className={i === 0 ? undefined : 'max-sm:hidden'}>{` · ${fact}`}</span>
        ))}
      </span>
    </p>
  );
}
