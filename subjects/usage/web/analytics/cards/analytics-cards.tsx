import { Info } from 'lucide-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { firstUtility, type Utility } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { addDays, localDayOf } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import {
  type Completeness,
  FootList,
  provenanceTexts,
  SampleStrip,
  sharesOf,
  useSilentMeters,
  useZoneText,
} from '../../usage-figures.tsx';
import { type AnalyticsFigures, isFine } from '../analytics-figures.ts';
import { type AnalyticsRequest, bucketOfRequest } from '../analytics-request.ts';
import { hasPlaces, onlyUtility } from '../groups.ts';
import { instantOf, type Period, periodAt, periodText, shiftPeriod, startsOf } from '../period.ts';
import { useRememberShape } from '../shape.ts';
import { useCosts } from '../use-costs.ts';
import { useFlows } from '../use-flows.ts';
import { type View, viewOf } from '../view.ts';
import { EmissionsCard } from './emissions-card.tsx';
import { FlowCard } from './flow-card.tsx';
import { GroupsCard } from './groups-card.tsx';
import { OwnCard } from './own-card.tsx';
import { TimeCard } from './time-card.tsx';
import { YearCard } from './year-card.tsx';

interface AnalyticsCardsProps {
  figures: AnalyticsFigures;
  /** The figures of an earlier request, while those of this one are on their way. */
  isOld: boolean;
  request: AnalyticsRequest;
  onChange: (request: AnalyticsRequest) => void;
  /** What lies behind a place: one comes back from it. */
  onOpen: (period: Period) => void;
  back: { period: Period; go: () => void } | undefined;
}

export function AnalyticsCards({ figures, isOld, request, onChange, onOpen, back }: AnalyticsCardsProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const now = useNow(60_000);
  const [focus, setFocus] = useState<Utility>(firstUtility);
  const cards = useRef<HTMLDivElement>(null);
  useRememberShape(cards, figures.origin === 'sample');
  const shown = figures.request;
  const measured = useUtilities();
  const utilities = useMemo(() => (shown.utility === null ? measured : [shown.utility]), [shown.utility, measured]);
  const utility = shown.utility ?? focus;
  const costs = useCosts(figures, request.measure);
  const flows = useFlows(figures);
  const view = useMemo(() => viewOf(figures, costs, request.measure), [figures, costs, request.measure]);
  const isEmpty = onlyUtility(figures.parts, shown.utility).every(({ used, coveredS }) => used === 0 && coveredS === 0);
  const choice = shown.utility === null && (
    <SegmentedControl
      label={t('flow.utility')}
      value={focus}
      options={measured.map((value) => ({ value, label: t(`usage:${value}`) }))}
      onChange={setFocus}
    />
  );
  const today = localDayOf(now, figures.timeZone);
  const shift = (by: -1 | 1) => {
    const next = shiftPeriod(request.period, by);
    if (next.from <= today) onChange({ ...request, period: next });
  };
  return (
    <>
      {figures.origin === 'sample' && <SampleStrip />}
      {request.measure === 'money' && <MoneyNote view={view} />}
      <div
        ref={cards}
        aria-busy={isOld}
        className={classNames(
          'grid gap-3 transition-[filter,opacity] duration-150 sm:gap-4',
          isOld && 'opacity-90 grayscale',
        )}
      >
        {isEmpty ? (
          <EmptyPeriod figures={figures} request={request} onChange={onChange} />
        ) : (
          <>
            <TimeCard
              view={view}
              utilities={utilities}
              grouping={request.grouping}
              onGroup={(grouping) => onChange({ ...request, grouping })}
              onOpen={onOpen}
              onShift={shift}
              back={back}
            />
            {flows !== undefined && <OwnCard figures={figures} known={flows} />}
            <GroupsCard
              view={view}
              utilities={utilities}
              hasRooms={shown.room === null || hasPlaces(figures.latest, shown.room)}
            />
            <FlowCard view={view} utility={utility} controls={choice} flows={flows} />
            {shown.room === null && figures.origin !== 'sample' && (
              <EmissionsCard figures={figures} utilities={utilities} />
            )}
            <YearCard view={view} utility={utility} onOpen={onOpen} controls={choice} />
          </>
        )}
      </div>
      <AnalyticsFoot figures={figures} now={now} />
    </>
  );
}

/** Why there is no money where it was asked for: the page then stays with what was used. */
function MoneyNote({ view: { figures, costs, costsFailed } }: { view: View }): ReactNode {
  const { t } = useTranslation('analytics');
  const isSample = figures.origin === 'sample';
  if (!isSample && costsFailed !== true && costs?.currency !== null) return null;
  return (
    <p
      role="status"
      className="mb-4 flex flex-wrap items-center gap-x-3 rounded-card bg-power-soft px-4 py-2 text-small"
    >
      <Info className="size-4 shrink-0" aria-hidden />
      {t(isSample ? 'money.sample' : costsFailed === true ? 'money.failed' : 'money.noTariff')}
      {!isSample && costsFailed !== true && (
        <Link to="/billing/prices#tariffs" className="inline-flex min-h-11 items-center font-semibold text-leaf">
          {t('money.choose')}
        </Link>
      )}
    </p>
  );
}

function EmptyPeriod({ figures, request, onChange }: Pick<AnalyticsCardsProps, 'figures' | 'request' | 'onChange'>) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { room, utility, period } = figures.request;
  const isFiltered = room !== null || utility !== null;
  const kind = period.kind === 'custom' ? 'week' : period.kind;
  const today = localDayOf(figures.now, figures.timeZone);
  const values = { period: periodText(period, format) };
  return (
    <Card>
      <StatePanel
        kind="empty"
        title={t('empty.title')}
        text={isFiltered ? t('empty.filtered', values) : t('empty.text', values)}
        actions={
          <>
            {isFiltered && (
              <Button look="secondary" onClick={() => onChange({ ...request, room: null, utility: null })}>
                {t('controls.clear')}
              </Button>
            )}
            {addDays(period.to, -1) < today && (
              <Button look="secondary" onClick={() => onChange({ ...request, period: periodAt(kind, today) })}>
                {t('empty.today')}
              </Button>
            )}
          </>
        }
      />
    </Card>
  );
}

/** What the period's figures rest on. */
function AnalyticsFoot({ figures, now }: { figures: AnalyticsFigures; now: number }) {
  const { t } = useTranslation(['analytics', 'usage']);
  const { t: usageT } = useTranslation('usage');
  const format = useFormat();
  const silent = useSilentMeters(figures, now);
  const zoneText = useZoneText();
  const { origin, timeZone } = figures;
  const { covered, estimated, imported } = coverageOf(figures);
  const parts = [
    ...provenanceTexts(usageT, format, origin, { estimated, imported }),
    covered !== null && origin !== 'sample' && t('foot.complete', { share: format.percent(covered, 1) }),
    figures.parts.some(({ atLeast }) => atLeast) && usageT('foot.atLeast'),
    ...silent,
    origin !== 'sample' && zoneText(timeZone),
  ].filter((part) => part !== false);
  return <FootList origin={origin} parts={parts} />;
}

/** How much of the period was measured: a device counts from the bucket after its first one. */
export function coverageOf(figures: AnalyticsFigures): Completeness {
  const { parts, request, timeZone, now, latest } = figures;
  const bucket = bucketOfRequest(request);
  const partBucket = isFine(bucket) ? 'day' : bucket;
  const starts = startsOf(request.period, partBucket, timeZone);
  const ends = [...starts.slice(1), request.period.to].map((start) => Math.min(now, instantOf(start, timeZone)));
  const begin = instantOf(request.period.from, timeZone);
  const spans = starts.map((start, i) => Math.max(0, (ends[i] ?? 0) - Math.max(begin, instantOf(start, timeZone))));
  let coveredS = 0;
  let expectedMs = 0;
  for (const device of new Set(parts.map(({ deviceId }) => deviceId))) {
    const own = parts.filter((row) => row.deviceId === device && row.coveredS > 0);
    const first = starts.findIndex((start) => own.some((row) => row.start === start));
    if (first === -1) continue;
    const from = first === 0 ? 0 : first + 1;
    const registers = Math.max(1, latest.meters.filter(({ deviceId }) => deviceId === device).length);
    const counted = new Set(starts.slice(from));
    expectedMs += registers * spans.slice(from).reduce((sum, span) => sum + span, 0);
    for (const row of own) if (counted.has(row.start)) coveredS += row.coveredS;
  }
  return { covered: expectedMs === 0 ? null : Math.min(1, (coveredS * 1000) / expectedMs), ...sharesOf(parts) };
}
