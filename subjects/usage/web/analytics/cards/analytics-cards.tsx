import { ArrowDownRight, ArrowUpRight, Equal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstUtility, type Utility } from '#catalogue/index.ts';
import { useUtilities } from '#shell/household/connected-devices.ts';
import { useFormat } from '#shell/household/household.ts';
import { useNow } from '#shell/parts/clock.ts';
import { addDays, localDayOf } from '#shell/text/local-day.ts';
import { Button } from '#shell/ui/button.tsx';
import { Card } from '#shell/ui/layout.tsx';
import { classNames } from '#shell/ui/class-names.ts';
import { Figure } from '#shell/ui/figure.tsx';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { StatePanel } from '#shell/ui/state-panel.tsx';
import { UtilityLabel } from '#shell/ui/utility-mark.tsx';
import {
  type Completeness,
  FootList,
  OriginBadge,
  provenanceTexts,
  SampleStrip,
  sharesOf,
  useSilentMeters,
  useZoneText,
} from '../../usage-figures.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import type { AnalyticsRequest } from '../analytics-request.ts';
import { onlyUtility, useRememberShape } from '../groups.ts';
import { changeLines, changeOf, totalOf } from '../changes.ts';
import { bucketOf, instantOf, periodAt, periodText, startsOf } from '../period.ts';
import { DayCard, TimeCard } from './time-card.tsx';
import { FlowCard, GroupsCard } from './groups-card.tsx';
import { YearCard } from './year-card.tsx';

interface AnalyticsCardsProps {
  figures: AnalyticsFigures;
  /** The figures of an earlier request, while those of this one are on their way. */
  isOld: boolean;
  request: AnalyticsRequest;
  onChange: (request: AnalyticsRequest) => void;
}

export function AnalyticsCards({ figures, isOld, request, onChange }: AnalyticsCardsProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const now = useNow(60_000);
  const [focus, setFocus] = useState<Utility>(firstUtility);
  useRememberShape(figures);
  const shown = figures.request;
  const measured = useUtilities();
  const utilities = useMemo(() => (shown.utility === null ? measured : [shown.utility]), [shown.utility, measured]);
  const utility = shown.utility ?? focus;
  const isEmpty = onlyUtility(figures.parts, shown.utility).every(({ used, coveredS }) => used === 0 && coveredS === 0);
  const choice = shown.utility === null && (
    <SegmentedControl
      label={t('flow.utility')}
      value={focus}
      options={measured.map((value) => ({ value, label: t(`usage:${value}`) }))}
      onChange={setFocus}
    />
  );
  const isDayCurve = bucketOf(shown.period, shown.grouping !== 'utility') === '5m';
  const lead = (
    <div className="lg:col-span-2">
      <LeadCard figures={figures} utilities={utilities} />
    </div>
  );
  return (
    <>
      {figures.origin === 'sample' && <SampleStrip />}
      <div
        aria-busy={isOld}
        className={classNames(
          'grid gap-4 transition-[filter,opacity] duration-150 lg:grid-cols-2',
          isOld && 'opacity-90 grayscale',
        )}
      >
        {isEmpty ? (
          <EmptyPeriod figures={figures} request={request} onChange={onChange} />
        ) : (
          <>
            {/* Who came for a leak sees it first. */}
            {shown.leak === null && lead}
            <TimeCard
              figures={figures}
              utilities={utilities}
              grouping={request.grouping}
              onGroup={(grouping) => onChange({ ...request, grouping })}
              className="lg:col-span-2"
            />
            {shown.leak !== null && lead}
            {shown.room === null && <GroupsCard figures={figures} utilities={utilities} by="room" />}
            <GroupsCard
              figures={figures}
              utilities={utilities}
              by="device"
              {...(shown.room !== null && { className: 'lg:col-span-2' })}
            />
            <FlowCard figures={figures} utility={utility} controls={choice} className="lg:col-span-2" />
            <YearCard figures={figures} utility={utility} controls={choice} className="lg:col-span-2" />
            {!isDayCurve && (
              <DayCard
                figures={figures}
                utilities={utilities}
                onDay={(day) => onChange({ ...request, day })}
                className="lg:col-span-2"
              />
            )}
          </>
        )}
      </div>
      <AnalyticsFoot figures={figures} now={now} />
    </>
  );
}

/** The page's leading figures: what the period has used, and how that differs from the one before. */
export function LeadCard({ figures, utilities }: { figures: AnalyticsFigures; utilities: readonly Utility[] }) {
  const format = useFormat();
  return (
    <Card title={periodText(figures.request.period, format)} aside={<OriginBadge origin={figures.origin} />}>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-[1.15fr_1fr]">
        {utilities.map((utility, i) => (
          <UtilityLead key={utility} utility={utility} rank={i === 0 ? 'lead' : 'second'} figures={figures} />
        ))}
      </div>
    </Card>
  );
}

interface UtilityLeadProps {
  utility: Utility;
  rank: 'lead' | 'second';
  figures: AnalyticsFigures;
}

const icons = { less: ArrowDownRight, more: ArrowUpRight, same: Equal };

function UtilityLead({ utility, rank, figures }: UtilityLeadProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const total = totalOf(figures.parts, utility);
  const quantity = total === null ? undefined : format.amount(utility, total.used);
  const change = changeOf(figures, utility);
  const lines = total === null ? null : changeLines(t, format, figures, utility);
  const direction =
    change.kind !== 'change' ? undefined : Math.abs(change.share) < 0.005 ? 'same' : change.share < 0 ? 'less' : 'more';
  const Icon = direction === undefined ? undefined : icons[direction];
  return (
    <div className="flex min-h-32 flex-col" data-lead={utility}>
      <UtilityLabel utility={utility}>{t(`usage:${utility}`)}</UtilityLabel>
      <p className={rank === 'lead' ? 'mt-1 flex min-h-14 items-end' : 'mt-1 flex items-end sm:min-h-14'}>
        <Figure
          rank={rank}
          value={quantity?.value ?? '–'}
          unit={quantity === undefined ? t('usage:noReadings') : quantity.unit}
        />
      </p>
      {lines !== null && (
        <div className="mt-1.5 min-h-[2.8em] text-small">
          {lines[0] !== '' && (
            <p className="flex items-center gap-1 font-semibold">
              {Icon !== undefined && <Icon className="size-4 shrink-0" aria-hidden />}
              {lines[0]}
            </p>
          )}
          <p className="text-ink-soft">{lines[1]}</p>
        </div>
      )}
    </div>
  );
}

function EmptyPeriod({ figures, request, onChange }: Omit<AnalyticsCardsProps, 'isOld'>) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { room, utility, period } = figures.request;
  const isFiltered = room !== null || utility !== null;
  const kind = period.kind === 'custom' ? 'week' : period.kind;
  const today = localDayOf(figures.now, figures.timeZone);
  const values = { period: periodText(period, format) };
  return (
    <Card className="lg:col-span-2">
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
              <Button
                look="secondary"
                onClick={() => onChange({ ...request, period: periodAt(kind, today), day: null })}
              >
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
    ...silent,
    origin !== 'sample' && zoneText(timeZone),
  ].filter((part) => part !== false);
  return <FootList origin={origin} parts={parts} />;
}

/** How much of the period was measured: a device counts from the bucket after its first one. */
export function coverageOf(figures: AnalyticsFigures): Completeness {
  const { parts, request, timeZone, now, latest } = figures;
  const bucket = bucketOf(request.period, request.grouping !== 'utility');
  const partBucket = bucket === '5m' || bucket === 'hour' ? 'day' : bucket;
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
