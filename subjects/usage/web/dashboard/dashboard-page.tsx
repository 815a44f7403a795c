import { type ComponentType, lazy, type ReactNode, useDeferredValue, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { byUtility, type Utility } from '#catalogue/index.ts';
import { readStored, store } from '#shell/data/browser-storage.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useDevices } from '#shell/household/connected-devices.ts';
import { useDocumentTitle } from '#shell/text/document-title.ts';
import { useFormat, useHouseholdName } from '#shell/household/household.ts';
import { SimulatedMark } from '#shell/household/simulated-mark.tsx';
import { LoadFailure } from '#shell/parts/load-failure.tsx';
import { localDayOf } from '#shell/text/local-day.ts';
import { useSession } from '#shell/session/session.ts';
import { Card, PageHeader } from '#shell/ui/layout.tsx';
import { Skeleton } from '#shell/ui/skeleton.tsx';
import { FiguresFoot, OriginBadge, SampleStrip, type UsageFigures } from '../usage-figures.tsx';
import { FlowCard, pitch } from './where-now-card.tsx';
import { type CostNow, NowCard } from './now-card.tsx';
import { Near } from '#shell/parts/near-view.tsx';
import { orReload } from '#shell/data/reload-after-update.ts';
import { TodayCard } from './today-card.tsx';
import { useUsageFigures } from '../use-usage-figures.ts';

const WeekCard = lazy(orReload(async () => ({ default: (await import('./week-card.tsx')).WeekCard })));
const RoomsCard = lazy(orReload(async () => ({ default: (await import('./rooms-card.tsx')).RoomsCard })));

/** What other subjects put onto the page. */
export interface DashboardParts {
  /** All well, or what needs a look, above the figures. */
  Status: ComponentType;
  /** Not known yet what they show: the page waits for it too, so that nothing moves. */
  isComing: boolean;
  Bill: ComponentType<{ sample?: SampleUse | undefined; className?: string }>;
  CostNow: CostNow;
  WorthDoing: ComponentType;
  /** `fallback`: where nobody has entered a price. */
  RoomCosts: ComponentType<{ fallback: ReactNode }>;
  /** Of what can be switched. */
  Switches: ComponentType;
}

/** What the sample's home has used this month. */
interface SampleUse {
  today: string;
  timeZone: string;
  used: Readonly<Record<Utility, number>>;
}

export function DashboardPage({ parts }: { parts: DashboardParts }) {
  // All words of the page at once: asked for one by one, each would hide the page again until it came.
  const { t } = useTranslation(['usage', 'rooms', 'notices', 'bill-card']);
  const figures = useUsageFigures();
  // Asked for together with the figures, not when the card that names them is drawn.
  const devices = useDevices();
  // Drawn in small pieces of work when they come, so that a slow phone stays able to answer a touch meanwhile.
  const isDrawn = useDeferredValue(figures.status === 'ready' && !parts.isComing && !devices.isLoading);
  const state = figures.status === 'ready' && !isDrawn ? ({ status: 'loading' } as const) : figures;
  useDocumentTitle(t('title'));
  return (
    <>
      <DashboardHeader {...(state.status === 'ready' && { figures: state.figures })} />
      {state.status === 'loading' && <DashboardSkeleton />}
      {state.status === 'failed' && (
        <Card>
          <LoadFailure error={state.error} onRetry={state.retry} />
        </Card>
      )}
      {state.status === 'ready' && <DashboardFigures figures={state.figures} parts={parts} />}
    </>
  );
}

export function DashboardHeader({ figures }: { figures?: UsageFigures }) {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const session = useSession();
  const home = useHouseholdName();
  const now = useNow(60_000);
  const hour = Number(format.date(now, { hour: '2-digit', hourCycle: 'h23' }));
  const part = hour < 5 || hour >= 21 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const name = session.status === 'signed-in' ? session.user.displayName : '';
  const asOf = figures?.asOf;
  const greeting = t(`greeting.${part}`);
  const day =
    asOf === undefined ? format.day(now) : t('asOf', { time: format.dateTime(asOf), ago: format.ago(asOf, now) });
  return (
    <PageHeader
      title={name === '' ? greeting : t('greeting.named', { greeting, name })}
      mark={figures?.origin === 'sample' ? <OriginBadge origin="sample" /> : <SimulatedMark />}
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
      {shape.hasSampleStrip ? <Skeleton className="mb-4 h-22 rounded-card" /> : <Skeleton className="mb-3 h-8 w-72" />}
      <div className={layout.grid}>
        <FirstRowSkeleton />
        <div className={layout.right}>
          <Card title={t('today.title')}>
            <Skeleton className="h-36 sm:h-54" />
          </Card>
          <div className={layout.last}>
            <WeekSkeleton />
          </div>
        </div>
        <div className={layout.left}>
          <Card title={t('flow.title')}>
            <Skeleton className="mb-3 w-4/5" />
            <Skeleton height={(shape.rooms + 1) * pitch} />
          </Card>
          <RoomsSkeleton rooms={shape.rooms} />
        </div>
      </div>
    </div>
  );
}

/** Two columns that are as long as they are; a phone shows one after the other, and the week last. */
export const layout = {
  grid: 'grid items-start gap-3 sm:gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]',
  top: 'lg:h-full',
  right: 'contents gap-4 lg:col-start-2 lg:row-start-2 lg:flex lg:flex-col',
  left: 'contents gap-4 lg:col-start-1 lg:row-start-2 lg:flex lg:flex-col',
  last: 'max-lg:order-last',
};

export function FirstRowSkeleton() {
  const { t } = useTranslation('usage');
  return (
    <>
      <Card className={layout.top}>
        <Skeleton className="w-24" />
        <Skeleton className="mt-5 min-h-58 lang-hi:min-h-60" />
      </Card>
      <Card title={t('now.title')} className={layout.top}>
        <div className="grid grid-cols-2 gap-x-5">
          <UtilitySkeleton />
          <UtilitySkeleton />
        </div>
      </Card>
    </>
  );
}

function UtilitySkeleton() {
  return (
    <div className="min-h-48 lang-hi:min-h-50">
      <Skeleton className="h-5 w-24" />
      <Skeleton className="mt-3 h-8 w-28" />
      <Skeleton className="mt-3 w-4/5" />
      <Skeleton className="mt-4 h-18" />
    </div>
  );
}

function WeekSkeleton() {
  const { t } = useTranslation('usage');
  return (
    <Card title={t('week.title')}>
      <Skeleton className="mb-3 h-24 sm:h-20" />
      <Skeleton className="h-42 sm:h-66" />
    </Card>
  );
}

function RoomsSkeleton({ rooms }: { rooms: number }) {
  return (
    <Card>
      <Skeleton className="mb-5 w-32" />
      <Skeleton className="h-72 sm:hidden" />
      <div className="max-sm:hidden">
        {Array.from({ length: rooms + 3 }, (_, i) => (
          // Rows of a skeleton have nothing else.
          <Skeleton key={i} className="my-5 h-6" />
        ))}
      </div>
    </Card>
  );
}

/** What the page held when it was last seen here, so that its skeleton has the size of what comes. */
interface PageShape {
  hasSampleStrip: boolean;
  rooms: number;
}

const key = 'dashboard-shape';
const firstVisit: PageShape = { hasSampleStrip: true, rooms: 5 };

function lastShape(): PageShape {
  try {
    return { ...firstVisit, ...(JSON.parse(readStored(key) ?? '{}') as Partial<PageShape>) };
  } catch {
    return firstVisit;
  }
}

function DashboardFigures({ figures, parts }: { figures: UsageFigures; parts: DashboardParts }) {
  const { Status, WorthDoing, RoomCosts, Switches } = parts;
  const liveNow = useNow(10_000);
  const now = figures.asOf ?? liveNow;
  const today = localDayOf(now, figures.timeZone);
  const isSample = figures.origin === 'sample';
  useRememberShape(figures);
  return (
    <>
      {isSample ? <SampleStrip /> : <Status />}
      <div className={layout.grid}>
        <FirstRow figures={figures} today={today} now={now} parts={parts} />
        <div className={layout.right}>
          {!isSample && <WorthDoing />}
          <TodayCard figures={figures} today={today} now={now} />
          <Near className={layout.last} fallback={<WeekSkeleton />}>
            <WeekCard figures={figures} today={today} now={now} />
          </Near>
        </div>
        <div className={layout.left}>
          <FlowCard figures={figures} now={now} {...(!isSample && { Switches })} />
          <Near fallback={<RoomsSkeleton rooms={lastShape().rooms} />}>
            {isSample ? <RoomsCard figures={figures} /> : <RoomCosts fallback={<RoomsCard figures={figures} />} />}
          </Near>
        </div>
      </div>
      <FiguresFoot figures={figures} today={today} now={now} />
    </>
  );
}

export type FirstRowParts = Pick<DashboardParts, 'Bill' | 'CostNow'>;

interface FirstRowProps {
  figures: UsageFigures;
  today: string;
  now: number;
  parts: FirstRowParts;
}

/** What the home costs, and what runs. */
export function FirstRow({ figures, today, now, parts: { Bill, CostNow } }: FirstRowProps) {
  const isSample = figures.origin === 'sample';
  return (
    <>
      <Bill className={layout.top} {...(isSample && { sample: sampleUse(figures, today) })} />
      <NowCard figures={figures} now={now} CostNow={CostNow} className={layout.top} />
    </>
  );
}

function sampleUse({ months, timeZone }: UsageFigures, today: string): SampleUse {
  const own = months.filter(({ start }) => start.startsWith(today.slice(0, 7)));
  const used = byUtility((utility) =>
    own.filter((row) => row.utility === utility).reduce((sum, row) => sum + row.used, 0),
  );
  return { today, timeZone, used };
}

function useRememberShape(figures: UsageFigures): void {
  const hasSampleStrip = figures.origin === 'sample';
  const rooms = new Set(figures.latest.meters.map(({ room }) => room)).size;
  useEffect(() => store(key, JSON.stringify({ hasSampleStrip, rooms })), [hasSampleStrip, rooms]);
}
