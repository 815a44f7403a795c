import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { factsOf, rateOver, utilities, type Utility, utilityThatLeaks } from '#catalogue/index.ts';
import { useDevices, useUtilities } from '#shell/household/connected-devices.ts';
import { useNotices } from '#shell/household/household-notices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useRateText } from '#shell/text/rate-text.ts';
import { Card } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Figure } from '#shell/ui/figure.tsx';
import { UtilityLabel, UtilityTile } from '#shell/ui/utility-mark.tsx';
import { flowNow, isSilent, mostOf, type Rate, rateAt, silentAfterMs } from '#subjects/readings/domain/present-rate.ts';
import type { LatestMeter, UsageRow } from '../../contract/usage.ts';
import { OriginBadge, type UsageFigures } from '../usage-figures.tsx';

/** What flows at this moment, the last three hours, and what never sleeps. */
export function NowCard({ figures, now, className }: { figures: UsageFigures; now: number; className?: string }) {
  const { t } = useTranslation('usage');
  const measured = useUtilities();
  const times = figures.latest.meters.flatMap(({ lastAt }) => (lastAt === null ? [] : Date.parse(lastAt)));
  const aside =
    figures.origin === 'sample' ? (
      <OriginBadge origin="sample" />
    ) : (
      times.length > 0 && <Freshness at={Math.max(...times)} />
    );
  return (
    <Card title={t('now.title')} aside={aside} {...(className !== undefined && { className })}>
      <div className="grid grid-cols-2 gap-x-5 gap-y-4">
        {measured.map((utility) => (
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

const stepMs = 300_000;
const stepCount = 36;

/** The mean flow of each five minutes of the last three hours; null where nothing was measured. */
export function recentRates(recent: readonly UsageRow[], utility: Utility, now: number): (number | null)[] {
  const byStart = new Map<number, number>();
  for (const row of recent) {
    if (row.utility === utility && (row.coveredS > 0 || row.used !== 0)) byStart.set(Date.parse(row.start), row.used);
  }
  const last = Math.floor(now / stepMs) * stepMs;
  return Array.from({ length: stepCount }, (_, i) => {
    // The step that is not over would look like a fall: the one before it is the last drawn.
    const used = byStart.get(last - (stepCount - i) * stepMs);
    return used === undefined ? null : rateOver(utility, used, stepMs);
  });
}

interface SparklineProps {
  utility: Utility;
  /** One value for each step; null where nothing was measured. */
  values: readonly (number | null)[];
}

const height = 32;

/** The last hours at a glance; what it shows is also said in words beside it. */
function Sparkline({ utility, values }: SparklineProps) {
  const top = Math.max(1, ...values.map((value) => value ?? 0)) * 1.05;
  const y = (value: number) => height - 1 - (value / top) * (height - 3);
  const { stroke, curve } = utilities[utility].look;
  return (
    <svg
      viewBox={`0 0 ${Math.max(1, values.length)} ${height}`}
      preserveAspectRatio="none"
      className="block h-12 w-full overflow-visible"
      aria-hidden="true"
    >
      <line
        x1="0"
        x2={values.length}
        y1={height - 0.5}
        y2={height - 0.5}
        className="stroke-line"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={curve === 'steps' ? steps(values, y) : line(values, y)}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
        className={stroke}
      />
    </svg>
  );
}

function line(values: readonly (number | null)[], y: (value: number) => number): string {
  return path(values, (i, value) => [[i + 0.5, y(value)]]);
}

function steps(values: readonly (number | null)[], y: (value: number) => number): string {
  return path(values, (i, value) => [
    [i, y(value)],
    [i + 1, y(value)],
  ]);
}

/** A gap lifts the pen. */
function path(values: readonly (number | null)[], corners: (i: number, value: number) => [number, number][]): string {
  let isDown = false;
  return values
    .map((value, i) => {
      if (value === null) {
        isDown = false;
        return '';
      }
      const part = corners(i, value).map(([x, at], n) => `${n === 0 && !isDown ? 'M' : 'L'}${x} ${at.toFixed(2)}`);
      isDown = true;
      return part.join(' ');
    })
    .join(' ');
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

/** The flow of the lowest hour of the last day: what never sleeps. Null without a day of hours. */
export function alwaysOn(hours: readonly UsageRow[], utility: Utility, now: number): number | null {
  const whole = hours.filter(
    (row) =>
      row.utility === utility &&
      row.coveredS >= 3500 &&
      row.estimated === 0 &&
      Date.parse(row.start) > now - 25 * 3_600_000,
  );
  const complete = whole.filter((row) => Date.parse(row.start) + 3_600_000 <= now);
  if (complete.length < 20) return null;
  return rateOver(utility, Math.min(...complete.map(({ used }) => used)), 3_600_000);
}

interface LatestCardProps {
  figures: UsageFigures;
  now: number;
  /** The switch of a device, which belongs to another feature. */
  DeviceSwitch?: ComponentType<{ deviceId: string }>;
  className?: string;
}

/** The latest value of each meter and how old it is. */
export function LatestCard({ figures, now, DeviceSwitch, className }: LatestCardProps) {
  const { t } = useTranslation('usage');
  const { data: devices = [] } = useDevices();
  const { meters } = figures.latest;
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  const reporting = meters.filter((meter) => meter.lastAt !== null && !isSilent(meter, now)).length;
  return (
    <Card
      title={t('latest.title')}
      aside={t('latest.reporting', { reporting, count: meters.length })}
      {...(className !== undefined && { className })}
    >
      <ul className="grid gap-x-8 md:grid-cols-2 xl:grid-cols-3">
        {meters.map((meter) => (
          <MeterRow
            key={meter.meterId}
            meter={meter}
            name={names.get(meter.deviceId)}
            now={now}
            {...(DeviceSwitch && { DeviceSwitch })}
          />
        ))}
      </ul>
      <Link
        to="/devices"
        className="mt-3 inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline"
      >
        {t('latest.all')}
      </Link>
    </Card>
  );
}

interface MeterRowProps {
  meter: LatestMeter;
  name: string | undefined;
  now: number;
  DeviceSwitch?: ComponentType<{ deviceId: string }>;
}

function MeterRow({ meter, name, now, DeviceSwitch }: MeterRowProps) {
  const { t } = useTranslation('usage');
  const roomName = useRoomName();
  const rate = useRateText()(meter.utility, rateAt(meter, now));
  return (
    <li className="flex min-h-17 min-w-0 items-center gap-3 border-b border-line py-2" data-meter={meter.key}>
      <UtilityTile utility={meter.utility} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{name ?? roomName(meter.room)}</p>
        <p className="truncate text-small text-ink-soft">
          {meter.lastAt === null ? t('latest.waiting') : <Freshness at={Date.parse(meter.lastAt)} />}
          {isSilent(meter, now) && ` · ${t('latest.silent')}`}
        </p>
      </div>
      <p className="figures shrink-0 text-right whitespace-nowrap">
        {rate?.about !== undefined && <span className="text-small text-ink-soft">{rate.about} </span>}
        <span className="font-semibold">{rate?.value ?? '–'}</span>{' '}
        <span className="text-small text-ink-soft">{rate?.unit}</span>
      </p>
      {DeviceSwitch !== undefined && name !== undefined && <DeviceSwitch deviceId={meter.deviceId} />}
    </li>
  );
}

/** How old a value is, counting up by itself; green while its meter is heard. */
function Freshness({ at, className }: { at: number; className?: string }) {
  const format = useFormat();
  const now = useNow(1000);
  const tint = now - at > silentAfterMs ? 'bg-off' : 'bg-leaf';
  return (
    <span className={classNames('figures inline-flex items-center gap-1.5 whitespace-nowrap', className)}>
      <span aria-hidden="true" className={classNames('size-2 rounded-full', tint)} />
      {format.ago(at, now)}
    </span>
  );
}
