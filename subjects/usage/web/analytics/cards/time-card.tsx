import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Utility } from '#catalogue/index.ts';
import { noticesQuery } from '#shell/household/household-notices.ts';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { leakText } from '#shell/text/leak-text.ts';
import { addDays, dateOf, localDayOf } from '#shell/text/local-day.ts';
import { IconButton } from '#shell/ui/button.tsx';
import { barsDrawing } from '#shell/ui/chart/bars-drawing.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import type { ChartData, ChartSeries } from '#shell/ui/chart/series-look.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { OriginBadge } from '../../usage-figures.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { type Grouping, groupings } from '../analytics-request.ts';
import { comparisonText } from '../changes.ts';
import { untracked } from '../groups.ts';
import { bucketOf, bucketText, instantOf, lastDayOf, periodText, startsOf } from '../period.ts';
import { fileName, others, timeData, useNames, useUnits } from './time-data.ts';

interface TimeCardProps {
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
    const { floorMlPerHour: mlPerHour = 0 } = notice.figures;
    const since = Date.parse(notice.since);
    const until = notice.ended_at === null ? now : Date.parse(notice.ended_at);
    const words = {
      since: format.dateTime(since),
      ended: format.dateTime(until),
      ...leakText(notice.figures, format),
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

interface DayCardProps {
  figures: AnalyticsFigures;
  utilities: readonly Utility[];
  onDay: (day: string) => void;
  className?: string;
}

/** One day of the period at five minutes. A gap stays a gap. */
export function DayCard({ figures, utilities, onDay, className }: DayCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const units = useUnits();
  const names = useNames(figures.latest);
  const { day, origin, timeZone, now, request } = figures;
  const data = useMemo(() => {
    const { curve, latest } = figures;
    const to = addDays(day, 1);
    const time = (start: string) => format.time(Date.parse(start));
    return timeData(
      {
        rows: curve,
        starts: startsOf({ from: day, to }, '5m', timeZone),
        end: instantOf(to, timeZone),
        earlier: null,
        grouping: 'utility',
        utilities,
        latest,
        now,
        timeZone,
        isInvented: origin !== 'measured',
        isRate: true,
      },
      {
        placeHeading: t('time.place.5m'),
        label: time,
        name: time,
        utility: names.utility,
        before: names.utility,
        group: names.utility,
        write: units.rate,
        unit: units.rateUnit,
        ahead: '–',
      },
    );
  }, [figures, day, utilities, timeZone, now, origin, format, names, units, t]);
  const drawing = useMemo(() => {
    const panels = utilities.map((utility) => `${names.utility(utility)}, ${units.rateUnit(utility)}`);
    return barsDrawing({ data, kind: 'lines', panels, writeNumber: format.number });
  }, [data, utilities, names, units, format]);
  const most = utilities.flatMap((utility, panel) => {
    const one = data.series.find((series) => series.panel === panel);
    const highest = Math.max(...(one?.values ?? []).map((value) => value ?? 0));
    const at = one?.values.indexOf(highest) ?? -1;
    if (one === undefined || at === -1 || highest === 0) return [];
    return [t(`day.most.${utility}`, { amount: one.texts[at] ?? '', time: data.places[at]?.name ?? '' })];
  });
  const dayText = format.date(dateOf(day), { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
  return (
    <ChartFrame
      title={t('day.title', { day: dayText })}
      sentence={most.length === 0 ? t('time.none') : most.join(' ')}
      data={data}
      drawing={drawing}
      words={useChartLabels()}
      fileName={`wattershed-day-${day}`}
      note={`${t(`usage:foot.${origin}`)} · ${dayText} · Wattershed`}
      heightClass={utilities.length === 2 ? 'h-96' : 'h-64'}
      stride={12}
      badge={<OriginBadge origin={origin} />}
      controls={
        <div className="flex">
          <IconButton
            label={t('day.previous')}
            icon={<ChevronLeft className="size-5" aria-hidden />}
            disabled={day <= request.period.from}
            onClick={() => onDay(addDays(day, -1))}
          />
          <IconButton
            label={t('day.next')}
            icon={<ChevronRight className="size-5" aria-hidden />}
            disabled={day >= lastDayOf(request.period, now, timeZone)}
            onClick={() => onDay(addDays(day, 1))}
          />
        </div>
      }
      {...(className !== undefined && { className })}
    />
  );
}
