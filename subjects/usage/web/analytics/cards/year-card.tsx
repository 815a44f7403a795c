import { type Utility, utilities } from '#catalogue/index.ts';
import type { UsageRow } from '../../../contract/usage.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartLabels } from '#shell/text/chart-labels.ts';
import { useFormat } from '#shell/household/household.ts';
import { dateOf, localDayOf } from '#shell/text/local-day.ts';
import { calendarDrawing } from '#shell/ui/chart/calendar-drawing.ts';
import type { ChartData } from '#shell/ui/chart/series-look.ts';
import { ChartFrame } from '#shell/ui/chart/chart-frame.tsx';
import { ShadeLegend } from '#shell/ui/chart/chart-legend.tsx';
import { sumByStart } from '../../amount.ts';
import { OriginBadge } from '../../usage-figures.tsx';
import type { AnalyticsFigures } from '../analytics-figures.ts';
import { addMonths, lastDayOf, startsOf } from '../period.ts';
import { useUnits } from './time-data.ts';

export interface YearCardProps {
  figures: AnalyticsFigures;
  utility: Utility;
  controls?: ReactNode;
  className?: string;
}

/** Every day of twelve months as a square, the deeper the more was used. */
export function YearCard({ figures, utility, controls, className }: YearCardProps) {
  const { t } = useTranslation(['analytics', 'usage']);
  const format = useFormat();
  const units = useUnits();
  const { request, origin, timeZone, now, year } = figures;
  const { hue } = utilities[utility].look;
  const today = localDayOf(now, timeZone);
  const days = useMemo(() => {
    const end = addMonths(`${lastDayOf(request.period, now, timeZone).slice(0, 7)}-01`, 1);
    return yearDays(year, utility, startsOf({ from: addMonths(end, -12), to: end }, 'day', timeZone));
  }, [year, utility, request, now, timeZone]);
  const { data, bounds } = useMemo(() => {
    const write = (day: string) =>
      format.date(dateOf(day), { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
    const cells = days.map(({ used }) => units.amount(utility, used));
    const values = cells.map(({ value }) => value);
    const shown: ChartData = {
      placeHeading: t('time.place.day'),
      places: days.map(({ day }) => ({
        key: day,
        label: day.slice(8),
        name: write(day),
        ...(day > today && { isAhead: true }),
        ...(day === today && { isUnfinished: true }),
      })),
      series: [
        {
          key: utility,
          name: t(`usage:${utility}`),
          unit: units.amountUnit(utility),
          panel: 0,
          look: { hue, role: 'now', step: 0 },
          values,
          texts: cells.map(({ text }, i) => ((days[i]?.day ?? '') > today ? '–' : text)),
        },
      ],
    };
    return { data: shown, bounds: shadeBounds(values) };
  }, [days, utility, hue, today, units, format, t]);
  const drawing = useMemo(() => {
    const name = (day: string, options: Intl.DateTimeFormatOptions) =>
      format.date(dateOf(day), { ...options, timeZone: 'UTC' });
    const monthNames = Array.from({ length: 12 }, (_, i) =>
      name(`2026-${String(i + 1).padStart(2, '0')}-01`, { month: 'short' }),
    );
    // The first of November 2026 was a Sunday.
    const dayNames = Array.from({ length: 7 }, (_, i) => name(`2026-11-0${i + 1}`, { weekday: 'short' }));
    return calendarDrawing({ data, hue, bounds, monthNames, dayNames });
  }, [data, hue, bounds, format]);
  const found = extremes(days, today);
  const values = (one: { day: string; used: number | null }) => ({
    amount: units.amount(utility, one.used).text,
    day: format.date(dateOf(one.day), { day: 'numeric', month: 'long', timeZone: 'UTC' }),
  });
  const sentence =
    found === null
      ? t('time.none')
      : t(`year.extremes.${utility}`, {
          most: values(found.most).amount,
          maxDay: values(found.most).day,
          least: values(found.least).amount,
          minDay: values(found.least).day,
        });
  const unit = units.amountUnit(utility);
  const write = (bound: number | undefined) => `${format.number(bound ?? 0, 2)}\u00a0${unit}`;
  const shades =
    bounds.length === 0
      ? []
      : [
          t('year.below', { bound: write(bounds[0]) }),
          ...bounds.map((bound, i) =>
            i === bounds.length - 1
              ? t('year.from', { bound: write(bound) })
              : `${format.number(bound, 2)}–${write(bounds[i + 1])}`,
          ),
        ];
  return (
    <ChartFrame
      title={t('year.title')}
      sentence={sentence}
      data={data}
      drawing={drawing}
      words={useChartLabels()}
      fileName={`wattershed-year-${utility}-${days[0]?.day ?? ''}-${days.at(-1)?.day ?? ''}`}
      note={`${t(`usage:foot.${origin}`)} · Wattershed`}
      heightClass="h-72 sm:h-44 lg:h-52"
      badge={<OriginBadge origin={origin} />}
      controls={controls}
      legend={<ShadeLegend hue={hue} texts={shades} none={t('year.noDay')} />}
      {...(className !== undefined && { className })}
    />
  );
}

interface YearDay {
  day: string;
  used: number | null;
}

/** Every day of the year, in order; null where nothing was measured. */
export function yearDays(rows: readonly UsageRow[], utility: Utility, days: readonly string[]): YearDay[] {
  const sums = sumByStart(rows);
  return days.map((day) => ({ day, used: sums.get(day)?.[utility]?.used ?? null }));
}

/** The days with the most and the least use, of those that are over. */
export function extremes(days: readonly YearDay[], today: string): { most: YearDay; least: YearDay } | null {
  const known = days.filter(({ day, used }) => used !== null && day < today);
  const [first] = known;
  if (first === undefined) return null;
  const by = (better: (a: number, b: number) => boolean) =>
    known.reduce((best, one) => (better(one.used ?? 0, best.used ?? 0) ? one : best), first);
  return { most: by((a, b) => a > b), least: by((a, b) => a < b) };
}

/** Four bounds between five shades, so that a fifth of the days falls in each; ascending, and none where all days are alike. */
export function shadeBounds(values: readonly (number | null)[]): number[] {
  const known = values.filter((value) => value !== null).sort((a, b) => a - b);
  if (known.length === 0) return [];
  const bounds = [0.2, 0.4, 0.6, 0.8].map((share) => roundOff(known[Math.floor(share * (known.length - 1))] ?? 0));
  return [...new Set(bounds)];
}

// Two figures are enough to tell shades apart by.
function roundOff(value: number): number {
  if (value === 0) return 0;
  const power = 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1);
  return Number((Math.round(value / power) * power).toPrecision(12));
}
