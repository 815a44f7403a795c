import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../platform/clock.ts';
import { useDevices } from '../../platform/connected-devices.ts';
import { useDocumentTitle } from '../../platform/document-title.ts';
import { useFormat, useHouseholdName } from '../../platform/household.ts';
import { LoadFailure } from '../../platform/load-failure.tsx';
import { useSession } from '../../platform/session.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { AttentionStrip } from './attention-strip.tsx';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { FiguresFoot } from './figures-foot.tsx';
import { LatestCard } from './latest-card.tsx';
import { localDayOf } from '../../platform/local-day.ts';
import { MonthsCard } from './months-card.tsx';
import { NowCard } from './now-card.tsx';
import { useRememberShape } from './page-shape.ts';
import { RoomsCard } from './rooms-card.tsx';
import { SampleStrip } from './sample-strip.tsx';
import { TodayCard } from './today-card.tsx';
import type { UsageFigures } from './usage-figures.ts';
import { useUsageFigures } from './use-usage-figures.ts';
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
