import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MoveHorizontal } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isLeak, utilities as catalogue, type Utility } from '#catalogue/index.ts';
import { noticesQuery } from '#shell/household/household-notices.ts';
import { useFormat, useHouseholdId } from '#shell/household/household.ts';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { numberWriter } from '#shell/text/format.ts';
import { leakText } from '#shell/text/leak-text.ts';
import { localDayOf } from '#shell/text/local-day.ts';
import { barsDrawing, scaleTop, tallest } from '#shell/ui/chart/bars-drawing.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import type { ChartData, ChartSeries } from '#shell/ui/chart/series-look.ts';
import { SegmentedControl } from '#shell/ui/radio-options.tsx';
import { OriginBadge } from '../../usage-figures.tsx';
import { unpricedKey } from '../analytics-costs.ts';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { bucketOfRequest, type Grouping, groupings } from '../analytics-request.ts';
import { comparisonText } from '../changes.ts';
import { others, unmetered } from '../groups.ts';
import { bucketText, instantOf, type Period, periodBehind, periodText, startsOf } from '../period.ts';
import { fileName, useNames, useUnits, type View } from '../view.ts';
import { Lead } from './lead.tsx';
import { timeData } from './time-data.ts';

interface TimeCardProps {
  view: View;
  utilities: readonly Utility[];
  grouping: Grouping;
  onGroup: (grouping: Grouping) => void;
  /** Another period: what lies behind a bar, or several. */
  onOpen: (period: Period) => void;
  /** The period before or after. */
  onShift: (by: -1 | 1) => void;
  /** From where one came here. */
  back: { period: Period; go: () => void } | undefined;
  className?: string;
}

/** What the period used and cost, then when: by bucket, with the earlier period around it as a thin line. */
export function TimeCard({ view, utilities, grouping, onGroup, onOpen, onShift, back, className }: TimeCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const words = useChartLabels();
  const units = useUnits(view);
  const { figures, measure } = view;
  const { request, origin } = figures;
  const kind = bucketOfRequest(request) === '5m' ? 'lines' : 'bars';
  const leak = useLeak(figures, kind === 'lines');
  const data = useTimeData(view, utilities, leak);
  const ground = data.series.find(({ look }) => look.role === 'floor');
  const drawing = useMemo(() => {
    const unit = kind === 'lines' ? units.rateUnit : units.amountUnit;
    // Money is one scale for all; use has one of its own for each utility.
    const shared = measure === 'money' ? scaleTop(Math.max(...utilities.map((_, i) => tallest(data, i)))) : undefined;
    const panels = utilities.map((utility, panel) => ({
      title: `${t(`usage:${utility}`)}, ${unit(utility)}`,
      hue: catalogue[utility].look.hue,
      top: ground?.panel === panel ? topOver(ground) : shared,
    }));
    return barsDrawing({ data, kind, panels, writeNumber: format.number });
  }, [data, kind, measure, utilities, units, ground, t, format]);
  const sentence =
    leak === undefined || ground === undefined
      ? (comparisonText(t, format, view, utilities) ?? maxText(t, data, utilities))
      : t(leak.isOver ? 'leak.ended' : 'leak.lasts', leak.words);
  const opening = useOpening(figures, data, onOpen);
  const lead = <Lead view={view} utilities={utilities} />;

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
      heightClass={utilities.length > 1 ? 'h-80 sm:h-96' : 'h-56 sm:h-64'}
      stride={kind === 'lines' ? 12 : 7}
      // Who came for a leak sees it first.
      {...(request.leak === null ? { lead } : { after: lead })}
      {...(ground !== undefined && { firstRead: ground.values.findIndex((value) => value !== null) })}
      {...(origin === 'sample' && { badge: <OriginBadge origin={origin} /> })}
      controls={
        <SegmentedControl
          label={t('time.group')}
          value={grouping}
          options={groupings.map((value) => ({ value, label: t(`time.by.${value}`) }))}
          onChange={onGroup}
        />
      }
      opening={opening}
      onSweep={onShift}
      hint={<Hint back={back} canOpen={opening !== undefined} />}
      {...(className !== undefined && { className })}
    />
  );
}

interface HintProps {
  back: TimeCardProps['back'];
  canOpen: boolean;
}

/** The way back, where one came from a longer period; else what can be done here. */
function Hint({ back, canOpen }: HintProps): ReactNode {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  if (back !== undefined)
    return (
      <button
        type="button"
        className="-ml-2 inline-flex min-h-11 items-center gap-2 rounded-control px-2 font-semibold text-leaf hover:bg-leaf-soft"
        onClick={back.go}
      >
        <ArrowLeft className="size-4 shrink-0" aria-hidden />
        {t('time.back', { period: periodText(back.period, format) })}
      </button>
    );
  if (!canOpen) return null;
  return (
    <span className="inline-flex items-center gap-2">
      <MoveHorizontal className="size-4 shrink-0" aria-hidden />
      <span className="pointer-coarse:hidden">{t('time.hint')}</span>
      <span className="hidden pointer-coarse:inline">{t('time.hintTouch')}</span>
    </span>
  );
}

/** What lies behind the bars: of one, its month, week or day; of several, all their days. */
function useOpening({ request, timeZone }: AnalyticsFigures, { places }: ChartData, onOpen: (period: Period) => void) {
  const { t } = useTranslation('analytics');
  const format = useFormat();
  const { period } = request;
  const bucket = bucketOfRequest(request);
  const behind = (at: number) => {
    const place = places[at];
    return place === undefined || place.isAhead === true ? null : periodBehind(place.key, bucket, period, timeZone);
  };
  if (behind(0) === null) return undefined;
  return {
    open: (from: number, to: number) => {
      const first = behind(from);
      // What is still to come has nothing to show.
      const last = Array.from({ length: to - from + 1 }, (_, i) => behind(to - i)).find((one) => one !== null);
      if (first === null || last === null || last === undefined) return;
      onOpen(first.from === last.from ? first : { kind: 'custom', from: first.from, to: last.to });
    },
    name: (at: number) => {
      const one = behind(at);
      return one === null ? undefined : t('time.open', { period: periodText(one, format) });
    },
  };
}

/** The leak that the page was opened for; where it is not drawn by the minute, or is not known, there is none. */
function useLeak({ request, now, timeZone }: AnalyticsFigures, isDrawn: boolean) {
  const format = useFormat();
  const householdId = useHouseholdId();
  const isAsked = request.leak !== null && householdId !== undefined;
  const { data: notices } = useQuery({ ...noticesQuery(householdId), enabled: isAsked });
  return useMemo(() => {
    const notice = notices?.find(({ id, kind }) => id === request.leak && isLeak(kind));
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

function useTimeData(view: View, utilities: readonly Utility[], leak: Leak | undefined): ChartData {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const units = useUnits(view);
  const names = useNames(view.figures.latest);
  return useMemo(() => {
    const { figures, other, measure, costs } = view;
    const { request, earlier, timeZone, rows, latest, now } = figures;
    const { period, grouping, comparison } = request;
    const bucket = bucketOfRequest(request);
    const text = bucketText(format, bucket, period);
    const isRate = bucket === '5m';
    const write = isRate ? units.rate : units.amount;
    return timeData(
      {
        rows,
        other: isRate ? undefined : other?.rows,
        starts: startsOf(period, bucket, timeZone),
        end: instantOf(period.to, timeZone),
        earlier:
          earlier === null
            ? null
            : {
                rows: earlier.rows,
                other: isRate ? undefined : other?.earlier?.rows,
                starts: startsOf(earlier.period, bucket, timeZone),
              },
        grouping,
        utilities,
        latest,
        now,
        timeZone,
        measure,
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
          const isPlain = utilities.length === 1 || (grouping === 'device' && key !== unmetered && key !== others);
          return isPlain ? name : `${name} · ${names.utility(utility)}`;
        },
        write,
        unit: isRate ? units.rateUnit : units.amountUnit,
        other: units.other,
        nothing: (utility, start) =>
          measure === 'money' && costs?.withoutPrice.has(unpricedKey(start, utility)) === true
            ? t('money.noPrice')
            : undefined,
        ...(!isRate && { change: (share: number) => changeText(format.locale, share) }),
        ahead: '–',
        ...(earlier !== null && { earlier: periodText(earlier.period, format) }),
        ...(leak !== undefined && { leak: t(leak.begins ? 'leak.began' : 'leak.runs', leak.words) }),
      },
    );
  }, [view, utilities, leak, t, format, units, names]);
}

/** "−17%", "+11%", "0%". */
const changeText = (locale: string, share: number): string =>
  numberWriter(locale, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' }).format(share);

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
