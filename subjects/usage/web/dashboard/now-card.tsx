import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { factsOf, isLeak, rateOver, utilities, type Utility, utilityThatLeaks } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useNotices } from '#shell/household/household-notices.ts';
import { useFormat, useRights } from '#shell/household/household.ts';
import { useRoomName } from '#shell/household/room-name.ts';
import { useNow } from '#shell/parts/clock.ts';
import { useRateText } from '#shell/text/rate-text.ts';
import { Card } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Figure } from '#shell/ui/figure.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import { flowNow, mostOf, type Rate, silentAfterMs } from '#subjects/readings/domain/present-rate.ts';
import type { UsageRow } from '../../contract/usage.ts';
import type { UsageFigures } from '../usage-figures.tsx';

/** What a flow costs in an hour, which belongs to another subject. */
export type CostNow = ComponentType<{ utility: Utility; rate: number; separator: string }>;

interface NowCardProps {
  figures: UsageFigures;
  now: number;
  CostNow: CostNow;
  className?: string;
}

/** What flows at this moment, what an hour of it costs, and the last three hours. */
export function NowCard({ figures, now, CostNow, className }: NowCardProps) {
  const { t } = useTranslation('usage');
  const shown = useUtilities();
  const times = figures.latest.meters.flatMap(({ lastAt }) => (lastAt === null ? [] : Date.parse(lastAt)));
  const aside =
    figures.origin !== 'sample' && times.length > 0 ? (
      <>
        <Freshness at={Math.max(...times)} /> · {t('now.lastHours')}
      </>
    ) : (
      t('now.lastHours')
    );
  return (
    <Card title={t('now.title')} aside={aside} {...(className !== undefined && { className })}>
      <div className="grid grid-cols-2 gap-x-5 gap-y-4">
        {shown.map((utility) =>
          figures.latest.meters.some((meter) => meter.utility === utility) ? (
            <UtilityNow key={utility} utility={utility} figures={figures} now={now} CostNow={CostNow} />
          ) : (
            <NoMeter key={utility} utility={utility} />
          ),
        )}
      </div>
    </Card>
  );
}

/** In the place of figures that nothing measures: no zeros and no empty axes. */
function NoMeter({ utility }: { utility: Utility }) {
  const { t } = useTranslation('usage');
  const mayWrite = useRights().data?.mayWrite ?? false;
  return (
    <div
      className="flex min-w-0 flex-col items-start rounded-control border border-dashed border-ink-soft/60 p-4"
      data-now={utility}
    >
      <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
      <p className="mt-2 text-small text-ink-soft">{t('now.noMeter')}</p>
      {mayWrite && (
        <Link
          to="/devices/connect"
          className="mt-auto inline-flex min-h-11 items-center font-semibold text-leaf underline-offset-4 hover:underline"
        >
          {t('now.addMeter')}
        </Link>
      )}
    </div>
  );
}

/** What flows through the whole home now. */
export const flowOfHome = (
  { latest: { meters, atLeast } }: Pick<UsageFigures, 'latest'>,
  utility: Utility,
  now: number,
) => flowNow(meters, utility, now, undefined, atLeast?.includes(utility));

function UtilityNow({ utility, figures, now, CostNow }: Omit<NowCardProps, 'className'> & { utility: Utility }) {
  const { t } = useTranslation('usage');
  const { flow } = flowOfHome(figures, utility, now);
  const rate = useRateText()(utility, flow);
  const note = useNowNote(utility, figures, now);
  return (
    <div className="min-w-0" data-now={utility}>
      <UtilityLabel utility={utility}>{t(utility)}</UtilityLabel>
      <p className="mt-1 flex min-h-10 flex-wrap items-baseline">
        {rate?.about !== undefined && <span className="mr-1.5 text-ink-soft">{rate.about}</span>}
        <Figure value={rate?.value ?? '–'} unit={rate?.unit} />
      </p>
      <p className="mt-1 min-h-[2lh] text-small text-ink-soft">
        {flow !== null && flow.rate > 0 && (
          <CostNow utility={utility} rate={flow.rate} separator={note === '' ? '' : ' · '} />
        )}
        {note}
      </p>
      <RecentPlot utility={utility} values={recentRates(figures.recent, utility, now)} now={now} />
    </div>
  );
}

const stepMs = 300_000;
const stepCount = 36;
const hourMs = 3_600_000;

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

interface RecentPlotProps {
  utility: Utility;
  /** One value for each step; null where nothing was measured. */
  values: readonly (number | null)[];
  now: number;
}

const height = 58;

/** The last hours on a real axis, their highest value named; what it shows is also said in words beside it. */
function RecentPlot({ utility, values, now }: RecentPlotProps) {
  const format = useFormat();
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  const end = Math.floor(now / stepMs) * stepMs;
  const begin = end - stepCount * stepMs;
  const hours = [1, 2, 3].map((n) => Math.floor(begin / hourMs) * hourMs + n * hourMs).filter((at) => at < end);
  const x = (at: number) => `${((at - begin) / (end - begin)) * 100}%`;
  const { tokens, curve } = utilities[utility].look;
  const y = (value: number) => height - 1 - (value / (most || 1)) * (height - 16);
  return (
    <div aria-hidden="true" className="mt-2 text-small text-ink-soft">
      <div className="relative">
        {most > 0 && (
          <span className="figures absolute -top-1 left-0 z-1 bg-card pr-1 leading-none">
            {format.rate(utility, most).text}
          </span>
        )}
        {hours.map((at) => (
          <span key={at} className="absolute inset-y-0 border-l border-line" style={{ left: x(at) }} />
        ))}
        <svg
          viewBox={`0 0 ${stepCount} ${height}`}
          preserveAspectRatio="none"
          className="relative block w-full overflow-visible"
          style={{ height }}
        >
          {runsOf(values).map((run) => {
            const corners = cornersOf(run, curve);
            const path = corners.map(([at, value]) => `${at} ${y(value).toFixed(2)}`).join(' L');
            const [from, to] = [corners[0]?.[0] ?? 0, corners.at(-1)?.[0] ?? 0];
            return (
              <g key={from}>
                <path
                  d={`M${from} ${height} L${path} L${to} ${height} Z`}
                  fill={`var(${tokens.fill})`}
                  fillOpacity={0.22}
                />
                <path
                  d={`M${path}`}
                  fill="none"
                  strokeWidth="2"
                  strokeLinejoin="round"
                  vectorEffect="non-scaling-stroke"
                  stroke={`var(${tokens.edge})`}
                />
              </g>
            );
          })}
        </svg>
        <span className="absolute inset-x-0 bottom-0 border-b border-ink-soft/40" />
      </div>
      <div className="figures relative h-6">
        {hours.map((at) => (
          <span
            key={at}
            // On a phone three would touch.
            className="absolute top-0.5 -translate-x-1/2 whitespace-nowrap max-sm:nth-2:hidden"
            style={{ left: `clamp(1.1rem, ${x(at)}, calc(100% - 1.1rem))` }}
          >
            {format.time(at)}
          </span>
        ))}
      </div>
    </div>
  );
}

interface Step {
  at: number;
  value: number;
}

/** What was measured without a gap. */
function runsOf(values: readonly (number | null)[]): Step[][] {
  const runs: Step[][] = [];
  values.forEach((value, at) => {
    if (value === null) return;
    const last = runs.at(-1);
    if (last?.at(-1)?.at === at - 1) last.push({ at, value });
    else runs.push([{ at, value }]);
  });
  return runs;
}

/** Its corners, a value held over its step where the utility flows in bursts. */
const cornersOf = (run: readonly Step[], curve: 'steps' | 'line'): [x: number, value: number][] =>
  curve === 'steps'
    ? run.flatMap(({ at, value }): [number, number][] => [
        [at, value],
        [at + 1, value],
      ])
    : run.map(({ at, value }) => [at + 0.5, value]);

/** What draws most, or runs: one short clause. */
function useNowNote(utility: Utility, figures: UsageFigures, now: number): string {
  const { t } = useTranslation('usage');
  const format = useFormat();
  const roomName = useRoomName();
  const rateText = useRateText();
  const told = flowOfHome(figures, utility, now);
  const { state, flow, lastAt, rooms } = told;
  const leak = useLeak(figures);
  if (flow === null) {
    const time = lastAt === null ? '' : format.dateTime(Date.parse(lastAt));
    return t(`now.state.${state === 'now' ? 'none' : state}`, { time });
  }
  if (utility === utilityThatLeaks && leak !== null) return t('now.neverStopped', leak);
  if (flow.rate <= 0) return t(factsOf(utility).canLeak ? 'now.closed' : 'now.nothing');
  const [first] = rooms;
  const most = mostOf(told, rooms);
  const part = (name: string, rate: Rate) => t('now.part', { name, rate: rateText(utility, rate)?.text });
  if (most !== null) return t('now.mostly', { room: roomName(most.name) });
  return first === undefined ? '' : part(roomName(first.name), first);
}

/** What runs without a stop, as the notices of it say: the inner meters', which do not contain each other. */
function useLeak({ origin }: UsageFigures): { since: string; rate: string } | null {
  const format = useFormat();
  const { data: notices = [] } = useNotices();
  const lasting = notices.filter(({ kind, ended_at: endedAt }) => isLeak(kind) && endedAt === null);
  if (origin !== 'measured' || lasting.length === 0) return null;
  const mlPerHour = lasting.reduce((sum, { figures }) => sum + (figures.floorMlPerHour ?? 0), 0);
  const since = Math.min(...lasting.map((notice) => Date.parse(notice.since)));
  const rate = rateOver(utilityThatLeaks, mlPerHour, hourMs);
  return { since: format.dateTime(since), rate: format.rate(utilityThatLeaks, rate).text };
}

/** How old a value is, counting up by itself; green while its meter is heard. */
function Freshness({ at }: { at: number }) {
  const format = useFormat();
  const now = useNow(1000);
  const tint = now - at > silentAfterMs ? 'bg-off' : 'bg-leaf';
  return (
    <span className="figures inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className={classNames('size-2 rounded-full', tint)} />
      {format.ago(at, now)}
    </span>
  );
}
