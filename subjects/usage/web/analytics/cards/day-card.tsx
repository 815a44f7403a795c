import type { Utility } from '#catalogue/index.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { useFormat } from '#shell/household/household.ts';
import { barsDrawing } from '#shell/ui/chart/bars-drawing.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { IconButton } from '#shell/ui/button.tsx';
import { addDays, dateOf } from '#shell/text/local-day.ts';
import { OriginBadge } from '../../origin-badge.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { instantOf, lastDayOf, startsOf } from '../period.ts';
import { timeData } from './time-data.ts';
import { useNames } from './use-names.ts';
import { useUnits } from './use-units.ts';

export interface DayCardProps {
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
