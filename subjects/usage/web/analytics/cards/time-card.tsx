import { useQuery } from '@tanstack/react-query';
import { utilityThatLeaks, rateOver, type Utility } from '#catalogue/index.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { noticesQuery } from '#shell/household/household-notices.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { barsDrawing } from '#shell/ui/chart/bars-drawing.ts';
import type { ChartData, ChartSeries } from '#shell/ui/chart/series-look.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { SegmentedControl } from '#shell/ui/segmented-control.tsx';
import { OriginBadge } from '../../origin-badge.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { type Grouping, groupings } from '../analytics-request.ts';
import { comparisonText } from '../change-text.ts';
import { untracked } from '../groups.ts';
import { bucketOf, instantOf, startsOf } from '../period.ts';
import { bucketText, periodText } from '../period-text.ts';
import { others, timeData } from './time-data.ts';
import { fileName } from './file-name.ts';
import { useNames } from './use-names.ts';
import { useUnits } from './use-units.ts';

export interface TimeCardProps {
  figures: AnalyticsFigures;
  utilities: readonly Utility[];
  grouping: Grouping;
  onGroup: (grouping: Grouping) => void;
  className?: string;
}

/** Use over time, by bucket, with the earlier period pale beside. */
export function TimeCard({ figures, utilities, grouping, onGroup, className }: TimeCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const words = useChartLabels();
  const units = useUnits();
  const { request, origin } = figures;
  const kind = bucketOf(request.period, request.grouping !== 'utility') === '5m' ? 'lines' : 'bars';
  const leak = useLeak(figures, kind === 'lines');
  const data = useTimeData(figures, utilities, leak);
  const ground = data.series.find(({ look }) => look.role === 'floor');
  const drawing = useMemo(() => {
    const unit = kind === 'lines' ? units.rateUnit : units.amountUnit;
    const panels = utilities.map((utility) => `${t(`usage:${utility}`)}, ${unit(utility)}`);
    const tops = utilities.map((_, panel) => (ground?.panel === panel ? topOver(ground) : undefined));
    return barsDrawing({ data, kind, panels, tops, writeNumber: format.number });
  }, [data, kind, utilities, units, ground, t, format]);
  const sentence =
    leak === undefined || ground === undefined
      ? (comparisonText(t, format, figures, utilities) ?? maxText(t, data, utilities))
      : t(leak.isOver ? 'leak.ended' : 'leak.lasts', leak.words);

  return (
    <ChartFrame
      key={ground === undefined ? 'use' : 'leak'}
      title={t('time.title')}
      sentence={sentence}
      data={data}
      drawing={drawing}
      words={words}
      fileName={fileName('time', request)}
      note={`${t(`usage:foot.${origin}`)} · ${periodText(request.period, format)} · Wattershed`}
      heightClass={utilities.length > 1 ? 'h-104' : 'h-72'}
      stride={kind === 'lines' ? 12 : 7}
      {...(ground !== undefined && { firstRead: ground.values.findIndex((value) => value !== null) })}
      badge={<OriginBadge origin={origin} />}
      controls={
        <SegmentedControl
          label={t('time.group')}
          value={grouping}
          options={groupings.map((value) => ({ value, label: t(`time.by.${value}`) }))}
          onChange={onGroup}
        />
      }
      {...(className !== undefined && { className })}
    />
  );
}

/** The leak that the page was opened for; where it is not drawn by the minute, or is not known, there is none. */
function useLeak({ request, now, timeZone }: AnalyticsFigures, isDrawn: boolean) {
  const format = useFormat();
  const householdId = useHouseholdId();
  const isAsked = request.leak !== null && householdId !== undefined;
  const { data: notices } = useQuery({ ...noticesQuery(householdId), enabled: isAsked });
  return useMemo(() => {
    const notice = notices?.find(({ id, kind }) => id === request.leak && kind === 'running-water');
    if (notice === undefined || !isDrawn) return undefined;
    const { floorMlPerHour: mlPerHour = 0, leakMl = 0 } = notice.figures;
    const since = Date.parse(notice.since);
    const until = notice.ended_at === null ? now : Date.parse(notice.ended_at);
    const words = {
      since: format.dateTime(since),
      ended: format.dateTime(until),
      rate: format.rate(utilityThatLeaks, rateOver(utilityThatLeaks, mlPerHour, 3_600_000)).text,
      leak: format.amount(utilityThatLeaks, leakMl).text,
    };
    const begins = localDayOf(since, timeZone) >= request.period.from;
    return { since, until, mlPerHour, words, begins, isOver: notice.ended_at !== null };
  }, [notices, request, now, timeZone, isDrawn, format]);
}

type Leak = NonNullable<ReturnType<typeof useLeak>>;

/** So low that the ground is a good part of the picture. */
const groundShare = 6;
const topOver = ({ values }: ChartSeries): number => Math.max(...values.map((value) => value ?? 0)) * groundShare;

function useTimeData(figures: AnalyticsFigures, utilities: readonly Utility[], leak: Leak | undefined): ChartData {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const units = useUnits();
  const names = useNames(figures.latest);
  return useMemo(() => {
    const { request, earlier, timeZone, rows, latest, now, origin } = figures;
    const { period, grouping, comparison } = request;
    const bucket = bucketOf(period, grouping !== 'utility');
    const text = bucketText(format, bucket, period);
    const isRate = bucket === '5m';
    return timeData(
      {
        rows,
        starts: startsOf(period, bucket, timeZone),
        end: instantOf(period.to, timeZone),
        earlier: earlier === null ? null : { rows: earlier.rows, starts: startsOf(earlier.period, bucket, timeZone) },
        grouping,
        utilities,
        latest,
        now,
        timeZone,
        isInvented: origin !== 'measured',
        isRate,
        leak,
      },
      {
        placeHeading: t(`time.place.${bucket}`),
        ...text,
        utility: names.utility,
        before: (utility) =>
          t(comparison === 'year' ? 'before.year' : 'before.previous', { name: names.utility(utility) }),
        group: (utility, key) => {
          const name = names.group(grouping === 'device' ? 'device' : 'room', key);
          // A device has one utility; rooms, and what is left, have all.
          const isPlain = utilities.length === 1 || (grouping === 'device' && key !== untracked && key !== others);
          return isPlain ? name : `${name} · ${names.utility(utility)}`;
        },
        write: isRate ? units.rate : units.amount,
        unit: isRate ? units.rateUnit : units.amountUnit,
        ahead: '–',
        ...(leak !== undefined && { leak: t(leak.begins ? 'leak.began' : 'leak.runs', leak.words) }),
      },
    );
  }, [figures, utilities, leak, t, format, units, names]);
}

function maxText(
  t: ReturnType<typeof useTranslation<['analytics', 'usage']>>['t'],
  { places, series }: ChartData,
  utilities: readonly Utility[],
): string {
  const sentences = utilities.flatMap((utility, panel) => {
    const own = series.filter((one) => one.panel === panel && one.look.role === 'now');
    const [only] = own;
    if (only === undefined || own.length > 1) return [];
    const most = Math.max(...only.values.map((value) => value ?? Number.NEGATIVE_INFINITY));
    const at = only.values.indexOf(most);
    if (at === -1) return [];
    return [t(`time.most.${utility}`, { amount: only.texts[at] ?? '', name: places[at]?.name ?? '' })];
  });
  return sentences.join(' ');
}
