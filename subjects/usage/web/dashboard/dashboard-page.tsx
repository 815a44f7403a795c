import { utilityIds } from '#catalogue/index.ts';
import { TriangleAlert } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readStored, store } from '#shell/data/browser-storage.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { useFormat, useHouseholdName } from '#shell/household/household.ts';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { localDayOf } from '#shell/text/local-day.ts';
import { useSession } from '#shell/session/session.ts';
import { buttonStyle } from '#shell/ui/button.tsx';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { ChartCard, monthPoints, totalTexts } from './chart-card.tsx';
import { FiguresFoot, OriginBadge, SampleStrip, type UsageFigures } from '../usage-figures.tsx';
import { LatestCard, NowCard } from './now-card.tsx';
import { RoomsCard, TodayCard } from './today-card.tsx';
import { todayRooms } from '../amount.ts';
import { useUsageFigures } from '../use-usage-figures.ts';
import { WeekCard } from './week-card.tsx';

export interface DashboardPageProps {
  /** The switch of a device; without it the latest values are shown alone. */
  DeviceSwitch?: ComponentType<{ deviceId: string }>;
  /** What needs a look, above the figures. */
  Notices?: ComponentType;
  /** Not known yet whether there are any: the page waits for them too, so that nothing moves. */
  noticesAreComing?: boolean;
}

export function DashboardPage({ DeviceSwitch, Notices, noticesAreComing = false }: DashboardPageProps) {
  // All words of the page at once: asked for one by one, each would hide the page again until it came.
  const { t } = useTranslation(['usage', 'rooms', 'notices']);
  const figures = useUsageFigures();
  const state = figures.status === 'ready' && noticesAreComing ? ({ status: 'loading' } as const) : figures;
  // Asked for together with the figures, not when the card that names them is drawn.
  useDevices();
  useDocumentTitle(t('title'));
  return (
    <>
      <DashboardHeader asOf={state.status === 'ready' ? state.figures.asOf : undefined} />
      {state.status === 'loading' && <DashboardSkeleton />}
      {state.status === 'failed' && (
        <Card>
          <LoadFailure error={state.error} onRetry={state.retry} />
        </Card>
      )}
      {state.status === 'ready' && (
        <DashboardFigures
          figures={state.figures}
          {...(DeviceSwitch && { DeviceSwitch })}
          {...(Notices && { Notices })}
        />
      )}
    </>
  );
}

function DashboardHeader({ asOf }: { asOf: number | undefined }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const session = useSession();
  const home = useHouseholdName();
  const now = useNow(60_000);
  const hour = Number(format.date(now, { hour: '2-digit', hourCycle: 'h23' }));
  const part = hour < 5 || hour >= 21 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const name = session.status === 'signed-in' ? session.user.displayName : '';
  const greeting = t(`greeting.${part}`);
  const day =
    asOf === undefined ? format.day(now) : t('asOf', { time: format.dateTime(asOf), ago: format.ago(asOf, now) });
  return (
    <PageHeader
      title={name === '' ? greeting : t('greeting.named', { greeting, name })}
      subtitle={[day, home].filter(Boolean).join(' · ')}
    />
  );
}

/** The page's cards at their final size, without their figures. */
function DashboardSkeleton() {
  const { t } = useTranslation('usage');
  const shape = lastShape();
  return (
    <div aria-busy="true">
      {shape.hasSampleStrip && <Skeleton className="mb-4 h-22 rounded-card" />}
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <Card title={t('today.title')}>
          <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[1.15fr_1fr]">
            <UtilitySkeleton />
            <UtilitySkeleton />
          </div>
        </Card>
        <Card title={t('now.title')}>
          <div className="grid grid-cols-2 gap-x-5">
            <UtilitySkeleton />
            <UtilitySkeleton />
          </div>
        </Card>
        <Card title={t('week.title')}>
          <ChartSkeleton />
        </Card>
        <Card title={t('rooms.title')}>
          <Skeleton className="mb-3 h-10 w-4/5" />
          {Array.from({ length: shape.rooms + 1 }, (_, i) => (
            // Rows of a skeleton have nothing else.
            <Skeleton key={i} className="my-5 h-5" />
          ))}
        </Card>
        <Card title={t('latest.title')} className="lg:col-span-2">
          <div className="grid gap-x-8 md:grid-cols-2 xl:grid-cols-3">
            {Array.from({ length: shape.meters }, (_, i) => (
              // Rows of a skeleton have nothing else.
              <div key={i} className="min-h-17 pt-3">
                <Skeleton className="h-9" />
              </div>
            ))}
          </div>
          <div className="mt-3 min-h-11" />
        </Card>
        <Card title={t('months.title')} className="lg:col-span-2">
          <ChartSkeleton />
        </Card>
      </div>
    </div>
  );
}

function UtilitySkeleton() {
  return (
    <div className="min-h-40">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-3 h-11 w-36" />
      <Skeleton className="mt-5 h-3 rounded-full" />
      <Skeleton className="mt-4 w-4/5" />
    </div>
  );
}

function ChartSkeleton() {
  return (
    <>
      <Skeleton className="mb-3 h-10 w-3/5" />
      <Skeleton className="h-60 sm:h-68" />
    </>
  );
}

/** What the page held when it was last seen here, so that its skeleton has the size of what comes. */
interface PageShape {
  hasSampleStrip: boolean;
  rooms: number;
  meters: number;
}

const key = 'dashboard-shape';
const firstVisit: PageShape = { hasSampleStrip: true, rooms: 5, meters: 7 };

function lastShape(): PageShape {
  try {
    return { ...firstVisit, ...(JSON.parse(readStored(key) ?? '{}') as Partial<PageShape>) };
  } catch {
    return firstVisit;
  }
}

function DashboardFigures({ figures, DeviceSwitch, Notices }: { figures: UsageFigures } & DashboardPageProps) {
  const liveNow = useNow(10_000);
  const now = figures.asOf ?? liveNow;
  const today = localDayOf(now, figures.timeZone);
  useRememberShape(figures);
  return (
    <>
      {figures.origin === 'sample' && <SampleStrip />}
      {Notices !== undefined && <Notices />}
      <AttentionStrip figures={figures} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <TodayCard figures={figures} today={today} now={now} />
        <NowCard figures={figures} now={now} />
        <WeekCard figures={figures} today={today} now={now} />
        <RoomsCard figures={figures} />
        {figures.origin !== 'sample' && (
          <LatestCard figures={figures} now={now} className="lg:col-span-2" {...(DeviceSwitch && { DeviceSwitch })} />
        )}
        <MonthsCard figures={figures} today={today} className="lg:col-span-2" />
      </div>
      <FiguresFoot figures={figures} today={today} now={now} />
    </>
  );
}

/** Red only for what needs a hand now: readings that nobody believes until a person says so. */
function AttentionStrip({ figures }: { figures: UsageFigures }) {
  const { t } = useTranslation('usage');
  const count = figures.latest.meters.reduce((sum, { quarantined }) => sum + quarantined, 0);
  if (count === 0) return null;
  return (
    <section className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-alert/30 bg-alert-soft px-4 py-4 sm:px-6">
      <TriangleAlert className="size-5 shrink-0 text-alert" aria-hidden />
      <div className="min-w-60 flex-1">
        <h2 className="text-title">{t('attention.title', { count })}</h2>
        <p className="text-small text-ink-soft">{t('attention.text', { count })}</p>
      </div>
      <Link to="/devices" className={buttonStyle({ look: 'secondary' })}>
        {t('attention.decide')}
      </Link>
    </section>
  );
}

/** The last twelve calendar months, gaps left open. */
function MonthsCard({ figures, today, className }: { figures: UsageFigures; today: string; className?: string }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const points = monthPoints(figures, today, format);
  const totals = totalTexts(points, format);
  const known = points.filter((point) => utilityIds.some((utility) => point[utility] !== null));
  const sentence =
    known.length === 0 ? t('months.none') : t('months.total', { totals: format.list(totals), count: known.length });
  return (
    <ChartCard
      title={t('months.title')}
      pointHeading={t('months.month')}
      points={points}
      isInvented={figures.origin !== 'measured'}
      badge={<OriginBadge origin={figures.origin} />}
      sentence={sentence}
      {...(className !== undefined && { className })}
    />
  );
}

function useRememberShape(figures: UsageFigures): void {
  const hasSampleStrip = figures.origin === 'sample';
  const rooms = todayRooms(figures.latest).length;
  const meters = figures.latest.meters.length;
  useEffect(() => store(key, JSON.stringify({ hasSampleStrip, rooms, meters })), [hasSampleStrip, rooms, meters]);
}
