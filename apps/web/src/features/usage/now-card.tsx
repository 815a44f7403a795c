import { factsOf, utilityThatLeaks, rateOver, type Utility, utilityIds } from '@wattershed/catalogue';
import { useTranslation } from 'react-i18next';
import { flowNow, mostOf, type Rate } from '@wattershed/domain';
import { useFormat } from '../../platform/household.ts';
import { useNotices } from '../../platform/household-notices.ts';
import { useRateText } from '../../platform/rate-text.ts';
import { useRoomName } from '../../platform/room-name.ts';
import { Card } from '../../ui/card.tsx';
import { Figure } from '../../ui/figure.tsx';
import { UtilityLabel } from '../../ui/utility-mark.tsx';
import { Freshness } from './freshness.tsx';
import { OriginBadge } from './origin-badge.tsx';
import { alwaysOn, recentRates } from './recent-rates.ts';
import { Sparkline } from './sparkline.tsx';
import type { UsageFigures } from './usage-figures.ts';

/** What flows at this moment, the last three hours, and what never sleeps. */
export function NowCard({ figures, now, className }: { figures: UsageFigures; now: number; className?: string }) {
  const { t } = useTranslation('usage');
  const times = figures.latest.meters.flatMap(({ lastAt }) => (lastAt === null ? [] : Date.parse(lastAt)));
  const aside =
    figures.origin === 'sample' ? (
      <OriginBadge origin="sample" />
    ) : (
      times.length > 0 && <Freshness at={Math.max(...times)} />
    );
  return (
    <Card title={t('now.title')} aside={aside} {...(className !== undefined && { className })}>
      <div className="grid grid-cols-2 gap-x-5">
        {utilityIds.map((utility) => (
          <UtilityNow key={utility} utility={utility} figures={figures} now={now} />
        ))}
      </div>
    </Card>
  );
}

function UtilityNow({ utility, figures, now }: { utility: Utility; figures: UsageFigures; now: number }) {
  const { t } = useTranslation('usage');
  const rate = useRateText()(utility, flowNow(figures.latest.meters, utility, now).flow);
  const values = recentRates(figures.recent, utility, now);
  const note = useNowNote(utility, figures, now);
  return (
    <div className="min-w-0" data-now={utility}>
      <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
      <p className="mt-1 flex min-h-10 flex-wrap items-baseline">
        {rate?.about !== undefined && <span className="mr-1.5 text-ink-soft">{rate.about}</span>}
        <Figure value={rate?.value ?? '–'} unit={rate?.unit} />
      </p>
      <div className="mt-2">
        <Sparkline utility={utility} values={values} />
      </div>
      <p className="mt-2 min-h-[2lh] text-small text-ink-soft">{note}</p>
    </div>
  );
}

function useNowNote(utility: Utility, figures: UsageFigures, now: number): string {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const roomName = useRoomName();
  const rateText = useRateText();
  const told = flowNow(figures.latest.meters, utility, now);
  const { state, flow, lastAt, rooms, untracked } = told;
  const leak = useLeak(figures);
  if (flow === null) {
    const time = lastAt === null ? '' : format.dateTime(Date.parse(lastAt));
    return t(`now.state.${state === 'now' ? 'none' : state}`, { time });
  }
  if (!factsOf(utility).hasStandby) {
    if (utility === utilityThatLeaks && leak !== null) return t('now.neverStopped', leak);
    if (rooms.length > 0)
      return t('now.running', { rooms: format.list(rooms.slice(0, 2).map(({ name }) => roomName(name))) });
    return flow.rate > 0 ? t('now.lastHours') : t('now.closed');
  }
  const [first] = rooms;
  const most = mostOf(told, rooms);
  const part = (name: string, rate: Rate) => t('now.part', { name, rate: rateText(utility, rate)?.text });
  const parts =
    most !== null
      ? [t('now.mostly', { room: roomName(most.name) })]
      : [
          first === undefined ? '' : part(roomName(first.name), first),
          first === undefined || untracked === null || untracked.rate <= 0 ? '' : part(t('now.untracked'), untracked),
        ];
  const floor = alwaysOn(figures.hours, utility, now);
  const standby = floor !== null && floor > 0 ? t('now.alwaysOn', { power: format.rate(utility, floor).text }) : '';
  return [...parts, standby].filter(Boolean).join(' · ') || t('now.lastHours');
}

/** What runs without a stop, as the notices of it say: the inner meters', which do not contain each other. */
function useLeak({ origin }: UsageFigures): { since: string; rate: string } | null {
  const format = useFormat();
  const { data: notices = [] } = useNotices();
  const lasting = notices.filter(({ kind, ended_at: endedAt }) => kind === 'running-water' && endedAt === null);
  if (origin !== 'measured' || lasting.length === 0) return null;
  const mlPerHour = lasting.reduce((sum, { figures }) => sum + (figures.floorMlPerHour ?? 0), 0);
  const since = Math.min(...lasting.map((notice) => Date.parse(notice.since)));
  const rate = rateOver(utilityThatLeaks, mlPerHour, 3_600_000);
  return { since: format.dateTime(since), rate: format.rate(utilityThatLeaks, rate).text };
}
